/**
 * The record of what a person has allowed one workspace: a file in the state folder, never in the workspace. The real path
 * of the workspace names it. It is read at every question, because another program may have written it a moment ago.
 */
import { watch } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { ask } from '../contract/shapes/trust.ts';
import { checkedJson, formatCheckedJson } from '../files/checked-json.ts';
import { codeOf } from '../files/file-errors.ts';
import { readJsonFile } from '../files/json-file.ts';
import { makePrivateFolder, makePrivateFolderSync } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { moveAside } from '../files/write/move-aside.ts';
import type { Ask } from '../model/asks.ts';
import { workspaceKey } from '../state/paths.ts';

const recordShape = z.strictObject({
  version: z.literal(1),
  folder: z.string(),
  isTrusted: z.boolean(),
  allowed: z.array(ask),
});
const storedRecord = checkedJson(recordShape, recordShape);

export interface TrustRecord {
  readonly isTrusted: boolean;
  /** Without `functions`, which `isTrusted` represents. */
  readonly allowed: readonly Ask[];
}

export interface TrustFile {
  /** A missing record allows nothing. So does a damaged one, which is logged and moved aside. */
  read(): Promise<TrustRecord>;
  /** Reads, edits and writes the record under a lock. @throws if the state folder cannot be written */
  change(edit: (record: TrustRecord) => TrustRecord): Promise<void>;
  /**
   * Calls `listener` after a change by any program. Does nothing where the folder cannot be watched.
   * @returns a function that stops it
   */
  watch(listener: () => void): () => void;
}

const nothingAllowed: TrustRecord = { isTrusted: false, allowed: [] };

/** The folder of all records. */
export function trustFolder(stateDir: string): string {
  return join(stateDir, 'trust');
}

/** @param root the workspace's real path */
export function trustFile(stateDir: string, root: string, log: (line: string) => void): TrustFile {
  const folder = trustFolder(stateDir);
  const path = join(folder, `${workspaceKey(root)}.json`);
  let lastReport: string | undefined;

  async function read(): Promise<TrustRecord> {
    const file = await readJsonFile(path, storedRecord);
    switch (file.kind) {
      case 'missing':
        break;
      case 'valid':
        if (file.value.folder === root) return file.value;
        await discard('it belongs to another folder');
        break;
      case 'damaged':
        await discard(file.why);
        break;
      case 'unreadable':
        report(
          `The trust record ${path} is not used (${file.why}), so this workspace is restricted: give yourself access to it.`,
        );
        break;
    }
    return nothingAllowed;
  }

  /** Moves a record that can never be used again aside, so that its loss is reported once. */
  async function discard(why: string): Promise<void> {
    const restrictionMessage = `The trust record ${path} is damaged (${why}), so this workspace is restricted: trust it again`;
    try {
      report(`${restrictionMessage} (the old record is ${await moveAside(path)}).`);
    } catch (error) {
      // Otherwise another process has moved and reported it.
      if (codeOf(error) !== 'ENOENT') report(`${restrictionMessage}.`);
    }
  }

  function report(sentence: string): void {
    if (lastReport === sentence) return;
    lastReport = sentence;
    log(`warning: ${sentence}`);
  }

  return {
    read,
    async change(edit) {
      await makePrivateFolder(folder);
      const { withFolderLock } = await import('../files/folder-lock.ts');
      await withFolderLock(folder, async () => {
        const { isTrusted, allowed } = edit(await read());
        await writePrivateFile(path, formatCheckedJson({ version: 1, folder: root, isTrusted, allowed }));
      });
    },
    watch(listener) {
      try {
        makePrivateFolderSync(folder);
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name === null || name === basename(path)) listener();
        });
        watcher.on('error', () => watcher.close());
        return () => watcher.close();
      } catch {
        return () => undefined;
      }
    },
  };
}
