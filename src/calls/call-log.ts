/**
 * The files of the log: JSON lines, a few files for each day and workspace, readable by their owner only. Several processes
 * append at once; each writes whole lines in one system call.
 */
import { appendFileSync, chmodSync, readdirSync, statSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolderSync } from '../files/make-folder.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { workspaceKey } from '../state/paths.ts';
import { type KeptCall, keptCall } from './kept-call.ts';

export interface CallLogLimits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files of a workspace; above them the oldest are deleted. */
  readonly bytes: number;
}

const defaultLimits: CallLogLimits = { fileBytes: 8_000_000, bytes: 64_000_000 };

/** Only this many of the newest calls are read. */
const maxCalls = 20_000;
const dayMs = 86_400_000;

export interface CallLog {
  /** Returns once the calls are in the file. @returns whether it is time to `prune` */
  append(calls: readonly KeptCall[]): boolean;
  /** Deletes what is too old or too much. @param days the age at which a call is deleted */
  prune(days: number): Promise<void>;
  /** The newest calls, oldest first. A line that cannot be read is left out. @param since milliseconds since the epoch */
  read(server: string, since?: number): Promise<readonly KeptCall[]>;
  /** The calls of all servers of the workspace. Cheap to ask for often. */
  size(): Promise<{ readonly calls: number; readonly bytes: number }>;
  clear(): Promise<void>;
}

/** @param root the workspace's real path */
export function openCallLog(
  stateDir: string,
  root: string,
  { limits = defaultLimits, now = Date.now }: { readonly limits?: CallLogLimits; readonly now?: () => number } = {},
): CallLog {
  const folder = join(stateDir, 'calls', workspaceKey(root));
  /** What `size` found in each file, by path: only one that has changed since is read again. */
  const counts = new Map<string, { readonly stamp: string; readonly calls: number }>();
  const isLog = (name: string) => /^\d{4}-\d\d-\d\d\.\d{4}\.jsonl$/.test(name);
  /** The file that this process appends to, with what it may append before it looks again. */
  let target: { readonly day: string; readonly path: string; room: number } | undefined;

  /** Oldest first. */
  async function files(): Promise<readonly string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.filter(isLog).sort();
  }

  function fileToWrite(day: string): string {
    const newestFile = readdirSync(folder)
      .filter((name) => isLog(name) && name.startsWith(day))
      .sort()
      .at(-1);
    const number = newestFile === undefined ? 0 : Number(newestFile.slice(11, 15));
    const isFull = newestFile !== undefined && statSync(join(folder, newestFile)).size >= limits.fileBytes;
    return join(folder, `${day}.${String(isFull ? number + 1 : number).padStart(4, '0')}.jsonl`);
  }

  function startTarget(day: string) {
    makePrivateFolderSync(folder);
    const path = fileToWrite(day);
    appendFileSync(path, '', { mode: 0o600 });
    // An older program or a copy may have left another mode.
    chmodSync(path, 0o600);
    return { day, path, room: limits.fileBytes / 8 };
  }

  /** @returns no lines for a file that cannot be read */
  async function linesOf(path: string): Promise<readonly string[]> {
    const bytes = await readRegularFile(path, limits.fileBytes * 4).catch(() => undefined);
    return bytes ? bytes.toString('utf8').trimEnd().split('\n') : [];
  }

  /** Newest first, a file at a time. */
  async function* lines(): AsyncGenerator<string> {
    for (const name of (await files()).toReversed()) yield* (await linesOf(join(folder, name))).toReversed();
  }

  async function countCalls(path: string, stamp: string): Promise<number> {
    const knownCount = counts.get(path);
    if (knownCount?.stamp === stamp) return knownCount.calls;
    const calls = (await linesOf(path)).filter((line) => line !== '').length;
    counts.set(path, { stamp, calls });
    return calls;
  }

  return {
    append(calls) {
      const text = calls.map((call) => `${JSON.stringify(call)}\n`).join('');
      const day = new Date(now()).toISOString().slice(0, 10);
      const isNew = target?.day !== day || target.room <= 0 || !statSync(target.path, { throwIfNoEntry: false });
      if (!target || isNew) target = startTarget(day);
      target.room -= text.length;
      appendFileSync(target.path, text, { mode: 0o600 });
      return isNew;
    },
    async prune(days) {
      const oldestString = new Date(now() - days * dayMs).toISOString().slice(0, 10);
      let bytes = 0;
      for (const name of (await files()).toReversed()) {
        const path = join(folder, name);
        bytes += (await lstat(path)).size;
        if (name.slice(0, 10) < oldestString || bytes > limits.bytes) await rm(path, { force: true });
      }
    },
    async read(server, since = 0) {
      const keptCalls: KeptCall[] = [];
      for await (const line of lines()) {
        const call = callIn(line);
        if (call && call.server === server && call.at >= since) keptCalls.push(call);
        if (keptCalls.length === maxCalls) break;
      }
      return keptCalls.toReversed();
    },
    async size() {
      let [calls, bytes] = [0, 0];
      for (const name of await files()) {
        const path = join(folder, name);
        const stats = await lstat(path).catch(() => undefined);
        if (!stats) continue;
        calls += await countCalls(path, `${stats.ino} ${stats.size} ${stats.mtimeMs}`);
        bytes += stats.size;
      }
      return { calls, bytes };
    },
    async clear() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function callIn(line: string): KeptCall | undefined {
  try {
    return keptCall.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
