/**
 * Prints text on stdout and stderr. Prompts, file names and texts from clients may contain terminal control characters.
 * They are made visible, also in redirected output, which a pager may show on a terminal later.
 */

import { escapeHidden, showHidden } from '../base/text/visible-text.ts';

export function print(text: string): void {
  process.stdout.write(withoutTerminalControl(text));
}

/** Prints the one value that a command with `--json` prints. */
export function printJson(value: unknown): void {
  jsonPrinted = true;
  process.stdout.write(`${escapeHidden(JSON.stringify(value, null, 2))}\n`);
}

let jsonPrinted = false;

/** Starts the output of one command line. */
export function startOutput(): void {
  jsonPrinted = false;
}

/** Whether this command line has called `printJson`. */
export function isJsonPrinted(): boolean {
  return jsonPrinted;
}

export function printError(text: string): void {
  process.stderr.write(withoutTerminalControl(text));
}

/**
 * Makes control characters visible (Unicode "Control Pictures"), except line breaks and tabs, and also characters that
 * reorder or hide text.
 */
export function withoutTerminalControl(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  return showHidden(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)/g, picture));
}

/** As `withoutTerminalControl`, including line breaks and tabs: for a name or sentence that must stay on one line. */
export function onOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  return showHidden(text.replace(/[\u0000-\u001f\u007f]/g, picture));
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\u2421';
}

/** ` - ` and the description of a listed prompt or tool, on one line; empty without one. */
export function descriptionText(text: string | undefined): string {
  return text ? ` - ${text.replace(/\s+/g, ' ')}` : '';
}
