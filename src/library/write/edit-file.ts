/** Changes of values in a file that others may be changing too. */
import { setTimeout } from 'node:timers/promises';
import { WorkbenchError } from '../../base/errors.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, isSameData, valueAt } from '../../base/json.ts';
import { applyTextSplice } from '../../base/splice.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { toCanonical } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { applyChange } from '../edit/changes.ts';
import { changeText, editText, type ReadableText, readText } from '../edit/edit-text.ts';
import { readableText } from '../read/source-text.ts';
import type { BeforeWrite, EditResult, ValueEdit } from '../types.ts';
import { readFromDisk, saveText } from './save.ts';

/** How often to begin again when the file changes between reading and writing. */
const maxAttempts = 5;

/** Many programs empty a file and then write it. An emptied file is given this long, each attempt, to be filled. ms */
const fillTime = 60;

/**
 * Applies edits, in order, to the newest text on disk. Each says what its author last saw at its place: where that is no
 * longer there, nothing is written. Paths of later edits are those after the earlier ones.
 * @param seenVersion of the file as the caller's snapshot has it
 * @throws WorkbenchError `not-found` for no such file, `refused` for one that cannot be read as YAML, or not be changed
 *   here without touching the rest, `conflict` when somebody else keeps writing it
 */
export function editFile(
  root: string,
  path: DefinitionPath,
  edits: readonly ValueEdit[],
  seenVersion: string | undefined,
  beforeWrite?: BeforeWrite,
): Promise<EditResult> {
  return changeFile(root, path, seenVersion, beforeWrite, (before) => {
    const planned = plan(path.kind, before, edits);
    return planned.kind === 'conflict' ? planned : { kind: 'text', text: editText(path, before, planned.data) };
  });
}

/**
 * Moves an item of a list; `at` leads to it, `to` is its index afterwards.
 * @throws WorkbenchError as `editFile`; `invalid-input` where there is no such item, or no such place
 */
export function moveInFile(
  root: string,
  path: DefinitionPath,
  { at, to }: { readonly at: KeyPath; readonly to: number },
  seenVersion: string | undefined,
  beforeWrite?: BeforeWrite,
): Promise<EditResult> {
  return changeFile(root, path, seenVersion, beforeWrite, (before) => {
    const list = valueAt(before.data, at.slice(0, -1));
    const from = Number(at.at(-1));
    if (!Array.isArray(list) || from >= list.length || to >= list.length) throw noPlace(at);
    const changed = from === to ? before : changeText(path, before, [{ kind: 'move', at, to }]);
    return { kind: 'text', text: changed.parsed.document.text };
  });
}

type Changed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'conflict'; readonly at: KeyPath; readonly theirs?: unknown };

/** Writes what `change` makes of the newest text; makes it anew when the file changes between reading and writing. */
async function changeFile(
  root: string,
  path: DefinitionPath,
  seenVersion: string | undefined,
  beforeWrite: BeforeWrite | undefined,
  change: (before: ReadableText) => Changed,
): Promise<EditResult> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const held = await readFromDisk(root, path);
    if (held.version === '')
      throw new WorkbenchError('not-found', `There is no file ${path.file}: it was moved or deleted.`);
    // The caller's snapshot may have been taken while it was empty, too.
    if (held.bytes.length === 0 && attempt < maxAttempts - 1) {
      await setTimeout(fillTime);
      continue;
    }
    const previousText = readableText(held.bytes);
    const before = previousText === undefined ? undefined : readText(path, previousText);
    if (previousText === undefined || !before)
      throw new WorkbenchError(
        'refused',
        `${path.file} cannot be read as YAML: correct its text before editing values.`,
      );
    const changed = change(before);
    if (changed.kind === 'conflict') return { ...changed, version: held.version };
    const { text } = changed;
    if (text !== previousText) await beforeWrite?.([{ file: path.file, before: previousText, after: text }]);
    const version = text === previousText ? held.version : await saveText(root, path, held.version, text);
    if (version === undefined) continue;
    return { kind: 'saved', previousText, text, version, merged: held.version !== seenVersion };
  }
  throw new WorkbenchError('conflict', `${path.file} is being written by somebody else: try again in a moment.`);
}

type Plan =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'conflict'; readonly at: ValueEdit['at']; readonly theirs?: unknown };

/** The data that the edits ask for, or the first place where somebody else was faster. */
function plan(kind: DefinitionKind, { data }: ReadableText, edits: readonly ValueEdit[]): Plan {
  let wanted = data;
  for (const edit of edits) {
    const { at } = edit;
    const theirs = valueAt(wanted, at);
    if ('splice' in edit) {
      const text = typeof theirs === 'string' ? applyTextSplice(theirs, edit.splice) : undefined;
      if (text === undefined) return { kind: 'conflict', at, ...(theirs !== undefined && { theirs }) };
      wanted = withValue(wanted, at, text);
      continue;
    }
    const { before, after } = edit;
    const expected = before === undefined ? undefined : canonicalAt(kind, wanted, at, before);
    if (!isSameData(theirs, expected)) return { kind: 'conflict', at, ...(theirs !== undefined && { theirs }) };
    if (after === undefined && theirs === undefined) continue;
    if (after === undefined && at.length === 0) throw noPlace(at);
    wanted =
      after === undefined
        ? applyChange(wanted, { kind: 'remove', at })
        : withValue(wanted, at, canonicalAt(kind, wanted, at, after));
  }
  return { kind: 'data', data: toCanonical(kind, wanted) };
}

/** A value as it would be read at that place: its keys in canonical spelling. */
function canonicalAt(kind: DefinitionKind, data: unknown, at: ValueEdit['at'], value: unknown): unknown {
  return valueAt(toCanonical(kind, withValue(data, at, value)), at);
}

/** Sets a value; makes the maps and lists on the way to it. */
function withValue(data: unknown, at: ValueEdit['at'], value: unknown): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = Array.isArray(data) ? data : [];
    if (data !== null && data !== undefined && !Array.isArray(data)) throw noPlace(at);
    if (step > list.length) throw noPlace(at);
    return list.toSpliced(step, 1, withValue(list[step], rest, value));
  }
  if (data !== null && data !== undefined && !isJsonObject(data)) throw noPlace(at);
  return applyChange(data ?? {}, { kind: 'replace', at: [step], value: withValue(valueAt(data, [step]), rest, value) });
}

function noPlace(at: ValueEdit['at']): WorkbenchError {
  return new WorkbenchError(
    'invalid-input',
    `There is no place for this change at ${at.join('.') || 'the root'}: open the file again.`,
  );
}
