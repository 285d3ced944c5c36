/** What taking back one recorded change means for the file as it is now. */
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../model/errors.ts';
import { hashOf, type JournalRecord } from './journal.ts';
import { decodeUtf8, findEntry, membersOf, rawValue, readDocument } from './json-document.ts';
import { removeEntry, restoreEntry } from './json-edit.ts';

/** `bytes` absent: the file goes. */
export type Undoing =
  | { readonly kind: 'write'; readonly bytes?: Buffer; readonly message: string }
  | { readonly kind: 'nothing'; readonly message: string };

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

  const { section, name, formerEntry, backup } = record;
  const text = decodeUtf8(now);
  const document = readDocument(text, section);
  const entry = findEntry(document, name);
  const present = entry && rawValue(document, entry);
  if (isSameJson(present, formerEntry)) return { kind: 'nothing', message: 'The entry is already as it was before.' };
  if (present === undefined || !isDeepStrictEqual(JSON.parse(present), record.entry)) {
    const advice = backup === undefined ? 'Edit the file by hand.' : `Edit the file by hand; the backup is ${backup}.`;
    const what = present === undefined ? 'removed' : 'changed';
    throw new WorkbenchError(
      'refused',
      `The entry "${name}" was ${what} after it was written, so it is left alone. ${advice}`,
    );
  }
  if (formerEntry !== undefined) {
    const restored = restoreEntry(text, section, name, formerEntry);
    return {
      kind: 'write',
      bytes: Buffer.from(restored),
      message: 'The entry is again what it was; other changes stay.',
    };
  }
  const rest = removeEntry(text, section, name, record.madeSection);
  const { root } = readDocument(rest, section);
  // Claude Code reports a file of nothing but {} as broken.
  if (!before && root && membersOf(root).length === 0) {
    return { kind: 'write', message: 'The file is removed: there was none before, and nothing else is in it.' };
  }
  return { kind: 'write', bytes: Buffer.from(rest), message: 'The entry is taken out; other changes stay.' };
}

function isSameJson(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
}
