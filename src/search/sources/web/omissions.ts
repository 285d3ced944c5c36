/** What a fetch left out, in sentences for the source's report. */
import type { FetchProblem } from './copy.ts';

/** Pages that the report lists one by one. */
const maxListed = 100;

const reasons = {
  disallowed: 'robots.txt does not allow this program to fetch',
  elsewhere: 'another site, or a path above this one, has',
  unreadable: 'no reader knows the format of',
} as const;

type Reason = keyof typeof reasons;

export class Omissions {
  readonly #counts = new Map<Reason, { count: number; readonly first: string }>();
  readonly #problems: FetchProblem[] = [];
  readonly #limits = new Set<string>();
  #unlistedCount = 0;

  /** Counts a page that is left out for a common reason. */
  add(reason: Reason, url: string): void {
    const knownCount = this.#counts.get(reason);
    if (knownCount) knownCount.count++;
    else this.#counts.set(reason, { count: 1, first: url });
  }

  /** @param clause `it answered with HTTP 404` */
  note(url: string, clause: string): void {
    if (this.#problems.length < maxListed) this.#problems.push({ url, message: `It was not fetched: ${clause}.` });
    else this.#unlistedCount++;
  }

  limit(sentence: string): void {
    this.#limits.add(sentence);
  }

  list(): FetchProblem[] {
    const limits = [...this.#limits].map((message) => ({ url: '', message }));
    const byReason = [...this.#counts].map(([reason, { count, first }]) => ({
      url: first,
      message:
        count === 1
          ? `It was left out, because ${reasons[reason]} it.`
          : `${count.toLocaleString('en')} pages, such as this one, were left out, because ${reasons[reason]} them.`,
    }));
    const moreRemark =
      this.#unlistedCount === 0 ? [] : [{ url: '', message: `${this.#unlistedCount} more pages were not fetched.` }];
    return [...limits, ...byReason, ...this.#problems, ...moreRemark];
  }
}
