/** Which steps of "Get started" a person has done, told from what happens in the window. */
import { hasPromptTextEdit } from '../definition/drafts.ts';
import { emptySlots } from '../preview/preview-result.ts';
import { promptId, selectValues } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import type { WorkbenchStore } from '../store.ts';

/**
 * Ticks the steps that the person does from now on; the dialog of a new prompt ends the first step too. An answer counts
 * as seen once the person has given a value and no slot is empty: the values of a sample that the window fills in by
 * itself do not count.
 * @returns a function that stops it
 */
export function followStart({ state, actions }: Pick<WorkbenchStore, 'state' | 'actions'>): () => void {
  let hasGivenValue = false;
  return state.subscribe((now, before) => {
    if (now.drafts !== before.drafts && hasPromptTextEdit(now)) actions.finishStartStep('write');
    if (now.selection !== before.selection) hasGivenValue = false;
    else if (hasNewValue(now, before)) hasGivenValue = true;
    if (hasGivenValue && now.preview !== before.preview && isFilled(now)) actions.finishStartStep('see');
    if (isConnected(now) && !isConnected(before)) actions.finishStartStep('connect');
  });
}

/** Whether a value of the shown prompt was given or changed; the window fills in the first ones before an answer. */
function hasNewValue(now: WorkbenchState, before: WorkbenchState): boolean {
  const id = promptId(now);
  if (id === undefined || promptId(before) !== id || now.values[id] === before.values[id]) return false;
  const earlier = selectValues(before);
  const isGiven = Object.entries(selectValues(now)).some(([name, value]) => value !== '' && value !== earlier[name]);
  return isGiven && (before.preview.status === 'result' || before.preview.status === 'error');
}

function isFilled(state: WorkbenchState): boolean {
  return state.preview.status === 'result' && emptySlots(state, state.preview.result).length === 0;
}

function isConnected({ connect }: WorkbenchState): boolean {
  return connect.status === 'open' && connect.stage.kind === 'applied';
}
