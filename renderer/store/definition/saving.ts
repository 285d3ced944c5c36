/** What is typed on its way to the disk: gathered, sent, settled with what others have written. */

import { WorkbenchError } from '../../../src/base/errors.ts';
import { textSplice } from '../../../src/base/splice.ts';
import type { DefinitionView, Edit, Input, Location } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { Draft, SaveState, WorkbenchState } from '../state.ts';
import { type Choice, conflictingValues } from './conflicts.ts';
import {
  applySavedEdits,
  applySavedText,
  markUnconfirmed,
  openView,
  rebaseOnDisk,
  unsaved,
  withSave,
} from './drafts.ts';
import { isObject } from './json.ts';
import { type AppliedStep, draftBefore, rebaseDraft } from './rebase-draft.ts';

/**
 * Other programs write files in steps: empty, half, whole. What would be a conflict or a broken file is looked at again
 * until it has stayed the same for this long. Milliseconds.
 */
export const quiet = 200;
/** Looks and attempts before a file that will not come to rest is taken as it is. */
const patience = 10;

type SentEdit = Input<'definition.edit'>['edits'][number];

/** What is typed, on its way to the disk. */
export interface Saving {
  /** Saves when the caller is done; what is typed while a save is under way makes the next one together. */
  schedule(): void;
  /** Saves everything that is typed. True when the disk holds all of it. */
  flush(): Promise<boolean>;
  /** The page is going: sends what is not on its way yet, without waiting for what is. */
  leave(): void;
  /**
   * Takes a step, as a turn of its own, from what is typed at this moment: that is saved first, and what is typed from
   * now on is kept until the step is made, and goes on from what it has left.
   * @param take answers the file before and after; nothing where the step changed nothing
   */
  runStep(file: string, take: () => Promise<AppliedStep | undefined>): Promise<void>;
  /** Looks again at what failed or conflicts, after the disk may have changed. */
  retry(): Promise<void>;
  /** Resolves every conflict of a file: writes mine over theirs, or drops mine. */
  resolveConflict(file: string, choice: Choice): Promise<void>;
}

/** What saving needs of the open definition. */
interface Around {
  /** Runs after every earlier read and write of a file. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Reads the open definition again, inside of a turn. */
  read(location: Location): Promise<void>;
  /** The same, as a turn of its own. */
  reopen(): Promise<void>;
  /** The disk holds something new. */
  saved(): void;
}

