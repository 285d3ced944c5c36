/** Reads and writes the texts that tests keep: files of `snapshots/` in the workspace, for review and for git. */
import { dirname, join, sep } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { realPath } from '../files/real-path.ts';
import { sha256 } from '../files/sha256.ts';
import { createFile, readIfThere, replaceFile } from '../files/write/atomic-write.ts';

/** The text that one test keeps. */
export interface SnapshotPlace {
  readonly server: string;
  /** The MCP name of the prompt or tool. */
  readonly name: string;
  readonly test: string;
  /** The client application whose model reads the text. */
  readonly client?: string | undefined;
}

export interface Snapshots {
  /** Undefined if there is none. @throws WorkbenchError `refused` outside the workspace */
  read(place: SnapshotPlace): Promise<string | undefined>;
  /** @returns whether the file has changed @throws WorkbenchError as `read` */
  write(place: SnapshotPlace, text: string): Promise<boolean>;
}

/** @param root the workspace's real path */
export function openSnapshots(root: string): Snapshots {
  const pathOf = (place: SnapshotPlace) => snapshotPath(root, snapshotFile(place));

  async function read(place: SnapshotPlace): Promise<string | undefined> {
    const bytes = await readIfThere(pathOf(place));
    return bytes && Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n');
  }

  return {
    read,
    async write(place, text) {
      const path = pathOf(place);
      if ((await read(place)) === text) return false;
      await makeFolder(dirname(path));
      if (await createFile(path, text)) return true;
      return replaceFile(path, text, { isCurrent: () => true });
    },
  };
}

/** @param file relative to the workspace @throws WorkbenchError `refused` outside the workspace */
export function snapshotPath(root: string, file: string): string {
  const path = realPath(join(root, file));
  if (path.startsWith(`${root}${sep}`)) return path;
  throw new WorkbenchError('refused', `${file} links outside the workspace: remove the link.`);
}

/** Relative to the workspace, POSIX: `snapshots/Docs/greet/By name.txt`. */
export function snapshotFile({ server, name, test, client }: SnapshotPlace): string {
  const end = client === undefined ? '' : `.${fileName(client)}`;
  return `snapshots/${fileName(server)}/${fileName(name)}/${fileName(test)}${end}.txt`;
}

/** Makes a file name that every system allows. Different names stay different. */
function fileName(name: string): string {
  const plainName = name
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: file systems refuse them
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
    .replace(/^\.|[. ]+$/g, '_')
    .slice(0, 80);
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plainName);
  if (plainName === name && !isReserved) return plainName;
  return `${isReserved ? '_' : ''}${plainName}~${sha256(name).slice(0, 8)}`;
}
