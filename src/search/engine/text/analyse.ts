/**
 * Text analysis: text to terms. A term is a stemmed word (`prime`), a name as programs write it, in lower case after a
 * `#` (`#primepi`), or an operator (`/@`). Pages and queries go through the same functions, so their terms match.
 */
import { stemmer } from 'stemmer';
import { hasUnspacedScript, segments } from './segment.ts';
import { WordCache } from './word-cache.ts';

/** Longer runs of letters are data (hashes, base64), not words, except in scripts without spaces. UTF-16 units. */
const maxWordLength = 64;

/**
 * English words that say nothing about the subject of a question or a page. They are not indexed as words; a name with
 * the same spelling (`For`, `If`, `With`) is still indexed as a name.
 */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any anything are as at be because been before being below both but by ' +
    'can cannot come comes could did do does doing done down during each either else etc ever every few find for from ' +
    'further get gets getting give gives given go goes going got had has have having he her here hers him his how however i ' +
    'if in into is it its itself just know let lets like made make makes making many may me might mine more most much must ' +
    'my myself need needs no nor not nothing now of off on once only onto or other others our ours out over own per ' +
    'please possible put quite rather really same see seem seems she should so some somebody something somehow still such ' +
    'take takes than that the their theirs them then there these they thing things this those though through thus to too ' +
    'try trying under until up upon us use used uses using very via want wants was way ways we well went were what ' +
    'whatever when where whether which while who whom whose why will with within without work works would yes yet you your ' +
    'yours don doesn didn isn aren wasn won can couldn shouldn wouldn ve ll re im thanks thank hello hi somebody someone ' +
    'wolfram mathematica'
  ).split(' '),
);

/** The terms of one run of letters and digits. */
export interface WordTerms {
  /** Stemmed words, in order; empty for a stop word. A camel-case name has one for each part. */
  readonly words: readonly string[];
  /** The run as a program name: `#` and lower case. Undefined for numbers. */
  readonly name: string | undefined;
  /** The spelling can only be a name: `PrimePi`, `max_length`, `$Path`. */
  readonly isName: boolean;
}

/** A second word inside the first, or a character that only programs have inside words. */
const nameInside = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{N}|[_$]/u;
const ordinal = /^(\d+|n)(?:st|nd|rd|th)$/;
const nameParts = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+(?:[dD](?![\p{L}]))?/gu;
/** The fast path: most words are plain ASCII. */
const plainWord = /^[a-z]+$/;
const nonAscii = /[^\0-\x7f]/;
/** Link targets, tags and addresses. */
const markup = /\]\([^)\s]*\)|<\/?[a-z][^<>]{0,300}>|\bhttps?:\/\/[^\s)>]+/gi;
/** The hyphen in `n-th`. */
const nth = /\b([nik])-(?=th\b)/g;

/** Plurals that the stemmer does not reduce to the stem of their singular. */
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

/** Large, because the same parts recur in many different names. */
const stems = new WordCache((word) => irregular.get(word) ?? stemmer(word), 50_000);

/** The stem of one word in lower case. */
export function stem(word: string): string {
  return stems.get(word);
}

/** The terms of one run of letters and digits, whatever its context. */
export function wordTerms(spelling: string): WordTerms {
  if (spelling.length > maxWordLength && !hasUnspacedScript(spelling))
    return { words: [], name: undefined, isName: false };
  if (plainWord.test(spelling))
    return { words: isWord(spelling) ? [stem(spelling)] : [], name: `#${spelling}`, isName: false };
  const foldedWord = nonAscii.test(spelling) ? fold(spelling) : spelling;
  if (hasUnspacedScript(foldedWord)) {
    const words = segments(foldedWord).filter(({ length }) => length <= maxWordLength);
    return { words, name: undefined, isName: false };
  }
  const lower = foldedWord.toLowerCase();
  const place = ordinal.exec(lower);
  if (place) return { words: place[1] === 'n' ? ['nth'] : [place[1] as string, 'nth'], name: undefined, isName: false };
  if (/^\p{N}+$/u.test(lower)) return { words: [lower], name: undefined, isName: false };
  const trimmedName = foldedWord.replace(/^_+|_+$/g, '');
  const isName = nameInside.test(trimmedName);
  const parts = isName ? (foldedWord.match(nameParts) ?? []).map((part) => part.toLowerCase()) : [lower];
  return { words: parts.filter(isWord).map(stem), name: `#${trimmedName.toLowerCase()}`, isName };
}

/** Whether several words are spelled as one name, such as `BodePlot` or `max_length`; not a word with a number (`x2`). */
export function isCompoundName(spelling: string): boolean {
  return nameInside.test(spelling.replace(/^_+|_+$/g, '')) && !/\p{N}/u.test(spelling);
}

/** The term of a name with dots, such as `os.path.join`. */
export function dottedName(spelling: string): string {
  return `#${spelling.toLowerCase()}`;
}

/** Removes accents and compatibility forms, so that all spellings of a word have one term. */
function fold(spelling: string): string {
  const composedText = spelling.normalize('NFKC');
  return hasUnspacedScript(composedText) ? composedText : composedText.normalize('NFKD').replace(/\p{M}+/gu, '');
}

function isWord(word: string): boolean {
  return word.length === 1 ? /\p{N}/u.test(word) : !stopWords.has(word);
}

/** Removes addresses, tags and link targets from prose. */
export function withoutMarkup(text: string): string {
  const cleanText =
    text.includes('](') || text.includes('<') || text.includes('://') ? text.replace(markup, ' ') : text;
  return cleanText.includes('-th') ? cleanText.replace(nth, 'n') : cleanText;
}
