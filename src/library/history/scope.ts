/** The part of a file that a path belongs to, through all versions of the file. */
import type { KeyPath } from '../../base/json.ts';
import type { FileHistory } from './file-history.ts';
import { entryAt, entryIndex } from './parts.ts';

/** A part of a file (`parts.ts`), or the whole file. */
export type Scope = string | 'whole file';

export const wholeFile: Scope = 'whole file';

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
