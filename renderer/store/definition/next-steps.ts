/** What is known of the next steps of undo and redo, and whose they are. */
import type { FileChange, Location } from '../../../src/contract/contract.ts';
import type { WorkbenchState } from '../state.ts';
import { pathKey } from './json.ts';

/** The next steps of one definition, in a few words each; empty words for a step that has just been made. */
export interface NextSteps {
  readonly file: string;
  /** Of the place whose steps they are (`stepPlace`). */
  readonly placeKey: string;
  readonly undo?: string;
  readonly redo?: string;
  /** Steps are on their way: until they are made, another one of each kind can be asked for. */
  readonly isUnderWay?: true;
}

/** Whose steps undo and redo take: those of the definition in the form, those of the whole file in its text. */
export function stepPlace({ definition, editorView }: WorkbenchState): Location | undefined {
  if (definition.status !== 'open') return undefined;
  const { file, at } = definition.view;
  return { file, at: editorView === 'yaml' ? [] : [...at] };
}

/** Something was written: there is a step to undo, and none to redo. */
export function recordStep(state: WorkbenchState, file: string): Partial<WorkbenchState> {
  const place = stepPlace(state);
  if (place?.file !== file || nextSteps(state)?.isUnderWay) return {};
  return { nextSteps: { file, placeKey: pathKey(place.at), undo: '' } };
}

/** A step was asked for. */
export function startStep({ file, at }: Location): Pick<WorkbenchState, 'nextSteps'> {
  return { nextSteps: { file, placeKey: pathKey(at), undo: '', redo: '', isUnderWay: true } };
}

/** A change within one file is a step of that file's undo; one of several files is taken back as a whole or not at all. */
export function recordSteps(state: WorkbenchState, changes: readonly FileChange[]): Partial<WorkbenchState> {
  const { definition } = state;
  if (definition.status === 'open') {
    const { file, at } = definition.view;
    // Taken away from here, so that nobody is writing it any more.
    const isTakenAway = changes.some((change) => change.file === file && change.after === null);
    if (isTakenAway) return { definition: { status: 'loading', location: { file, at: [...at] } } };
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

/** What undo would take back; nothing where there is nothing. What is being typed counts. */
export function selectUndo(state: WorkbenchState): string | undefined {
  const place = stepPlace(state);
  if (place && state.drafts[place.file]) return '';
  return nextSteps(state)?.undo;
}

/** What redo would make again. Typing leaves nothing to redo. */
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
