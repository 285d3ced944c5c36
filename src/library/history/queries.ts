/** Answers the calls that read the history of one file. */

import { WorkbenchError } from '../../base/errors.ts';
import type { KeyPath } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import type { Output } from '../../contract/contract.ts';
import type { FileHistory } from './file-history.ts';
import { pathOfScope, type Scope, scopeAt, wholeFile } from './scope.ts';
import { stepsOf } from './undo/undo-steps.ts';
import type { Versions } from './versions.ts';

/**
 * The versions of the definition at a path, newest first, without those that did not change it. Undo and redo lead to a
 * listed version and add none, unless later changes were merged into their text. Such a version is listed until it is
 * taken back.
 */
export function listVersions(history: FileHistory, at: KeyPath): Output<'history.list'> {
  const { versions } = history;
  const scope = scopeAt(history, at);
  const equalVersions = sameVersions(versions);
  const presentIndex = equalVersions.at(-1) ?? 0;
  const shownVersions = [...versions.all.entries()].filter(([index, { touches }]) => {
    if (index === 0) return true;
    if (equalVersions[index] !== index) return false;
    if (index > presentIndex && isTakenBack(versions, index)) return false;
    return (scope === wholeFile || touches.includes(scope)) && versions.textAt(index) !== versions.textAt(index - 1);
  });
  const undoneIds = new Set(stepsOf(versions).undoneSteps.map((step) => step.id));
  const current = shownVersions.findLast(([index]) => index <= presentIndex);
  const list = shownVersions.toReversed().map(([index, { id, when, origin, summary, isKept }]) => ({
    id: String(id),
    when: new Date(when).toISOString(),
    origin,
    summary,
    isCurrent: index === current?.[0],
    isUndone: undoneIds.has(id),
    ...(isKept && { isKept }),
  }));
  return { versions: list, ...troubleOf(history) };
}

/**
 * By index, the version with the same text that undo or redo led to, or that a kept version did not replace; the index itself
 * for any other version.
 */
function sameVersions(versions: Versions): readonly number[] {
  const sameIds: number[] = [];
  const newestWith = new Map<string | undefined, number>();
  for (const [index, { origin, of }] of versions.all.entries()) {
    const text = versions.textAt(index);
    const step = of === undefined ? -1 : versions.indexOf(of);
    const target = origin === 'undo' ? step - 1 : step;
    const match = target >= 0 && versions.textAt(target) === text ? target : newestWith.get(text);
    const isBehindKept = versions.all[index - 1]?.isKept === true && versions.textAt(index - 2) === text;
    if (isBehindKept) sameIds.push(sameIds[index - 2] ?? index);
    else sameIds.push(step >= 0 && match !== undefined ? (sameIds[match] ?? index) : index);
    newestWith.set(text, sameIds[index] ?? index);
  }
  return sameIds;
}

/** Whether an undo or redo was itself taken back: its text, merged with other changes, is neither present nor a step. */
function isTakenBack(versions: Versions, index: number): boolean {
  const { of } = versions.all[index] ?? {};
  return of !== undefined && versions.all.some((laterVersion, place) => place > index && laterVersion.of === of);
}

/** One version with the one before it. @throws WorkbenchError `not-found` */
export function readVersion(history: FileHistory, at: KeyPath, id: string): Output<'history.read'> {
  const index = indexOfVersion(history, id);
  const scope = scopeAt(history, at);
  return { ...contentOf(history, scope, index), previous: contentOf(history, scope, index - 1) };
}

/** @throws WorkbenchError `not-found` for a version that has been thinned out */
export function indexOfVersion({ versions }: FileHistory, id: string): number {
  const index = versions.indexOf(Number(id));
  if (index < 0)
    throw new WorkbenchError('not-found', 'This version has been removed from the history. Choose another one.');
  return index;
}

function contentOf(history: FileHistory, scope: Scope, index: number): Output<'history.read'>['previous'] {
  const text = history.versions.textAt(index);
  const at = pathOfScope(history, scope, index);
  // A parsed file is plain JSON data; the parser's type does not say so.
  const value = at && (valueAt(history.data(text), at) as Output<'history.read'>['value']);
  return { ...(text === undefined ? {} : { text }), ...(value === undefined ? {} : { value }) };
}

function troubleOf(history: FileHistory): { failureMessage?: string } {
  const failureMessage = history.takeFailureMessage();
  return failureMessage === undefined ? {} : { failureMessage };
}
