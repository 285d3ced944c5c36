/** Undo and redo of everything that a person did in this workspace, newest first. The core has the steps. */

import { isWithin, type KeyPath } from '../../../src/base/json.ts';
import type { FileChange, Output } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import { changedPath } from '../definition/json.ts';
import { recordSteps, startStep, unknownStep } from '../definition/next-steps.ts';
import type { AppliedStep } from '../definition/rebase-draft.ts';
import { findServer, samePlace } from '../selectors.ts';
import type { Undo } from '../state/definition.ts';
import type { Notice } from '../state/window.ts';
import type { WorkbenchState } from '../state.ts';
import type { WorkspaceActions } from './workspace.ts';

type Direction = 'undo' | 'redo';
type Done = Extract<Output<'history.step'>, { kind: 'done' }>;

export interface UndoActions {
  /**
   * Undoes the newest step, says what it was, and shows its page.
   * @returns the path that changed in the open definition
   */
  undo(): Promise<KeyPath | undefined>;
  /** @returns as `undo` */
  redo(): Promise<KeyPath | undefined>;
  /** Undoes the steps that a notice reports. @returns as `undo`, of the last one */
  undoNotice(id: number): Promise<KeyPath | undefined>;
}

interface TakenStep {
  readonly name: string;
  readonly changedPath: KeyPath | undefined;
}

/** Functions for the store itself. */
interface UndoParts extends UndoActions {
  /** Reads the next steps soon: labels do not matter while a person types. */
  refreshSteps(): void;
}

/** Delay between the last change and the request for the next steps. */
const refreshDelayMs = 400;

