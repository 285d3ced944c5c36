/** Undo and redo of the open definition: the core keeps the steps, and says which are the next. */
import type { FileChange, Location, Output } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { Notice, WorkbenchState } from '../state.ts';
import { openView } from './drafts.ts';
import { pathKey } from './json.ts';
import { recordSteps, startStep, stepPlace } from './next-steps.ts';
import type { AppliedStep } from './rebase-draft.ts';
import type { Saving } from './saving.ts';

export interface HistoryActions {
  undo(): Promise<void>;
  redo(): Promise<void>;
}

/** What taking steps needs of the open definition. */
interface Around {
  runStep: Saving['runStep'];
  /** Reads the open definition again, inside of a turn. */
  read(location: Location): Promise<void>;
  /** The disk holds something new. */
  saved(): void;
}

/** From the last change to the question what can be undone now: nobody reads that while typing. Milliseconds. */
const quiet = 400;

export function createHistoryActions(
  { host, get, set, notify, subscribe }: StoreContext,
  { runStep, read, saved }: Around,
): HistoryActions {
  let newest = 0;
  /** Steps that were asked for and are not made yet. */
  let underWay = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    clearTimeout(timer);
    const number = ++newest;
    const place = stepPlace(get());
    if (!place) return;
    const answer = await host.call('history.state', place).catch(() => undefined);
    if (number !== newest || !answer || underWay > 0) return;
    const { trouble, ...steps } = answer;
    set({ nextSteps: { file: place.file, placeKey: pathKey(place.at), ...steps } });
    if (trouble !== undefined) notify(trouble);
  }

  // Another definition or editor view is asked about at once; a new text of the same one when it has been quiet.
  subscribe((state, before) => {
    const [place, placeBefore] = [stepPlace(state), stepPlace(before)];
    if (!place) return;
    const isSame = placeBefore?.file === place.file && pathKey(placeBefore.at) === pathKey(place.at);
    if (isSame && openView(state)?.version === openView(before)?.version) return;
    clearTimeout(timer);
    newest++;
    if (isSame) timer = setTimeout(() => inBackground(ask()), quiet);
    else inBackground(ask());
  });

  async function step(direction: 'undo' | 'redo'): Promise<void> {
    const place = stepPlace(get());
    if (!place) return;
    underWay++;
    set(startStep(place));
    try {
      await runStep(place.file, () => take(place, direction));
    } finally {
      underWay--;
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
        // What is looked at may stand in another file now: the news of the workspace lead there.
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

/** What a step has written. */
function changesOf(file: string, result: Output<'history.step'>): readonly FileChange[] {
  if (result.kind === 'together') return result.changes;
  return result.kind === 'saved' ? [{ file, before: result.previousText, after: result.text }] : [];
}

/** A notice cannot take back once more what has been taken back without it. */
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
