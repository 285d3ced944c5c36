/** Edits values in a file that other programs may be changing too. */
import { setTimeout } from 'node:timers/promises';
import { WorkbenchError } from '../../base/errors.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, isSameData, valueAt } from '../../base/json.ts';
import { applyTextSplice } from '../../base/text/splice.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { toCanonical } from '../../model/canonical.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { applyChange } from '../edit/changes.ts';
import { changeText, editText, type ReadableText, readText } from '../edit/edit-text.ts';
import { refillMs } from '../limits.ts';
import { readableText } from '../read/definition/source-text.ts';
import type { BeforeWrite, EditResult, ValueEdit } from '../types.ts';
import { type OnDisk, readFromDisk, saveText } from './save.ts';

/** Attempts when the file changes between reading and writing. */
const maxAttempts = 5;

/** Pause between two looks at a file that another program has just emptied. */
const refillPollMs = 25;

/**
 * Applies edits, in order, to the newest text on disk. If a value is no longer the one that an edit's author saw, nothing
 * is written. The path of an edit is as it is after the edits before it.
 * @param seenVersion the file's version in the caller's snapshot
 * @throws WorkbenchError `not-found`; `refused` if the file cannot be read as YAML, or the value cannot be changed without
 *   affecting others; `conflict` if another program keeps writing the file
 */
export function editFile(
  root: string,
  path: DefinitionPath,
  edits: readonly ValueEdit[],
  seenVersion: string | undefined,
  beforeWrite?: BeforeWrite,
): Promise<EditResult> {
  return changeFile(root, path, seenVersion, beforeWrite, (before) => {
    const outcome = plan(path.kind, before, edits);
    return outcome.kind === 'conflict' ? outcome : { kind: 'text', text: editText(path, before, outcome.data) };
  });
}

/**
 * Moves an item of a list from `at` to the index `to`.
 * @throws WorkbenchError as `editFile`; `invalid-input` if there is no such item or index
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
    const result = from === to ? before : changeText(path, before, [{ kind: 'move', at, to }]);
    return { kind: 'text', text: result.parsedText.document.text };
  });
}

type ChangeResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'conflict'; readonly at: KeyPath; readonly theirs?: unknown };

/**
 * A text with other values, whatever it has in their places; a value without `after` is removed.
 * @returns undefined if the text cannot be read
 * @throws WorkbenchError `invalid-input` if a value has no place; `refused` if it cannot be changed without affecting others
 */
export function textWith(
  path: DefinitionPath,
  text: string,
  values: readonly { readonly at: KeyPath; readonly after?: unknown }[],
): string | undefined {
  const before = readText(path, text);
  if (!before) return undefined;
  let { data } = before;
  for (const { at, after } of values) {
    if (after !== undefined) data = withValue(data, at, canonicalAt(path.kind, data, at, after));
    else if (at.length > 0 && valueAt(data, at) !== undefined) data = applyChange(data, { kind: 'remove', at });
  }
  return editText(path, before, toCanonical(path.kind, data));
}

/** Applies `change` to the newest text; starts again if the file changes between reading and writing. */
async function changeFile(
  root: string,
  path: DefinitionPath,
  seenVersion: string | undefined,
  beforeWrite: BeforeWrite | undefined,
  change: (before: ReadableText) => ChangeResult,
): Promise<EditResult> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const onDisk = await readFilled(root, path);
    if (onDisk.version === '')
      throw new WorkbenchError('not-found', `There is no file ${path.file}: it was moved or deleted.`);
    const previousText = readableText(onDisk.bytes, onDisk.version);
    const before = previousText === undefined ? undefined : readText(path, previousText);
    if (previousText === undefined || !before)
      throw new WorkbenchError('refused', `Can't read ${path.file} as YAML. Correct its text before you edit values.`);
    const outcome = change(before);
    if (outcome.kind === 'conflict') return { ...outcome, version: onDisk.version };
    const { text } = outcome;
    if (text !== previousText) await beforeWrite?.([{ file: path.file, before: previousText, after: text }]);
    const version = text === previousText ? onDisk.version : await saveText(root, path, onDisk.version, text);
    if (version === undefined) continue;
    return { kind: 'saved', previousText, text, version, isMerged: onDisk.version !== seenVersion };
  }
  throw new WorkbenchError('conflict', `Another program is writing ${path.file}. Try again in a moment.`);
}

/** Reads the file. Waits while it is empty, because another program may be about to write it. */
async function readFilled(root: string, path: DefinitionPath): Promise<OnDisk> {
  const deadline = performance.now() + refillMs;
  for (;;) {
    const onDisk = await readFromDisk(root, path);
    const isEmpty = onDisk.version !== '' && onDisk.bytes.length === 0;
    if (!isEmpty || performance.now() > deadline) return onDisk;
    await setTimeout(refillPollMs);
  }
}

type Plan =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'conflict'; readonly at: ValueEdit['at']; readonly theirs?: unknown };

/** The data after the edits, or the first edit that conflicts with another writer's. */
function plan(kind: DefinitionKind, { data }: ReadableText, edits: readonly ValueEdit[]): Plan {
  let result = data;
  for (const edit of edits) {
    const { at } = edit;
    const theirs = valueAt(result, at);
    if ('splice' in edit) {
      const text = typeof theirs === 'string' ? applyTextSplice(theirs, edit.splice) : undefined;
      if (text === undefined) return { kind: 'conflict', at, ...(theirs !== undefined && { theirs }) };
      result = withValue(result, at, text);
      continue;
    }
    const { before, after } = edit;
    const expected = before === undefined ? undefined : canonicalAt(kind, result, at, before);
    if (!isSameData(theirs, expected)) return { kind: 'conflict', at, ...(theirs !== undefined && { theirs }) };
    if (after === undefined && theirs === undefined) continue;
    if (after === undefined && at.length === 0) throw noPlace(at);
    result =
      after === undefined
        ? applyChange(result, { kind: 'remove', at })
        : withValue(result, at, canonicalAt(kind, result, at, after));
  }
  return { kind: 'data', data: toCanonical(kind, result) };
}

/** The value with the canonical keys that it would have at that path. */
function canonicalAt(kind: DefinitionKind, data: unknown, at: ValueEdit['at'], value: unknown): unknown {
  return valueAt(toCanonical(kind, withValue(data, at, value)), at);
}

/** Sets a value; creates missing maps and lists on its path. */
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
