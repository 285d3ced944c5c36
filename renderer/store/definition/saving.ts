/** Saves unsaved edits: batches and sends them, and merges them with changes of other programs. */

import { WorkbenchError } from '../../../src/base/errors.ts';
import { withKnownTexts } from '../../../src/base/text/known-texts.ts';
import { textSplice } from '../../../src/base/text/splice.ts';
import type { DefinitionView, Edit, EditedPreview, Input, Location, Output } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { AnsweredPreview, PreviewTarget } from '../preview/preview.ts';
import type { Draft, SaveState } from '../state/definition.ts';
import type { WorkbenchState } from '../state.ts';
import { type Choice, conflictingValues } from './conflicts.ts';
import {
  applySavedEdits,
  applySavedText,
  markUnconfirmed,
  openView,
  rebaseOnDisk,
  withDraft,
  withoutSaved,
  withSave,
} from './drafts.ts';
import { isObject } from './json.ts';
import { createKeepMine } from './keep-mine.ts';
import type { OwnSaves } from './own-saves.ts';
import { type AppliedStep, draftBefore, rebaseDraft } from './rebase-draft.ts';
import { endTurn, firstTyped, noTypingOrder, type TypingOrder } from './typing-order.ts';

/**
 * Other programs write files in steps: empty, half, whole. Before it reports a conflict or an invalid file, the window
 * reads the file again until two reads this far apart are equal.
 */
export const stableReadMs = 200;
/** Reads and attempts before the window accepts a file that keeps changing. */
const maxAttempts = 10;

type SentEdit = Input<'definition.edit'>['edits'][number];

export interface Saver {
  /** Saves in the next microtask; edits made during a save form the next save together. */
  schedule(): void;
  /** Saves all unsaved edits. True if the disk holds all of them. */
  flush(): Promise<boolean>;
  /** Sends unsent edits without waiting for pending ones, because the page is closing. */
  leave(): void;
  /**
   * Queues an undo or redo step. First saves the current edits; later edits wait until the step is done, and are then
   * rebased onto its result.
   * @param take resolves with the file before and after; undefined if the step changed nothing
   */
  runStep(file: string, take: () => Promise<AppliedStep | undefined>): Promise<void>;
  /** Retries failed saves and conflicts after the disk may have changed. */
  retry(): Promise<void>;
  /** Resolves every conflict of a file: writes mine over theirs, or drops mine. */
  resolveConflict(file: string, choice: Choice): Promise<void>;
}

export interface SavingDependencies {
  /** Runs a task after every earlier read and write of a file. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Reads the open definition again; only inside a queued task. */
  read(location: Location): Promise<void>;
  /** Queues a read of the open definition. */
  reopen(): Promise<void>;
  readonly ownSaves: Pick<OwnSaves, 'add'>;
  /** The question of the preview that an edit can answer in the same call; undefined for none. */
  previewQuestion(): PreviewTarget | undefined;
  /** Called after the disk changed, with the answer to the edit's question if it had one. */
  saved(preview?: AnsweredPreview): void;
}

