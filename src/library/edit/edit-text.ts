/** Makes a file's data another by changing as little of its text as can be, and proves it. */

import { WorkbenchError } from '../../base/errors.ts';
import type { KeyPath } from '../../base/json.ts';
import { isSameData, valueAt } from '../../base/json.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { toCanonical } from '../../model/canonical.ts';
import { type ParsedText, parseText } from '../read/plain-data.ts';
import { aliasesInTheWay, aliasOn } from './aliases.ts';
import { applyChange, type Change, difference } from './changes.ts';
import { possibleTexts } from './possible-texts.ts';
import { type FileStyle, styleOf } from './style.ts';

/** A text that can be read, as canonical data. */
export interface ReadableText {
  readonly parsed: ParsedText;
  readonly data: unknown;
}

/** Undefined for a text with a syntax error. */
export function readText({ kind }: DefinitionPath, text: string): ReadableText | undefined {
  const parsed = parseText(text);
  return parsed.data === undefined ? undefined : { parsed, data: toCanonical(kind, parsed.data) };
}

/**
 * The text with its data changed to `wanted` (canonical keys). Comments, order, spelling and every byte that the change
 * does not concern stay.
 * @throws WorkbenchError `refused` when no small change of the text does it
 */
export function editText(path: DefinitionPath, text: ReadableText, wanted: unknown): string {
  const edited = changeText(path, text, difference(text.data, wanted));
  if (!isSameData(edited.data, wanted)) throw cannotEdit(path, []);
  return edited.parsed.document.text;
}

/**
 * The text after these changes, made in order, in the same manner.
 * @throws WorkbenchError `refused` when no small change of the text makes one of them
 */
export function changeText(path: DefinitionPath, text: ReadableText, changes: readonly Change[]): ReadableText {
  const style = styleOf(text.parsed.document, path.kind, path.file.endsWith('.json'));
  let current = text;
  for (const change of changes) current = make(path, current, change, style);
  return current;
}

function make(path: DefinitionPath, text: ReadableText, change: Change, style: FileStyle): ReadableText {
  const changed = tryToMake(path, text, change, style);
  if (changed) return changed;
  if (change.kind === 'move') return takeOutAndPutIn(path, text, change, style);
  if (change.kind === 'rename') return putInAndTakeOut(path, text, change, style);
  // Something else in the file names the changed place by an alias: that gets the value written out first.
  let detached = text;
  for (const alias of aliasesInTheWay(text.parsed.document, path.kind, change.at)) {
    const writeOut: Change = { kind: 'replace', at: alias, value: valueAt(text.data, alias) };
    const written = tryToMake(path, detached, writeOut, style);
    if (!written) throw cannotEdit(path, change.at);
    detached = written;
  }
  const retried = detached === text ? undefined : tryToMake(path, detached, change, style);
  if (!retried) throw cannotEdit(path, change.at);
  return retried;
}

/** Where an item cannot move as it is written (an alias would stand before its anchor), it is written anew. */
function takeOutAndPutIn(
  path: DefinitionPath,
  text: ReadableText,
  { at, to }: Extract<Change, { kind: 'move' }>,
  style: FileStyle,
): ReadableText {
  const value = valueAt(text.data, at);
  const without = make(path, text, { kind: 'remove', at }, style);
  return make(path, without, { kind: 'insert', at: [...at.slice(0, -1), to], value }, style);
}

/** Where a key cannot be written over, because it is written over lines, its value goes under a new one. */
function putInAndTakeOut(
  path: DefinitionPath,
  text: ReadableText,
  { at, to }: Extract<Change, { kind: 'rename' }>,
  style: FileStyle,
): ReadableText {
  const value = valueAt(text.data, at);
  const both = make(path, text, { kind: 'insert', at: [...at.slice(0, -1), to], value }, style);
  return make(path, both, { kind: 'remove', at }, style);
}

/** Takes the first text that reads as exactly the data that was asked for. */
function tryToMake(
  path: DefinitionPath,
  text: ReadableText,
  asked: Change,
  style: FileStyle,
): ReadableText | undefined {
  const { document } = text.parsed;
  const data = applyChange(text.data, asked);
  const alias = aliasOn(document, path.kind, asked.at);
  const change: Change = alias ? { kind: 'replace', at: alias, value: valueAt(data, alias) } : asked;
  for (const possible of possibleTexts(document, change, style)) {
    const read = readText(path, possible);
    if (read && isSameData(read.data, data) && (!style.isJson || isJson(possible) || !isJson(document.text)))
      return read;
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
    `${file} is written in a way that cannot be changed${place} without touching the rest: edit it as text.`,
  );
}
