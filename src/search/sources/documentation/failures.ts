/** The files of an index that could not be read, stored beside it, so that an unchanged file is not tried again. */
import * as z from 'zod';
import { readJsonFile } from '../../../files/json-file.ts';
import { formatOf } from '../readers/formats.ts';
import type { Failure } from './read-files.ts';
import type { ScannedFile, UnreadFile } from './scan-result.ts';

const failureShape: z.ZodType<Failure> = z.object({
  stamp: z.string(),
  message: z.string(),
  isRead: z.exactOptional(z.literal(true)),
});

/** Unreadable files and remarks by location. Such files are not tried again until their stamp changes. */
const failuresShape = z.record(z.string(), failureShape);

export type Failures = z.output<typeof failuresShape>;

/** The failures of an unchanged file, and of the files in an archive. */
export function failuresIn(failures: Failures, { location, stamp, path }: ScannedFile): Failures {
  const ownFailure = failures[location];
  const ofFile = ownFailure?.stamp === stamp ? { [location]: ownFailure } : {};
  if (formatOf(path) !== 'archive') return ofFile;
  const inside = Object.entries(failures).filter(([key]) => key.startsWith(`${location}/`));
  return { ...ofFile, ...Object.fromEntries(inside) };
}

export function unreadIn(failures: Failures): { unreadFiles: UnreadFile[]; remarks: UnreadFile[] } {
  const filesWith = (isRead: true | undefined) =>
    Object.entries(failures).flatMap(([file, failure]) =>
      failure.isRead === isRead ? [{ file, message: failure.message }] : [],
    );
  return { unreadFiles: filesWith(undefined), remarks: filesWith(true) };
}

/** The file of an index that lists them. */
export function failuresFile(indexFile: string): string {
  return `${indexFile}.unread`;
}

/** Empty if the list is missing or damaged: all files are tried again. */
export async function readFailures(indexFile: string): Promise<Failures> {
  const result = await readJsonFile(failuresFile(indexFile), failuresShape);
  return result.kind === 'valid' ? result.value : {};
}

export function areSameFailures(a: Failures, b: Failures): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
