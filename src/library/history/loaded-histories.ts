/** The file histories in memory. Tasks of one file run one after another, and new versions reach the log soon after. */
import { join } from 'node:path';
import { TaskQueues } from '../../base/task-queue.ts';
import { sha256 } from '../../files/sha256.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { Clock } from './clock.ts';
import { FileHistory } from './file-history.ts';
import { type Steps, stepsOf } from './undo/undo-steps.ts';

/** Delay before a new version is written to the log. Typing may still extend it there. */
const writeDelayMs = 300;
/** Delay after which a burst of typing is over and can be summarized. */
const burstMs = 1_100;
/** Histories that stay in memory. */
const maxLoaded = 24;

export interface LoadedHistories {
  /** Runs a task after all earlier tasks of that file. @throws WorkbenchError `refused` if it is not a definition file */
  inTurn<T>(file: string, task: (history: FileHistory) => T | Promise<T>): Promise<T>;
  loaded(): Iterable<readonly [string, FileHistory]>;
  /** The steps of a file, without keeping its history in memory. */
  steps(file: string): Promise<Steps>;
  /** Moves the history of a renamed file to its new name. */
  move(from: string, to: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param dir the folder of one workspace's logs
 * @param textOf reads a file's present text; undefined for no file
 */
export function loadHistories(
  dir: string,
  textOf: (file: string) => Promise<string | undefined>,
  clock: Clock,
  onError: (error: unknown) => void,
): LoadedHistories {
  const histories = new Map<string, FileHistory>();
  /** Of histories that were dropped from memory. */
  const steps = new Map<string, Steps>();
  const queues = new TaskQueues<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  const logPath = (file: string) => {
    const hash = sha256(file).slice(0, 12);
    return join(dir, `${file.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)}-${hash}.log`);
  };

  async function read(file: string): Promise<FileHistory> {
    const history = new FileHistory(definitionPath(file), logPath(file), clock);
    await history.load();
    if (history.hasIntents)
      await history.recover(await textOf(file), async (otherFile, changeId) => {
        const { versions } = histories.get(otherFile) ?? (await read(otherFile));
        return changeId === undefined ? versions : versions.before(changeId);
      });
    return history;
  }

  async function load(file: string): Promise<FileHistory> {
    const loadedHistory = histories.get(file);
    const history = loadedHistory ?? (await read(file));
    // The least recently used history is dropped first.
    histories.delete(file);
    histories.set(file, history);
    steps.delete(file);
    const idle = [...histories].find(
      ([name, fileHistory]) => name !== file && fileHistory.isSettled && !queues.hasTasks(name),
    );
    if (histories.size > maxLoaded && idle) {
      const [name, { versions }] = idle;
      steps.set(name, stepsOf(versions));
      histories.delete(name);
    }
    return history;
  }

  function inTurn<T>(file: string, task: (history: FileHistory) => T | Promise<T>): Promise<T> {
    return queues.run(file, async () => {
      const history = await load(file);
      const result = await task(history);
      if (!history.isWritten) schedule(file, writeDelayMs);
      return result;
    });
  }

  function schedule(file: string, delayMs: number): void {
    if (isClosed || timers.has(file)) return;
    const write = () => {
      timers.delete(file);
      inTurn(file, async (history) => {
        await history.write();
        if (history.isTyping) schedule(file, burstMs);
      }).catch(onError);
    };
    timers.set(file, setTimeout(write, delayMs).unref());
  }

  return {
    inTurn,
    loaded: () => histories,
    async steps(file) {
      const knownSteps = histories.has(file) || queues.hasTasks(file) ? undefined : steps.get(file);
      return (
        knownSteps ??
        inTurn(file, (history) => {
          history.describe();
          return stepsOf(history.versions);
        })
      );
    },
    move(from, to) {
      // Queued before the old name's next task, which records a deletion that is not part of the new history.
      const versions = inTurn(from, (history) => {
        history.describe();
        return history.versions.copy();
      });
      return inTurn(to, async (history) => history.adopt(await versions));
    },
    async close() {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await queues.ended;
      for (const history of histories.values()) history.describe();
      await Promise.all([...histories.values()].map((history) => history.write()));
    },
  };
}
