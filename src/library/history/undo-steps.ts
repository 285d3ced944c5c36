/** Which steps of a part of a file can be undone and redone. Derived from the versions, so it survives a restart. */
import type { KeyPath } from '../../base/json.ts';
import type { FileHistory } from './file-history.ts';
import { entryAt, entryIndex } from './parts.ts';
import type { Version } from './version.ts';

/** A part of a file (`parts.ts`), or the whole file. */
export type Scope = string | 'whole file';

export const wholeFile: Scope = 'whole file';

export interface Steps {
  /** Oldest first; the last is undone first. */
  readonly done: readonly Version[];
  /** The last is redone first. */
  readonly undone: readonly Version[];
}

/** The steps that touch one scope. */
export function stepsOf(versions: readonly Version[], scope: Scope): Steps {
  let done: Version[] = [];
  let undone: Version[] = [];
  const without = (list: Version[], id: number) => list.filter((step) => step.id !== id);
  for (const version of versions) {
    const { of } = version;
    const step = of === undefined ? version : [...done, ...undone].find(({ id }) => id === of);
    if (of === undefined && version.isStep) {
      undone = undone.filter(({ touches }) => !touches.some((part) => version.touches.includes(part)));
      done.push(version);
    } else if (of !== undefined && step) {
      done = without(done, of);
      undone = without(undone, of);
      if (version.isGivenUp) continue;
      if (version.origin === 'undo') undone.push(step);
      else done.push(step);
    }
  }
  const isInScope = ({ touches }: Version) => scope === wholeFile || touches.includes(scope);
  return { done: done.filter(isInScope), undone: undone.filter(isInScope) };
}

/** The scope that a path belongs to in the current version. */
export function scopeAt({ path, versions }: FileHistory, at: KeyPath): Scope {
  const index = entryIndex(path.kind, at);
  if (index === undefined) return wholeFile;
  return versions.entriesAt(versions.all.length - 1)?.[index] ?? 'no part';
}

/** The path of a scope in the version at `index`; undefined if that version does not have it. */
export function pathOfScope({ versions }: FileHistory, scope: Scope, index: number): KeyPath | undefined {
  if (scope === wholeFile) return [];
  const entry = versions.entriesAt(index)?.indexOf(scope) ?? -1;
  return entry < 0 ? undefined : entryAt(entry);
}