export function createUndoActions(
  { host, get, set, notify, refuse, orNotice, subscribe }: StoreContext,
  { runStep, read, flush }: Pick<DefinitionActions, 'runStep' | 'read' | 'flush'>,
  { refreshWorkspace, deferGoTo }: Pick<WorkspaceActions, 'refreshWorkspace' | 'deferGoTo'>,
  {
    waitUntilArranged,
    saved,
  }: {
    waitUntilArranged(): Promise<unknown> | undefined;
    /** Called after the disk changed. */
    saved(): void;
  },
): UndoParts {
  let newestRequest = 0;
  /** Steps requested but not finished. */
  let pendingSteps = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The newest request that finds out which step a notice reports. */
  let newestMatch: Promise<void> = Promise.resolve();

  async function ask(): Promise<void> {
    clearTimeout(timer);
    const number = ++newestRequest;
    const answer = await host.call('history.next', {}).catch(() => undefined);
    if (number !== newestRequest || !answer || pendingSteps > 0) return;
    const { failureMessage, ...steps } = answer;
    set({ nextSteps: steps });
    if (failureMessage !== undefined) notify(failureMessage);
  }

  function refreshSteps(): void {
    clearTimeout(timer);
    timer = setTimeout(() => inBackground(ask()), refreshDelayMs);
  }

  subscribe((state, before) => {
    if (state.notices !== before.notices) {
      const knownIds = new Set(before.notices.map(({ id }) => id));
      const notice = state.notices.find(({ id, undo }) => undo && !knownIds.has(id));
      if (notice) newestMatch = match(notice);
    }
    if (state.nextSteps === before.nextSteps) return;
    // A write that this window just made.
    if (state.nextSteps?.undo === unknownStep && !state.nextSteps.isUnderWay) refreshSteps();
  });

  /** Finds the step that a notice reports: it is the newest one. */
  async function match({ id, undo }: Notice): Promise<void> {
    const answer = await host.call('history.next', {}).catch(() => undefined);
    if (!answer || !undo || Object.keys(get().drafts).length > 0) return;
    const next = answer.undo;
    if (pendingSteps === 0)
      set({ nextSteps: { ...(next && { undo: next }), ...(answer.redo && { redo: answer.redo }) } });
    const isOwn = next && (undo.label === next.label || undo.changes === undefined);
    const nextUndo: Undo = { ...undo, ...(isOwn ? { step: next.id } : { isRevertible: true }) };
    if (!isOwn && !undo.changes) return;
    set({ notices: get().notices.map((notice) => (notice.id === id ? { ...notice, undo: nextUndo } : notice)) });
  }

  /** @returns undefined if the step was not taken */
  async function step(direction: Direction, id?: string): Promise<TakenStep | undefined> {
    pendingSteps++;
    set(startStep());
    const goTo = deferGoTo();
    // A change that is under way is the newest step once it is done. Without one, what is typed from here on is later.
    const arrangement = waitUntilArranged();
    if (arrangement) await arrangement;
    let outcome: Done | undefined;
    let changedAt: KeyPath | undefined;
    try {
      await runStep(openView(get())?.file ?? '', async () => {
        const { appliedStep, result } = await take(direction, id);
        outcome = result;
        changedAt = appliedStep && changedPath(appliedStep.before.value, appliedStep.after.value);
        return appliedStep;
      });
    } finally {
      pendingSteps--;
    }
    if (outcome) await show(outcome, goTo);
    await ask();
    if (outcome) report(outcome, direction);
    saved();
    const view = openView(get());
    const isInside = changedAt && view && isWithin(view.at, changedAt) && changedAt.length > view.at.length;
    return outcome && { name: outcome.step.name, changedPath: isInside ? changedAt : undefined };
  }

  /** Takes the step, and reads the open definition again if it changed. */
  async function take(direction: Direction, id?: string): Promise<{ appliedStep?: AppliedStep; result?: Done }> {
    const view = openView(get());
    const wholeFile = view && { file: view.file, at: [] };
    try {
      const before = wholeFile && (await host.call('definition.open', wholeFile).catch(() => undefined));
      const result = await host.call('history.step', { direction, ...(id === undefined ? {} : { id }) });
      if (result.kind === 'refused') refuse(result.message);
      if (result.kind !== 'done') return {};
      const change = result.changes.find(({ file }) => file === view?.file);
      const isRead = wholeFile && change && change.after !== null;
      const after = isRead ? await host.call('definition.open', wholeFile) : undefined;
      const now = openView(get(), view?.file);
      // A change of several files may move the definition: reading the workspace follows it.
      if (isRead && now && result.changes.length === 1) await read({ file: now.file, at: [...now.at] });
      set(recordSteps(get(), result.changes, 'step'));
      return { result, ...(before && after && { appliedStep: { before, after } }) };
    } catch (error) {
      notify(sentence(error));
      return {};
    }
  }

  /** Says what was undone, instead of the notices about it and of an earlier refusal. */
  function report({ step: { id, name } }: Done, direction: Direction): void {
    const notices = get().notices.filter(
      ({ undo, step: noticeStep, isRefusal }) => undo?.step !== id && noticeStep === undefined && !isRefusal,
    );
    set({ notices });
    const sentence = direction === 'undo' ? `Undone: ${name}.` : `Redone: ${name}.`;
    notify(sentence, undefined, { step: { id, direction } });
  }

  /**
   * Opens the page that shows the step's result, unless the open one does.
   * @param goTo from the start of the step
   */
  async function show({ location, isArrangement, changes }: Done, goTo: ReturnType<typeof deferGoTo>): Promise<void> {
    const isRefreshed = isArrangement || changes.length > 1;
    if (isRefreshed) await refreshWorkspace();
    if (!location || isShown(get(), location, isArrangement, changes)) return;
    if (!isRefreshed) await refreshWorkspace();
    goTo(location.file, location.at);
  }

  async function undoNotice(id: number): Promise<KeyPath | undefined> {
    await newestMatch;
    const notice = get().notices.find((candidate) => candidate.id === id);
    if (!notice?.undo) return undefined;
    const { changes, step: key, count = 1, noun } = notice.undo;
    const dismiss = () => set({ notices: get().notices.filter((notice) => notice.id !== id) });
    if (key === undefined) {
      dismiss();
      if (changes && (await flush())) await orNotice(revert(changes));
      return undefined;
    }
    let next: string | undefined = key;
    const undoneSteps: TakenStep[] = [];
    while (undoneSteps.length < count && next !== undefined) {
      const undoneStep = await step('undo', next);
      if (!undoneStep) return undefined;
      undoneSteps.push(undoneStep);
      next = get().nextSteps?.undo?.id;
    }
    dismiss();
    reportTogether(undoneSteps, noun);
    return undoneSteps.at(-1)?.changedPath;
  }

  /** Says what several steps were: `Undone: deletion of 2 prompts.` */
  function reportTogether(steps: readonly TakenStep[], noun: string | undefined): void {
    const [kind] = /^\w+ of /.exec(steps[0]?.name ?? '') ?? [];
    if (kind === undefined || noun === undefined || new Set(steps.map(({ name }) => name)).size < 2) return;
    const message = `Undone: ${kind}${steps.length} ${noun}s.`;
    set({ notices: get().notices.map((notice) => (notice.step ? { ...notice, message } : notice)) });
  }

  /** For a change that is not in the history of this computer. */
  async function revert(changes: readonly FileChange[]): Promise<void> {
    await host.call('changes.revert', { changes: [...changes] });
    set(
      recordSteps(
        get(),
        changes.map(({ file, before, after }) => ({ file, before: after, after: before })),
      ),
    );
    await refreshWorkspace();
  }

  return {
    undo: async () => (await step('undo'))?.changedPath,
    redo: async () => (await step('redo'))?.changedPath,
    undoNotice,
    refreshSteps,
  };
}

function isShown(
  state: WorkbenchState,
  location: NonNullable<Done['location']>,
  isArrangement: boolean,
  changes: readonly FileChange[],
): boolean {
  const view = openView(state);
  if (!view) return false;
  if (samePlace(view, location)) return true;
  const isSameFile = view.file === location.file;
  if (isSameFile && state.editorView !== 'form') return true;
  // The page of a server lists its prompts and tools, but not its skills.
  const isNew = changes.some(({ file, before }) => file === location.file && before === null);
  const isNewSkill = isNew && location.file.startsWith('skills/');
  if (!isArrangement || isNewSkill) return false;
  if (changes.some(({ file, after }) => file === view.file && after !== null)) return true;
  const server = state.selection?.kind === 'server' ? findServer(state, state.selection.server) : undefined;
  return [...(server?.prompts ?? []), ...(server?.tools ?? [])].some((entry) => entry.location?.file === location.file);
}
