/** Where the budget of a search is written in a prompt. */
import { isJsonObject, isSameData, type KeyPath } from '../../../src/base/json.ts';
import { defaultBudget } from '../../../src/model/search.ts';
import type { SearchReport } from '../state/searches.ts';

interface WrittenSearch {
  readonly at: KeyPath;
  readonly sources: unknown;
  readonly budget: unknown;
}

/**
 * The path of the budget of a search, if only one search of the content can have given the report: searches are reported
 * in the order of their completion, not of the prompt.
 * @param at the path of the content
 */
export function budgetPlace(
  content: unknown,
  at: KeyPath,
  { sources, budget }: Pick<SearchReport, 'sources' | 'budget'>,
): KeyPath | undefined {
  const searches = searchesIn(content, at);
  const names = sources.map(({ name }) => name);
  const candidates = searches.filter((search) => {
    const isSameBudget = (search.budget ?? defaultBudget) === budget;
    return searches.length === 1 || (isSameBudget && isSameData(search.sources, names));
  });
  const [onlySearch, ...otherSearches] = candidates;
  return onlySearch && otherSearches.length === 0 ? [...onlySearch.at, 'Budget'] : undefined;
}

function searchesIn(value: unknown, at: KeyPath): readonly WrittenSearch[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => searchesIn(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  const isBlock = value.Type === 'search';
  const ownSearch = isBlock ? [{ at, sources: value.Sources, budget: value.Budget }] : [];
  const { Search: search } = value;
  const wholeSearch = isJsonObject(search)
    ? [{ at: [...at, 'Search'], sources: search.Sources, budget: search.Budget }]
    : [];
  return [
    ...ownSearch,
    ...wholeSearch,
    ...['Messages', 'Content'].flatMap((key) => searchesIn(value[key], [...at, key])),
  ];
}
