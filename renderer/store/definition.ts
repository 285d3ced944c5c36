import type { DefinitionView, Location } from '../../src/contract/contract.ts';
import type { KeyPath } from '../../src/model/definitions.ts';
import { WorkbenchError } from '../../src/model/errors.ts';
import { type Choice, contested } from './conflicts.ts';
import { type StoreContext, sentence } from './context.ts';
import {
  discarded,
  openView,
  rebased,
  savedEdits,
  savedSource,
  typedSource,
  typedValue,
  unsaved,
  withSave,
} from './drafts.ts';
import { back, catchUp, emptyHistory, forward, type History } from './history.ts';
import { isObject, type Json, pathKey, valueAt } from './json.ts';
import type { Draft, Lens, SaveState } from './state.ts';

/** From the last key to the save, in milliseconds: the save, `prompts/get` and drawing have 100 more. */
const burst = 50;
/**
 * Other programs write files in steps: empty, half, whole. What would be a conflict or a broken file is looked at again
 * until it has stayed the same for this long. Milliseconds.
 */
const quiet = 200;
/** Looks and attempts before a file that will not come to rest is taken as it is. */
const patience = 10;

export interface DefinitionActions {
  /** Reads a definition from the disk and shows it. */
  open(location: Location): Promise<void>;
  /** Shows that nothing is selected. */
  closeDefinition(): void;
  /** Reads the open definition again, after the disk may have changed. */
  reopen(): Promise<void>;
  /** Looks again at what could not be saved or is contested, after the disk may have changed. */
  retry(): Promise<void>;
  /** Shows the open definition as a form or as the text of its file, once everything is saved. */
  show(lens: Lens): Promise<void>;
  /** Writes one value of the open definition; nothing as `after` removes the key. Saved at the end of the burst. */
  edit(at: KeyPath, after: Json | undefined): void;
  /** Writes a value that changes the shape of a list: what is being typed is saved first, as its paths may move. */
  restructure(at: KeyPath, change: (before: Json | undefined) => Json | undefined): Promise<void>;
  /** Writes the text of the open file. */
  editSource(text: string): void;
  /** Saves everything that is typed. True when the disk holds all of it. */
  flush(): Promise<boolean>;
  /** The page is going: sends what is not on its way yet, without waiting for what is. */
  leave(): void;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Gives up what could not be saved. */
  discardFailed(): void;
  /** Settles all that is contested in a file: writes mine over theirs, or drops mine. */
  resolveConflict(file: string, choice: Choice): Promise<void>;
}

/**
 * The way from a key press to the disk. Reads and writes of files run one after the other, so an answer can never be
 * older than a save that was made after it was asked for.
 */
