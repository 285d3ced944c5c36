/** Changes a file's data with the smallest change of its text, and verifies the result by parsing it. */

import { WorkbenchError } from '../../base/errors.ts';
import type { KeyPath } from '../../base/json.ts';
import { isSameData, valueAt } from '../../base/json.ts';
import { applySplices, type Splice } from '../../base/text/splice.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { toCanonical } from '../../model/canonical.ts';
import { type ParsedText, parseText } from '../read/definition/plain-data.ts';
import { aliasAround, aliasesOf } from './aliases.ts';
import { applyChange, type Change, difference } from './changes.ts';
import { possibleSplices, possibleTexts } from './possible-texts.ts';
import { type FileStyle, styleOf } from './style.ts';

/** A parsed text and its canonical data. */
export interface ReadableText {
  readonly parsedText: ParsedText;
  readonly data: unknown;
}

/** Undefined for a text with a syntax error. */
export function readText(path: DefinitionPath, text: string): ReadableText | undefined {
  return readParsed(path, parseText(text));
}

function readParsed({ kind }: DefinitionPath, parsedText: ParsedText): ReadableText | undefined {
  return parsedText.data === undefined ? undefined : { parsedText, data: toCanonical(kind, parsedText.data) };
}

/**
 * Changes the text so that its data equals `data` (canonical keys). Comments, order, spelling and all unrelated bytes
 * stay.
 * @throws WorkbenchError `refused` when no local change of the text has this result
 */
export function editText(path: DefinitionPath, text: ReadableText, data: unknown): string {
  const result = changeText(path, text, difference(text.data, data));
  if (!isSameData(result.data, data)) throw cannotEdit(path, []);
  return result.parsedText.document.text;
}

/**
 * Applies the changes in order, with the same guarantees as `editText`.
 * @throws WorkbenchError `refused` when one of them has no local change of the text
 */
export function changeText(path: DefinitionPath, text: ReadableText, changes: readonly Change[]): ReadableText {
  const style = styleOf(text.parsedText.document, path.kind, path.file.endsWith('.json'));
  let current = text;
  for (const change of changes) current = applyToText(path, current, change, style);
  return current;
}

/**
 * Applies changes of different entries, whose paths all refer to `text`: in one step where their texts are apart, so
 * that a thousand changes parse the file once.
 * @param changes the later entry of a list before the earlier one, because a removal shifts the indexes after it
 * @throws WorkbenchError `refused` when one of them has no local change of the text
 */
export function changeEntries(path: DefinitionPath, text: ReadableText, changes: readonly Change[]): ReadableText {
  const { document } = text.parsedText;
  const style = styleOf(document, path.kind, path.file.endsWith('.json'));
  const options = { style, allowsLiterals: true };
  const hasAlias = changes.some(({ at }) => aliasAround(document, path.kind, at));
  const splices = changes.map((change) => possibleSplices(document, change, options)[0]);
  if (!hasAlias && splices.every((splice) => splice !== undefined) && areApart(splices.flat())) {
    const readableText = readText(path, applySplices(document.text, splices.flat()));
    if (
      readableText &&
      isSameData(
        readableText.data,
        changes.reduce((data, change) => applyChange(data, change), text.data),
      )
    )
      return readableText;
  }
  return changeText(path, text, changes);
}

function areApart(splices: readonly Splice[]): boolean {
  const sortedSplices = splices.toSorted((a, b) => a.start - b.start);
  return sortedSplices.every(({ start }, index) => start >= (sortedSplices[index - 1]?.end ?? 0));
}

function applyToText(path: DefinitionPath, text: ReadableText, change: Change, style: FileStyle): ReadableText {
  const candidate = tryCandidates(path, text, change, style);
  if (candidate) return candidate;
  if (change.kind === 'move') return removeThenInsert(path, text, change, style);
  if (change.kind === 'rename') return insertThenRemove(path, text, change, style);
  // An alias elsewhere in the file repeats the changed value, so it is replaced by the value first.
  let detachedText = text;
  for (const alias of aliasesOf(text.parsedText.document, path.kind, change.at)) {
    const writeOut: Change = { kind: 'replace', at: alias, value: valueAt(text.data, alias) };
    const nextText = tryCandidates(path, detachedText, writeOut, style);
    if (!nextText) throw cannotEdit(path, change.at);
    detachedText = nextText;
  }
  const textAfterRetry = detachedText === text ? undefined : tryCandidates(path, detachedText, change, style);
  if (!textAfterRetry) throw cannotEdit(path, change.at);
  return textAfterRetry;
}

/** The fallback when an item's text cannot move because an alias would precede its anchor: remove and insert. */
function removeThenInsert(
  path: DefinitionPath,
  text: ReadableText,
  { at, to }: Extract<Change, { kind: 'move' }>,
  style: FileStyle,
): ReadableText {
  const value = valueAt(text.data, at);
  const without = applyToText(path, text, { kind: 'remove', at }, style);
  return applyToText(path, without, { kind: 'insert', at: [...at.slice(0, -1), to], value }, style);
}

/** The fallback for a key that spans several lines and cannot be overwritten: insert the new key, then remove the old. */
function insertThenRemove(
  path: DefinitionPath,
  text: ReadableText,
  { at, to }: Extract<Change, { kind: 'rename' }>,
  style: FileStyle,
): ReadableText {
  const value = valueAt(text.data, at);
  const bothTexts = applyToText(path, text, { kind: 'insert', at: [...at.slice(0, -1), to], value }, style);
  return applyToText(path, bothTexts, { kind: 'remove', at }, style);
}

/** The first candidate whose parsed data is exactly the wanted data. */
function tryCandidates(
  path: DefinitionPath,
  text: ReadableText,
  wantedChange: Change,
  style: FileStyle,
): ReadableText | undefined {
  const { document } = text.parsedText;
  const data = applyChange(text.data, wantedChange);
  const alias = aliasAround(document, path.kind, wantedChange.at);
  const change: Change = alias ? { kind: 'replace', at: alias, value: valueAt(data, alias) } : wantedChange;
  for (const possibleText of possibleTexts(document, change, style)) {
    const readableText = readParsed(path, possibleText);
    const isSameFormat = !style.isJson || isJson(possibleText.document.text) || !isJson(document.text);
    if (readableText && isSameData(readableText.data, data) && isSameFormat) return readableText;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

function cannotEdit({ file }: DefinitionPath, at: KeyPath): WorkbenchError {
  const place = at.length > 0 ? ` at ${at.join('.')}` : '';
  return new WorkbenchError(
    'refused',
    `${file} cannot be edited${place} without changing the rest of the file: edit it as text.`,
  );
}
