/**
 * Making or renewing one index: the files there are, those that have changed read anew, the others taken over from the
 * index before. The new index takes the old one's place in one step, so that being killed at any moment leaves a whole one.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { WorkbenchError } from '../../../base/errors.ts';
import { codeOf, failureSentence } from '../../../files/file-errors.ts';
import { readJsonFile } from '../../../files/json-file.ts';
import { writePrivateFile } from '../../../files/private-file.ts';
import { indexBuilder } from '../../engine/build.ts';
import { readIndexFile, writeIndexFile } from '../../engine/index-file.ts';
import type { Page } from '../../engine/types.ts';
import { readPage } from '../readers/read-page.ts';
import { lockIndex } from './index-lock.ts';
import { type Scan, type ScannedFile, scan, type UnreadFile } from './scan.ts';
import { type IndexSettings, settingsKey } from './settings.ts';

export interface IndexingJob {
  readonly settings: IndexSettings;
  /** Where the index is kept; what could not be read stands beside it. */
  readonly indexFile: string;
  /** Whether to read files that have not changed, too. */
  readonly anew: boolean;
  /** Absolute paths of files that ended an earlier attempt: they are not read. */
  readonly deadly: readonly string[];
}

export interface IndexingProgress {
  readonly done: number;
  readonly total: number;
  /** Absolute path of the file that is read next. */
  readonly file: string;
  /** Whether what has been read so far can be searched, as of now. */
  readonly saved?: true;
}

export interface IndexingResult {
  readonly pages: number;
  /** False: the index on disk is as it was. */
  readonly changed: boolean;
  readonly unread: readonly UnreadFile[];
  /** To be watched; absolute. */
  readonly folders: readonly string[];
  /** The index itself, where the disk does not keep it. `message` says why, in one sentence. */
  readonly unkept?: { readonly index: Uint8Array; readonly message: string };
}

/** Reading for so long is not lost when the program ends; each time it takes twice as long. Milliseconds. */
const firstCheckpoint = 10_000;

const failureShape = z.object({
  /** That of no file when the operating system did not give the file: it may do so the next time. */
  stamp: z.string(),
  message: z.string(),
});

/** Files that could not be read, by location. They are not tried again as long as they have that stamp. */
const rememberedShape = z.record(z.string(), failureShape);

type Failure = z.output<typeof failureShape>;
type Remembered = z.output<typeof rememberedShape>;

