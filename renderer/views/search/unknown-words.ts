import type { SearchReport } from '../../store/workspace/searches.ts';

type Searched = Pick<SearchReport['sources'][number], 'state' | 'unknown'>;

/** Words of a query that are in none of the sources that answered. One that cannot tell may have them all. */
export function unknownWords(sources: readonly Searched[]): readonly string[] {
  const [first, ...others] = sources.filter(({ state }) => state === 'answered');
  return first?.unknown.filter((word) => others.every(({ unknown }) => unknown.includes(word))) ?? [];
}
