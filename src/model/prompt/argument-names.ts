/** Argument names: checks while the user types, and unused names for new arguments. */

import { isOneLine } from '../../base/formats.ts';
import { freeName } from '../file-names.ts';
import { isSlotName } from '../template/string-template.ts';

/** Many JavaScript programs, clients included, lose this key in objects. */
export function isUnusableName(name: string): boolean {
  return name === '__proto__';
}

export interface NameFault {
  /** A prompt with an error is not served. */
  readonly severity: 'error' | 'warning';
  /** One sentence: what is wrong and what to do. */
  readonly message: string;
  /** A name that can be used instead. */
  readonly free?: string;
}

/** @param otherNames the names of the other arguments; @param position of this one, counted from 1 */
export function argumentNameFault(
  name: string,
  otherNames: readonly string[],
  position: number,
): NameFault | undefined {
  if (name.trim() === '') return { severity: 'error', message: 'An argument needs a name: type one, such as topic.' };
  if (!isOneLine(name)) {
    return { severity: 'error', message: 'A name must be one line without control characters: remove them.' };
  }
  if (isUnusableName(name)) {
    return { severity: 'error', message: `An argument cannot be called ${name}: choose another name.` };
  }
  if (otherNames.includes(name)) {
    const message = `Another argument is already called ${name}: choose another name.`;
    return { severity: 'error', message, free: freeName(name, otherNames) };
  }
  if (isSlotName(name)) return undefined;
  const portableName = name.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-').replace(/^[^\p{L}_]+|-+$/gu, '');
  return {
    severity: 'warning',
    ...(portableName !== '' && { free: freeName(portableName, otherNames) }),
    message: `A slot cannot be called ${name}: use letters, digits, _ and -, or write its number \`${position}\` in the text.`,
  };
}

/** Returns `count` unused names: `argument`, `argument2`, `argument3` … */
export function freeNames(takenNames: readonly string[], count: number): readonly string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    const name = number === 1 ? 'argument' : `argument${number}`;
    if (!takenNames.includes(name)) names.push(name);
  }
  return names;
}
