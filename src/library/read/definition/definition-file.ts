/** One definition file, read from its bytes alone. Plain JSON, because the catalogue cache stores it. */
import type { KeyPath } from '../../../base/json.ts';
import type { DefinitionPath } from '../../../files/workspace-paths.ts';
import type { Finding, Problem } from '../../../model/problems/problems.ts';
import type { WorkspaceFile } from '../../types.ts';

/** 1-based, in UTF-16 code units, as in editors. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** By `placeKey`, the places of values that a later check may report, so that it need not parse the file again. */
export type PlaceTable = Readonly<Record<string, Place>>;

/** A `File` of a definition: in its `Content` a media file, in its `Samples` a table. */
export interface FileReference {
  /** Relative to `media/` or `samples/`, POSIX. */
  readonly file: string;
  readonly at: KeyPath;
  /** The path of the prompt or tool that needs it; `[]` is the whole file. */
  readonly prompt: KeyPath;
  readonly place: Place;
}

/** A name under `Sources` inside a definition's `Content`. */
export interface SourceReference {
  readonly name: string;
  readonly at: KeyPath;
  readonly place: Place;
}

export interface DefinitionFile extends WorkspaceFile {
  readonly places: PlaceTable;
  readonly media: readonly FileReference[];
  /** The files of its samples; absent if there are none. */
  readonly sampleFiles?: readonly FileReference[];
  /** Absent if it searches nothing. */
  readonly searches?: readonly SourceReference[];
}

export const startOfFile: Place = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** The key of a path in a `PlaceTable`. */
export function placeKey(path: KeyPath): string {
  return JSON.stringify(path);
}

/** Locates a finding at its value, or at the innermost enclosing value in the table. */
export function locate(file: DefinitionFile, finding: Finding): Problem {
  let at = finding.at;
  while (at.length > 0 && !Object.hasOwn(file.places, placeKey(at))) at = at.slice(0, -1);
  return { ...finding, file: file.file, ...(file.places[placeKey(at)] ?? startOfFile) };
}

/** A file that cannot be read, with the problems that say why. */
export function unreadable(path: DefinitionPath, version: string, ...problems: readonly Problem[]): DefinitionFile {
  return { ...path, version, problems, places: {}, media: [] };
}
