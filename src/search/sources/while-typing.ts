/**
 * A preview is asked for at every key. Sources elsewhere count questions, and some cost money: of a query that is being
 * typed they get the last state alone, and the same question is not put to them twice in a row. Kept in memory only.
 */
import { WorkbenchError } from '../../base/errors.ts';
import type { Retrieved, Retriever } from './retriever.ts';

/** After so much silence a query counts as typed. Milliseconds. */
const usualPause = 700;
/** How long an answer stands for the same question. Milliseconds. */
const freshness = 10 * 60_000;
/** Of each source. */
const maxKept = 8;

export interface WhileTyping {
  /**
   * Puts the question when no newer one has come for the same source meanwhile.
   * @param question a newer one has a higher number, whichever comes here first
   * @throws WorkbenchError `unavailable` when one has, and whatever `ask` throws
   */
  retrieve(source: Retriever, question: Question, ask: () => Promise<Retrieved>): Promise<Retrieved>;
}

export interface Question {
  readonly number: number;
  readonly query: string;
  readonly signal: AbortSignal;
}

interface Kept {
  readonly query: string;
  readonly answer: Retrieved;
  readonly when: number;
}

export function createWhileTyping(pause = usualPause): WhileTyping {
  const latest = new WeakMap<Retriever, number>();
  /** Ends the wait of the question before. */
  const waiting = new WeakMap<Retriever, () => void>();
  const kept = new WeakMap<Retriever, readonly Kept[]>();

  /** @returns whether the query stood still */
  function settle(source: Retriever, signal: AbortSignal): Promise<boolean> {
    waiting.get(source)?.();
    return new Promise((resolve) => {
      const end = (isStill: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', overtake);
        if (waiting.get(source) === overtake) waiting.delete(source);
        resolve(isStill);
      };
      const overtake = () => end(false);
      const timer = setTimeout(() => end(true), pause);
      signal.addEventListener('abort', overtake, { once: true });
      waiting.set(source, overtake);
    });
  }

  return {
    async retrieve(source, { number, query, signal }, ask) {
      const isNewest = number >= (latest.get(source) ?? 0);
      if (isNewest) latest.set(source, number);
      const fresh = (kept.get(source) ?? []).filter(({ when }) => performance.now() - when < freshness);
      const known = fresh.find((each) => each.query === query);
      if (known) {
        if (isNewest) waiting.get(source)?.();
        return known.answer;
      }
      if (!isNewest || !(await settle(source, signal))) {
        signal.throwIfAborted();
        throw new WorkbenchError('unavailable', 'The query was still being typed.');
      }
      const answer = await ask();
      kept.set(source, [...fresh, { query, answer, when: performance.now() }].slice(-maxKept));
      return answer;
    },
  };
}
