/**
 * Words of nine languages and what English documentation says for them. One meaning is one line:
 *
 *     English = German ; Spanish ; French ; Italian ; Portuguese ; Russian ; Chinese ; Japanese ; Korean
 *
 * On the left are words, and names with a capital. On the right, `|` separates expressions; a `*` at the end of a word
 * matches any ending, so that one entry has all inflected forms. Accents do not count. Stop words inside an expression
 * do not count either: `mínimo de una función` also matches "mínimo de la función".
 *
 * The lists were written for this product, by subject; see docs/search-quality.md. They are the text files of this folder,
 * which the build joins to `dist/languages.txt`: the first question in another language reads them. A line that begins
 * with `#` is a comment.
 */

import { readDataFile } from '../../data-file.ts';
import { stem, wordTerms } from '../../text/analyse.ts';
import { hasUnspacedScript } from '../../text/segment.ts';
import { WordCache } from '../../text/word-cache.ts';
import { foreignStopWords } from './stop-words.ts';

/** In the order of the columns. */
export const languages = ['de', 'es', 'fr', 'it', 'pt', 'ru', 'zh', 'ja', 'ko'] as const;
export type Language = (typeof languages)[number];

/** One expression, and what it means in English. */
export interface Entry {
  /** Folded. */
  readonly expression: string;
  /** English words, and names with a capital. */
  readonly english: readonly string[];
  /** The words after the first one. */
  readonly rest: readonly string[];
}

/** The words of one language. */
export interface Vocabulary {
  readonly stopWords: ReadonlySet<string>;
  /** By the first word: entries with more words come first. */
  readonly wholePhrases: ReadonlyMap<string, readonly Entry[]>;
  /** The same for first words with a `*`, without it. */
  readonly beginnings: ReadonlyMap<string, readonly Entry[]>;
  /** The length of the longest first word, in UTF-16 units. */
  readonly maxFirstLength: number;
  /** By UTF-16 unit: the length of the longest entry or stop word that begins with it. */
  readonly maxLengthsByUnit: ReadonlyMap<number, number>;
}

const vocabularies = new Map<Language, Vocabulary>();
const stopWords = new Map<Language, ReadonlySet<string>>();
let rows: readonly (readonly string[])[] | undefined;

/** The words of a language, parsed at the first call. */
export function vocabularyOf(language: Language): Vocabulary {
  const knownVocabulary = vocabularies.get(language);
  if (knownVocabulary) return knownVocabulary;
  const vocabulary = makeVocabulary(language);
  vocabularies.set(language, vocabulary);
  return vocabulary;
}

/** The stop words of a language, folded. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  const knownWords = stopWords.get(language);
  if (knownWords) return knownWords;
  const words = new Set(foreignStopWords[language].split(' ').map(foldWord));
  stopWords.set(language, words);
  return words;
}

let english: ReadonlySet<string> | undefined;

/** Whether a word is one of the English words of the lists, or part of a name there. */
export function isEnglish(word: string): boolean {
  english ??= new Set(readRows().flatMap(([cell = '']) => cell.split(' ').flatMap((value) => wordTerms(value).words)));
  return english.has(stem(word));
}

/** Lower case, without accents, ß as ss. Scripts without spaces keep their signs. */
export function foldWord(word: string): string {
  return asciiWord.test(word) ? word : foldedWords.get(word);
}

const asciiWord = /^[a-z]*$/;
const foldedWords = new WordCache((word) => {
  const lower = word.normalize('NFKC').toLowerCase();
  if (hasUnspacedScript(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe');
});

function makeVocabulary(language: Language): Vocabulary {
  const column = languages.indexOf(language) + 1;
  const stops = stopWordsOf(language);
  const entriesByWord = new Map<string, Entry[]>();
  const beginnings = new Map<string, Entry[]>();
  let maxFirstLength = 0;
  for (const row of readRows()) {
    const english = (row[0] as string).split(' ');
    for (const phrase of foldWord(row[column] as string).split('|')) {
      const [first, ...rest] = wordsOf(phrase, stops);
      if (first === undefined || first === '') continue;
      const isBeginning = first.endsWith('*');
      const word = isBeginning ? first.slice(0, -1) : first;
      const place = isBeginning ? beginnings : entriesByWord;
      const entry = { expression: phrase, english, rest };
      const otherEntries = place.get(word);
      if (otherEntries) otherEntries.push(entry);
      else place.set(word, [entry]);
      maxFirstLength = Math.max(maxFirstLength, word.length);
    }
  }
  for (const entries of [...entriesByWord.values(), ...beginnings.values()])
    if (entries.length > 1) entries.sort((a, b) => b.rest.length - a.rest.length);
  const maxLengthsByUnit = new Map<number, number>();
  for (const word of [...entriesByWord.keys(), ...stops])
    maxLengthsByUnit.set(word.charCodeAt(0), Math.max(word.length, maxLengthsByUnit.get(word.charCodeAt(0)) ?? 0));
  return { stopWords: stops, wholePhrases: entriesByWord, beginnings, maxFirstLength, maxLengthsByUnit };
}

/** The English cell and nine others of each line. */
function readRows(): readonly (readonly string[])[] {
  rows ??= readDataFile('languages.txt')
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readRow);
  return rows;
}

function readRow(line: string): readonly string[] {
  const [english = '', cells = ''] = line.split(' = ');
  return [english, ...cells.split(';').map((cell) => cell.trim())];
}

/** An expression without its stop words, unless only one word would be left. */
function wordsOf(foldedText: string, stops: ReadonlySet<string>): readonly string[] {
  if (plainWord.test(foldedText) || hasUnspacedScript(foldedText)) return [foldedText];
  const words = foldedText.split(/[\s'’\-/]+/).filter((word) => word !== '');
  const meaningful = words.filter((word) => !stops.has(word.replace('*', '')));
  return meaningful.length > 1 ? meaningful : words;
}

const plainWord = /^[a-z]+\*?$/;
