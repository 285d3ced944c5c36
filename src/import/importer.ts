/** One way in for prompts from elsewhere. An importer says what it would make; nothing is written here. */
import type { JsonObject } from '../base/json.ts';
import type { TransferNote } from '../model/transfer.ts';

export interface SourceFile {
  /** As a person knows it, POSIX: `.claude/commands/review.md`, or only a name where text was pasted or dropped. */
  readonly path: string;
  readonly text: string;
}

/** A file that is there and was not read. */
export interface UnreadFile {
  readonly path: string;
  /** Longer than is read, no text, or past the number of files that are read. */
  readonly unread: 'large' | 'binary' | 'many';
}

export type GivenFile = SourceFile | UnreadFile;

/** A running MCP server: a program to start, or an address. */
export type ServerTarget =
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[]; readonly cwd: string }
  /** `token` is sent as a bearer token. */
  | { readonly kind: 'url'; readonly url: string; readonly token?: string };

export type ImportSource =
  | { readonly kind: 'file'; readonly file: SourceFile }
  | { readonly kind: 'server'; readonly target: ServerTarget };

/** A definition that would be made. */
export interface ImportedItem {
  readonly kind: 'server' | 'prompt' | 'tool';
  /** What its file would be called, if that name is free. */
  readonly name: string;
  /** Under the canonical keys of the file format. */
  readonly data: JsonObject;
  readonly notes: readonly TransferNote[];
  /** Another way to take it over, for the person to choose. */
  readonly instead?: Alternative;
}

export interface Alternative {
  /** What it does, as the label of a switch: `Leave {{name}} as plain text`. */
  readonly label: string;
  readonly data: JsonObject;
  readonly notes: readonly TransferNote[];
}

/** Why something was not made: one sentence, with its place where it has one. */
export interface ImportProblem {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Imported {
  readonly items: readonly ImportedItem[];
  readonly problems: readonly ImportProblem[];
  /** What the source calls itself, for a server that is made to list the prompts. */
  readonly server?: { readonly name: string; readonly instructions?: string };
  /** About the source as a whole. */
  readonly notes?: readonly TransferNote[];
}

export interface Importer {
  readonly id: string;
  /** What it reads, for people: `Claude Code command`. */
  readonly title: string;
  recognises(source: ImportSource): boolean;
  /** Never throws for what the source holds; that is a problem of the result. */
  read(source: ImportSource, signal?: AbortSignal): Imported | Promise<Imported>;
}

/** An importer of files, each read on its own. */
export function fileImporter(
  about: Pick<Importer, 'id' | 'title'>,
  recognises: (file: SourceFile) => boolean,
  read: (file: SourceFile) => Imported,
): Importer {
  return {
    ...about,
    recognises: (source) => source.kind === 'file' && recognises(source.file),
    read: (source) => (source.kind === 'file' ? read(source.file) : { items: [], problems: [] }),
  };
}

export function problem(message: string, place: { line?: number; column?: number } = {}): Imported {
  return { items: [], problems: [{ message, ...place }] };
}
