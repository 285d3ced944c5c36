/**
 * Keeps what the last scan of a large source found, in a file beside its index. While folders and files are unchanged, neither
 * a scan nor reading the index is necessary, which is most of the time that a program needs for a single search.
 */
import { readdirSync, statSync } from 'node:fs';
import * as z from 'zod';
import { readJsonFile } from '../../../files/json-file.ts';
import { writePrivateFile } from '../../../files/private-file.ts';
import { stampOf } from './scan.ts';
import { folderShape, type Scan, type ScannedFolder } from './scan-result.ts';
import { type IndexSettings, settingsKey } from './settings.ts';

/** Scanning fewer files is fast enough. */
const minFiles = 200;
/** A folder that changed this shortly before its scan may change again without a new time: some disks count in steps of 2 s. */
const settledMs = 3_000;
/** Ten times the size for a source with the maximum number of files. */
const maxBytes = 128 * 1024 * 1024;

const unreadFile = z.object({ file: z.string(), message: z.string() });

const shape = z.object({
  settings: z.string(),
  /** The size and time of the index. */
  index: z.string(),
  pages: z.number(),
  unread: z.array(unreadFile),
  remarks: z.array(unreadFile),
  scanned: z.array(folderShape),
});

/** What indexing the files gave, which is the same for an unchanged source. */
export interface ScanOutcome {
  readonly pages: number;
  readonly unreadFiles: Scan['unreadFiles'];
  readonly remarks: Scan['remarks'];
  readonly folders: Scan['folders'];
}

/** Undefined if anything may have changed since the last scan. Mostly synchronous, so only for the worker. */
export async function readUnchangedOutcome(
  settings: IndexSettings,
  indexFile: string,
): Promise<ScanOutcome | undefined> {
  const result = await readJsonFile(scanFile(indexFile), shape, maxBytes);
  if (result.kind !== 'valid' || result.value.settings !== settingsKey(settings)) return undefined;
  const { index, pages, unread: unreadFiles, remarks, scanned } = result.value;
  try {
    if (index !== stampOf(statSync(indexFile)) || !scanned.every(isUnchanged)) return undefined;
  } catch {
    return undefined;
  }
  return { pages, unreadFiles, remarks, folders: scanned.map(({ path }) => path) };
}

/** Saves nothing for a source that is small, has links, or is changing. If the disk is full, the next scan takes longer. */
export async function saveScan(
  { settings, indexFile }: { readonly settings: IndexSettings; readonly indexFile: string },
  { files, scannedFolders, startedAt }: Scan,
  { pages, unreadFiles, remarks }: ScanOutcome,
): Promise<void> {
  if (files.length < minFiles || !scannedFolders) return;
  if (scannedFolders.some(({ modifiedMs }) => modifiedMs > startedAt - settledMs)) return;
  try {
    const content: z.input<typeof shape> = {
      settings: settingsKey(settings),
      index: stampOf(statSync(indexFile)),
      pages,
      unread: [...unreadFiles],
      remarks: [...remarks],
      scanned: [...scannedFolders],
    };
    await writePrivateFile(scanFile(indexFile), JSON.stringify(content));
  } catch {
    // The next scan looks at everything.
  }
}

/** @throws the operating system's error for a folder or file that is gone */
function isUnchanged({ path, modifiedMs, names, files, stamps }: ScannedFolder): boolean {
  if (statSync(path).mtimeMs !== modifiedMs || readdirSync(path).join('/') !== names) return false;
  if (files === '') return true;
  const fileStamps = stamps.split('/');
  return files.split('/').every((name, index) => {
    const stats = statSync(`${path}/${name}`);
    return stats.isFile() && stampOf(stats) === fileStamps[index];
  });
}

function scanFile(indexFile: string): string {
  return `${indexFile}.scan`;
}
