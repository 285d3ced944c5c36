/**
 * Changing one entry of another program's file by splicing, in any format: every byte outside the splices stays as it is
 * (byte order mark, line ends, indentation, comments, key order, numbers of any size, the end of the last line), and
 * before the changed text is given out it is read again and proven.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Entry, FormatName, Place } from '../applications/application.ts';
import { RefusedFile } from '../connect/refused-file.ts';
import { type Configuration, type ReadConfiguration, restOfData, type Splice } from './configuration.ts';
import { readJson, readJsonc } from './json.ts';
import { readToml } from './toml.ts';
import { readYaml } from './yaml.ts';

/** The adapter of each format. */
export const formats: Readonly<Record<FormatName, ReadConfiguration>> = {
  json: readJson,
  jsonc: readJsonc,
  toml: readToml,
  yaml: readYaml,
};

/** Which file is meant, and where in it. */
export interface Target {
  readonly format: FormatName;
  readonly place: Place;
  readonly name: string;
}

/**
 * The text with the entry set to a value: where it stands, else behind the last one.
 * @param newFile what an empty file holds besides
 * @throws RefusedFile for a text that cannot be changed without touching anything else
 */
export function setEntry(text: string, target: Target, value: Entry, newFile?: Entry): string {
  return setEntryIn(formats[target.format](text, target.place), target, value, newFile);
}

/** The same for a text that has been read already. */
export function setEntryIn(before: Configuration, target: Target, value: Entry, newFile?: Entry): string {
  return proven(before, target, before.set(target.name, value, newFile), value, newFile);
}

/** The text with an existing entry put back as it once was. @param raw the text that it had then; @param value its data */
export function restoreEntry(text: string, target: Target, raw: string, value: unknown): string {
  const before = formats[target.format](text, target.place);
  return proven(before, target, before.restore(target.name, raw), value);
}

/** The text without the entry; `dropSection` also takes away a section in which nothing else is. */
export function removeEntry(text: string, target: Target, dropSection: boolean): string {
  const before = formats[target.format](text, target.place);
  return proven(before, target, before.remove(target.name, dropSection), undefined);
}

/** @param splices in the order of the text, not overlapping */
export function spliced(text: string, splices: readonly Splice[]): string {
  let after = '';
  let at = 0;
  for (const { start, end, text: put } of splices) {
    after += text.slice(at, start) + put;
    at = end;
  }
  return after + text.slice(at);
}

/**
 * The changed text, after a proof that does not trust the adapter: what is cut out is the entry's own, white space or a
 * separator; read again, the entry has the value and everything else is the same data.
 */
function proven(
  before: Configuration,
  { format, place, name }: Target,
  splices: readonly Splice[],
  value: unknown,
  newFile?: Entry,
): string {
  const after = spliced(before.text, splices);
  const now = readAgain(formats[format], after, place);
  const rest = before.isEmpty && newFile ? restOfData(newFile) : before.rest(name);
  const cutsOnlyItsOwn = splices.every((splice) => isOwn(before, name, splice));
  if (!cutsOnlyItsOwn || !isDeepStrictEqual(now.find(name)?.value, value) || !sameLines(now.rest(name), rest)) {
    const message = 'The change would touch more than its own entry, so the file is left as it is. Edit it by hand.';
    throw new RefusedFile(message);
  }
  return after;
}

function isOwn(before: Configuration, name: string, { start, end }: Splice): boolean {
  const entry = before.find(name);
  const cut = before.text.slice(start, end);
  if (!entry) return isFiller(cut);
  const ownStart = Math.max(0, Math.min(end, entry.start) - start);
  const ownEnd = Math.max(0, Math.min(end, entry.end) - start);
  // What stands around the only entry of a section that goes with it: its key and its brackets.
  return isFiller(cut.slice(0, ownStart)) && isFiller(cut.slice(Math.max(ownStart, ownEnd)))
    ? true
    : before.entries().length === 1 && start <= entry.start && end >= entry.end;
}

function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

/** Text that carries no data and no comment. */
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
