/** The next steps of undo and redo, which are those of the whole workspace. */

import type { FileChange, NextStep } from '../../../src/contract/contract.ts';
import type { WorkbenchState } from '../state.ts';
import { pathKey } from './json.ts';

/** A step just made, whose name is not known yet. */
export const unknownStep: NextStep = { id: '', label: '', name: '' };

/** Records a write of this window: there is a step to undo, and none to redo. */
export function recordStep(state: WorkbenchState): Partial<WorkbenchState> {
  return state.nextSteps?.isUnderWay ? {} : { nextSteps: { undo: unknownStep } };
}

/** Marks a step as running; more can be requested. */
export function startStep(): Pick<WorkbenchState, 'nextSteps'> {
  return { nextSteps: { undo: unknownStep, redo: unknownStep, isUnderWay: true } };
}

/** Records a change of files. @param kind whether undo or redo made it; then it is not a new step */
export function recordSteps(
  state: WorkbenchState,
  changes: readonly FileChange[],
  kind: 'new' | 'step' = 'new',
): Partial<WorkbenchState> {
  if (changes.length === 0) return {};
  const next = kind === 'new' ? recordStep(state) : {};
  const { definition } = state;
  if (definition.status !== 'open') return next;
  const { file, at } = definition.view;
  // This window deleted the file, so its editor does not keep it open as a missing file.
  const isDeleted = changes.some((change) => change.file === file && change.after === null);
  return isDeleted ? { ...next, definition: { status: 'loading', location: { file, at: [...at] } } } : next;
}

/** The name of the next undo; empty while it is not known, undefined if there is none. Unsaved edits count as a step. */
export function selectUndo(state: WorkbenchState): string | undefined {
  return hasDrafts(state) ? '' : state.nextSteps?.undo?.name;
}

/** The name of the next redo; unsaved edits leave nothing to redo. */
export function selectRedo(state: WorkbenchState): string | undefined {
  const { nextSteps } = state;
  return hasDrafts(state) && !nextSteps?.isUnderWay ? undefined : nextSteps?.redo?.name;
}

export function selectCanUndo(state: WorkbenchState): boolean {
  return selectUndo(state) !== undefined;
}

export function selectCanRedo(state: WorkbenchState): boolean {
  return selectRedo(state) !== undefined;
}

/**
 * Whether a key that is held may take the next step: only if that is known to be on the open page, so that no step follows
 * on a page that the person has not looked at.
 */
export function selectIsNextStepHere(state: WorkbenchState, direction: 'undo' | 'redo'): boolean {
  const { definition, nextSteps, editorView } = state;
  const place = nextSteps?.[direction]?.changedPlace;
  if (nextSteps?.isUnderWay || !place || definition.status !== 'open') return false;
  const { view } = definition;
  return view.file === place.file && (editorView !== 'form' || pathKey(view.at) === pathKey(place.at));
}

function hasDrafts({ drafts }: WorkbenchState): boolean {
  return Object.keys(drafts).length > 0;
}
