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

/**
 * Removes terminal sequences, control characters, changes of direction and invisible tag characters, and replaces lone
 * surrogates.
 */
export function cleanText(text: string): string {
  if (!suspect.test(text)) return text;
  return text
    .replace(escapes, '')
    .replace(controls, '')
    .replace(surrogates, '\ufffd')
    .replace(directions, '')
    .replace(tags, '$1');
}

/** Plain data with clean texts and keys: the same object if nothing had to change. */
export function cleanData<T>(value: T): T {
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(clean);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value);
  const cleaned = entries.map(([key, inner]) => [cleanText(key), clean(inner)] as const);
  const isSame = cleaned.every(([key, inner], index) => key === entries[index]?.[0] && inner === entries[index][1]);
  return isSame ? value : Object.fromEntries(cleaned);
}
