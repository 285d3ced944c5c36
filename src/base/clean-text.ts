/** Prepares text of files and other programs for a model. */

/** ECMA-48 sequences that terminals obey: CSI, strings such as OSC with their end, and two-character escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const escapes = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])|\x9b[0-?]*[ -/]*[@-~]/g;
/** Category Cc except line feed, tab and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
/** Lone surrogates. */
const surrogates = /\p{Cs}/gu;
/** A quick test: nearly all texts need no cleaning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]/;

/** Removes terminal sequences and control characters, and replaces lone surrogates. */
export function cleanText(text: string): string {
  if (!suspect.test(text)) return text;
  return text.replace(escapes, '').replace(controls, '').replace(surrogates, '\ufffd');
}