export function createDefinitionActions(context: StoreContext, saved: () => void): DefinitionActions {
  const { host, get, set, notify } = context;
  let queue: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The version that looked broken: the definition is shown as such when it is read a second time. */
  let suspect: string | undefined;
  /** By file: values that were sent and not answered yet. */
  const onTheWay = new Map<string, Draft['edits']>();
  /** Files for which mine was chosen, until that is on the disk. */
  const mineChosen = new Set<string>();

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const run = queue.then(task);
    queue = run.catch(() => undefined);
    return run;
  }

  async function read(location: Location): Promise<void> {
    const isWanted = () => {
      const { definition } = get();
      if (definition.status === 'none') return false;
      const current = definition.status === 'open' ? definition.view : definition.location;
      return current.file === location.file && pathKey(current.at) === pathKey(location.at);
    };
    if (!isWanted()) return;
    try {
      const view = await host.call('definition.open', location);
      if (!isWanted() || isPerhapsHalfWritten(view)) return;
      const { histories } = get();
      const history = histories[view.file];
      set({
        definition: { status: 'open', view },
        // A file that breaks is shown as text, and stays so when it is mended: the person may be typing there.
        ...(isObject(view.value) ? {} : { lens: 'source' }),
        ...(history ? { histories: { ...histories, [view.file]: catchUp(history, view.text) } } : {}),
      });
    } catch (error) {
      if (isWanted()) set({ definition: { status: 'failed', location, message: sentence(error) } });
    }
  }

  /** A form is not taken away for a moment in which another program has emptied the file to fill it again. */
  function isPerhapsHalfWritten(view: DefinitionView): boolean {
    const shown = openView(get(), view.file);
    const looksBroken = get().lens === 'form' && isObject(shown?.value) && !isObject(view.value);
    const isNews = looksBroken && suspect !== view.version;
    suspect = looksBroken ? view.version : undefined;
    if (isNews) setTimeout(() => void reopen(), quiet);
    return isNews;
  }

  async function open(location: Location): Promise<void> {
    void flush();
    const { definition } = get();
    const current =
      definition.status === 'open' ? definition.view : definition.status === 'none' ? undefined : definition.location;
    set({
      definition: { status: 'loading', location },
      ...(current?.file === location.file ? {} : { lens: 'form' }),
    });
    await inTurn(() => read(location));
  }

  async function reopen(): Promise<void> {
    const { definition } = get();
    if (definition.status === 'none') return;
    const { file, at } = definition.status === 'open' ? definition.view : definition.location;
    await inTurn(() => read({ file, at: [...at] }));
  }

  function setSave(file: string, save: SaveState): void {
    set({ saves: withSave(get().saves, file, save) });
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), burst);
  }

  function edit(at: KeyPath, after: Json | undefined): void {
    set(typedValue(get(), at, after));
    schedule();
  }

  async function restructure(at: KeyPath, change: (before: Json | undefined) => Json | undefined): Promise<void> {
    if (!(await flush())) return;
    const view = openView(get());
    if (!view) return;
    edit(at, change(valueAt(view.value, at.slice(view.at.length))));
    await flush();
  }

  function editSource(text: string): void {
    set(typedSource(get(), text));
    schedule();
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
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
      const draft = drafts[file];
      if (!draft) return true;
      const save = saves[file];
      if (save?.status === 'conflict') {
        if (contested(draft, save.theirs).length > 0) return false;
        set(settled(file, save.theirs));
        continue;
      }
      // A failure stays in sight until it is over: a notice that goes at every new attempt could not be pressed.
      if (saves[file]?.status !== 'failed') setSave(file, { status: 'saving' });
      try {
        const isSaved = draft.source ? await writeSource(file, draft.source) : await writeEdits(file, draft.edits);
        if (isSaved) attempt = 1;
        else if (!(await isSettled(file, attempt++))) return false;
      } catch (error) {
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
    const sent = { ...onTheWay.get(file), ...edits };
    onTheWay.set(file, sent);
    try {
      return await host.call('definition.edit', { file, at: [], edits: Object.values(edits) });
    } finally {
      if (onTheWay.get(file) === sent) onTheWay.delete(file);
    }
  }

  function leave(): void {
    for (const [file, { edits, source }] of Object.entries(get().drafts)) {
      // The next version of a text on its way is not known here; leaving the page is asked about while it is.
      if (source || get().saves[file]?.status === 'conflict') continue;
      const rest = unsaved(edits, onTheWay.get(file) ?? {});
      if (Object.keys(rest).length > 0) void sendEdits(file, rest).catch(() => undefined);
    }
    void flush();
  }

  async function writeEdits(file: string, edits: Draft['edits']): Promise<boolean> {
    const result = await sendEdits(file, edits);
    if (result.kind === 'saved') set(savedEdits(get(), file, edits, result));
    return result.kind === 'saved';
  }

  async function writeSource(file: string, source: NonNullable<Draft['source']>): Promise<boolean> {
    const result = await host.call('file.write', { file, baseVersion: source.baseVersion, text: source.text });
    if (result.kind === 'conflict') return false;
    set(savedSource(get(), file, source.text, result.version));
    const view = openView(get(), file);
    if (view) await read({ file, at: [...view.at] });
    return true;
  }

  /** Lets what is typed go on from what the disk holds now. False, and shown as a conflict, where both changed the same. */
  async function isSettled(file: string, attempt: number): Promise<boolean> {
    const theirs = await readAtRest(file);
    set(rebased(get(), theirs, mineChosen.has(file) ? 'mine' : undefined));
    const draft = get().drafts[file];
    if (draft && contested(draft, theirs).length > 0) {
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
      if (next.version === last.version) return next;
      last = next;
    }
    return last;
  }

  function settled(file: string, theirs: DefinitionView, choice?: Choice) {
    return { ...rebased(get(), theirs, choice), saves: withSave(get().saves, file, undefined) };
  }

  async function isWholeAtRest(file: string): Promise<boolean> {
    const view = await readAtRest(file).catch(() => undefined);
    return isObject(view?.value);
  }

  async function retry(): Promise<void> {
    const { saves } = get();
    const contestedFiles = Object.keys(saves).filter((file) => saves[file]?.status === 'conflict');
    await Promise.all(contestedFiles.map(lookAgain));
    if (Object.values(get().saves).some(({ status }) => status === 'failed')) void flush();
  }

  /** The other side of a conflict has moved: shows where it is now, or saves if it has come to agree. */
  async function lookAgain(file: string): Promise<void> {
    const theirs = await readAtRest(file).catch(() => undefined);
    const draft = get().drafts[file];
    if (!theirs || get().saves[file]?.status !== 'conflict') return;
    if (draft && contested(draft, theirs).length > 0) {
      setSave(file, { status: 'conflict', theirs });
      return;
    }
    set(settled(file, theirs));
    await flush();
  }

  async function travel(move: (history: History) => { text: string; history: History } | undefined): Promise<void> {
    if (!(await flush())) return;
    await inTurn(async () => {
      const view = openView(get());
      if (!view) return;
      const moved = move(catchUp(get().histories[view.file] ?? emptyHistory, view.text));
      if (!moved) return;
      try {
        const result = await host.call('file.write', {
          file: view.file,
          baseVersion: view.version,
          text: moved.text,
        });
        if (result.kind === 'conflict') notify('The file has just been changed elsewhere; look at it and try again.');
        else set({ histories: { ...get().histories, [view.file]: moved.history } });
      } catch (error) {
        notify(sentence(error));
      }
      await read({ file: view.file, at: [...view.at] });
    });
    saved();
  }

  async function show(lens: Lens): Promise<void> {
    if (await flush()) set({ lens });
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

  return {
    open,
    closeDefinition: () => set({ definition: { status: 'none' } }),
    reopen,
    retry,
    show,
    edit,
    restructure,
    editSource,
    flush,
    leave,
    undo: () => travel(back),
    redo: () => travel(forward),
    resolveConflict,
    discardFailed: () => set(discarded(get())),
  };
}

/** The core cannot put an edit into the file as it is at this moment: it is no YAML, or has no place for the value. */
function isAboutFile(error: unknown): boolean {
  return error instanceof WorkbenchError && (error.code === 'refused' || error.code === 'invalid-input');
}
