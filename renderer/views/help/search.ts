/** Searches the help with the words of a person: any form of a word, in any order. */
import { stemmer } from 'stemmer';
import type { Range } from '../../components/overlay/fuzzy.ts';
import { type HelpPage, type HelpSection, plainText } from './sections.ts';

export interface HelpResult {
  readonly section: HelpSection;
  readonly pageTitle: string;
  /** The ranges of the matches in the title. */
  readonly titleRanges: readonly Range[];
  readonly excerpt: string;
  readonly excerptRanges: readonly Range[];
}

/** Sections with fewer words of the query than the best one fill the list up to this length. */
const enoughResults = 10;
const maxResults = 50;
const excerptLength = 160;

/** Words that say nothing about the subject of a question. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about again all am an and any are as at back be been but by can cannot could did do does for from get gets got ' +
    'had has have how i if in into is it its let like may me might must my need no not of on or our out please put ' +
    'should so some somehow something than that the their them then there these they thing things this those to too up ' +
    'us use want was way we were what when where which who why will with without would you your ' +
    "don't doesn't didn't can't isn't won't i'm it's"
  ).split(' '),
);

/** Words of people for words of the help, by stem. */
const synonyms: Readonly<Record<string, string>> = {
  photo: 'imag',
  picture: 'imag',
  pictur: 'imag',
  screenshot: 'imag',
  sound: 'audio',
  paramet: 'argument',
  variabl: 'argument',
  placehold: 'slot',
  shortcut: 'key',
  hotkei: 'key',
  undelet: 'restor',
  recov: 'restor',
  directori: 'folder',
  star: 'favorit',
  label: 'tag',
  revert: 'undo',
};

interface Word {
  readonly from: number;
  readonly to: number;
  readonly stem: string;
}

function stemOf(word: string): string {
  const stem = stemmer(word.replaceAll('our', 'or'));
  return synonyms[stem] ?? stem;
}

function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    stem: stemOf(word.toLowerCase().replace('’', "'")),
  }));
}

/** The stems of the words of a query, each once, without stop words unless there is nothing else. */
export function wordsOf(query: string): readonly string[] {
  const words = [...query.toLowerCase().matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].map(([word]) =>
    word.replace('’', "'"),
  );
  const meaningful = words.filter((word) => !stopWords.has(word));
  return [...new Set((meaningful.length > 0 ? meaningful : words).map(stemOf))];
}

/** Whether a word of the text is the query's word, or begins with it: a person may still type. */
function isMatch(stem: string, queryStem: string): boolean {
  return stem === queryStem || (queryStem.length > 2 && stem.startsWith(queryStem));
}

interface SearchedSection {
  readonly page: HelpPage;
  readonly section: HelpSection;
  readonly text: string;
  readonly words: readonly Word[];
  readonly titleWords: readonly Word[];
  readonly pageWords: readonly Word[];
}

/** The words of the pages, which do not change. */
const sectionsOfPages = new WeakMap<readonly HelpPage[], readonly SearchedSection[]>();

function searchedSections(pages: readonly HelpPage[]): readonly SearchedSection[] {
  const cachedSections = sectionsOfPages.get(pages);
  if (cachedSections) return cachedSections;
  const sections = pages.flatMap((page) =>
    page.sections.map((section) => {
      const text = plainText(section.text);
      return {
        page,
        section,
        text,
        words: wordsIn(text),
        titleWords: wordsIn(section.title),
        pageWords: wordsIn(page.title),
      };
    }),
  );
  sectionsOfPages.set(pages, sections);
  return sections;
}

/**
 * The sections with words of the query. The more of the words a section has, and the rarer they are in the help, the
 * earlier it comes; a word in a title counts most.
 */
export function searchHelp(pages: readonly HelpPage[], query: string): readonly HelpResult[] {
  const queryWords = wordsOf(query);
  if (queryWords.length === 0) return [];
  const sections = searchedSections(pages);
  const has = (words: readonly Word[], word: string) => words.some(({ stem }) => isMatch(stem, word));
  const rarity = new Map(
    queryWords.map((word) => {
      const count = sections.filter(({ words, titleWords }) => has(words, word) || has(titleWords, word)).length;
      return [word, Math.log((1 + sections.length) / (0.5 + count))];
    }),
  );
  const phrase = query.trim().toLowerCase();
  const matches = sections.flatMap((searchedSection) => {
    const { words, titleWords, pageWords, section, text } = searchedSection;
    let score = 0;
    let count = 0;
    for (const word of queryWords) {
      const inTitle = has(titleWords, word);
      // The word itself counts more than one that begins with it.
      const uses = words.reduce((sum, { stem }) => sum + (stem === word ? 1 : isMatch(stem, word) ? 0.5 : 0), 0);
      if (!inTitle && uses === 0) continue;
      count++;
      // A long section has more words by chance.
      const inText = (2 * uses) / (uses + 0.5 + words.length / 100);
      const inPage = has(pageWords, word) ? 0.5 : 0;
      score += (rarity.get(word) ?? 0) * ((inTitle ? 3 : 0) + inText + inPage);
    }
    if (count === 0) return [];
    const hasPhrase = `${section.title}\n${text}`.toLowerCase().includes(phrase);
    return [{ ...searchedSection, count, score: ((score * count) / queryWords.length) * (hasPhrase ? 1.5 : 1) }];
  });
  const maxCount = Math.max(...matches.map(({ count }) => count));
  return matches
    .sort((a, b) => b.score - a.score)
    .filter(({ count }, index) => index < enoughResults || count === maxCount)
    .slice(0, maxResults)
    .map(({ page, section, text, words }) => {
      const excerpt = excerptOf(text, words, queryWords);
      return {
        section,
        pageTitle: page.title,
        titleRanges: rangesOf(section.title, queryWords),
        excerpt,
        excerptRanges: rangesOf(excerpt, queryWords),
      };
    });
}

/** The part of a text with the most words of the query. */
function excerptOf(text: string, words: readonly Word[], queryWords: readonly string[]): string {
  const matches = words.filter(({ stem }) => queryWords.some((word) => isMatch(stem, word)));
  const countFrom = ({ from }: Word) =>
    new Set(
      matches.filter((match) => match.from >= from && match.to < from + excerptLength - 40).map(({ stem }) => stem),
    ).size;
  let first = 0;
  let maxCount = 0;
  for (const match of matches) {
    const count = countFrom(match);
    if (count > maxCount) [first, maxCount] = [match.from, count];
  }
  const start = wordStart(text, Math.max(0, first - 40));
  const isCut = start + excerptLength < text.length;
  const excerpt = text.slice(start, start + excerptLength);
  // At the end of a word, unless the last one is very long.
  const end = isCut ? excerpt.replace(/\s\S{0,30}$/, '') : excerpt;
  return `${start > 0 ? '… ' : ''}${end}${isCut ? ' …' : ''}`;
}

function wordStart(text: string, at: number): number {
  return at === 0 ? 0 : Math.max(0, text.indexOf(' ', at) + 1);
}

/**
 * Where a text has the words of a query, in order.
 *
 * @param queryWords stems, as `wordsOf` gives them
 */
export function rangesOf(text: string, queryWords: readonly string[]): readonly Range[] {
  const ranges: [number, number][] = [];
  for (const { from, to, stem } of wordsIn(text)) {
    if (!queryWords.some((word) => isMatch(stem, word))) continue;
    const last = ranges.at(-1);
    // The parts of a name, `context.log`, are one match.
    if (last && from - last[1] === 1 && !/\s/.test(text[last[1]] ?? '')) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}
