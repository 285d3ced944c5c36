/** Recognises the language of a query. */

import { stem } from '../../text/analyse.ts';
import { wolframSynonyms } from '../synonym-lookup.ts';
import { matchAt, matchGermanAt } from './match.ts';
import { isEnglish, type Language, stopWordsOf, vocabularyOf } from './table.ts';

/** A word of a query, as far as its language shows. */
export interface Evidence {
  readonly foldedWord: string;
  /** An English stop word. */
  readonly isStopWord: boolean;
  /** The index has it, or it has an English synonym. */
  readonly isFamiliar: boolean;
}

const latin = ['de', 'es', 'fr', 'it', 'pt'] as const;
/** Shorter single words are in too many languages. */
const minAlone = 5;

/** The language of a query in Latin letters; undefined if nothing shows it, or if it may as well be English. */
export function recogniseLatin(words: readonly Evidence[]): Language | undefined {
  const strangeWords = words.filter(({ isFamiliar, isStopWord }) => !isFamiliar && !isStopWord);
  if (strangeWords.length === 0) return undefined;
  const english = words.filter(({ isStopWord, foldedWord }) => isStopWord && foldedWord.length > 1);
  const stops = latin.map((language) => ({ language, count: countStops(words, stopWordsOf(language)) }));
  const mayHaveNone = english.length <= 1 && 2 * strangeWords.length >= words.filter((word) => !word.isStopWord).length;
  // Reading a language's lists takes milliseconds: only those that are possible.
  const candidates = mayHaveNone ? stops : stops.filter(({ count }) => count > 0);
  const foldedWords = words.map((word) => word.foldedWord);
  let bestLanguage: { readonly language: Language; readonly score: number } | undefined;
  for (const { language, count } of candidates) {
    const against = english.filter((word) => !stopWordsOf(language).has(word.foldedWord)).length;
    const knownCount = countKnown(words, foldedWords, language);
    const score = count + knownCount;
    const isClear = score >= 2 && score > against && knownCount + count > 0 && (knownCount > 0 || count >= 3);
    const isAlone =
      english.length === 0 && knownCount === strangeWords.length && (foldedWords[0] as string).length >= minAlone;
    if ((isClear || isAlone) && score > (bestLanguage?.score ?? 0)) bestLanguage = { language, score };
  }
  return bestLanguage?.language;
}

/** The stop words that are not English ones. */
function countStops(words: readonly Evidence[], stops: ReadonlySet<string>): number {
  const foundWords = words.filter(
    ({ foldedWord, isStopWord }) => foldedWord.length > 1 && !isStopWord && stops.has(foldedWord),
  );
  return new Set(foundWords.map(({ foldedWord }) => foldedWord)).size;
}

/** The words that only this language explains. */
function countKnown(words: readonly Evidence[], foldedWords: readonly string[], language: Language): number {
  const vocabulary = vocabularyOf(language);
  const match = language === 'de' ? matchGermanAt : matchAt;
  const isOnlyForeign = ({ isFamiliar, isStopWord, foldedWord: word }: Evidence) =>
    !isFamiliar &&
    !isStopWord &&
    !vocabulary.stopWords.has(word) &&
    !isEnglish(word) &&
    !wolframSynonyms().has(stem(word));
  let knownCount = 0;
  for (let at = 0; at < words.length; ) {
    const wordMatch = match(foldedWords, at, vocabulary);
    if (wordMatch) knownCount += words.slice(at, wordMatch.end).filter(isOnlyForeign).length;
    at = wordMatch?.end ?? at + 1;
  }
  return knownCount;
}

/** The languages of a script, the likelier one first; undefined for Latin letters. */
export function languagesOfScript(text: string): readonly Language[] | undefined {
  if (/\p{Script=Hangul}/u.test(text)) return korean;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return japanese;
  if (/\p{Script=Han}/u.test(text)) return chinese;
  return /\p{Script=Cyrillic}/u.test(text) ? russian : undefined;
}

const korean: readonly Language[] = ['ko'];
const japanese: readonly Language[] = ['ja', 'zh'];
const chinese: readonly Language[] = ['zh', 'ja'];
const russian: readonly Language[] = ['ru'];
