/**
 * Changes one entry of another program's file by splicing, in any format. Every byte outside the splices stays unchanged
 * (byte order mark, line ends, indentation, comments, key order, numbers of any size, the end of the last line). The
 * changed text is parsed again and verified before it is returned.
 */
import { isDeepStrictEqual } from 'node:util';
import { applySplices, type Splice } from '../../base/text/splice.ts';
import type { Entry, FormatName, Place } from '../applications/application.ts';
import { RefusedFile } from '../connect/refused-file.ts';
import { type Configuration, type ReadConfiguration, restOfData } from './configuration.ts';
import { readCommentedJson, readJson, readJsonc } from './json.ts';
import { readToml } from './toml.ts';
import { readYaml } from './yaml.ts';

/** The adapter of each format. */
export const formats: Readonly<Record<FormatName, ReadConfiguration>> = {
  json: readJson,
  'commented-json': readCommentedJson,
  jsonc: readJsonc,
  toml: readToml,
  yaml: readYaml,
};

/** The format of a file, and the entry in it. */
export interface Target {
  readonly format: FormatName;
  readonly place: Place;
  readonly name: string;
}

/**
 * Sets the entry to a value: replaces it, or adds it after the last one.
 * @param newFile the other content of an empty file
 * @throws RefusedFile if the change would affect other content
 */
export function setEntry(text: string, target: Target, value: Entry, newFile?: Entry): string {
  return setEntryIn(formats[target.format](text, target.place), target, value, newFile);
}

/** The same for a parsed text. */
export function setEntryIn(before: Configuration, target: Target, value: Entry, newFile?: Entry): string {
  return proveChange(before, target, before.set(target.name, value, newFile), value, newFile);
}

/** Restores the former text of an existing entry. @param rawText the former text; @param value its data */
export function restoreEntry(text: string, target: Target, rawText: string, value: unknown): string {
  const before = formats[target.format](text, target.place);
  return proveChange(before, target, before.restore(target.name, rawText), value);
}

/**
 * Removes the entry; `dropsSection` also removes a section without other entries, and of the containers around it those
 * beyond the first `keptCount` ones.
 */
export function removeEntry(text: string, target: Target, dropsSection: boolean, keptCount?: number): string {
  const before = formats[target.format](text, target.place);
  return proveChange(before, target, before.remove(target.name, dropsSection, keptCount), undefined);
}

/**
 * Applies splices and verifies the result independently of the adapter: the removed text belongs to the entry or is white
 * space or a separator; parsed again, the entry has the value and all other data is equal.
 */
function proveChange(
  before: Configuration,
  { format, place, name }: Target,
  splices: readonly Splice[],
  value: unknown,
  newFile?: Entry,
): string {
  const after = applySplices(before.text, splices);
  const now = readAgain(formats[format], after, place);
  const rest = before.isEmpty && newFile ? restOfData(newFile) : before.rest(name);
  const cutsOnlyItsOwn = splices.every((splice) => isOwn(before, name, splice));
  if (!cutsOnlyItsOwn || !isDeepStrictEqual(now.find(name)?.value, value) || !sameLines(now.rest(name), rest)) {
    const message = 'The change would affect more than its own entry, so the file was not changed. Edit it by hand.';
    throw new RefusedFile(message);
  }
  return after;
}

function isOwn(before: Configuration, name: string, { start, end }: Splice): boolean {
  const entry = before.find(name);
  const removedText = before.text.slice(start, end);
  // A section that is an explicit null of YAML becomes a map.
  if (!entry) return isFiller(removedText) || (before.entries().length === 0 && /^\s*(?:null|~)$/i.test(removedText));
  const ownStart = Math.max(0, Math.min(end, entry.start) - start);
  const ownEnd = Math.max(0, Math.min(end, entry.end) - start);
  // The key and brackets of a section that is removed with its only entry.
  return isFiller(removedText.slice(0, ownStart)) && isFiller(removedText.slice(Math.max(ownStart, ownEnd)))
    ? true
    : before.entries().length === 1 && start <= entry.start && end >= entry.end;
}

function sameLines(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}

/** Whether a text has no data and no comment. */
function isFiller(text: string): boolean {
  return /^[\s,\uFEFF]*$/.test(text);
}

function readAgain(read: ReadConfiguration, text: string, place: Place): Configuration {
  try {
    return read(text, place);
  } catch (cause) {
    if (!(cause instanceof RefusedFile)) throw cause;
    throw new RefusedFile(`The file cannot be changed safely (${cause.message}). Edit it by hand.`);
  }
}
