/** What client applications make of names that the protocol allows; found out with the applications themselves. */

import { isOneLine } from '../../base/formats.ts';
import type { KeyPath } from '../../base/json.ts';
import { type Report, warning } from '../problems/findings.ts';

/** Warns of the `Name` of the definition at `at`; one that is wrong as such has an error of its own. */
export function warnOfName(
  name: unknown,
  advice: (name: string) => string | undefined,
  at: KeyPath,
  report: Report,
): void {
  const message = typeof name === 'string' && /\S/.test(name) && isOneLine(name) ? advice(name) : undefined;
  if (message !== undefined) warning(report, [...at, 'Name'], message, 'UnportableName');
}

/** Upper case, dots and other scripts are fine. Undefined when there is nothing to say. */
export function promptNameAdvice(name: string): string | undefined {
  if (/[\s\p{Cf}]/u.test(name))
    return `Claude Code cannot call a prompt whose Name has a space or an invisible character: write ${suggested(name)}.`;
  if (/[/:]/.test(name))
    return `Some clients (OpenCode, VS Code) replace / and : in the Name of a prompt with _: write ${suggested(name)}.`;
  return undefined;
}

/**
 * Undefined when there is nothing to say.
 * @param name the catalogue name: what exports write, and what applications show
 * @param action what to do, in front of which letters to use
 */
export function serverNameAdvice(name: string, action: 'name it' | 'rename its file'): string | undefined {
  if (!/[^A-Za-z0-9_-]/.test(name)) return undefined;
  const changed = name.replace(/[^A-Za-z0-9_-]/g, '_');
  return `Claude Code calls this server ${changed}: ${action} with letters from A to Z, digits, - and _ only.`;
}

function suggested(name: string): string {
  const words = name.replace(/\p{Cf}/gu, '').split(/[\s/:]+/);
  const hyphenated = words.filter((word) => word !== '').join('-');
  return hyphenated === '' ? 'letters, digits, - and _' : hyphenated;
}
