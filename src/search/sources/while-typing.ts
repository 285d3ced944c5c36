/**
 * Limits the searches of remote sources while a person types. The preview searches at every key, and remote sources limit or
 * charge searches, so they get only the last state of a query, and each query once. Answers are cached only in memory.
 */
import { WorkbenchError } from '../../base/errors.ts';
import type { RetrievedPassages, Retriever } from './retriever.ts';

/** A query is complete after this pause. */
const defaultPauseMs = 700;
/** How long an answer is reused for the same query. */
const maxAgeMs = 10 * 60_000;
/** Cached answers of each source. */
const maxCached = 8;

export interface WhileTyping {
  /**
   * Searches after a pause, unless a newer query for the same source arrives meanwhile.
   * @param question a newer question has a higher number, whatever the order of arrival
   * @throws WorkbenchError `unavailable` if a newer question arrived; errors of `ask`
   */
  retrieve(source: Retriever, question: Question, ask: () => Promise<RetrievedPassages>): Promise<RetrievedPassages>;
}

export interface Question {
  readonly number: number;
  readonly query: string;
  readonly signal: AbortSignal;
  /** Whether an earlier answer to the same query is still right. */
  readonly isReusable: boolean;
}

interface CachedAnswer {
  readonly query: string;
  readonly answer: RetrievedPassages;
  readonly requestedAt: number;
}

export function createWhileTyping(pauseMs = defaultPauseMs): WhileTyping {
  const latestNumbers = new WeakMap<Retriever, number>();
  /** Ends the wait of the previous query. */
  const waitingResolvers = new WeakMap<Retriever, () => void>();
  const cache = new WeakMap<Retriever, readonly CachedAnswer[]>();

  /** @returns whether the query is complete */
  function waitForPause(source: Retriever, signal: AbortSignal): Promise<boolean> {
    waitingResolvers.get(source)?.();
    return new Promise((resolve) => {
      const end = (isComplete: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', supersede);
        if (waitingResolvers.get(source) === supersede) waitingResolvers.delete(source);
        resolve(isComplete);
      };
      const supersede = () => end(false);
      const timer = setTimeout(() => end(true), pauseMs);
      signal.addEventListener('abort', supersede, { once: true });
      waitingResolvers.set(source, supersede);
    });
  }

  return {
    async retrieve(source, { number, query, signal, isReusable }, ask) {
      const isNewest = number >= (latestNumbers.get(source) ?? 0);
      if (isNewest) latestNumbers.set(source, number);
      const usableAnswers = (isReusable ? (cache.get(source) ?? []) : []).filter(
        ({ requestedAt }) => performance.now() - requestedAt < maxAgeMs,
      );
      const knownAnswer = usableAnswers.find((cachedAnswer) => cachedAnswer.query === query);
      if (knownAnswer) {
        if (isNewest) waitingResolvers.get(source)?.();
        return knownAnswer.answer;
      }
      if (!isNewest || !(await waitForPause(source, signal))) {
        signal.throwIfAborted();
        throw new WorkbenchError('unavailable', 'The query was still being typed.');
      }
      const answer = await ask();
      cache.set(source, [...usableAnswers, { query, answer, requestedAt: performance.now() }].slice(-maxCached));
      return answer;
    },
  };
}
