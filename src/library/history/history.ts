/** The history of a workspace's definition files: records every write, and answers the `history.*` calls. */
import { join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { inBackground } from '../../base/in-background.ts';
import type { Handlers } from '../../contract/contract.ts';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';
import { sweepFolder } from '../../files/write/temporary-files.ts';
import { workspaceKey } from '../../state/paths.ts';
import { versionOf } from '../read/definition/source-text.ts';
import type { Library } from '../types.ts';
import { ChangedFiles } from './changed-files.ts';
import { clockOf } from './clock.ts';
import { type DeletedItem, deletedItems, notRestored, restorations } from './deleted.ts';
import type { FileHistory } from './file-history.ts';
import { textWithValues } from './kept-text.ts';
import { loadHistories } from './loaded-histories.ts';
import { listVersions, readVersion } from './queries.ts';
import { type Direction, type DiskText, restoreVersion, type StepResult, takeStep } from './undo/undo-redo.ts';
import { stepSeveralFiles } from './undo/undo-several-files.ts';
import { inOneOrder, type OrderedStep, type Step, type StepOrder, type Steps, stepsOf } from './undo/undo-steps.ts';
import type { Change } from './version.ts';

type HistoryCall = 'history.list' | 'history.read' | 'history.restore' | 'history.keep';

export interface History {
  readonly handlers: Pick<Handlers, HistoryCall>;
  /**
   * The steps that can be undone and redone in the whole workspace, in one order.
   * @returns also a sentence about a problem of the history, once
   */
  order(): Promise<StepOrder & { readonly failureMessage?: string }>;
  /** The deleted definitions that can be restored, newest first. */
  deleted(): Promise<readonly DeletedItem[]>;
  /** Undoes or redoes a step of `order`. */
  take(step: OrderedStep, direction: Direction): Promise<StepResult>;
  /** Records the text that a reader has just found in a file. */
  observe(file: string, disk: DiskText): void;
  /** Reads a file before it is written, unless the history already ends with this version. */
  prepare(file: string, version: string): Promise<void>;
  /**
   * Logs a write before the workbench makes it, so that after a crash it is not mistaken for another program's.
   * @param movedFrom the file that is renamed to `file`
   */
  intend(file: string, change: NotedChange, movedFrom?: string): Promise<void>;
  /** Records a write, in the background. Without `before`, the newest known text is what was replaced. */
  note(file: string, change: NotedChange): void;
  /** As `intend`, before a change of several files is reverted in this one. */
  intendReverted(file: string, before: string | undefined, after: string | undefined): Promise<void>;
  /** As `note`, after a change of several files was reverted in this one. */
  noteReverted(file: string, before: string | undefined, after: string | undefined): void;
  /** Moves the history of a renamed file to its new name. */
  moved(from: string, to: string): void;
  /** While `call` runs, changes on disk do not count as other programs' changes. */
  during<T>(call: () => Promise<T>): Promise<T>;
  /** Writes unsaved versions to the logs, then closes them. */
  close(): Promise<void>;
}

/** A change; without `before`, of the newest known text. */
export type NotedChange = Omit<Change, 'before'> & { readonly before?: string | undefined };

export interface HistoryOptions {
  readonly library: Library;
  /** The state folder (`src/state/paths.ts`). */
  readonly stateDir: string;
  /** Gets failures of background work. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since the epoch; default `Date.now`. */
  readonly now?: () => number;
}

/** How long to wait before reading a changed file: the change may be this program's, or incomplete. */
const settleMs = 250;
/** Attempts to undo or redo in a file that another program keeps changing. */
const maxAttempts = 5;
/** The newest files with deletions that can be restored. */
const maxDeletionFiles = 200;
/** The newest files whose steps can be undone. */
const maxOrderedFiles = 60;

export function createHistory({ library, stateDir, onError, now = Date.now }: HistoryOptions): History {
  const dir = join(stateDir, 'history', workspaceKey(library.dir));
  const histories = loadHistories(dir, async (file) => (await readDisk(file))?.text, clockOf(now), onError);
  const changedFiles = new ChangedFiles(join(dir, 'changed-files.jsonl'));
  const { inTurn } = histories;
  sweepFolder(dir).catch(onError);
  let runningTasks = 0;
  let observeTimer: NodeJS.Timeout | undefined;
  const unsubscribe = library.subscribe(observeSoon);

  function enqueue(file: string, task: (history: FileHistory) => void): void {
    if (parseDefinitionPath(file)) inTurn(file, task).catch(onError);
  }

  async function during<T>(call: () => Promise<T>): Promise<T> {
    runningTasks++;
    try {
      return await call();
    } finally {
      runningTasks--;
    }
  }

  /** Undefined for a missing file, and for one that is not UTF-8. */
  async function readDisk(file: string): Promise<DiskText | undefined> {
    try {
      const { text, version } = await library.open(file, []);
      return versionOf(text) === version ? { text, version } : undefined;
    } catch (error) {
      if (error instanceof WorkbenchError) return undefined;
      throw error;
    }
  }

  function observeSoon(): void {
    clearTimeout(observeTimer);
    observeTimer = setTimeout(() => {
      if (runningTasks > 0) return observeSoon();
      const files = new Map(library.snapshot().files.map(({ file, version }) => [file, version]));
      for (const [file, { versions }] of histories.loaded()) {
        const { last, lastText } = versions;
        const lastVersion = lastText === undefined ? undefined : versionOf(lastText);
        if (last && lastVersion !== files.get(file)) inTurn(file, observeDisk).catch(onError);
      }
    }, settleMs).unref();
  }

  /** Records a change that another program made to a file. */
  async function observeDisk(history: FileHistory): Promise<void> {
    const { file } = history.path;
    const disk = await readDisk(file);
    if (runningTasks > 0) observeSoon();
    else if (disk) history.observe(disk.text);
    else if (!library.snapshot().files.some((candidate) => candidate.file === file)) history.observe(undefined);
  }

  /**
   * Runs a task alone for all of these files. It takes each once, in the order of their names, which prevents a deadlock: a
   * step of an earlier version may name a file twice.
   */
  function inTurns<T>(files: readonly string[], task: (histories: readonly FileHistory[]) => Promise<T>): Promise<T> {
    const [first, ...otherFiles] = [...new Set(files)].sort();
    if (first === undefined) return task([]);
    return inTurn(first, async (history) => {
      await update(history);
      return inTurns(otherFiles, (otherHistories) => task([history, ...otherHistories]));
    });
  }

  /** Brings a history up to date with the disk, and its log with it: undo and redo refer to versions in the log. */
  async function update(history: FileHistory): Promise<DiskText | undefined> {
    const disk = await readDisk(history.path.file);
    if (disk) history.observe(disk.text);
    history.describe();
    await history.write();
    return disk;
  }

  async function order(): Promise<StepOrder & { failureMessage?: string }> {
    const newestFiles = await changedFiles.newest(maxOrderedFiles).catch(() => []);
    // A history from before the list of changed files counts once its file was opened.
    const files = new Set([...newestFiles, ...[...histories.loaded()].map(([file]) => file)]);
    const steps = new Map<string, Steps>();
    for (const file of files) if (parseDefinitionPath(file)) steps.set(file, await histories.steps(file));
    const failureMessages = [changedFiles, ...[...histories.loaded()].map(([, history]) => history)].flatMap(
      (log) => log.takeFailureMessage() ?? [],
    );
    return {
      ...inOneOrder(steps),
      ...(failureMessages[0] === undefined ? {} : { failureMessage: failureMessages.join(' ') }),
    };
  }

  /** Runs alone for the step's file or files. */
  function take(step: OrderedStep, direction: Direction): Promise<StepResult> {
    const { file, together } = step;
    return during(async () => {
      if (together) {
        for (const value of together.files) await changedFiles.add(value, true).catch(() => {});
        return inTurns(together.files, (fileHistories) =>
          stepSeveralFiles(fileHistories, library, together, direction),
        );
      }
      return inTurn(file, async (history) => {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const disk = await update(history);
          if (!disk) return refusal(`Can't read ${file}. Check the file, then try again.`);
          const result = await takeStep(history, library, step, direction, disk);
          if (result) return result;
        }
        return refusal(`Another program is writing ${file}. Try again in a moment.`);
      });
    });
  }

  const handlers: History['handlers'] = {
    'history.list': ({ file, at }) =>
      inTurn(file, async (history) => {
        await update(history);
        return listVersions(history, at);
      }),
    'history.read': ({ file, at, id }) => inTurn(file, (history) => readVersion(history, at, id)),
    'history.keep': ({ file, mine, id }) =>
      inTurn(file, async (history) => {
        const disk = await update(history);
        const text = mine.kind === 'text' ? mine.text : textWithValues(history, mine.values);
        const versionId = history.keep(
          text,
          disk?.text ?? history.versions.lastText,
          id === undefined ? undefined : Number(id),
        );
        // The window drops its text once this returns, so the version must be on disk.
        await history.write();
        const failureMessage = history.isWritten ? undefined : history.takeFailureMessage();
        if (!history.isWritten)
          throw new WorkbenchError('unavailable', failureMessage ?? `The history of ${file} cannot be saved.`);
        return versionId === undefined ? {} : { id: String(versionId) };
      }),
    'history.restore': ({ file, at, id }) =>
      during(() => inTurn(file, async (history) => restoreVersion(history, library, at, id, await update(history)))),
  };

  async function deleted(): Promise<readonly DeletedItem[]> {
    const files = await changedFiles.withDeletions(maxDeletionFiles).catch(() => []);
    const items: DeletedItem[] = [];
    const restoredItems: ReturnType<typeof restorations>[number][] = [];
    for (const file of files) {
      if (!parseDefinitionPath(file)) continue;
      await inTurn(file, (history) => {
        items.push(...deletedItems(history));
        restoredItems.push(...restorations(history));
      });
    }
    return notRestored(items, restoredItems);
  }

  return {
    handlers,
    order,
    take,
    deleted,
    during,
    observe: (file, { text, version }) => {
      if (versionOf(text) === version) enqueue(file, (history) => history.observe(text));
    },
    async prepare(file, version) {
      if (!parseDefinitionPath(file)) return;
      await inTurn(file, async (history) => {
        const { lastText } = history.versions;
        if (lastText !== undefined && versionOf(lastText) === version) return;
        const disk = await readDisk(file);
        if (disk) history.observe(disk.text);
      });
    },
    async intend(file, change, movedFrom) {
      if (!parseDefinitionPath(file)) return;
      const isDeletion = [change.deleted, change.created, change.restored].some((fact) => fact !== undefined);
      // The list is a hint; without it the change still has its history.
      await changedFiles.add(file, isDeletion).catch(() => {});
      await inTurn(file, (history) => history.intend({ changes: [withBefore(history, change)], movedFrom }));
    },
    note: (file, change) => enqueue(file, (history) => history.note(withBefore(history, change))),
    async intendReverted(file, before, after) {
      if (!parseDefinitionPath(file)) return;
      await inTurn(file, async (history) => {
        history.describe();
        await history.write();
        await history.intend({ changes: revertingChanges(history, before, after) });
      });
    },
    noteReverted: (file, before, after) =>
      enqueue(file, (history) => {
        history.describe();
        for (const change of revertingChanges(history, before, after)) history.note(change);
      }),
    moved: (from, to) => inBackground(histories.move(from, to), onError),
    async close() {
      unsubscribe();
      clearTimeout(observeTimer);
      await histories.close();
    },
  };
}

