/** The ways YAML can write one string. */

/** The style of a scalar. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal';

// Always escaped: control characters except tab, the two Unicode line separators, a byte order mark, lone surrogates.
const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Double-quoted, on one line, for any string; also valid JSON. */
export function quoteDouble(value: string): string {
  const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(unprintable, escapeCharacter);
}

export function quoteSingle(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Whether only escapes can hold the string: line breaks other than \n, and unprintable characters. */
export function needsEscapes(value: string): boolean {
  return /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u.test(value);
}

export function canBeSingleQuoted(value: string): boolean {
  return !needsEscapes(value) && !value.includes('\n');
}

/** Words and numbers that a YAML 1.1 or 1.2 parser reads as something other than text. */
const ambiguous =
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?\.(?:inf|nan)|[-+.]?\d[\d_.,:eExXoOa-fA-F+-]*|\d{4}-\d.*)$/i;

/** Whether every YAML parser reads the unquoted string as this text. */
export function canBePlain(value: string, isInFlow: boolean): boolean {
  if (value === '' || value.trim() !== value || value.includes('\n') || value.includes('\t')) return false;
  if (needsEscapes(value) || ambiguous.test(value)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(value) || /^\.\.\./.test(value)) return false;
  if (/:(?:\s|$)|\s#/.test(value)) return false;
  return !isInFlow || !/[,[\]{}:]/.test(value);
}

/** Whether a block scalar can hold the string. Trailing blank lines also depend on the place in the file. */
export function canBeLiteral(value: string): boolean {
  return value.trim() !== '' && !needsEscapes(value);
}

/**
 * A block literal that reads as exactly `value`.
 * @param indentation the text's indentation, as spaces
 * @param step columns between the parent's indentation and the text's (1 to 9)
 * @returns the header, and the lines of the body
 */
export function writeLiteral(value: string, indentation: string, step: number): { head: string; body: string[] } {
  let end = value.length;
  while (value[end - 1] === '\n') end--;
  const text = value.slice(0, end);
  const breaks = value.length - text.length;
  const chomping = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  // Without this number, a parser would count the first line's leading spaces as indentation.
  const indicator = /^[\s]/.test(value) ? String(step) : '';
  const lines = [...text.split('\n'), ...new Array<string>(Math.max(0, breaks - 1)).fill('')];
  return { head: `|${indicator}${chomping}`, body: lines.map((line) => (line === '' ? '' : indentation + line)) };
}
