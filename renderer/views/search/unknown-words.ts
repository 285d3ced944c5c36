import type { SearchReport } from '../../store/state/searches.ts';

type SearchedSource = Pick<SearchReport['sources'][number], 'state' | 'unknown'>;

/** Query words that no answering source contains. A source that cannot tell counts as containing all. */
export function unknownWords(sources: readonly SearchedSource[]): readonly string[] {
  const [first, ...otherAnswers] = sources.filter(({ state }) => state === 'answered');
  return first?.unknown.filter((word) => otherAnswers.every(({ unknown }) => unknown.includes(word))) ?? [];
}
