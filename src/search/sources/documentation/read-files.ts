/** Reads the files of a source one after another: one page from each file, and all pages of an archive. */
import { WorkbenchError } from '../../../base/errors.ts';
import { codeOf } from '../../../files/file-errors.ts';
import { formatOf } from '../readers/formats.ts';
import { readArchivedPages, readPage } from '../readers/read-page.ts';
import type { ReadPage } from '../readers/share-read.ts';
import type { ScannedFile } from './scan-result.ts';
import { isTwin } from './twins.ts';

/** Why a file is not in the index, or a remark on its page. */
export interface Failure {
  /** The file's size and time; empty after an error of the operating system, so that the next run tries again. */
  readonly stamp: string;
  readonly message: string;
  /** The page is in the index, and the message is a remark on it. */
  readonly isRead?: true;
}

export type ReadResult = { readonly page: ReadPage } | { readonly location: string; readonly failure: Failure };

interface ReaderOptions {
  /** Absolute paths of files that are not read. */
  readonly skippedFiles: readonly string[];
  readonly docComments: boolean;
}

export function createFileReader({
  skippedFiles,
  docComments,
}: ReaderOptions): (file: ScannedFile) => AsyncGenerator<ReadResult> {
  /** The last file that may have twins, which follow it. */
  let last: ReadResult | undefined;
  let lastLocation = '';
  const readFirst = async (file: ScannedFile) => {
    if (!last || lastLocation !== file.location) last = await readOne(file);
    lastLocation = file.location;
    return last;
  };

  async function readOne(file: ScannedFile): Promise<ReadResult> {
    const { path, boundary, location, stamp, isCopy } = file;
    if (skippedFiles.includes(path)) return tooLargeResult(file);
    try {
      return { page: await readPage(path, { boundary, location, docComments, isCopy }) };
    } catch (error) {
      return { location, failure: failureOf(error, stamp) };
    }
  }

  async function* readArchive(file: ScannedFile): AsyncGenerator<ReadResult> {
    const { path, boundary, location, stamp, isCopy } = file;
    if (skippedFiles.includes(path)) {
      yield tooLargeResult(file);
      return;
    }
    try {
      for await (const inner of readArchivedPages(path, { boundary, location, docComments, isCopy })) {
        if ('page' in inner) yield inner;
        else yield { location: inner.location, failure: failureOf(inner.error, stamp) };
      }
    } catch (error) {
      yield { location, failure: failureOf(error, stamp) };
    }
  }

  return async function* (file) {
    if (formatOf(file.path) === 'archive') {
      yield* readArchive(file);
      return;
    }
    if (!file.twin) {
      yield await readFirst(file);
      return;
    }
    const result = await readOne(file);
    const twinResult = await readFirst(file.twin);
    const isRepeated = 'page' in result && 'page' in twinResult && isTwin(result.page, twinResult.page);
    yield isRepeated ? { page: { title: '', location: file.location, blocks: [] } } : result;
  };
}

function tooLargeResult({ location, stamp }: ScannedFile): ReadResult {
  const message = 'Reading it took too long or too much memory: exclude it with Exclude.';
  return { location, failure: { stamp, message } };
}

function failureOf(error: unknown, stamp: string): Failure {
  if (!(error instanceof WorkbenchError))
    return {
      stamp,
      message: `It cannot be read (${(error as Error).message.replace(/\.$/, '')}): exclude it with Exclude.`,
    };
  return { stamp: codeOf(error.cause) === undefined ? stamp : '', message: error.message };
}
