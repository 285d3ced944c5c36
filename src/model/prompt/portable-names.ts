/** Names that the protocol allows and client applications change or refuse (docs/clients.md). */

import { isOneLine } from '../../base/formats.ts';
import type { KeyPath } from '../../base/json.ts';
import { type Report, warning } from '../problems/findings.ts';

/** Warns about the `Name` of the definition at `at`. The schema reports invalid names. */
export function warnOfName(
  name: unknown,
  advice: (name: string) => string | undefined,
  at: KeyPath,
  report: Report,
): void {
  const message = typeof name === 'string' && /\S/.test(name) && isOneLine(name) ? advice(name) : undefined;
  if (message !== undefined) warning(report, [...at, 'Name'], message, 'UnportableName');
}

/**
 * Returns advice for a name that clients change; upper case, dots and other scripts are fine.
 * @param replacement a name to suggest; '' suggests none
 */
export function promptNameAdvice(name: string, replacement = portablePromptName(name)): string | undefined {
  const advice = replacement === '' ? 'use letters, digits, - and _' : `write ${JSON.stringify(replacement)}`;
  if (/[\s\p{Cf}]/u.test(name))
    return `Claude Code cannot call a prompt whose Name has a space or an invisible character: ${advice}.`;
  if (/[/:]/.test(name))
    return `Some clients (OpenCode, VS Code) replace / and : in the Name of a prompt with _: ${advice}.`;
  return undefined;
}

/** The nearest name that no client changes; '' if nothing remains. */
export function portablePromptName(name: string): string {
  const words = name.replace(/\p{Cf}/gu, '').split(/[\s/:]+/);
  return words.filter((word) => word !== '').join('-');
}

/** The nearest server name that no client changes; '' if nothing remains. It may be too long. */
export function portableServerName(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '');
  return letters.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
}

/** Some clients join a server's name and a tool's with a prefix, and take 64 characters of that. */
const maxServerName = 32;

/**
 * Returns advice for a name that clients change or cut.
 * @param name the catalogue name: what Connect writes, and what applications show
 * @param action the beginning of the advice
 */
export function serverNameAdvice(name: string, action: 'name it' | 'rename its file'): string | undefined {
  if (!/[^A-Za-z0-9_-]/.test(name))
    return name.length > maxServerName
      ? `Some clients put the name of a server before each of its tools' names, and ${name.length} characters leave too little room: use at most ${maxServerName}.`
      : undefined;
  const clientName = name.replace(/[^A-Za-z0-9_-]/g, '_');
  return `Claude Code calls this server ${clientName}: ${action} with letters from A to Z, digits, - and _ only.`;
}