/** Sends what is typed, file by file: a save that another writer has overtaken goes on from what the disk holds then. */
export function createSaving({ host, get, set }: StoreContext, { inTurn, read, reopen, saved }: Around): Saving {
  let isScheduled = false;
  /** By file: values that were sent and not answered yet. */
  const inFlight = new Map<string, Draft['edits']>();
  /** Files for which mine was chosen, until that is on the disk. */
  const mineChosen = new Set<string>();
  /** What was typed when each step on its way was asked for and is not saved yet: no more is saved before the first. */
  let steps: { drafts: WorkbenchState['drafts'] }[] = [];

  function setSave(file: string, save: SaveState): void {
    set({ saves: withSave(get().saves, file, save) });
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    // Before the browser draws what was typed: both take their time, and this way side by side.
    queueMicrotask(() => {
      isScheduled = false;
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

  /** Sends one file's drafts, and again what was typed while that was under way. */
  async function saveFile(file: string): Promise<boolean> {
    for (let attempt = 1; ; ) {
      const { drafts, saves } = get();
      const [step] = steps;
      const typed = drafts[file];
      const draft = typed && step ? draftBefore(typed, step.drafts[file]) : typed;
      if (!draft) return true;
      const save = saves[file];
      if (save?.status === 'conflict') {
        if (conflictingValues(draft, save.theirs).length > 0) return false;
        set(settled(file, save.theirs));
        continue;
      }
      // A failure stays in sight until it is over: a notice that goes at every new attempt could not be pressed.
      if (saves[file]?.status !== 'failed') setSave(file, { status: 'saving' });
      const wasConnected = get().connection.state === 'connected';
      try {
        const isSaved = draft.source ? await writeSource(file, draft.source) : await writeEdits(file, draft.edits);
        if (isSaved) {
          attempt = 1;
          if (step) step.drafts = Object.fromEntries(Object.entries(step.drafts).filter(([each]) => each !== file));
        } else if (!(await isSettled(file, attempt++))) return false;
      } catch (error) {
        if (wasConnected && !isAnswer(error)) set(markUnconfirmed(get(), file, draft));
        const isGivenUp = get().drafts[file] === undefined;
        const isFirst = attempt++ === 1 && save?.status !== 'failed';
        if (isFirst && isAboutFile(error) && (await isWholeAtRest(file))) continue;
        if (!isGivenUp) setSave(file, { status: 'failed', message: sentence(error) });
        return isGivenUp;
      }
      saved();
    }
  }

  async function sendEdits(file: string, edits: Draft['edits']) {
    const sent = { ...inFlight.get(file), ...edits };
    inFlight.set(file, sent);
    try {
      return await host.call('definition.edit', { file, at: [], edits: Object.values(edits).map(asSent) });
    } finally {
      if (inFlight.get(file) === sent) inFlight.delete(file);
    }
  }

  function leave(): void {
    for (const [file, { edits, source }] of Object.entries(get().drafts)) {
      // The next version of a text on its way is not known here; leaving the page is asked about while it is.
      if (source || get().saves[file]?.status === 'conflict') continue;
      const rest = unsaved(edits, inFlight.get(file) ?? {});
      if (Object.keys(rest).length > 0) sendEdits(file, rest).catch(() => undefined);
    }
    inBackground(flush());
  }

  async function writeEdits(file: string, edits: Draft['edits']): Promise<boolean> {
    const result = await sendEdits(file, edits);
    if (result.kind !== 'saved') return false;
    const isOfShown = openView(get(), file)?.version === result.of;
    set(applySavedEdits(get(), file, edits, result));
    const view = openView(get(), file);
    // What somebody else has changed beside it is in the file now.
    if (view && (result.merged || !isOfShown)) await read({ file, at: [...view.at] });
    return true;
  }

  async function writeSource(file: string, source: NonNullable<Draft['source']>): Promise<boolean> {
    const result = await host.call('file.write', { file, baseVersion: source.baseVersion, text: source.text });
    if (result.kind === 'conflict') return false;
    set(applySavedText(get(), file, source.text, result.version));
    const view = openView(get(), file);
    if (view) await read({ file, at: [...view.at] });
    return true;
  }

  /** Lets what is typed go on from what the disk holds now. False, and shown as a conflict, where both changed the same. */
  async function isSettled(file: string, attempt: number): Promise<boolean> {
    const theirs = await readAtRest(file);
    set(rebaseOnDisk(get(), theirs, mineChosen.has(file) ? 'mine' : undefined));
    const draft = get().drafts[file];
    if (draft && conflictingValues(draft, theirs).length > 0) {
      setSave(file, { status: 'conflict', theirs });
      return false;
    }
    if (attempt < patience) return true;
    throw new WorkbenchError('conflict', `${file} is being written by another program: try again in a moment.`);
  }

  /** The whole file, when two looks have shown the same. */
  async function readAtRest(file: string): Promise<DefinitionView> {
    const look = () => host.call('definition.open', { file, at: [] });
    let last = await look();
    for (let looks = 1; looks < patience; looks++) {
      await new Promise((resolve) => setTimeout(resolve, quiet));
      const next = await look();
      // An empty file is most likely one that is about to be filled.
      if (next.version === last.version && next.text.trim() !== '') return next;
      last = next;
    }
    return last;
  }

  function settled(file: string, theirs: DefinitionView, choice?: Choice) {
    return { ...rebaseOnDisk(get(), theirs, choice), saves: withSave(get().saves, file, undefined) };
  }

  async function isWholeAtRest(file: string): Promise<boolean> {
    const view = await readAtRest(file).catch(() => undefined);
    return isObject(view?.value);
  }

  async function runStep(file: string, take: () => Promise<AppliedStep | undefined>): Promise<void> {
    const step = { drafts: get().drafts };
    steps.push(step);
    try {
      await inTurn(async () => {
        for (const each of Object.keys(step.drafts)) if (!(await saveFile(each))) return;
        const made = await take();
        if (!made) return;
        const goOn = (drafts: WorkbenchState['drafts']) => {
          const draft = drafts[file];
          return draft ? { ...drafts, [file]: rebaseDraft(draft, made) } : drafts;
        };
        for (const each of steps) each.drafts = goOn(each.drafts);
        set({ drafts: goOn(get().drafts) });
      });
    } finally {
      steps = steps.filter((each) => each !== step);
      if (Object.keys(get().drafts).length > 0) schedule();
    }
  }

  async function retry(): Promise<void> {
    const { saves } = get();
    const contestedFiles = Object.keys(saves).filter((file) => saves[file]?.status === 'conflict');
    await Promise.all(contestedFiles.map(lookAgain));
    if (Object.values(get().saves).some(({ status }) => status === 'failed')) inBackground(flush());
  }

  /** The other side of a conflict has moved: shows where it is now, or saves if it has come to agree. */
  async function lookAgain(file: string): Promise<void> {
    const theirs = await readAtRest(file).catch(() => undefined);
    const draft = get().drafts[file];
    if (!theirs || get().saves[file]?.status !== 'conflict') return;
    // What cannot be read has no values to choose from: the sides seen before stay.
    if (!draft?.source && !isObject(theirs.value)) return;
    if (draft && conflictingValues(draft, theirs).length > 0) {
      setSave(file, { status: 'conflict', theirs });
      return;
    }
    set(settled(file, theirs));
    await flush();
  }

  async function resolveConflict(file: string, choice: Choice): Promise<void> {
    const save = get().saves[file];
    if (save?.status !== 'conflict') return;
    set(settled(file, save.theirs, choice));
    // The disk may have moved on since it was looked at; the choice still holds.
    if (choice === 'mine') mineChosen.add(file);
    await flush();
    mineChosen.delete(file);
    await reopen();
    saved();
  }

  return { schedule, flush, leave, runStep, retry, resolveConflict };
}

/** UTF-16 units from which a text is sent as what has changed in it. */
const long = 4_096;

function asSent(edit: Edit): SentEdit {
  const { at, before, after } = edit;
  const isLong = typeof before === 'string' && typeof after === 'string' && before.length >= long;
  return isLong ? { at, splice: textSplice(before, after) } : edit;
}

/** The core has said that it wrote nothing; otherwise nobody knows. */
function isAnswer(error: unknown): boolean {
  return error instanceof WorkbenchError && error.code !== 'unavailable';
}

/** The core cannot put an edit into the file as it is at this moment: it is no YAML, or has no place for the value. */
function isAboutFile(error: unknown): boolean {
  return error instanceof WorkbenchError && (error.code === 'refused' || error.code === 'invalid-input');
}
