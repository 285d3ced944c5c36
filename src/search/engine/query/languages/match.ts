/** Finds the expressions of a language in a query. */
import type { Entry, Vocabulary } from './table.ts';

/** An expression that was found, from one word of the query up to but not including another. */
export interface Match {
  readonly entry: Entry;
  readonly end: number;
  /** The second part of a German compound: "Zerlegung" in "Primzahlzerlegung". */
  readonly part?: Entry | undefined;
}

/** Shorter beginnings than this are not looked for. */
const minBeginning = 3;
/** The shortest second part of a compound. */
const minPart = 4;
/** What German puts between the parts of a compound. */
const links = ['', 's', 'n', 'en', 'es', 'e', 'er', 'ns'];
const transcribedUmlaut = /[aou]e/;

/**
 * The longest expression that begins at a word.
 * @param words all words of the query, folded
 */
export function matchAt(words: readonly string[], at: number, vocabulary: Vocabulary): Match | undefined {
  const word = words[at] as string;
  let bestMatch: Match | undefined;
  const consider = (entries: readonly Entry[] | undefined) => {
    if (!entries) return;
    for (const entry of entries) {
      if (bestMatch && entry.rest.length <= bestMatch.entry.rest.length) return;
      const end = endOf(entry, words, at + 1, vocabulary);
      if (end === undefined) continue;
      bestMatch = { entry, end };
      return;
    }
  };
  consider(vocabulary.wholePhrases.get(word));
  for (let length = Math.min(word.length, vocabulary.maxFirstLength); length >= minBeginning; length--)
    consider(vocabulary.beginnings.get(word.slice(0, length)));
  return bestMatch;
}

/** Where an expression ends whose first word matched; undefined if its other words do not follow. */
function endOf(entry: Entry, words: readonly string[], from: number, vocabulary: Vocabulary): number | undefined {
  let at = from;
  for (const word of entry.rest) {
    while (at < words.length && !agrees(words[at] as string, word) && vocabulary.stopWords.has(words[at] as string))
      at++;
    if (at === words.length || !agrees(words[at] as string, word)) return undefined;
    at++;
  }
  return at;
}

function agrees(word: string, pattern: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
}

/** The same for German, where words are joined, and ä, ö and ü may be written as ae, oe and ue. */
export function matchGermanAt(words: readonly string[], at: number, vocabulary: Vocabulary): Match | undefined {
  const wordMatch = matchAt(words, at, vocabulary);
  const word = words[at] as string;
  if (wordMatch && wordMatch.end > at + 1) return wordMatch;
  if (!wordMatch) {
    const compound = compoundOf(word, vocabulary, vocabulary.wholePhrases);
    if (compound) return { ...compound, end: at + 1 };
    if (!transcribedUmlaut.test(word)) return undefined;
    const respelledWords = words.with(at, word.replace(/([aou])e/g, '$1'));
    return matchAt(respelledWords, at, vocabulary);
  }
  if (vocabulary.wholePhrases.has(word)) return wordMatch;
  return { ...wordMatch, part: compoundOf(word, vocabulary, vocabulary.beginnings)?.part };
}

/** Splits two words that are written as one: the first is the longest in `firsts` that leaves a second. */
function compoundOf(
  word: string,
  vocabulary: Vocabulary,
  firsts: Vocabulary['wholePhrases'],
): { readonly entry: Entry; readonly part: Entry } | undefined {
  for (let length = word.length - minPart; length >= minBeginning; length--) {
    const entry = singleOf(firsts.get(word.slice(0, length)));
    if (!entry) continue;
    const part = partOf(word.slice(length), vocabulary);
    if (part) return { entry, part };
  }
  return undefined;
}

function partOf(rest: string, vocabulary: Vocabulary): Entry | undefined {
  for (const link of links) {
    if (!rest.startsWith(link)) continue;
    const part = rest.slice(link.length);
    const wholeEntry = part.length < minPart ? undefined : singleOf(vocabulary.wholePhrases.get(part));
    if (wholeEntry) return wholeEntry;
    for (let length = part.length; length >= minPart; length--) {
      const entry = singleOf(vocabulary.beginnings.get(part.slice(0, length)));
      if (entry) return entry;
    }
  }
  return undefined;
}

function singleOf(entries: readonly Entry[] | undefined): Entry | undefined {
  return entries?.find(({ rest }) => rest.length === 0);
}

/**
 * The expressions in a text of a script without spaces, the longest at each place. Where the first vocabulary has none, the
 * second may have one: a question of a few Chinese characters may be Japanese.
 * @returns with them, whether every sign belongs to an expression or a stop word
 */
export function matchUnspaced(
  text: string,
  vocabularies: readonly Vocabulary[],
): { readonly entries: readonly Entry[]; readonly isExplained: boolean } {
  const entries: Entry[] = [];
  let isExplained = true;
  for (let at = 0; at < text.length; ) {
    const matches = vocabularies.map((vocabulary) => findLongest(text, at, vocabulary));
    const foundLength = Math.max(...matches.map(({ length }) => length));
    const bestMatch = matches.find(({ length }) => length === foundLength);
    if (bestMatch?.entry) {
      entries.push(bestMatch.entry);
      if (bestMatch.length >= minPart) entries.push(...inside(text.slice(at, at + bestMatch.length), vocabularies));
    }
    if (foundLength === 0) isExplained = false;
    at += Math.max(1, foundLength);
  }
  return { entries, isExplained };
}

/** The expressions in a phrase: one with a space or a stop word. A compound means more than its parts. */
function inside(text: string, vocabularies: readonly Vocabulary[]): readonly Entry[] {
  const entries: Entry[] = [];
  let isPhrase = text.includes(' ');
  for (let at = 0; at < text.length; ) {
    const matches = vocabularies.map((vocabulary) => findLongest(text, at, vocabulary, text.length - 1));
    const foundLength = Math.max(...matches.map(({ length }) => length));
    const bestMatch = matches.find(({ length }) => length === foundLength);
    if (bestMatch?.entry && foundLength > 1) entries.push(bestMatch.entry);
    isPhrase ||= foundLength > 0 && bestMatch?.entry === undefined;
    at += Math.max(1, foundLength);
  }
  return isPhrase ? entries : [];
}

function findLongest(
  text: string,
  at: number,
  { wholePhrases, maxLengthsByUnit, stopWords }: Vocabulary,
  maxLength = text.length,
) {
  const maxEntryLength = maxLengthsByUnit.get(text.charCodeAt(at)) ?? 0;
  for (let length = Math.min(maxLength, maxEntryLength, text.length - at); length > 0; length--) {
    const piece = text.slice(at, at + length);
    const [entry] = wholePhrases.get(piece) ?? [];
    if (entry || stopWords.has(piece)) return { entry, length };
  }
  return noMatch;
}

const noMatch = { entry: undefined, length: 0 };
