/**
 * Text for people on stdout and stderr. Prompts, file names and whatever a client sends may hold what moves a terminal's
 * cursor or changes its colours; it is made visible, also for a file or a pager that shows it on a terminal later.
 */

import { escapeHidden, showHidden } from '../base/visible-text.ts';

export function print(text: string): void {
  process.stdout.write(withoutTerminalControl(text));
}

/** What a program reads on stdout, in place of text: one value a run. */
export function printJson(value: unknown): void {
  jsonPrinted = true;
  process.stdout.write(`${escapeHidden(JSON.stringify(value, null, 2))}\n`);
}

let jsonPrinted = false;

/** Whether stdout has its value. */
export function isJsonPrinted(): boolean {
  return jsonPrinted;
}

export function printError(text: string): void {
  process.stderr.write(withoutTerminalControl(text));
}

/**
 * Control characters other than line breaks and tabs made visible (Unicode "Control Pictures"), and characters that
 * reorder or hide text.
 */
export function withoutTerminalControl(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return showHidden(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)/g, picture));
}

/** The same with line breaks and tabs: for a name or a sentence that must stay on its line. */
export function onOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return showHidden(text.replace(/[\u0000-\u001f\u007f]/g, picture));
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\u2421';
}
