/** Undo and redo of the open definition. The core keeps the steps. */

import type { FileChange, Location, Output } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { Notice } from '../state/window.ts';
import type { WorkbenchState } from '../state.ts';
import { openView } from './drafts.ts';
import { pathKey } from './json.ts';
import { recordSteps, startStep, stepPlace } from './next-steps.ts';
import type { AppliedStep } from './rebase-draft.ts';
import type { Saving } from './saving.ts';

export interface HistoryActions {
  undo(): Promise<void>;
  redo(): Promise<void>;
}

interface Dependencies {
  runStep: Saving['runStep'];
  /** Reads the open definition again; only inside a queued task. */
  read(location: Location): Promise<void>;
  /** Called after the disk changed. */
  saved(): void;
}

/** Delay between the last change and the request for the next steps: the labels do not matter during typing. */
const refreshDelayMs = 400;

export function createHistoryActions(
  { host, get, set, notify, subscribe }: StoreContext,
  { runStep, read, saved }: Dependencies,
): HistoryActions {
  let newest = 0;
  /** Steps requested but not finished. */
  let pendingSteps = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    clearTimeout(timer);
    const number = ++newest;
    const place = stepPlace(get());
    if (!place) return;
    const answer = await host.call('history.state', place).catch(() => undefined);
    if (number !== newest || !answer || pendingSteps > 0) return;
    const { trouble, ...steps } = answer;
    set({ nextSteps: { file: place.file, placeKey: pathKey(place.at), ...steps } });
    if (trouble !== undefined) notify(trouble);
  }

  // Another definition or editor view refreshes the steps at once; a new text of the same one after a delay.
  subscribe((state, before) => {
    const [place, placeBefore] = [stepPlace(state), stepPlace(before)];
    if (!place) return;
    const isSame = placeBefore?.file === place.file && pathKey(placeBefore.at) === pathKey(place.at);
    if (isSame && openView(state)?.version === openView(before)?.version) return;
    clearTimeout(timer);
    newest++;
    if (isSame) timer = setTimeout(() => inBackground(ask()), refreshDelayMs);
    else inBackground(ask());
  });

  async function step(direction: 'undo' | 'redo'): Promise<void> {
    const place = stepPlace(get());
    if (!place) return;
    pendingSteps++;
    set(startStep(place));
    try {
      await runStep(place.file, () => take(place, direction));
    } finally {
      pendingSteps--;
    }
    await ask();
    saved();
  }

  async function take(place: Location, direction: 'undo' | 'redo'): Promise<AppliedStep | undefined> {
    const whole = { file: place.file, at: [] };
    let made: AppliedStep | undefined;
    try {
      const before = await host.call('definition.open', whole);
      const result = await host.call('history.step', { ...place, direction });
      if (result.kind === 'refused') notify(result.message);
      const changes = changesOf(place.file, result);
      if (direction === 'undo' && 'label' in result) set(withoutUndone(get(), result.label, changes));
      if (changes.some(({ file, after }) => file === place.file && after !== null))
        made = { before, after: await host.call('definition.open', whole) };
      if (result.kind === 'together') {
        // The definition may be in another file now: the next workspace event follows it.
        set(recordSteps(get(), changes));
        return made;
      }
    } catch (error) {
      notify(sentence(error));
    }
    const view = openView(get(), place.file);
    if (view) await read({ file: view.file, at: [...view.at] });
    return made;
  }

  return { undo: () => step('undo'), redo: () => step('redo') };
}

/** The changes that a step wrote. */
function changesOf(file: string, result: Output<'history.step'>): readonly FileChange[] {
  if (result.kind === 'together') return result.changes;
  return result.kind === 'saved' ? [{ file, before: result.previousText, after: result.text }] : [];
}

/** Removes the Undo of notices whose change is already undone. */
function withoutUndone(
  { notices }: WorkbenchState,
  label: string,
  changes: readonly FileChange[],
): Pick<WorkbenchState, 'notices'> {
  const isUndone = ({ undo }: Notice) =>
    undo?.changes.some(({ file, before, after }) => {
      const change = changes.find((each) => each.file === file);
      return change && (undo.label === label || before === change.after || after === change.before);
    });
  return { notices: notices.filter((notice) => !isUndone(notice)) };
}
