/**
 * The files of the log: JSON lines, a few files for each day and workspace, readable by their owner only. Several processes
 * append at once; each writes whole lines in one system call.
 */
import { appendFile, chmod, lstat, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../files/make-folder.ts';
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

/** Most calls that are read, the newest ones. */
const maxCalls = 20_000;
const dayMs = 86_400_000;

export interface CallLog {
  /** Appends calls, and deletes what is too old or too much. @param days the age at which a call is deleted */
  append(calls: readonly KeptCall[], days: number): Promise<void>;
  /** The newest calls, oldest first. A line that cannot be read is left out. @param since milliseconds since the epoch */
  read(server: string, since?: number): Promise<readonly KeptCall[]>;
  /** The calls of all servers of the workspace. */
  size(): Promise<{ readonly calls: number; readonly bytes: number }>;
  clear(): Promise<void>;
}

/** @param root the workspace's real path */
export function callLogOf(
  stateDir: string,
  root: string,
  { limits = defaultLimits, now = Date.now }: { readonly limits?: CallLogLimits; readonly now?: () => number } = {},
): CallLog {
  const folder = join(stateDir, 'calls', workspaceKey(root));
  let written = Number.POSITIVE_INFINITY;

  /** Oldest first. */
  async function files(): Promise<readonly string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => /^\d{4}-\d\d-\d\d\.\d{4}\.jsonl$/.test(name)).sort();
  }

  async function fileToWrite(): Promise<string> {
    const day = new Date(now()).toISOString().slice(0, 10);
    const newest = (await files()).findLast((name) => name.startsWith(day));
    const number = newest === undefined ? 0 : Number(newest.slice(11, 15));
    const isFull = newest !== undefined && (await stat(join(folder, newest))).size >= limits.fileBytes;
    return join(folder, `${day}.${String(isFull ? number + 1 : number).padStart(4, '0')}.jsonl`);
  }

  async function prune(days: number): Promise<void> {
    const oldest = new Date(now() - days * dayMs).toISOString().slice(0, 10);
    let bytes = 0;
    for (const name of (await files()).toReversed()) {
      const path = join(folder, name);
      bytes += (await lstat(path)).size;
      if (name.slice(0, 10) < oldest || bytes > limits.bytes) await rm(path, { force: true });
    }
  }

  /** Newest first, a file at a time. */
  async function* lines(): AsyncGenerator<string> {
    for (const name of (await files()).toReversed()) {
      const bytes = await readRegularFile(join(folder, name), limits.fileBytes * 4).catch(() => undefined);
      if (bytes) yield* bytes.toString('utf8').trimEnd().split('\n').toReversed();
    }
  }

  return {
    async append(calls, days) {
      const text = calls.map((call) => `${JSON.stringify(call)}\n`).join('');
      await makePrivateFolder(folder);
      const file = await fileToWrite();
      await appendFile(file, text, { mode: 0o600 });
      written += text.length;
      if (written < limits.fileBytes / 8) return;
      written = 0;
      // An older program or a copy may have left another mode.
      await chmod(file, 0o600);
      await prune(days);
    },
    async read(server, since = 0) {
      const found: KeptCall[] = [];
      for await (const line of lines()) {
        const call = callIn(line);
        if (call && call.server === server && call.at >= since) found.push(call);
        if (found.length === maxCalls) break;
      }
      return found.toReversed();
    },
    async size() {
      let [calls, bytes] = [0, 0];
      for await (const line of lines()) {
        calls += line === '' ? 0 : 1;
        bytes += Buffer.byteLength(line) + 1;
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
