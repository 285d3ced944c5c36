/** Prepares text of files and other programs for a model. */

/** ECMA-48 sequences that terminals obey: CSI, strings such as OSC with their end, and two-character escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const escapes = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])|\x9b[0-?]*[ -/]*[@-~]/g;
/** Category Cc except line feed, tab and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
/** Lone surrogates. */
const surrogates = /\p{Cs}/gu;
/** Embeddings, overrides and isolates, which let a text read differently from what it says (Unicode UAX #9). */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
/** The flags of England, Scotland and Wales are the only use of tag characters; elsewhere they are invisible text. */
const tags = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** A quick test: nearly all texts need no cleaning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/;

/** Characters that cleaning took out or replaced. */
export interface RemovedCharacters {
  count: number;
  /** ESC, U+202E, …: the first character of each place. */
  readonly names: Set<string>;
}

/**
 * Removes terminal sequences, control characters, changes of direction and invisible tag characters, and replaces lone
 * surrogates.
 * @param removals counts them
 */
export function cleanText(text: string, removals?: RemovedCharacters): string {
  if (!suspect.test(text)) return text;
  const countRemovals = (replacement: string) => (match: string, exempt?: unknown) => {
    if (typeof exempt === 'string') return exempt;
    if (removals) {
      removals.count += [...match].length;
      removals.names.add(nameOf(match));
    }
    return replacement;
  };
  return text
    .replace(escapes, countRemovals(''))
    .replace(controls, countRemovals(''))
    .replace(surrogates, countRemovals('\ufffd'))
    .replace(directions, countRemovals(''))
    .replace(tags, countRemovals(''));
}

const controlNames: Readonly<Record<number, string>> = { 0: 'NUL', 7: 'BEL', 8: 'BS', 27: 'ESC', 127: 'DEL' };

function nameOf(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  return controlNames[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Most names in one sentence. */
const namedAtMost = 6;

/** "2 characters removed: ESC, U+202E"; undefined if there are none. */
export function removedSentence({ count, names }: RemovedCharacters): string | undefined {
  if (count === 0) return undefined;
  const unnamedCount = names.size - namedAtMost;
  const firstNames = [...names].slice(0, namedAtMost).join(', ');
  return `${count} ${count === 1 ? 'character' : 'characters'} removed: ${firstNames}${unnamedCount > 0 ? ` and ${unnamedCount} more kinds` : ''}`;
}

/** Plain data with clean texts and keys: the same object if nothing had to change. */
export function cleanData<T>(value: T, removals?: RemovedCharacters): T {
  return isClean(value) ? value : (clean(value, removals) as T);
}

/** Whether plain data needs no cleaning. Copies nothing: nearly all data is clean, and every answer is tested. */
export function isClean(value: unknown): boolean {
  if (typeof value === 'string') return !suspect.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  for (const key in value) if (!isCleanKey(key) || !isClean((value as Record<string, unknown>)[key])) return false;
  return true;
}

/** Answers have few keys. */
const cleanKeys = new Set<string>();
const maxCleanKeys = 1_000;

function isCleanKey(key: string): boolean {
  if (cleanKeys.has(key)) return true;
  if (suspect.test(key)) return false;
  if (cleanKeys.size < maxCleanKeys) cleanKeys.add(key);
  return true;
}

function clean(value: unknown, removals: RemovedCharacters | undefined): unknown {
  if (typeof value === 'string') return cleanText(value, removals);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => clean(item, removals));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value);
  const cleanEntries = entries.map(([key, inner]) => [cleanText(key, removals), clean(inner, removals)] as const);
  const isSame = cleanEntries.every(
    ([key, inner], index) => key === entries[index]?.[0] && inner === entries[index][1],
  );
  return isSame ? value : Object.fromEntries(cleanEntries);
}
