/** Which steps of "Get started" a person has done, derived from the state of the window. */
import { hasPromptTextEdit } from '../definition/drafts.ts';
import { promptId, selectValues } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import type { WorkbenchStore } from '../store.ts';

/**
 * Ticks the steps that the person does from now on; the dialog of a new prompt ends the first step too. A full answer
 * counts as seen once the person has given a value, or has written a prompt whose sample fills in the values.
 * @returns a function that stops it
 */
export function followStart({ state, actions }: Pick<WorkbenchStore, 'state' | 'actions'>): () => void {
  let hasGivenValue = false;
  return state.subscribe((now, before) => {
    if (now.drafts !== before.drafts && hasPromptTextEdit(now)) actions.finishStartStep('write');
    if (now.selection !== before.selection) hasGivenValue = false;
    else if (hasNewValue(now, before)) hasGivenValue = true;
    const isChanged = now.preview !== before.preview || now.start.doneSteps !== before.start.doneSteps;
    if (isChanged && isFullAnswer(now) && (hasGivenValue || hasPromptWithSampleValues(now)))
      actions.finishStartStep('see');
    if (isConnected(now) && !isConnected(before)) actions.finishStartStep('connect');
  });
}

/** Whether a value of the shown prompt was given or changed; the window fills in the first ones before an answer. */
function hasNewValue(now: WorkbenchState, before: WorkbenchState): boolean {
  const id = promptId(now);
  if (id === undefined || promptId(before) !== id || now.values[id] === before.values[id]) return false;
  const earlierValues = selectValues(before);
  const isGiven = Object.entries(selectValues(now)).some(
    ([name, value]) => value !== '' && value !== earlierValues[name],
  );
  return isGiven && (before.preview.status === 'result' || before.preview.status === 'error');
}

/** Whether the shown answer has a value for every required argument: an optional one may be empty. */
export function isFullAnswer({ preview }: WorkbenchState): boolean {
  return preview.status === 'result';
}

/** Whether the person has written a prompt and the window has filled in the arguments of the shown one. */
function hasPromptWithSampleValues(state: WorkbenchState): boolean {
  return state.start.doneSteps.includes('write') && Object.values(selectValues(state)).some((value) => value !== '');
}

function isConnected({ connect }: WorkbenchState): boolean {
  return connect.status === 'open' && connect.stage.kind === 'applied';
}
