import { FILE_HEADERS_ONLY, formatPatch } from 'diff';
import { hunksBetween } from '../../../model/diff/hunks.ts';

/** Lines around a change. */
const shownLines = 4;

interface Change {
  /** Where the text is; undefined for a file that does not exist. */
  readonly oldName: string | undefined;
  readonly newName: string | undefined;
  readonly before: string;
  readonly after: string;
}

/** Writes a change as a unified diff, as `diff -u` prints it. */
export function patchText({ oldName = '/dev/null', newName = '/dev/null', before, after }: Change): string {
  const hunks = hunksBetween(before, after, shownLines);
  const names = { oldFileName: oldName, newFileName: newName, oldHeader: undefined, newHeader: undefined };
  return formatPatch({ ...names, hunks }, FILE_HEADERS_ONLY);
}