/** Creates the saving of edits, file by file. If another program wrote first, the edits are rebased onto its text. */
export function createSaving(
  { host, get, set, inform, orNotice }: StoreContext,
  { inTurn, read, reopen, ownSaves, previewQuestion, saved }: SavingDependencies,
): Saver {
  const { keepMine, endConflict } = createKeepMine({ host, get });
  let typingOrder = noTypingOrder;
  let isScheduled = false;
  /** By file: edits sent without a response yet. */
  const inFlight = new Map<string, Draft['edits']>();
  /** Files whose conflict was resolved as "mine", until the disk holds it. */
  const mineChosen = new Set<string>();
  /** The answer that came with the last edit. */
  let knownPreview: { readonly id: string; readonly preview: Output<'prompt.preview'> } | undefined;
  /** The unsaved edits at the request of each pending step: later edits are not saved before the first step. */
  let steps: { drafts: WorkbenchState['drafts']; readonly order: TypingOrder }[] = [];

  function setSave(file: string, save: SaveState): void {
    set({ saves: withSave(get().saves, file, save) });
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    // A microtask runs before the browser draws, so saving and drawing overlap.
    queueMicrotask(() => {
      isScheduled = false;
      typingOrder = endTurn(typingOrder, get().drafts);
      inBackground(flush());
    });
  }

  async function flush(): Promise<boolean> {
    const files = Object.keys(get().drafts);
    if (files.length === 0) return inTurn(async () => Object.keys(get().drafts).length === 0);
    return inTurn(async () => {
      let complete = true;
      for (const file of files) complete = (await saveFile(file)) && complete;
      return complete;
    });
  }

  /** Sends one file's edits in the order in which they were typed, with the edits made meanwhile. */
  async function saveFile(file: string): Promise<boolean> {
    for (let attempt = 1; ; ) {
      const { drafts, saves } = get();
      const [step] = steps;
      const wholeDraft = drafts[file];
      const draft = wholeDraft && step ? draftBefore(wholeDraft, step.drafts[file]) : wholeDraft;
      if (!draft) return true;
      const save = saves[file];
      if (save?.status === 'conflict') {
        if (conflictingValues(draft, save.theirs).length > 0) {
          await keepConflict(file);
          return false;
        }
        set(withoutConflict(file, save.theirs));
        continue;
      }
      const wasConnected = get().connection.state === 'connected';
      const part = firstTyped(step?.order ?? typingOrder, file, draft);
      try {
        const isSaved = part.yaml ? await writeYaml(file, part.yaml) : await writeEdits(file, part.edits);
        if (isSaved) {
          attempt = 1;
          const laterEdits = Object.entries(draft.edits).filter(([key]) => !(key in part.edits));
          if (step) step.drafts = withDraft(step.drafts, file, { edits: Object.fromEntries(laterEdits) });
        } else if (await rebaseAndCheck(file, attempt++)) saved();
        else return false;
      } catch (error) {
        if (wasConnected && !isResponse(error)) set(markUnconfirmed(get(), file, part));
        const isDiscarded = get().drafts[file] === undefined;
        const isFirst = attempt++ === 1 && save?.status !== 'failed';
        if (isFirst && isAboutFile(error) && (await becomesReadable(file))) continue;
        if (!isDiscarded) setSave(file, { status: 'failed', message: sentence(error) });
        return isDiscarded;
      }
    }
  }

  async function sendEdits(file: string, edits: Draft['edits'], preview?: PreviewTarget) {
    const allEdits = { ...inFlight.get(file), ...edits };
    inFlight.set(file, allEdits);
    try {
      const sentEdits = Object.values(edits).map(asSent);
      const question = preview && { ...preview, ...(knownPreview && { known: knownPreview.id }) };
      return await host.call('definition.edit', {
        file,
        at: [],
        edits: sentEdits,
        ...(question && { preview: question }),
      });
    } finally {
      if (inFlight.get(file) === allEdits) inFlight.delete(file);
    }
  }

  function leave(): void {
    for (const [file, { edits, yaml }] of Object.entries(get().drafts)) {
      // The base version of a text during a save is unknown; the page asks before it closes meanwhile.
      if (yaml || get().saves[file]?.status === 'conflict') continue;
      const unsavedEdits = withoutSaved(edits, inFlight.get(file) ?? {});
      if (Object.keys(unsavedEdits).length > 0) sendEdits(file, unsavedEdits).catch(() => undefined);
    }
    inBackground(flush());
  }

  /** @returns whether the disk holds the edits */
  async function writeEdits(file: string, edits: Draft['edits']): Promise<boolean> {
    const question = previewQuestion();
    const result = await sendEdits(file, edits, question);
    if (result.kind !== 'saved') return false;
    ownSaves.add(file, result);
    const preview = result.preview && readAnswer(result.preview);
    const isOfShown = openView(get(), file)?.version === result.of;
    set(applySavedEdits(get(), file, edits, result));
    const view = openView(get(), file);
    // The file now also holds another program's changes.
    if (view && (result.isMerged || !isOfShown)) await read({ file, at: [...view.at] });
    // In the same turn as the edits, so that the window draws both at once.
    saved(question && preview && { question, preview });
    return true;
  }

  /** An answer with the long texts that the window has from the one before; undefined if that is another one. */
  function readAnswer({ id, preview, texts }: EditedPreview): Output<'prompt.preview'> | undefined {
    const wholePreview = withKnownTexts(preview, knownPreview?.preview, texts);
    knownPreview = wholePreview && { id, preview: wholePreview };
    return wholePreview;
  }

  /** @returns whether the disk holds the text */
  async function writeYaml(file: string, yaml: NonNullable<Draft['yaml']>): Promise<boolean> {
    const result = await host.call('file.write', { file, baseVersion: yaml.baseVersion, text: yaml.text });
    if (result.kind === 'conflict') return false;
    ownSaves.add(file, result);
    set(applySavedText(get(), file, yaml.text, result.version));
    const view = openView(get(), file);
    if (view) await read({ file, at: [...view.at] });
    saved();
    return true;
  }

  /** Keeps the changes of both sides in a text whose different lines they changed; a choice decides about the others. */
  async function mergeLines(file: string, theirs: DefinitionView, choice?: Choice): Promise<void> {
    const isInConflict = (draft = get().drafts[file]) => draft && conflictingValues(draft, theirs).length > 0;
    if (!isInConflict()) return;
    const { mergeDraft } = await import('./merge-draft.ts');
    const draft = get().drafts[file];
    if (draft) set({ drafts: { ...get().drafts, [file]: mergeDraft(draft, theirs, choice) } });
  }

  /** Rebases the edits onto the disk. Returns false and shows a conflict if both sides changed the same lines or value. */
  async function rebaseAndCheck(file: string, attempt: number): Promise<boolean> {
    const theirs = await readStable(file);
    await mergeLines(file, theirs, mineChosen.has(file) ? 'mine' : undefined);
    set(rebaseOnDisk(get(), theirs, mineChosen.has(file) ? 'mine' : undefined));
    const draft = get().drafts[file];
    if (draft && conflictingValues(draft, theirs).length > 0) {
      setSave(file, { status: 'conflict', theirs });
      await keepConflict(file);
      return false;
    }
    if (attempt < maxAttempts) return true;
    throw new WorkbenchError('conflict', `Another program is writing ${file}: try again in a moment.`);
  }

  /** Reads the whole file until two reads are equal. */
  async function readStable(file: string): Promise<DefinitionView> {
    const read = () => host.call('definition.open', { file, at: [] });
    let last = await read();
    for (let attempt = 1; attempt < maxAttempts; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, stableReadMs));
      const next = await read();
      // Another program is most likely about to fill an empty file.
      if (next.version === last.version && next.text.trim() !== '') return next;
      last = next;
    }
    return last;
  }

  /** Keeps my side of a conflict before the choice: the page may be closed meanwhile. A failure is shown with the choice. */
  async function keepConflict(file: string): Promise<void> {
    await keepMine(file).catch(() => undefined);
  }

  function withoutConflict(file: string, theirs: DefinitionView, choice?: Choice) {
    endConflict(file);
    return { ...rebaseOnDisk(get(), theirs, choice), saves: withSave(get().saves, file, undefined) };
  }

  async function becomesReadable(file: string): Promise<boolean> {
    const view = await readStable(file).catch(() => undefined);
    return isObject(view?.value);
  }

  async function runStep(file: string, take: () => Promise<AppliedStep | undefined>): Promise<void> {
    const { drafts } = get();
    const step = { drafts, order: endTurn(typingOrder, drafts) };
    steps.push(step);
    try {
      await inTurn(async () => {
        for (const key of Object.keys(step.drafts)) if (!(await saveFile(key))) return;
        const change = await take();
        if (!change) return;
        const rebase = (drafts: WorkbenchState['drafts']) => {
          const draft = drafts[file];
          return draft ? { ...drafts, [file]: rebaseDraft(draft, change) } : drafts;
        };
        for (const step of steps) step.drafts = rebase(step.drafts);
        set({ drafts: rebase(get().drafts) });
      });
    } finally {
      steps = steps.filter((item) => item !== step);
      if (Object.keys(get().drafts).length > 0) schedule();
    }
  }

  async function retry(): Promise<void> {
    const { saves } = get();
    const conflictingFiles = Object.keys(saves).filter((file) => saves[file]?.status === 'conflict');
    await Promise.all(conflictingFiles.map(recheckConflict));
    if (Object.values(get().saves).some(({ status }) => status === 'failed')) inBackground(flush());
  }

  /** Updates a conflict after the disk changed; saves if the sides agree now. */
  async function recheckConflict(file: string): Promise<void> {
    const theirs = await readStable(file).catch(() => undefined);
    if (!theirs || get().saves[file]?.status !== 'conflict') return;
    // An invalid file has no values to choose from: the known sides stay.
    if (!get().drafts[file]?.yaml && !isObject(theirs.value)) return;
    await mergeLines(file, theirs);
    const draft = get().drafts[file];
    if (draft && conflictingValues(draft, theirs).length > 0) {
      setSave(file, { status: 'conflict', theirs });
      await keepConflict(file);
      return;
    }
    set(withoutConflict(file, theirs));
    await flush();
  }

  async function resolveConflict(file: string, choice: Choice): Promise<void> {
    const save = get().saves[file];
    if (save?.status !== 'conflict') return;
    const isKept = choice === 'mine' || (await orNotice(keepMine(file).then(() => true)));
    // Without a version in the history, the text would be lost.
    if (!isKept) return;
    await mergeLines(file, save.theirs, choice);
    set(withoutConflict(file, save.theirs, choice));
    // The choice still applies if the disk changed since it was read.
    if (choice === 'mine') mineChosen.add(file);
    await flush();
    mineChosen.delete(file);
    await reopen();
    saved();
    const { definition } = get();
    const at = definition.status === 'open' && definition.view.file === file ? definition.view.at : [];
    if (choice === 'theirs') inform('Took theirs. Your version is in History.', { file, at: [...at] });
  }

  return { schedule, flush, leave, runStep, retry, resolveConflict };
}

/** A text of this length in UTF-16 units or more is sent as a splice. */
const spliceFromLength = 4_096;

function asSent(edit: Edit): SentEdit {
  const { at, before, after, isStep } = edit;
  const isLong = typeof before === 'string' && typeof after === 'string' && before.length >= spliceFromLength;
  return isLong ? { at, splice: textSplice(before, after), ...(isStep && { isStep }) } : edit;
}

/** Whether the core responded that it wrote nothing; otherwise the state of the disk is unknown. */
function isResponse(error: unknown): boolean {
  return error instanceof WorkbenchError && error.code !== 'unavailable';
}

/** Whether the core could not apply an edit to the file's current text: invalid YAML, or no place for the value. */
function isAboutFile(error: unknown): boolean {
  return error instanceof WorkbenchError && (error.code === 'refused' || error.code === 'invalid-input');
}
