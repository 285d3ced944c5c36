/** The histories that are in memory: what concerns one file happens in turn, and reaches its log soon. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { inBackground } from '../../base/in-background.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import { FileHistory } from './file-history.ts';

/** Milliseconds after which a new version is kept; typing goes on into the one that was kept. */
const soon = 300;
/** Milliseconds after which a burst of typing is over, and what it changed is put into words. */
const burst = 1_100;
/** Files whose histories stay in memory. */
const mostLoaded = 24;

export interface LoadedHistories {
  /** Runs a task after all earlier ones of that file. @throws WorkbenchError `refused` for no definition's path */
  inTurn<T>(file: string, task: (history: FileHistory) => T | Promise<T>): Promise<T>;
  loaded(): Iterable<readonly [string, FileHistory]>;
  /** A file has another name now: its history goes with it. */
  move(from: string, to: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param dir the folder of one workspace's logs
 * @param textOf reads what a file holds; undefined for no file
 */
export function loadHistories(
  dir: string,
  textOf: (file: string) => Promise<string | undefined>,
  now: () => number,
  onError: (error: unknown) => void,
): LoadedHistories {
  const loaded = new Map<string, FileHistory>();
  const turns = new Map<string, Promise<unknown>>();
  const timers = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  const logPath = (file: string) => {
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 12);
    return join(dir, `${file.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)}-${hash}.log`);
  };

  async function read(file: string): Promise<FileHistory> {
    const history = new FileHistory(definitionPath(file), logPath(file), now);
    await history.load();
    if (history.hasIntents)
      await history.recover(await textOf(file), async (other, changeId) => {
        const { versions } = loaded.get(other) ?? (await read(other));
        return changeId === undefined ? versions : versions.before(changeId);
      });
    return history;
  }

  async function load(file: string): Promise<FileHistory> {
    const known = loaded.get(file);
    const history = known ?? (await read(file));
    // Behind all others: the one that was asked for least recently goes first.
    loaded.delete(file);
    loaded.set(file, history);
    const idle = [...loaded].find(([name, each]) => name !== file && each.isSettled && !turns.has(name));
    if (loaded.size > mostLoaded && idle) loaded.delete(idle[0]);
    return history;
  }

  function enqueue<T>(file: string, task: () => Promise<T>): Promise<T> {
    const run = (turns.get(file) ?? Promise.resolve()).then(task);
    const settled = run.then(
      () => {},
      () => {},
    );
    turns.set(file, settled);
    inBackground(settled.then(() => turns.get(file) === settled && turns.delete(file)));
    return run;
  }

  function inTurn<T>(file: string, task: (history: FileHistory) => T | Promise<T>): Promise<T> {
    return enqueue(file, async () => {
      const history = await load(file);
      const result = await task(history);
      if (!history.isWritten) schedule(file, soon);
      return result;
    });
  }

  function schedule(file: string, milliseconds: number): void {
    if (isClosed || timers.has(file)) return;
    const keep = () => {
      timers.delete(file);
      inTurn(file, async (history) => {
        await history.write();
        if (history.isTyping) schedule(file, burst);
      }).catch(onError);
    };
    timers.set(file, setTimeout(keep, milliseconds).unref());
  }

  return {
    inTurn,
    loaded: () => loaded,
    move(from, to) {
      // Before the next task of the old name, which notes that its file has gone: that is no part of the new history.
      const versions = inTurn(from, (history) => {
        history.describe();
        return history.versions.copy();
      });
      return inTurn(to, async (history) => history.adopt(await versions));
    },
    async close() {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(turns.values());
      for (const history of loaded.values()) history.describe();
      await Promise.all([...loaded.values()].map((history) => history.write()));
    },
  };
}
