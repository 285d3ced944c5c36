/** The next steps of undo and redo, and the definition they belong to. */

import type { FileChange, Location } from '../../../src/contract/contract.ts';
import type { NextSteps } from '../state/definition.ts';
import type { WorkbenchState } from '../state.ts';
import { pathKey } from './json.ts';

/** The place whose steps undo and redo take: the definition in the form, the whole file in the YAML view. */
export function stepPlace({ definition, editorView }: WorkbenchState): Location | undefined {
  if (definition.status !== 'open') return undefined;
  const { file, at } = definition.view;
  return { file, at: editorView === 'yaml' ? [] : [...at] };
}

/** Records a write to a file: there is a step to undo, and none to redo. */
export function recordStep(state: WorkbenchState, file: string): Partial<WorkbenchState> {
  const place = stepPlace(state);
  if (place?.file !== file || nextSteps(state)?.isUnderWay) return {};
  return { nextSteps: { file, placeKey: pathKey(place.at), undo: '' } };
}

/** Marks a step as running. */
export function startStep({ file, at }: Location): Pick<WorkbenchState, 'nextSteps'> {
  return { nextSteps: { file, placeKey: pathKey(at), undo: '', redo: '', isUnderWay: true } };
}

/** Records the change as a step if it is within one file; a change of several files is undone as a whole. */
export function recordSteps(state: WorkbenchState, changes: readonly FileChange[]): Partial<WorkbenchState> {
  const { definition } = state;
  if (definition.status === 'open') {
    const { file, at } = definition.view;
    // This window deleted the file, so its editor does not keep it open as a missing file.
    const isDeleted = changes.some((change) => change.file === file && change.after === null);
    if (isDeleted) return { definition: { status: 'loading', location: { file, at: [...at] } } };
  }
  const [only, ...others] = changes;
  if (!only || others.length > 0 || only.before === null || only.after === null) return {};
  return recordStep(state, only.file);
}

function nextSteps(state: WorkbenchState): NextSteps | undefined {
  const place = stepPlace(state);
  const { nextSteps: known } = state;
  return place && known?.file === place.file && known.placeKey === pathKey(place.at) ? known : undefined;
}

/** The label of the next undo; undefined if there is none. Unsaved edits count as a step. */
export function selectUndo(state: WorkbenchState): string | undefined {
  const place = stepPlace(state);
  if (place && state.drafts[place.file]) return '';
  return nextSteps(state)?.undo;
}

/** The label of the next redo; unsaved edits leave nothing to redo. */
export function selectRedo(state: WorkbenchState): string | undefined {
  const place = stepPlace(state);
  const known = nextSteps(state);
  return place && state.drafts[place.file] && !known?.isUnderWay ? undefined : known?.redo;
}

export function selectCanUndo(state: WorkbenchState): boolean {
  return selectUndo(state) !== undefined;
}

export function selectCanRedo(state: WorkbenchState): boolean {
  return selectRedo(state) !== undefined;
}
