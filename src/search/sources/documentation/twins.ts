/**
 * Finds files that repeat another one in a second format, as generators write `guide.html`, `guide.txt` and
 * `_sources/guide.rst.txt`.
 */
import type { Page } from '../../engine/types.ts';
import { type Format, formatOf } from '../readers/formats.ts';

/** Of two twins, the one whose format comes first here is kept. */
const preferredFormats: readonly Format[] = ['html', 'markdown', 'restructuredtext', 'text'];

/** The share of a page's distinct words that its twin must also have. */
const minCommonShare = 0.7;

/**
 * Pairs files by their names alone; `isTwin` compares the texts.
 * @param locations of all files
 * @returns for each file that may repeat another one: the location of the other
 */
export function pairPossibleTwins(locations: readonly string[]): ReadonlyMap<string, string> {
  const bestLocations = new Map<string, string>();
  const rank = (location: string) => preferredFormats.indexOf(formatOf(location));
  const ranks = locations.map(rank);
  if (new Set(ranks.filter((value) => value >= 0)).size < 2) return new Map();
  const rankedLocations = locations.filter((_, index) => (ranks[index] as number) >= 0);
  for (const location of rankedLocations) {
    const name = nameOf(location);
    const otherLocation = bestLocations.get(name);
    if (otherLocation === undefined || rank(location) < rank(otherLocation)) bestLocations.set(name, location);
  }
  const twins = new Map<string, string>();
  for (const location of rankedLocations) {
    const bestLocation = bestLocations.get(nameOf(location)) ?? location;
    if (rank(bestLocation) < rank(location)) twins.set(location, bestLocation);
  }
  return twins;
}

/** A name that all files of one page share: without its extension, and without folders named after a format. */
function nameOf(location: string): string {
  return location
    .toLowerCase()
    .replace(/(\.(rst|md))?\.[^./]+$/, '')
    .replace(/(^|\/)_sources\//, '$1')
    .replace(/(^|\/)(html|text|txt|markdown)\//, '$1');
}

/** Whether almost all words of `page` are in `otherPage`. */
export function isTwin(page: Page, otherPage: Page): boolean {
  const words = wordsOf(page);
  const otherWords = wordsOf(otherPage);
  let commonCount = 0;
  for (const word of words) if (otherWords.has(word)) commonCount++;
  return words.size > 0 && commonCount >= words.size * minCommonShare;
}

function wordsOf({ title, blocks }: Page): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of [title, ...blocks.map((block) => block.text)])
    for (const word of text.toLowerCase().match(/\p{L}{2,}/gu) ?? []) words.add(word);
  return words;
}
