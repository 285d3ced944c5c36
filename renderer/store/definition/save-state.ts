/** Whether everything is saved: of the open file, and of all files together. */
import { stableSelector } from '../stable-selector.ts';
import type { WorkbenchState } from '../state.ts';

export function hasUnsaved(state: WorkbenchState): boolean {
  return Object.keys(state.drafts).length > 0;
}

/** The save state of all files together. */
export type SavedState = 'saved' | 'saving' | 'failed' | 'conflict' | 'disconnected' | 'missing';

/** The worst state of all files; `saving` from the first unsaved edit, `missing` while the open file does not exist. */
export function selectSaved(state: WorkbenchState): SavedState {
  const statuses = Object.values(state.saves).map(({ status }) => status);
  if (statuses.includes('conflict')) return 'conflict';
  if (statuses.includes('failed')) return 'failed';
  if (state.connection.state === 'lost') return 'disconnected';
  if (hasUnsaved(state)) return 'saving';
  return state.definition.status === 'open' && state.definition.gone !== undefined ? 'missing' : 'saved';
}

/** A file that failed to save, and why. */
export interface SaveFailure {
  readonly file: string;
  readonly message: string;
}

export const selectSaveFailures = stableSelector(({ saves }): readonly SaveFailure[] =>
  Object.entries(saves).flatMap(([file, save]) => (save.status === 'failed' ? [{ file, message: save.message }] : [])),
);

/** The unsaved edits of the open definition as text; without any, the whole text of the file. */
export function selectTypedText(state: WorkbenchState): string {
  if (state.definition.status !== 'open') return '';
  const { file, text } = state.definition.view;
  const draft = state.drafts[file];
  if (!draft) return text;
  if (draft.yaml) return draft.yaml.text;
  const values = Object.values(draft.edits).flatMap(({ after }) => (after === undefined ? [] : [after]));
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))).join('\n\n');
}