/** @throws WorkbenchError when none of the folders is there */
export async function makeIndex(job: IndexingJob, tell: (progress: IndexingProgress) => void): Promise<IndexingResult> {
  const found = await scan(job.settings);
  refuseNothing(found, job.settings);
  try {
    await mkdir(dirname(job.indexFile), { recursive: true, mode: 0o700 });
    const lock = await lockIndex(job.indexFile, () => tell({ done: 0, total: found.files.length, file: '' }));
    try {
      await removeLeftOvers(job.indexFile);
      const telling = (progress: IndexingProgress) => {
        lock.refresh();
        tell(progress);
      };
      for (let time = firstCheckpoint, next = job; ; time *= 2, next = { ...job, anew: false }) {
        const result = await renew(next, found, time, telling);
        if (result) return result;
      }
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    const { index, ...result } = await readAll(job, found, tell);
    const message = failureSentence(`The index cannot be saved in ${dirname(job.indexFile)}`, error);
    return { ...result, unkept: { index, message } };
  }
}

/**
 * @param time how long to read before what there is is kept; milliseconds
 * @returns nothing when files are left to read; the index on disk has the others, and these as they were before
 */
async function renew(
  job: IndexingJob,
  found: Scan,
  time: number,
  tell: (progress: IndexingProgress) => void,
): Promise<IndexingResult | undefined> {
  const deadline = performance.now() + time;
  const key = settingsKey(job.settings);
  const previous = job.anew ? undefined : readIndexFile(job.indexFile, key);
  const remembered = previous ? await readRemembered(job.indexFile) : {};
  const stamps = new Map(previous?.pages().map(({ location, stamp }) => [location, stamp]));
  const builder = indexBuilder({ settings: key, ...(previous && { previous }) });
  const failed: Remembered = {};
  let kept = 0;
  let added = 0;
  let isCut = false;

  for (const [done, file] of found.files.entries()) {
    const { location, stamp } = file;
    if (stamps.get(location) === stamp && builder.keep(location)) {
      kept++;
      continue;
    }
    const known = remembered[location];
    if (known?.stamp === stamp) {
      failed[location] = known;
      continue;
    }
    isCut ||= added > 0 && performance.now() > deadline;
    if (isCut) {
      builder.keep(location);
      continue;
    }
    tell({ done, total: found.files.length, file: file.path });
    const page = await pageOf(file, job.deadly);
    if ('message' in page) failed[location] = page;
    else {
      builder.add({ ...page, stamp });
      added++;
    }
  }

  const changed = !previous || added > 0 || kept !== previous.pageCount;
  if (changed || !isSame(failed, remembered))
    await writePrivateFile(rememberedFile(job.indexFile), JSON.stringify(failed));
  if (changed) await writeIndexFile(job.indexFile, builder.finish());
  if (isCut) {
    tell({ done: kept + added, total: found.files.length, file: '', saved: true });
    return undefined;
  }
  const unread = Object.entries(failed).map(([file, { message }]) => ({ file, message }));
  return { pages: kept + added, changed, unread: [...found.unread, ...unread], folders: found.folders };
}

/** For a disk that keeps nothing: a search works all the same, and every start reads the files. */
async function readAll(
  { settings, deadly }: IndexingJob,
  found: Scan,
  tell: (progress: IndexingProgress) => void,
): Promise<IndexingResult & { readonly index: Uint8Array }> {
  const builder = indexBuilder({ settings: settingsKey(settings) });
  const unread: UnreadFile[] = [...found.unread];
  for (const [done, file] of found.files.entries()) {
    tell({ done, total: found.files.length, file: file.path });
    const page = await pageOf(file, deadly);
    if ('message' in page) unread.push({ file: file.location, message: page.message });
    else builder.add({ ...page, stamp: file.stamp });
  }
  const pages = found.files.length - (unread.length - found.unread.length);
  return { pages, changed: true, unread, folders: found.folders, index: builder.finish() };
}

/** @returns the page, or why there is none */
async function pageOf(
  { path, boundary, location, stamp }: ScannedFile,
  deadly: readonly string[],
): Promise<Page | Failure> {
  if (deadly.includes(path))
    return { stamp, message: 'Reading it took too long or too much memory: exclude it with Exclude.' };
  try {
    return await readPage(path, { boundary, location });
  } catch (error) {
    if (!(error instanceof WorkbenchError))
      return { stamp, message: `It cannot be read (${(error as Error).message}).` };
    return { stamp: codeOf(error.cause) === undefined ? stamp : '', message: error.message };
  }
}

/** What a program that was killed while it wrote has left. Nobody else writes: the lock is held. */
async function removeLeftOvers(indexFile: string): Promise<void> {
  const folder = dirname(indexFile);
  const begin = `${basename(indexFile)}.`;
  for (const name of await readdir(folder))
    if (name.startsWith(begin) && name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
}

function refuseNothing({ found, files, unread }: Scan, { roots }: IndexSettings): void {
  if (files.length > 0) return;
  const [first] = unread;
  if (found === 0 && first) throw new WorkbenchError('not-found', first.message);
  const where = roots.map(({ written }) => written).join(', ');
  const why = first ? ` ${first.file}: ${first.message}` : '';
  throw new WorkbenchError('not-found', `No readable file in ${where}: check Folders, Include and Exclude.${why}`);
}

function rememberedFile(indexFile: string): string {
  return `${indexFile}.unread`;
}

/** Damaged or missing, the files are tried again. */
async function readRemembered(indexFile: string): Promise<Remembered> {
  const read = await readJsonFile(rememberedFile(indexFile), rememberedShape);
  return read.kind === 'valid' ? read.value : {};
}

function isSame(a: Remembered, b: Remembered): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
