/** The history of a workspace's definition files: what the core tells it, and what windows ask of it. */
import { join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { inBackground } from '../../base/in-background.ts';
import type { Handlers } from '../../contract/contract.ts';
import { sweepFolder } from '../../files/temporary-files.ts';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';
import { workspaceKey } from '../../state/paths.ts';
import { versionOf } from '../read/source-text.ts';
import type { Library } from '../types.ts';
import type { FileHistory } from './file-history.ts';
import { loadHistories } from './loaded-histories.ts';
import { listVersions, readVersion, stateAt } from './questions.ts';
import { type Held, restoreVersion, takeStep } from './travelling.ts';
import { takeTogether } from './travelling-together.ts';
import { stepsOf, wholeFile } from './undo-steps.ts';
import type { Change, Version } from './version.ts';

type HistoryCall = 'history.list' | 'history.read' | 'history.state' | 'history.step' | 'history.restore';

export interface History {
  readonly handlers: Pick<Handlers, HistoryCall>;
  /** Somebody has just read a file. */
  found(file: string, held: Held): void;
  /** Reads what a file holds before it is written, unless that is known to be this version. */
  prepare(file: string, version: string): Promise<void>;
  /**
   * The workbench is about to write a file. On return a crash cannot make the write look like another program's.
   * @param movedFrom the file that gets this name
   */
  intend(file: string, change: NotedChange, movedFrom?: string): Promise<void>;
  /** The workbench has written a file; nobody waits for this. Without `before`, over the text that was known. */
  note(file: string, change: NotedChange): void;
  /** As `intend`, of a file that will be again what it was before a change of the workspace's shape. */
  intendReverted(file: string, before: string | undefined, after: string | undefined): Promise<void>;
  /** A file is again what it was before a change of the workspace's shape. */
  noteReverted(file: string, before: string | undefined, after: string | undefined): void;
  /** A file has another name now: its history goes with it. */
  moved(from: string, to: string): void;
  /** What a call writes while it runs is not taken for somebody else's. */
  during<T>(call: () => Promise<T>): Promise<T>;
  /** Keeps what is not kept yet. */
  close(): Promise<void>;
}

/** A change over the text that is known, unless it says another one. */
export type NotedChange = Omit<Change, 'before'> & { readonly before?: string | undefined };

export interface HistoryOptions {
  readonly library: Library;
  /** The workbench's own folder (`src/state/paths.ts`). */
  readonly stateDir: string;
  /** Hears of failures that have no caller. */
  readonly onError: (error: unknown) => void;
  /** The present, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Milliseconds to wait before a file that changed is looked at: the change may be our own, or still under way. */
const settling = 250;
/** Attempts at a step in a file that others keep changing. */
const patience = 5;

export function createHistory({ library, stateDir, onError, now = Date.now }: HistoryOptions): History {
  const dir = join(stateDir, 'history', workspaceKey(library.dir));
  const histories = loadHistories(dir, async (file) => (await present(file))?.text, now, onError);
  const { inTurn } = histories;
  sweepFolder(dir).catch(onError);
  let running = 0;
  let looking: NodeJS.Timeout | undefined;
  const unsubscribe = library.subscribe(lookSoon);

  function later(file: string, task: (history: FileHistory) => void): void {
    if (parseDefinitionPath(file)) inTurn(file, task).catch(onError);
  }

  async function during<T>(call: () => Promise<T>): Promise<T> {
    running++;
    try {
      return await call();
    } finally {
      running--;
    }
  }

  /** What a file holds now; undefined where there is none, or none that can be kept as text. */
  async function present(file: string): Promise<Held | undefined> {
    try {
      const { text, version } = await library.open(file, []);
      return versionOf(text) === version ? { text, version } : undefined;
    } catch (error) {
      if (error instanceof WorkbenchError) return undefined;
      throw error;
    }
  }

  function lookSoon(): void {
    clearTimeout(looking);
    looking = setTimeout(() => {
      if (running > 0) return lookSoon();
      const files = new Map(library.snapshot().files.map(({ file, version }) => [file, version]));
      for (const [file, { versions }] of histories.loaded()) {
        const { last, lastText } = versions;
        const known = lastText === undefined ? undefined : versionOf(lastText);
        if (last && known !== files.get(file)) inTurn(file, look).catch(onError);
      }
    }, settling).unref();
  }

  /** Takes note of what others did to a file. */
  async function look(history: FileHistory): Promise<void> {
    const { file } = history.path;
    const held = await present(file);
    if (running > 0) lookSoon();
    else if (held) history.found(held.text);
    else if (!library.snapshot().files.some((known) => known.file === file)) history.found(undefined);
  }

  /** Runs a task when it is the turn of each of these files: by their names, so that two such tasks never wait in a ring. */
  function inTurns<T>(files: readonly string[], task: (all: readonly FileHistory[]) => Promise<T>): Promise<T> {
    const [first, ...others] = [...files].sort();
    if (first === undefined) return task([]);
    return inTurn(first, async (history) => {
      await upToDate(history);
      return inTurns(others, (all) => task([history, ...all]));
    });
  }

  /** What the file holds is known, and its last version described and kept: a step refers to the versions before it. */
  async function upToDate(history: FileHistory): Promise<Held | undefined> {
    const held = await present(history.path.file);
    if (held) history.found(held.text);
    history.describe();
    await history.write();
    return held;
  }

  const handlers: History['handlers'] = {
    'history.list': ({ file, at }) =>
      inTurn(file, async (history) => {
        await upToDate(history);
        return listVersions(history, at);
      }),
    'history.read': ({ file, at, id }) => inTurn(file, (history) => readVersion(history, at, id)),
    'history.state': ({ file, at }) =>
      inTurn(file, (history) => {
        history.describe();
        return stateAt(history, at);
      }),
    'history.step': ({ file, at, direction }) =>
      during(async () => {
        const result = await inTurn(file, async (history) => {
          for (let attempt = 0; attempt < patience; attempt++) {
            const held = await upToDate(history);
            if (!held) return refusal(`${file} cannot be read at the moment: look at it first.`);
            const taken = await takeStep(history, library, at, direction, held);
            if (taken) return taken;
          }
          return refusal(`${file} is being written by another program: try again in a moment.`);
        });
        if (result.kind !== 'several files') return result;
        return inTurns(result.step.together.files, (all) => takeTogether(all, library, file, result, direction));
      }),
    'history.restore': ({ file, at, id }) =>
      during(() => inTurn(file, async (history) => restoreVersion(history, library, at, id, await upToDate(history)))),
  };

  return {
    handlers,
    during,
    found: (file, { text, version }) => {
      if (versionOf(text) === version) later(file, (history) => history.found(text));
    },
    async prepare(file, version) {
      if (!parseDefinitionPath(file)) return;
      await inTurn(file, async (history) => {
        const { lastText } = history.versions;
        if (lastText !== undefined && versionOf(lastText) === version) return;
        const held = await present(file);
        if (held) history.found(held.text);
      });
    },
    async intend(file, change, movedFrom) {
      if (parseDefinitionPath(file))
        await inTurn(file, (history) => history.intend({ changes: [over(history, change)], movedFrom }));
    },
    note: (file, change) => later(file, (history) => history.note(over(history, change))),
    async intendReverted(file, before, after) {
      if (!parseDefinitionPath(file)) return;
      await inTurn(file, async (history) => {
        history.describe();
        await history.write();
        await history.intend({ changes: revertingChanges(history, before, after) });
      });
    },
    noteReverted: (file, before, after) =>
      later(file, (history) => {
        history.describe();
        for (const change of revertingChanges(history, before, after)) history.note(change);
      }),
    moved: (from, to) => inBackground(histories.move(from, to), onError),
    async close() {
      unsubscribe();
      clearTimeout(looking);
      await histories.close();
    },
  };
}

function refusal(message: string) {
  return { kind: 'refused', message } as const;
}

function over(history: FileHistory, change: NotedChange): Change {
  return { ...change, before: 'before' in change ? change.before : history.versions.lastText };
}

/** What takes the steps back that led from the text `after` to the text `before`; the last of them changes the text. */
function revertingChanges(
  history: FileHistory,
  before: string | undefined,
  after: string | undefined,
): readonly Change[] {
  const facts = { origin: 'undo', places: [], isTyping: false, isStep: false } as const;
  const [first, ...others] = stepsBetween(history, before, after);
  return [
    ...others.toReversed().map(({ id }) => ({ ...facts, before, after: before, of: id })),
    { ...facts, before, after, ...(first ? { of: first.id } : {}) },
  ];
}

/** The last steps of a file, where they are what led from one text to the other. */
function stepsBetween({ versions }: FileHistory, from: string | undefined, to: string | undefined): readonly Version[] {
  const { done } = stepsOf(versions.all, wholeFile);
  const last = done.at(-1);
  if (!last || versions.textAt(versions.indexOf(last.id)) !== from) return [];
  const first = done.findLastIndex(({ id }) => versions.textBefore(versions.indexOf(id)) === to);
  return first < 0 ? [] : done.slice(first);
}
