/** What is asked about the history of one file. */

import { WorkbenchError } from '../../base/errors.ts';
import type { KeyPath } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import type { Output } from '../../contract/contract.ts';
import type { FileHistory } from './file-history.ts';
import { placeIn, scopeAt } from './scopes.ts';
import { type Scope, stepsOf, wholeFile } from './undo-steps.ts';

/** The versions of the definition at a place, the newest first; without those that made no difference. */
export function listVersions(history: FileHistory, at: KeyPath): Output<'history.list'> {
  const { versions } = history;
  const scope = scopeAt(history, at);
  const shown = [...versions.all.entries()].filter(([index, { touches }]) => {
    if (index === 0) return true;
    return (scope === wholeFile || touches.includes(scope)) && versions.textAt(index) !== versions.textAt(index - 1);
  });
  const list = shown.toReversed().map(([, { id, when, origin, summary }], place) => ({
    id: String(id),
    when: new Date(when).toISOString(),
    origin,
    summary,
    isCurrent: place === 0,
  }));
  return { versions: list, ...troubleOf(history) };
}

/** One version with the one before it. @throws WorkbenchError `not-found` */
export function readVersion(history: FileHistory, at: KeyPath, id: string): Output<'history.read'> {
  const index = indexOfVersion(history, id);
  const scope = scopeAt(history, at);
  return { ...contentOf(history, scope, index), previous: contentOf(history, scope, index - 1) };
}

/** What the next undo and redo are about. */
export function stateAt(history: FileHistory, at: KeyPath): Output<'history.state'> {
  const { done, undone } = stepsOf(history.versions.all, scopeAt(history, at));
  const [undo, redo] = [done.at(-1)?.summary, undone.at(-1)?.summary];
  return {
    ...(undo === undefined ? {} : { undo }),
    ...(redo === undefined ? {} : { redo }),
    ...troubleOf(history),
  };
}

/** @throws WorkbenchError `not-found` for a version that was thinned out meanwhile */
export function indexOfVersion({ versions }: FileHistory, id: string): number {
  const index = versions.indexOf(Number(id));
  if (index < 0) throw new WorkbenchError('not-found', 'This version is not kept any more: choose another one.');
  return index;
}

function contentOf(history: FileHistory, scope: Scope, index: number): Output<'history.read'>['previous'] {
  const text = history.versions.textAt(index);
  const at = placeIn(history, scope, index);
  // What is read from a file is plain data by construction; its type does not say so.
  const value = at && (valueAt(history.data(text), at) as Output<'history.read'>['value']);
  return { ...(text === undefined ? {} : { text }), ...(value === undefined ? {} : { value }) };
}

function troubleOf(history: FileHistory): { trouble?: string } {
  const trouble = history.takeTrouble();
  return trouble === undefined ? {} : { trouble };
}
