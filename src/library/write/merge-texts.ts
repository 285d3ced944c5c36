/** Merges two changes of the same file. */
import type { KeyPath } from '../../base/json.ts';
import { isSameData, valueAt } from '../../base/json.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { merge } from '../../model/diff/merge.ts';
import { patchedTexts } from '../../model/diff/patched-texts.ts';
import { applyChange } from '../edit/changes.ts';
import { editText, type ReadableText, readText } from '../edit/edit-text.ts';
import { mergedLines } from './merge-lines.ts';

/**
 * `ours` with the changes from `base` to `theirs`, including comments and layout where possible. If both changed the same
 * line or value, theirs stays, because it was written later. Their whole text stays if one of the three cannot be read
 * and their lines cannot be merged.
 */
export function mergeTexts(path: DefinitionPath, base: string, ours: string, theirs: string): string {
  if (theirs === base || theirs === ours) return ours;
  if (ours === base) return theirs;
  const [baseText, ourText, theirText] = [base, ours, theirs].map((text) => readText(path, text));
  if (baseText && ourText && theirText) {
    const { value } = mergePreferringTheirs(baseText.data, ourText.data, theirText.data);
    return textOfMerge(path, { base, ours, theirs }, value) ?? editText(path, theirText, value);
  }
  return [...asLines(base, ours, theirs)][0] ?? theirs;
}

/** The three versions of a file, which can all be read. */
export interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * The text with the changes of both sides whose data is `value`, including comments and layout where possible.
 * @returns undefined if no small change of the texts has this data
 */
export function textOfMerge(path: DefinitionPath, texts: Versions, value: unknown): string | undefined {
  const { base, ours, theirs } = texts;
  for (const text of asLines(base, ours, theirs)) if (isSameData(readText(path, text)?.data, value)) return text;
  for (const text of [...mergedLines(base, ours, theirs), theirs, ours]) {
    const readableText = readText(path, text);
    const nextText = readableText && edit(path, readableText, value);
    if (nextText !== undefined) return nextText;
  }
  return undefined;
}

function* asLines(base: string, ours: string, theirs: string): Generator<string> {
  yield* appendedText(base, ours, theirs);
  yield* patchedTexts(base, theirs, ours, [3, 1, 0]);
}

/** Undefined if no small change of the text results in the wanted data. */
function edit(path: DefinitionPath, text: ReadableText, data: unknown): string | undefined {
  try {
    return editText(path, text, data);
  } catch {
    return undefined;
  }
}

/** Appending to the file is the commonest change, and its place is certain. */
function appendedText(base: string, ours: string, theirs: string): string[] {
  if (!theirs.startsWith(base)) return [];
  const isOnNewLine = base === '' || base.endsWith('\n');
  return [`${ours}${isOnNewLine && !ours.endsWith('\n') ? '\n' : ''}${theirs.slice(base.length)}`];
}

/** Conflicts that are resolved one by one. With more of them, theirs wins as a whole. */
const maxConflicts = 50;

function mergePreferringTheirs(base: unknown, ours: unknown, theirs: unknown): { readonly value: unknown } {
  let ourVersion = ours;
  for (let conflict = 0; conflict < maxConflicts; conflict++) {
    const outcome = merge(base, ourVersion, theirs);
    if (outcome.kind === 'merged') return outcome;
    // In a list, an index means a different item on each side, so the whole list is theirs.
    const index = outcome.at.findIndex((step) => typeof step === 'number');
    const at = index < 0 ? outcome.at : outcome.at.slice(0, index);
    if (at.length === 0) break;
    ourVersion = withValueOf(theirs, ourVersion, at);
  }
  return { value: theirs };
}

function withValueOf(from: unknown, to: unknown, at: KeyPath): unknown {
  const value = valueAt(from, at);
  return applyChange(to, value === undefined ? { kind: 'remove', at } : { kind: 'replace', at, value });
}
