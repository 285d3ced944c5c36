/** The part of a file that a person looks at, followed through the versions of the file. */
import type { KeyPath } from '../../base/json.ts';
import type { FileHistory } from './file-history.ts';
import { entryAt, entryIndex } from './parts.ts';
import { type Scope, wholeFile } from './undo-steps.ts';

/** What has its undo and its versions at a place of the file as it is now. */
export function scopeAt({ path, versions }: FileHistory, at: KeyPath): Scope {
  const index = entryIndex(path.kind, at);
  if (index === undefined) return wholeFile;
  return versions.entriesAt(versions.all.length - 1)?.[index] ?? 'no part';
}

/** Where that is in one of the versions; undefined where it was not there. */
export function placeIn({ versions }: FileHistory, scope: Scope, index: number): KeyPath | undefined {
  if (scope === wholeFile) return [];
  const place = versions.entriesAt(index)?.indexOf(scope) ?? -1;
  return place < 0 ? undefined : entryAt(place);
}