function refusal(message: string) {
  return { kind: 'refused', message } as const;
}

function withBefore(history: FileHistory, change: NotedChange): Change {
  return { ...change, before: 'before' in change ? change.before : history.versions.lastText };
}

/** The changes that undo the steps from the text `before` to the text `after`. Only the last of them changes the text. */
function revertingChanges(
  history: FileHistory,
  before: string | undefined,
  after: string | undefined,
): readonly Change[] {
  const facts = { origin: 'undo', places: [], isTyping: false, isStep: false } as const;
  const [first, ...rest] = stepsBetween(history, before, after);
  return [
    ...rest.toReversed().map(({ id }) => ({ ...facts, before, after: before, of: id })),
    { ...facts, before, after, ...(first ? { of: first.id } : {}) },
  ];
}

/** The newest steps of a file if they lead from the text `to` to the text `from`; otherwise none. */
function stepsBetween({ versions }: FileHistory, from: string | undefined, to: string | undefined): readonly Step[] {
  const { doneSteps } = stepsOf(versions);
  const last = doneSteps.at(-1);
  if (!last || versions.textAt(versions.indexOf(last.id)) !== from) return [];
  const first = doneSteps.findLastIndex(({ id }) => versions.textBefore(versions.indexOf(id)) === to);
  return first < 0 ? [] : doneSteps.slice(first);
}
