import type { Location } from '../../src/contract/contract.ts';
import type { KeyPath } from '../../src/model/definitions.ts';
import { type StoreContext, sentence } from './context.ts';
import { discarded, openView, resolved, savedEdits, savedSource, typedSource, typedValue, withSave } from './drafts.ts';
import { back, catchUp, emptyHistory, forward, type History } from './history.ts';
import { type Json, pathKey, valueAt } from './json.ts';
import type { Conflict, Draft, SaveState } from './state.ts';

/** From the last key to the save, in milliseconds: the save, `prompts/get` and drawing have 100 more. */
const burst = 50;

export interface DefinitionActions {
  /** Reads a definition from the disk and shows it. */
  open(location: Location): Promise<void>;
  /** Shows that nothing is selected. */
  closeDefinition(): void;
  /** Reads the open definition again, after the disk may have changed. */
  reopen(): Promise<void>;
  /** Writes one value of the open definition; nothing as `after` removes the key. Saved at the end of the burst. */
  edit(at: KeyPath, after: Json | undefined): void;
  /** Writes a value that changes the shape of a list: what is being typed is saved first, as its paths may move. */
  restructure(at: KeyPath, change: (before: Json | undefined) => Json | undefined): Promise<void>;
  /** Writes the text of the open file. */
  editSource(text: string): void;
  /** Saves everything that is typed. True when the disk holds all of it. */
  flush(): Promise<boolean>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Gives up what could not be saved. */
  discardFailed(): void;
  /** Ends a conflict: writes mine over theirs, or drops mine. */
  resolveConflict(conflict: Conflict, choice: 'mine' | 'theirs'): Promise<void>;
}

/**
 * The way from a key press to the disk. Reads and writes of files run one after the other, so an answer can never be
 * older than a save that was made after it was asked for.
 */
export function createDefinitionActions(context: StoreContext, saved: () => void): DefinitionActions {
  const { host, get, set, notify } = context;
  let queue: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

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
      if (!isWanted()) return;
      const { histories } = get();
      const history = histories[view.file];
      set({
        definition: { status: 'open', view },
        ...(history ? { histories: { ...histories, [view.file]: catchUp(history, view.text) } } : {}),
      });
    } catch (error) {
      if (isWanted()) set({ definition: { status: 'failed', location, message: sentence(error) } });
    }
  }

  async function open(location: Location): Promise<void> {
    void flush();
    set({ definition: { status: 'loading', location } });
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
    for (;;) {
      const { drafts, saves } = get();
      const draft = drafts[file];
      if (!draft) return true;
      if (saves[file]?.status === 'conflict') return false;
      // A failure stays in sight until it is over: a notice that goes at every new attempt could not be pressed.
      if (saves[file]?.status !== 'failed') setSave(file, { status: 'saving' });
      try {
        const done = draft.source ? await writeSource(file, draft.source) : await writeEdits(file, draft.edits);
        if (!done) return false;
      } catch (error) {
        const isGivenUp = get().drafts[file] === undefined;
        if (!isGivenUp) setSave(file, { status: 'failed', message: sentence(error) });
        return isGivenUp;
      }
      saved();
    }
  }

  async function writeEdits(file: string, edits: Draft['edits']): Promise<boolean> {
    const result = await host.call('definition.edit', { file, at: [], edits: Object.values(edits) });
    if (result.kind === 'conflict') {
      const mine = get().drafts[file]?.edits[pathKey(result.at)]?.after;
      const conflict = { kind: 'value', file, at: result.at, mine, theirs: result.theirs } as const;
      setSave(file, { status: 'conflict', conflict });
      return false;
    }
    set(savedEdits(get(), file, edits, result));
    return true;
  }

  async function writeSource(file: string, source: NonNullable<Draft['source']>): Promise<boolean> {
    const result = await host.call('file.write', { file, baseVersion: source.baseVersion, text: source.text });
    if (result.kind === 'conflict') {
      const conflict = {
        kind: 'source',
        file,
        mine: source.text,
        theirs: result.text,
        version: result.version,
      } as const;
      setSave(file, { status: 'conflict', conflict });
      return false;
    }
    set(savedSource(get(), file, source.text, result.version));
    const view = openView(get(), file);
    if (view) await read({ file, at: [...view.at] });
    return true;
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

  async function resolveConflict(conflict: Conflict, choice: 'mine' | 'theirs'): Promise<void> {
    set(resolved(get(), conflict, choice));
    await flush();
    await reopen();
    saved();
  }

  return {
    open,
    closeDefinition: () => set({ definition: { status: 'none' } }),
    reopen,
    edit,
    restructure,
    editSource,
    flush,
    undo: () => travel(back),
    redo: () => travel(forward),
    resolveConflict,
    discardFailed: () => set(discarded(get())),
  };
}
