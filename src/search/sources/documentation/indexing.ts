/**
 * Makes or updates one index: reads changed files and keeps the pages of unchanged ones. The new index replaces the old one
 * atomically, so that a kill at any moment leaves a complete index.
 */
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { codeOf, failureSentence } from '../../../files/file-errors.ts';
import { makePrivateFolder } from '../../../files/make-folder.ts';
import { writePrivateFile } from '../../../files/private-file.ts';
import { indexBuilder } from '../../engine/index/build.ts';
import { readIndexFile, writeIndexFile } from '../../engine/index/index-file.ts';
import type { IndexBuilder, IndexedPage } from '../../engine/types.ts';
import { formatOf } from '../readers/formats.ts';
import { areSameFailures, type Failures, failuresFile, failuresIn, readFailures, unreadIn } from './failures.ts';
import { lockIndex } from './index-lock.ts';
import { readUnchangedOutcome, saveScan } from './last-scan.ts';
import { PreviousPages } from './previous-pages.ts';
import { createFileReader, type Failure, type ReadResult } from './read-files.ts';
import { scan } from './scan.ts';
import type { Scan, ScannedFile, UnreadFile } from './scan-result.ts';
import { type IndexSettings, settingsKey } from './settings.ts';

export interface IndexingJob {
  readonly settings: IndexSettings;
  /** The path of the index. The list of unreadable files is beside it. */
  readonly indexFile: string;
  /** Whether to read unchanged files again. */
  readonly rebuild: boolean;
  /** Absolute paths of files that ended an earlier attempt and are not read. */
  readonly skippedPaths: readonly string[];
  /** Whether the caller has opened the index, so that it is complete. */
  readonly isOpen?: boolean;
  /** A larger first index is not made: the result has its size, for a person to confirm. */
  readonly asksAbove?: ReadingSize;
  /** An `Int32Array` of one element; 1 stops the reading. Shared, because the worker is busy while it reads. */
  readonly stop?: SharedArrayBuffer;
}

export interface ReadingSize {
  readonly files: number;
  readonly bytes: number;
}

export interface IndexingProgress {
  readonly doneCount: number;
  readonly totalCount: number;
  /** Absolute path of the next file. */
  readonly file: string;
  /** Set when an intermediate index was saved. */
  readonly isSaved?: true;
  /** Whether the files are still being counted; `totalCount` is the number so far. */
  readonly isCounting?: true;
}

export interface IndexingResult {
  readonly pages: number;
  /** False if the index on disk is unchanged. */
  readonly isChanged: boolean;
  readonly unreadFiles: readonly UnreadFile[];
  /** Files that were read in part, and formats that are not read. */
  readonly remarks: readonly UnreadFile[];
  /** Folders to watch; absolute. */
  readonly folders: readonly string[];
  /** The index itself, if it cannot be saved. `message` is the reason in one sentence. */
  readonly unsaved?: { readonly index: Uint8Array; readonly message: string };
  /** The size of a first index that a person has to confirm; nothing was read. */
  readonly unconfirmedSize?: ReadingSize;
  /** Set when reading was stopped; the index has the files read until then. */
  readonly stopped?: { readonly done: number; readonly total: number };
}

/** An intermediate index is saved after this time, then after twice as long, and so on. */
const firstCheckpointMs = 10_000;

