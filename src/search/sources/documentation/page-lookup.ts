/** Finds a page by its location, address, title, or the end of its location. */
import { getOrCreate } from '../../../base/get-or-create.ts';
import { nearestName } from '../../../base/text/near-names.ts';
import type { IndexedPage, SearchIndex } from '../../engine/types.ts';
import type { PageLookup } from '../retriever.ts';

interface PageNames {
  readonly pages: readonly IndexedPage[];
  /** The locations of all pages with a title, by the title in lower case. */
  readonly titles: ReadonlyMap<string, readonly string[]>;
}

const names = new WeakMap<SearchIndex, PageNames>();

/**
 * @param title what the reader knows of the page, without a fragment
 * @param urlOf the address of a page on the web
 */
export function lookUpPage(
  index: SearchIndex,
  title: string,
  urlOf: (location: string) => string | undefined,
): PageLookup {
  if (index.passagesOf(title).length > 0) return { location: title };
  const { pages, titles } = getOrCreate(names, index, () => namesOf(index));
  const location = /^https?:\/\//i.test(title)
    ? pages.find((page) => urlOf(page.location) === title)?.location
    : (singleOf(pagesTitled(pages, title)) ??
      singleOf(titles.get(title.toLowerCase())) ??
      singleOf(endingIn(pages, title)));
  if (location !== undefined) return { location };
  const locations = titles.get(title.toLowerCase()) ?? endingIn(pages, title);
  if (locations.length > 0) return { near: locations.slice(0, maxNear) };
  const suggestion = nearestName(title, titles.keys());
  return { near: suggestion === undefined ? [] : (titles.get(suggestion) ?? []).slice(0, maxNear) };
}

const maxNear = 5;

function namesOf(index: SearchIndex): PageNames {
  // Pages without passages only say where they moved.
  const pages = index.pages().filter(({ passages }) => passages > 0);
  const titles = new Map<string, string[]>();
  for (const { title, location } of pages) getOrCreate(titles, title.toLowerCase(), () => []).push(location);
  return { pages, titles };
}

/** Compares exactly: a language may have two names that differ only in case. */
function pagesTitled(pages: readonly IndexedPage[], title: string): readonly string[] {
  return pages.filter((page) => page.title === title).map(({ location }) => location);
}

/** `…/Prime.md` (`compactResults`) and `symbols/Prime` name `reference/symbols/Prime.md`. */
function endingIn(pages: readonly IndexedPage[], requestedPath: string): readonly string[] {
  const end = requestedPath.replace(/^(…+|\.{3,})?\/*/, '/');
  if (end === '/') return [];
  const isNamed = (location: string) => {
    const path = `/${location}`;
    return path.endsWith(end) || path.replace(/\.[^./]+$/, '').endsWith(end);
  };
  return pages.filter(({ location }) => isNamed(location)).map(({ location }) => location);
}

function singleOf(locations: readonly string[] | undefined): string | undefined {
  return locations?.length === 1 ? locations[0] : undefined;
}
