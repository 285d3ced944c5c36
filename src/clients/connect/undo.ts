/** What taking back one recorded change means for the file as it is now. */
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../../base/errors.ts';
import type { Configuration } from '../config-files/configuration.ts';
import { restOfData } from '../config-files/configuration.ts';
import { formats, removeEntry, restoreEntry, type Target } from '../config-files/edit.ts';
import { hashOf } from './journal.ts';
import type { JournalRecord } from './journal-record.ts';
import { decodeUtf8 } from './refused-file.ts';

/** `bytes` absent: the file goes. */
export type Undoing =
  | { readonly kind: 'write'; readonly bytes?: Buffer; readonly message: string }
  | { readonly kind: 'nothing'; readonly message: string };

/** Which entry a record is about. */
export function targetOf({ format, place, name }: JournalRecord): Target {
  return { format, place, name };
}

/**
 * A file that still is as it was written becomes, to the byte, what it was before. In any other only our entry is taken
 * out, or put back to what it replaced, and what others wrote stays.
 * @param now the file's bytes; absent when there is no file
 * @param before the backup's bytes; absent when there was no file
 * @throws WorkbenchError `refused` when somebody changed the entry itself; RefusedFile when the file cannot be read
 */
export function undoing(record: JournalRecord, now: Buffer | undefined, before: Buffer | undefined): Undoing {
  if (!now) return { kind: 'nothing', message: 'The file is gone, and the entry with it.' };
  if (hashOf(now) === record.written) {
    return before
      ? { kind: 'write', bytes: before, message: 'The file is again exactly what it was before.' }
      : { kind: 'write', message: 'The file is removed: there was none before.' };
  }

  const target = targetOf(record);
  const text = decodeUtf8(now);
  const read = (source: string) => formats[target.format](source, target.place);
  const document = read(text);
  const present = document.find(target.name)?.value;
  const backup = before && read(decodeUtf8(before));
  const former = backup?.find(target.name);
  if (isDeepStrictEqual(present, former?.value))
    return { kind: 'nothing', message: 'The entry is already as it was before.' };
  if (!isDeepStrictEqual(present, record.entry)) throw changedEntry(record, present);
  if (former && backup) {
    const restored = restoreEntry(text, target, backup.text.slice(former.start, former.end), former.value);
    return {
      kind: 'write',
      bytes: Buffer.from(restored),
      message: 'The entry is again what it was; other changes stay.',
    };
  }
  const rest = removeEntry(text, target, !backup?.hasSection);
  // Claude Code reports a file of nothing but {} as broken.
  if (!before && isAsMade(read(rest), record)) {
    return { kind: 'write', message: 'The file is removed: there was none before, and nothing else is in it.' };
  }
  return { kind: 'write', bytes: Buffer.from(rest), message: 'The entry is taken out; other changes stay.' };
}

function changedEntry({ name, backup }: JournalRecord, present: unknown): WorkbenchError {
  const advice = backup === undefined ? 'Edit the file by hand.' : `Edit the file by hand; the backup is ${backup}.`;
  const what = present === undefined ? 'removed' : 'changed';
  const message = `The entry "${name}" was ${what} after it was written, so it is left alone. ${advice}`;
  return new WorkbenchError('refused', message);
}

/** Whether nothing is in a file but what it was made with besides the entry. */
function isAsMade(document: Configuration, { name, newFile }: JournalRecord): boolean {
  if (document.entries().length > 0) return false;
  return isDeepStrictEqual(document.rest(name), newFile === undefined ? [] : restOfData(newFile));
}
