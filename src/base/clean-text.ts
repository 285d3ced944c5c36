/** Text of a file or of another program, made fit to be read by a model. */

/** ECMA-48 sequences that terminals obey: CSI, strings such as OSC with their end, and two-character escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const escapes = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])|\x9b[0-?]*[ -/]*[@-~]/g;
/** Category Cc but the line feed, the tab and the carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
/** Halves of characters, without the other half. */
const halves = /\p{Cs}/gu;
/** What cleaning may change: every answer is looked through, and by far the most have none of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]/;

/** Text without terminal sequences, control characters and halves of characters. */
export function cleanText(text: string): string {
  if (!suspect.test(text)) return text;
  return text.replace(escapes, '').replace(controls, '').replace(halves, '\ufffd');
}
