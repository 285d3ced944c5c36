/**
 * From text to terms. A term is a stemmed word (`prime`), a name as it is written in programs, in lower case behind a
 * `#` (`#primepi`), or an operator (`/@`). Pages and queries go through the same functions, so that they meet.
 */
import { stemmer } from 'stemmer';
import { hasUnspacedScript, segments } from './segment.ts';
import { stopWords } from './stop-words.ts';
import { WordMemory } from './word-memory.ts';

/** Longer runs of letters are data (hashes, base64), not words, unless they are without spaces by nature. UTF-16 units. */
const longestWord = 64;

/** What one run of letters and digits means. */
export interface WordTerms {
  /** The stemmed words in it, in order; empty for a stop word. A name in camel case has one for each part. */
  readonly words: readonly string[];
  /** The name it would be in a program: `#` and lower case. Undefined for numbers. */
  readonly name: string | undefined;
  /** Written so that it can only be a name: `PrimePi`, `max_length`, `$Path`. */
  readonly isName: boolean;
}

/** Two words in one, or a sign that only programs have inside of words. */
const nameInside = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{N}|[_$]/u;
const ordinal = /^(\d+|n)(?:st|nd|rd|th)$/;
const nameParts = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+(?:[dD](?![\p{L}]))?/gu;
/** Most words, which need no closer look. */
const plainWord = /^[a-z]+$/;
const nonAscii = /[^\0-\x7f]/;
/** Targets of links, tags, addresses and the n before an ordinal's ending: no words of the text. */
const markup = /\]\([^)\s]*\)|<\/?[a-z][^<>]{0,300}>|\bhttps?:\/\/[^\s)>]+/gi;
const nth = /\b([nik])-(?=th\b)/g;

/** Plurals that stemming does not bring together with their singular. */
const irregular: ReadonlyMap<string, string> = new Map([
  ['matrices', 'matrix'],
  ['indices', 'index'],
  ['vertices', 'vertex'],
  ['axes', 'axis'],
  ['appendices', 'appendix'],
  ['children', 'child'],
  ['people', 'person'],
  ['data', 'data'],
  ['dice', 'die'],
  ['leaves', 'leaf'],
  ['halves', 'half'],
  ['maxima', 'maximum'],
  ['minima', 'minimum'],
  ['extrema', 'extremum'],
  ['formulae', 'formula'],
  ['schemata', 'schema'],
]);

/** Many at a time: the same parts come back in ever new names. */
const stems = new WordMemory((word) => irregular.get(word) ?? stemmer(word), 50_000);

/** The stem of one word in lower case. */
export function stem(word: string): string {
  return stems.get(word);
}

/** What one run of letters and digits means; depends on nothing else. */
export function wordTerms(written: string): WordTerms {
  if (written.length > longestWord && !hasUnspacedScript(written)) return { words: [], name: undefined, isName: false };
  if (plainWord.test(written))
    return { words: isWord(written) ? [stem(written)] : [], name: `#${written}`, isName: false };
  const plain = nonAscii.test(written) ? fold(written) : written;
  if (hasUnspacedScript(plain)) {
    const words = segments(plain).filter(({ length }) => length <= longestWord);
    return { words, name: undefined, isName: false };
  }
  const lower = plain.toLowerCase();
  const place = ordinal.exec(lower);
  if (place) return { words: place[1] === 'n' ? ['nth'] : [place[1] as string, 'nth'], name: undefined, isName: false };
  if (/^\p{N}+$/u.test(lower)) return { words: [lower], name: undefined, isName: false };
  const trimmed = plain.replace(/^_+|_+$/g, '');
  const isName = nameInside.test(trimmed);
  const parts = isName ? (plain.match(nameParts) ?? []).map((part) => part.toLowerCase()) : [lower];
  return { words: parts.filter(isWord).map(stem), name: `#${trimmed.toLowerCase()}`, isName };
}

/** Without accents and compatibility forms, so that both spellings of a word are one. */
function fold(written: string): string {
  const composed = written.normalize('NFKC');
  return hasUnspacedScript(composed) ? composed : composed.normalize('NFKD').replace(/\p{M}+/gu, '');
}

function isWord(word: string): boolean {
  return word.length === 1 ? /\p{N}/u.test(word) : !stopWords.has(word);
}

/** Prose without what is not its words: addresses, tags, the targets of links. */
export function withoutMarkup(text: string): string {
  const clean = text.includes('](') || text.includes('<') || text.includes('://') ? text.replace(markup, ' ') : text;
  return clean.includes('-th') ? clean.replace(nth, 'n') : clean;
}
