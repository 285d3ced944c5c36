/** The interface of every format adapter: reads one configuration file with positions, and computes splices for one entry. */

import type { Splice } from '../../base/text/splice.ts';
import type { Entry, Place } from '../applications/application.ts';
import { RefusedFile, refusal } from '../connect/refused-file.ts';

/** An entry in a file. */
export interface FoundEntry {
  readonly name: string;
  /** Its value as data. */
  readonly value: unknown;
  /** The entry's range of the text, which a replacement replaces. */
  readonly start: number;
  readonly end: number;
}

/**
 * One configuration file, read at one place. The methods write nothing; splices are in the order of the text and do not
 * overlap. A change that would affect other content is refused.
 */
export interface Configuration {
  readonly text: string;
  /** Whether the file has only white space and comments. */
  readonly isEmpty: boolean;
  /** Whether the place exists, with or without entries. */
  readonly hasSection: boolean;
  /** How many of the containers on the way to the place exist; undefined in a format that does not remove them. */
  readonly depth?: number;
  /** The entries in the order of the text. */
  entries(): readonly { readonly name: string; readonly value: unknown }[];
  /** @throws RefusedFile if two entries have the name, or the entry's parts are not contiguous */
  find(name: string): FoundEntry | undefined;
  /**
   * Replaces the entry, or adds it after the last one; creates a missing section.
   * @param newFile the other content of an empty file
   */
  set(name: string, value: Entry, newFile?: Entry): readonly Splice[];
  /** Restores the former text of an entry between `start` and `end`. */
  restore(name: string, rawText: string): readonly Splice[];
  /**
   * @param dropsSection also removes the section if it has no other entry
   * @param keptCount how many of the containers around the section stay even without other content; all by default
   */
  remove(name: string, dropsSection: boolean, keptCount?: number): readonly Splice[];
  /**
   * All data of the file except the entry, in lines in the order of the text, numbers and dates as written. Empty parent
   * containers of the entry count as absent. Files with equal lines have equal data apart from the entry.
   */
  rest(name: string): readonly string[];
}

/** @throws RefusedFile with line and column for invalid text, or if the place has another shape */
export type ReadConfiguration = (text: string, place: Place) => Configuration;

/** The formatting of a file, for new text. */
export interface Layout {
  /** The line break of the first line. */
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

/** Parsers and the readers of their nodes are recursive. @throws RefusedFile if a text is nested too deeply for them */
export function notTooDeep<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

/** Deeper nesting than any real configuration. */
export const maxDepth = 200;

export function tooDeep(): RefusedFile {
  return new RefusedFile('The file is nested too deeply to be edited safely. Add the entry by hand.');
}

const uncommon: readonly { readonly pattern: RegExp; readonly description: string }[] = [
  { pattern: /\0/, description: 'has a NUL character' },
  { pattern: /\r(?!\n)/, description: 'has a line break without a line feed' },
  { pattern: /(?<=^\uFEFF)\uFEFF/, description: 'has two byte order marks' },
];

/** Programs read these characters of TOML and YAML differently. @throws RefusedFile with line and column */
export function assertCommonText(text: string): void {
  for (const { pattern, description } of uncommon) {
    const match = pattern.exec(text);
    if (match) throw refusal(text, match.index, description, 'Remove it first.');
  }
}

/** The first line break of a text. */
export function lineBreakOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

export function byteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? '\uFEFF' : '';
}

/** The start of the line at an offset. */
export function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

/** The offset of the line break that ends the line at an offset, or the end of the text. */
export function lineStop(text: string, offset: number): number {
  const match = /[\r\n]/.exec(text.slice(offset));
  return match ? offset + match.index : text.length;
}

/** The white space at the start of the line at an offset. */
export function indentAt(text: string, offset: number): string {
  return /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart(text, offset), offset))?.[1] ?? '';
}

/** A line of `Configuration.rest`. */
export function restLine(path: readonly (string | number)[], rawText: string): string {
  return `${JSON.stringify(path)} ${rawText}`;
}

/** The lines of plain data, as every adapter writes them for strings, booleans and containers. */
export function restOfData(value: unknown, path: readonly (string | number)[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [restLine(path, JSON.stringify(value))];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  if (inner.length === 0) return [restLine(path, Array.isArray(value) ? '[]' : '{}')];
  return inner.flatMap(([key, child]) => restOfData(child, [...path, key]));
}

/** Whether a path is the section's path or a prefix of it. */
export function leadsTo(path: readonly (string | number)[], section: readonly string[]): boolean {
  return path.length <= section.length && path.every((key, index) => key === section[index]);
}
