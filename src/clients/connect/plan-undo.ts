/** Plans how to undo one connection in the file's present state. */
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../../base/errors.ts';
import { sha256 } from '../../files/sha256.ts';
import type { Configuration } from '../config-files/configuration.ts';
import { restOfData } from '../config-files/configuration.ts';
import { formats, removeEntry, restoreEntry, type Target } from '../config-files/edit.ts';
import type { ConnectionRecord } from './record/connection-record.ts';
import { decodeUtf8 } from './refused-file.ts';

/** Without `bytes`, the file is deleted. */
export type UndoPlan =
  | { readonly kind: 'write'; readonly bytes?: Buffer; readonly message: string }
  | { readonly kind: 'nothing'; readonly message: string };

/** The entry of a record. */
function targetOf({ format, place, name }: ConnectionRecord): Target {
  return { format, place, name };
}

/**
 * An unchanged file gets every byte back. In a file with other changes, only our entry is removed, or replaced by the
 * former entry; the other changes stay.
 * @param now the file's bytes; undefined if there is no file
 * @param before the backup's bytes; undefined if there was no file
 * @throws WorkbenchError `refused` if the entry itself has changed; RefusedFile if the file cannot be read
 */
export function planUndo(record: ConnectionRecord, now: Buffer | undefined, before: Buffer | undefined): UndoPlan {
  if (!now) return { kind: 'nothing', message: 'The file no longer exists, so there is no entry to remove.' };
  if (sha256(now) === record.written) {
    return before
      ? { kind: 'write', bytes: before, message: 'The file is exactly as it was before.' }
      : { kind: 'write', message: 'Deleted the file: it did not exist before.' };
  }

  const target = targetOf(record);
  const text = decodeUtf8(now);
  const read = (source: string) => formats[target.format](source, target.place);
  const document = read(text);
  const presentValue = document.find(target.name)?.value;
  const backup = before && read(decodeUtf8(before));
  const formerEntry = backup?.find(target.name);
  if (isDeepStrictEqual(presentValue, formerEntry?.value))
    return { kind: 'nothing', message: 'The entry was already removed or restored.' };
  if (!isDeepStrictEqual(presentValue, record.entry)) throw changedEntry(record, presentValue);
  if (formerEntry && backup) {
    const nextText = restoreEntry(
      text,
      target,
      backup.text.slice(formerEntry.start, formerEntry.end),
      formerEntry.value,
    );
    return {
      kind: 'write',
      bytes: Buffer.from(nextText),
      message: 'Restored the former entry; other changes stay.',
    };
  }
  const rest = removeEntry(text, target, !backup?.hasSection, backup ? backup.depth : 0);
  // Claude Code reports a file that contains only {} as broken.
  if (!before && isOtherwiseNew(read(rest), record)) {
    return { kind: 'write', message: 'Deleted the file: it did not exist before, and nothing else is in it.' };
  }
  return { kind: 'write', bytes: Buffer.from(rest), message: 'Removed the entry; other changes stay.' };
}

function changedEntry({ name, backup }: ConnectionRecord, presentValue: unknown): WorkbenchError {
  const advice = backup === undefined ? 'Edit the file by hand.' : `Edit the file by hand; the backup is ${backup}.`;
  const what = presentValue === undefined ? 'removed' : 'changed';
  const message = `The entry "${name}" was ${what} after it was written, so nothing was changed. ${advice}`;
  return new WorkbenchError('refused', message);
}

/** Whether a file contains only what a new file begins with. */
function isOtherwiseNew(document: Configuration, { name, newFile }: ConnectionRecord): boolean {
  if (document.entries().length > 0) return false;
  return isDeepStrictEqual(document.rest(name), newFile === undefined ? [] : restOfData(newFile));
}
