/** What a scan finds. */
import * as z from 'zod';

/** What was in a folder; the file of the last scan keeps it. `names` and `files` are separated by `/`, which no name has. */
export const folderShape = z.object({
  path: z.string(),
  modifiedMs: z.number(),
  /** Of everything in the folder, in the order of the operating system. */
  names: z.string(),
  /** The files that belong to the source. */
  files: z.string(),
  /** The size and time of each of them. */
  stamps: z.string(),
});

export type ScannedFolder = z.output<typeof folderShape>;

/** A file or folder that was left out, and why. */
export interface UnreadFile {
  readonly file: string;
  readonly message: string;
}

export interface ScannedFile {
  /** Absolute. */
  readonly path: string;
  /** The real path of the folder or file that links must stay inside. */
  readonly boundary: string;
  /** The name in results. */
  readonly location: string;
  readonly sizeBytes: number;
  /** Size and time of modification, also those of `twin`. */
  readonly stamp: string;
  /** The file belongs to a copy of web pages. */
  readonly isCopy?: true;
  /** Added to the title of its page. */
  readonly version?: string;
  /** The file that this one may repeat. */
  readonly twin?: ScannedFile;
}

export interface Scan {
  /** Sorted by location; a file that may repeat another one follows it. */
  readonly files: readonly ScannedFile[];
  /** Absolute paths of the folders where new files may appear. */
  readonly folders: readonly string[];
  /** Missing or unreadable folders, private files, links out of a folder, and files beyond the limit. */
  readonly unreadFiles: readonly UnreadFile[];
  /** Formats that are not read. */
  readonly remarks: readonly UnreadFile[];
  /** The number of roots that exist. */
  readonly rootCount: number;
  /** What was in each folder; undefined if links, missing folders or limits make a comparison with it unsafe. */
  readonly scannedFolders?: readonly ScannedFolder[] | undefined;
  /** As `Date.now()`. */
  readonly startedAt: number;
}