/** @throws WorkbenchError if no folder exists or there is nothing to read */
export async function makeIndex(
  job: IndexingJob,
  report: (progress: IndexingProgress) => void,
): Promise<IndexingResult> {
  if (job.isOpen && !job.rebuild && job.skippedPaths.length === 0) {
    const outcome = await readUnchangedOutcome(job.settings, job.indexFile);
    if (outcome) return { isChanged: false, ...outcome };
  }
  const scanResult = scan(job.settings, {
    onCount: (totalCount) => report({ doneCount: 0, totalCount, file: '', isCounting: true }),
    isStopped: () => isStopped(job),
  });
  const emptyResult = { pages: 0, isChanged: false, unreadFiles: [], remarks: [], folders: [] };
  if (isStopped(job)) return { ...emptyResult, stopped: { done: 0, total: scanResult.files.length } };
  requireFiles(scanResult, job.settings);
  const unconfirmedSize = await sizeToConfirm(job, scanResult);
  if (unconfirmedSize) return { ...emptyResult, unconfirmedSize };
  try {
    await makePrivateFolder(dirname(job.indexFile));
    const lock = await lockIndex(job.indexFile, () =>
      report({ doneCount: 0, totalCount: scanResult.files.length, file: '' }),
    );
    try {
      await removeTemporaryFiles(job.indexFile);
      const reportAndRefresh = (progress: IndexingProgress) => {
        lock.refresh();
        report(progress);
      };
      for (let time = firstCheckpointMs, next = job; ; time *= 2, next = { ...job, rebuild: false }) {
        const result = await update(next, scanResult, time, reportAndRefresh);
        if (result) return result;
      }
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    const { index, ...result } = await readAll(job, scanResult, report);
    const message = failureSentence(`The index cannot be saved in ${dirname(job.indexFile)}`, error);
    return { ...result, unsaved: { index, message } };
  }
}

function isStopped({ stop }: IndexingJob): boolean {
  return stop !== undefined && Atomics.load(new Int32Array(stop), 0) === 1;
}

/** The size that a person has to confirm; undefined if there is little to read, or for an update. */
async function sizeToConfirm(
  { settings, indexFile, asksAbove }: IndexingJob,
  { files }: Scan,
): Promise<ReadingSize | undefined> {
  if (!asksAbove) return undefined;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (files.length <= asksAbove.files && bytes <= asksAbove.bytes) return undefined;
  return (await readIndexFile(indexFile, settingsKey(settings))) ? undefined : { files: files.length, bytes };
}

/**
 * @param timeMs how long to read before an intermediate index is saved
 * @returns undefined if files are left; the saved index has their previous pages
 */
async function update(
  job: IndexingJob,
  scanResult: Scan,
  timeMs: number,
  report: (progress: IndexingProgress) => void,
): Promise<IndexingResult | undefined> {
  const deadline = performance.now() + timeMs;
  const key = settingsKey(job.settings);
  const previous = job.rebuild ? undefined : await readIndexFile(job.indexFile, key);
  const previousFailures = previous ? await readFailures(job.indexFile) : {};
  const previousPages = previous?.pages() ?? [];
  if (previous && isSameFileByFile(scanResult, previousPages, previousFailures))
    return resultOf(previousFailures, previous.pageCount, false);
  const pages = new PreviousPages(previousPages, scanResult.files);
  if (previous && isUpToDate(scanResult, pages, previousFailures))
    return resultOf(previousFailures, previous.pageCount, false);
  const builder = indexBuilder({ settings: key, ...(previous && { previous }) });
  const readFile = createFileReader({ skippedFiles: job.skippedPaths, docComments: job.settings.docComments });
  const newFailures: Failures = {};
  let unchangedCount = 0;
  let addedCount = 0;
  let isCut = false;

  for (const [doneCount, file] of scanResult.files.entries()) {
    const { location, stamp } = file;
    const knownFailure = previousFailures[location];
    const count = pages.unchangedOf(file).filter((value) => builder.keep(value)).length;
    if (count > 0) {
      unchangedCount += count;
      Object.assign(newFailures, failuresIn(previousFailures, file));
      continue;
    }
    if (knownFailure?.stamp === stamp && !knownFailure.isRead) {
      newFailures[location] = knownFailure;
      continue;
    }
    isCut ||= (addedCount > 0 && performance.now() > deadline) || isStopped(job);
    if (isCut) {
      for (const value of pages.allOf(file)) builder.keep(value);
      continue;
    }
    report({ doneCount, totalCount: scanResult.files.length, file: file.path });
    for await (const result of readFile(file)) {
      addedCount += add(result, file, builder, newFailures);
      // Each page of an archive restarts the time that a file may take.
      if (formatOf(file.path) === 'archive')
        report({ doneCount, totalCount: scanResult.files.length, file: file.path });
    }
  }

  if (isCut && addedCount === 0) return stoppedResult();
  const hasChanged = !previous || addedCount > 0 || unchangedCount !== previous.pageCount;
  if (hasChanged || !areSameFailures(newFailures, previousFailures))
    await writePrivateFile(failuresFile(job.indexFile), JSON.stringify(newFailures));
  if (hasChanged) await writeIndexFile(job.indexFile, builder.finish());
  if (isCut && isStopped(job)) return stoppedResult();
  if (isCut) {
    report({ doneCount: unchangedCount + addedCount, totalCount: scanResult.files.length, file: '', isSaved: true });
    return undefined;
  }
  return resultOf(newFailures, unchangedCount + addedCount, hasChanged);

  async function resultOf(failures: Failures, pageCount: number, isChanged: boolean): Promise<IndexingResult> {
    const { unreadFiles, remarks } = unreadIn(failures);
    const result: IndexingResult = {
      pages: pageCount,
      isChanged,
      unreadFiles: [...scanResult.unreadFiles, ...unreadFiles],
      remarks: [...scanResult.remarks, ...remarks],
      folders: scanResult.folders,
    };
    // A file without a stamp is tried again, although it has not changed.
    if (Object.values(failures).every(({ stamp }) => stamp !== '')) await saveScan(job, scanResult, result);
    return result;
  }

  function stoppedResult(): IndexingResult {
    const { unreadFiles, remarks } = unreadIn(newFailures);
    const progress = { done: unchangedCount + addedCount + unreadFiles.length, total: scanResult.files.length };
    return {
      pages: unchangedCount + addedCount,
      isChanged: addedCount > 0,
      unreadFiles,
      remarks,
      folders: [],
      stopped: progress,
    };
  }
}

/**
 * Whether the files and the pages of the previous index correspond in order. True for nearly all unchanged sources without
 * archives. Without a map of all pages, this halves the time of a rescan.
 */
function isSameFileByFile({ files }: Scan, pages: readonly IndexedPage[], failures: Failures): boolean {
  let next = 0;
  let filesFailed = 0;
  for (const { location, stamp } of files) {
    const failure = failures[location];
    if (failure && failure.stamp !== stamp) return false;
    if (failure) filesFailed++;
    const page = pages[next];
    if (page?.location === location && page.stamp === stamp) next++;
    else if (!failure || failure.isRead) return false;
  }
  return next === pages.length && filesFailed === Object.keys(failures).length;
}

/** Whether the previous index and list of failures contain the found files and nothing else. */
function isUpToDate({ files }: Scan, pages: PreviousPages, failures: Failures): boolean {
  const failuresByFile = new Map<string, Failure[]>();
  for (const [location, failure] of Object.entries(failures)) {
    const file = pages.fileOf(location);
    const knownFailures = failuresByFile.get(file);
    if (knownFailures) knownFailures.push(failure);
    else failuresByFile.set(file, [failure]);
  }
  let pagesLeft = pages.totalCount;
  let filesFailed = 0;
  for (const file of files) {
    const failuresOfFile = failuresByFile.get(file.location) ?? [];
    if (failuresOfFile.length > 0) filesFailed++;
    if (failuresOfFile.some(({ stamp }) => stamp !== file.stamp)) return false;
    const unchangedPageCount = pages.unchangedOf(file).length;
    pagesLeft -= unchangedPageCount;
    if (unchangedPageCount === 0 && !failuresOfFile.some(({ isRead }) => !isRead)) return false;
  }
  return pagesLeft === 0 && filesFailed === failuresByFile.size;
}

/** Makes the index in memory, for a disk that cannot be written. */
async function readAll(
  job: IndexingJob,
  scanResult: Scan,
  report: (progress: IndexingProgress) => void,
): Promise<IndexingResult & { readonly index: Uint8Array }> {
  const { settings, skippedPaths: skippedFiles } = job;
  const builder = indexBuilder({ settings: settingsKey(settings) });
  const readFile = createFileReader({ skippedFiles, docComments: settings.docComments });
  let pages = 0;
  const failures: Failures = {};
  for (const [doneCount, file] of scanResult.files.entries()) {
    if (isStopped(job)) {
      const progress = { done: doneCount, total: scanResult.files.length };
      return {
        pages: doneCount,
        isChanged: true,
        ...unreadIn(failures),
        folders: [],
        index: builder.finish(),
        stopped: progress,
      };
    }
    report({ doneCount, totalCount: scanResult.files.length, file: file.path });
    for await (const result of readFile(file)) pages += add(result, file, builder, failures);
  }
  const { unreadFiles, remarks } = unreadIn(failures);
  return {
    pages,
    isChanged: true,
    unreadFiles: [...scanResult.unreadFiles, ...unreadFiles],
    remarks: [...scanResult.remarks, ...remarks],
    folders: scanResult.folders,
    index: builder.finish(),
  };
}

/** @returns the number of added pages */
function add(result: ReadResult, { stamp, version }: ScannedFile, builder: IndexBuilder, failures: Failures): number {
  if ('failure' in result) {
    failures[result.location] = result.failure;
    return 0;
  }
  const { remark, ...page } = result.page;
  if (remark !== undefined) failures[page.location] = { stamp, message: remark, isRead: true };
  const title = version === undefined || page.title === '' ? page.title : `${page.title} (${version})`;
  builder.add({ ...page, title, stamp });
  return 1;
}

/** Removes temporary files of killed programs. Safe while the lock is held. */
async function removeTemporaryFiles(indexFile: string): Promise<void> {
  const folder = dirname(indexFile);
  const begin = `${basename(indexFile)}.`;
  for (const name of await readdir(folder))
    if (name.startsWith(begin) && name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
}

function requireFiles({ rootCount, files, unreadFiles }: Scan, { roots }: IndexSettings): void {
  if (files.length > 0) return;
  const [first] = unreadFiles;
  const copy = roots.find(({ isCopy }) => isCopy);
  if (copy && !first) {
    const message = `Nothing has been fetched from ${copy.writtenPath} yet: press Fetch on the page of the source, or run prompt-workbench fetch.`;
    throw new WorkbenchError('not-found', message);
  }
  if (rootCount === 0 && first) throw new WorkbenchError('not-found', first.message);
  const where = roots.map(({ writtenPath }) => writtenPath).join(', ');
  const why = first ? ` ${first.file}: ${first.message}` : '';
  throw new WorkbenchError('not-found', `No readable file in ${where}: check Folders, Include and Exclude.${why}`);
}
