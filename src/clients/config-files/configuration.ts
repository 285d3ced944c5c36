/** What every format adapter offers: one configuration file read with positions, and the splices that change one entry. */
import type { Entry, Place } from '../applications/application.ts';
import { RefusedFile } from '../connect/refused-file.ts';

/** Replaces `[start, end)`; offsets count UTF-16 code units from the start of the text. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An entry as it stands in a file. */
export interface FoundEntry {
  readonly name: string;
  /** Its value as data. */
  readonly value: unknown;
  /** The part of the text that is the entry's own: what a replacement replaces. */
  readonly start: number;
  readonly end: number;
}

/**
 * One configuration file, read at one place. The methods compute, they write nothing; splices are in the order of the
 * text and do not overlap. What cannot be done without touching anything else is refused.
 */
export interface Configuration {
  readonly text: string;
  /** Whether there is nothing in it but white space and comments. */
  readonly isEmpty: boolean;
  /** Whether the place exists, with entries or without. */
  readonly hasSection: boolean;
  /** The entries in the order of the text. */
  entries(): readonly { readonly name: string; readonly value: unknown }[];
  /** @throws RefusedFile when there are two of that name, or its parts lie apart from each other */
  find(name: string): FoundEntry | undefined;
  /**
   * Puts the entry where it stands, else behind the last one; a missing section is made.
   * @param newFile what an empty file holds besides the entry
   */
  set(name: string, value: Entry, newFile?: Entry): readonly Splice[];
  /** Puts back the text that an entry once had between `start` and `end`. */
  restore(name: string, raw: string): readonly Splice[];
  /** @param dropSection also takes the section away when nothing else is in it */
  remove(name: string, dropSection: boolean): readonly Splice[];
  /**
   * All data of the file but the entry, one line a value in the order of the text, numbers and dates as they are written.
   * Empty containers on the way to the entry count as absent. Two files with the same lines mean the same without it.
   */
  rest(name: string): readonly string[];
}

/** @throws RefusedFile with line and column for a text that cannot be read, or whose place is of another shape */
export type ReadConfiguration = (text: string, place: Place) => Configuration;

/** How a file is laid out, for what is put into it. */
export interface Layout {
  /** Its line break: that of its first line. */
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

/** Parsers are recursive, and so is what reads their nodes. @throws RefusedFile where a text is nested too deeply for them */
export function notTooDeep<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

/** Levels of nesting that no configuration has. */
const mostLevels = 200;

/**
 * For parsers that do not end well at the end of the stack: YAML's takes the process with it. Brackets in texts count
 * too, as only a text of very many would matter.
 * @throws RefusedFile
 */
export function assertNotTooDeep(text: string): void {
  let level = 0;
  for (const [mark] of text.matchAll(/[[\]{}]|(?:[-?][ \t]+){200}/g)) {
    level += mark === '[' || mark === '{' ? 1 : mark === ']' || mark === '}' ? -1 : mostLevels + 1;
    if (level > mostLevels) throw tooDeep();
    if (level < 0) level = 0;
  }
}

function tooDeep(): RefusedFile {
  return new RefusedFile('The file is nested too deeply to be edited safely. Add the entry by hand.');
}

export function lineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

export function byteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? '\uFEFF' : '';
}

/** The offset at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

/** The offset of the line break that ends the line of an offset, or of the end of the text. */
export function lineStop(text: string, offset: number): number {
  const found = /[\r\n]/.exec(text.slice(offset));
  return found ? offset + found.index : text.length;
}

/** The white space at the start of the line in which the offset lies. */
export function indentAt(text: string, offset: number): string {
  return /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart(text, offset), offset))?.[1] ?? '';
}

/** A line of `Configuration.rest`. */
export function restLine(path: readonly (string | number)[], raw: string): string {
  return `${JSON.stringify(path)} ${raw}`;
}

/** The lines of plain data, as every adapter writes them for strings, booleans and containers. */
export function restOfData(value: unknown, path: readonly (string | number)[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [restLine(path, JSON.stringify(value))];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  if (inner.length === 0) return [restLine(path, Array.isArray(value) ? '[]' : '{}')];
  return inner.flatMap(([key, each]) => restOfData(each, [...path, key]));
}

/** Whether a path is one of those that lead to the section, or to the section itself. */
export function leadsTo(path: readonly (string | number)[], section: readonly string[]): boolean {
  return path.length <= section.length && path.every((key, index) => key === section[index]);
}
