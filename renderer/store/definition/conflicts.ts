/** Conflicts: values changed both in this window and on disk, with their two current sides. */

import type { KeyPath } from '../../../src/base/json.ts';
import { isSameData, isWithin } from '../../../src/base/json.ts';
import type { DefinitionView } from '../../../src/contract/contract.ts';
import { findPrompt, selectionFor } from '../selectors.ts';
import { stableSelector } from '../stable-selector.ts';
import type { Draft } from '../state/definition.ts';
import type { WorkbenchState } from '../state.ts';
import { type Json, pathKey, valueAt } from './json.ts';

export type Choice = 'mine' | 'theirs';

/** One value with its two sides; the whole text if the file is edited as YAML. An undefined side removed the value. */
export interface ConflictingValue {
  readonly at: KeyPath;
  /** Before both changes. */
  readonly base?: Json | undefined;
  readonly mine?: Json | undefined;
  readonly theirs?: Json | undefined;
}

/** All conflicting values of one file; one choice resolves them. */
export interface Conflict {
  readonly file: string;
  readonly kind: 'values' | 'yaml';
  readonly values: readonly ConflictingValue[];
}

type UnsavedState = Pick<WorkbenchState, 'drafts' | 'saves'>;

/** The conflict of a file, from its unsaved edits and the last known state of the disk. */
export function conflictOf({ drafts, saves }: UnsavedState, file: string): Conflict | undefined {
  const save = saves[file];
  const draft = drafts[file];
  if (save?.status !== 'conflict' || !draft) return undefined;
  const values = conflictingValues(draft, save.theirs);
  return values.length > 0 ? { file, kind: draft.yaml ? 'yaml' : 'values', values } : undefined;
}

export function conflictsOf(state: UnsavedState): readonly Conflict[] {
  return Object.keys(state.saves).flatMap((file) => conflictOf(state, file) ?? []);
}

/** The same for a view, unchanged while the conflicting values are the same. */
export const selectConflicts = stableSelector(conflictsOf);

/**
 * The values that both sides changed differently. `theirs` is the whole file. A value that this window sent without a
 * response counts as mine if the disk holds it.
 */
export function conflictingValues(draft: Draft, theirs: DefinitionView): readonly ConflictingValue[] {
  const { yaml, unconfirmedValues = {} } = draft;
  if (yaml) {
    const isMine = yaml.text === theirs.text || unconfirmedValues['']?.includes(theirs.text);
    const isSettled = isMine || yaml.baseVersion === theirs.version;
    return isSettled ? [] : [{ at: [], base: yaml.baseText, mine: yaml.text, theirs: theirs.text }];
  }
  return Object.values(draft.edits)
    .map(({ at, before, after }) => ({ at, before, mine: after, theirs: valueAt(theirs.value, at) }))
    .filter((value) => !isSameData(value.theirs, value.before) && !isSameData(value.theirs, value.mine))
    .filter(
      ({ at, theirs: theirValue }) =>
        !unconfirmedValues[pathKey(at)]?.some((sentValue) => isSameData(sentValue, theirValue)),
    )
    .map(({ at, before, mine, theirs: other }) => ({ at, base: before, mine, theirs: other }));
}

/** Whether a conflict concerns the definition at this path: a file may hold many. */
export function concerns(conflict: Conflict, place: { readonly file: string; readonly at: KeyPath }): boolean {
  return conflict.file === place.file && conflict.values.some(({ at }) => at.length === 0 || isWithin(place.at, at));
}

/** A conflict outside the open definition. */
export interface WaitingConflict {
  readonly name: string;
  readonly file: string;
  readonly at: KeyPath;
}

export const selectWaitingConflicts = stableSelector((state): readonly WaitingConflict[] => {
  const { definition } = state;
  return conflictsOf(state).flatMap((conflict) => {
    if (definition.status === 'open' && concerns(conflict, definition.view)) return [];
    const { file } = conflict;
    const at = conflict.values[0]?.at ?? [];
    const name = findPrompt(state, selectionFor(state, file, at))?.prompt.name ?? file;
    return [{ name, file, at }];
  });
});
