/** Which steps can be taken back, and which made again: read from the versions, so that it outlives every restart. */
import type { Version } from './version.ts';

/** A part of a file (`parts.ts`), or all of it. */
export type Scope = string | 'whole file';

export const wholeFile: Scope = 'whole file';

export interface Steps {
  /** In the order in which they were made; the last is undone first. */
  readonly done: readonly Version[];
  /** The last is redone first. */
  readonly undone: readonly Version[];
}

/** The steps of one scope. A step of another part of the file is none of them. */
export function stepsOf(versions: readonly Version[], scope: Scope): Steps {
  let done: Version[] = [];
  let undone: Version[] = [];
  const takeFrom = (list: Version[], id: number) => list.filter((step) => step.id !== id);
  for (const version of versions) {
    const { of } = version;
    const step = of === undefined ? version : [...done, ...undone].find(({ id }) => id === of);
    if (of === undefined && version.isStep) {
      undone = undone.filter(({ touches }) => !touches.some((part) => version.touches.includes(part)));
      done.push(version);
    } else if (of !== undefined && step) {
      done = takeFrom(done, of);
      undone = takeFrom(undone, of);
      if (version.isGivenUp) continue;
      if (version.origin === 'undo') undone.push(step);
      else done.push(step);
    }
  }
  const isInScope = ({ touches }: Version) => scope === wholeFile || touches.includes(scope);
  return { done: done.filter(isInScope), undone: undone.filter(isInScope) };
}
