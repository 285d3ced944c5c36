/** The types of importers. An importer reads a source and returns definitions; it writes nothing. */
import type { JsonObject } from '../base/json.ts';
import type { TransferNote } from '../model/transfer.ts';

export interface SourceFile {
  /** With `/`, as the person knows it: `.claude/commands/review.md`, or only a name for pasted or dropped text. */
  readonly path: string;
  readonly text: string;
}

/** A file that was not read. */
export interface UnreadFile {
  readonly path: string;
  /** Too large, not text, or beyond the maximum number of files. */
  readonly unread: 'large' | 'binary' | 'many';
}

export type InputFile = SourceFile | UnreadFile;

/** A running MCP server: a program to start, or an address. */
export type ServerTarget =
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[]; readonly cwd: string }
  /** `token` is sent as a bearer token. */
  | { readonly kind: 'url'; readonly url: string; readonly token?: string };

export type ImportSource =
  | { readonly kind: 'file'; readonly file: SourceFile }
  | { readonly kind: 'server'; readonly target: ServerTarget };

/** A definition to create. */
export interface ImportedItem {
  readonly kind: 'server' | 'prompt' | 'tool';
  /** The name of its file, if that name is free. */
  readonly name: string;
  /** Under the canonical keys of the file format. */
  readonly data: JsonObject;
  readonly notes: readonly TransferNote[];
  /** Another form that the person can choose. */
  readonly instead?: Alternative;
  readonly slots?: ForeignSlots;
}

/** Slots of other programs in a text, which became arguments. */
export interface ForeignSlots {
  /** As the text writes them, each once. */
  readonly slotTexts: readonly string[];
  /** The item with some of them as text, without an argument. */
  leave(slots: readonly string[]): Pick<ImportedItem, 'data' | 'notes'>;
}

export interface Alternative {
  /** The label of a switch: `Leave {{name}} as text`. */
  readonly label: string;
  readonly data: JsonObject;
  readonly notes: readonly TransferNote[];
}

/** Why something was left out: one sentence, with a place if there is one. */
export interface ImportProblem {
  readonly message: string;
  /** The prompt of a server that was left out. */
  readonly prompt?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface ImportResult {
  readonly items: readonly ImportedItem[];
  readonly problems: readonly ImportProblem[];
  /** The server's own name and instructions, for a new server that lists the prompts. */
  readonly server?: { readonly name: string; readonly instructions?: string };
  /** Notes about the whole source. */
  readonly notes?: readonly TransferNote[];
}

export interface Importer {
  readonly id: string;
  /** The kind of source, for people: `Claude Code command`. */
  readonly title: string;
  recognises(source: ImportSource): boolean;
  /** Never throws because of the content of the source: the result has a problem instead. */
  read(source: ImportSource, signal?: AbortSignal): ImportResult | Promise<ImportResult>;
}

/** An importer that reads each file separately. */
export function fileImporter(
  about: Pick<Importer, 'id' | 'title'>,
  recognises: (file: SourceFile) => boolean,
  read: (file: SourceFile) => ImportResult,
): Importer {
  return {
    ...about,
    recognises: (source) => source.kind === 'file' && recognises(source.file),
    read: (source) => (source.kind === 'file' ? read(source.file) : { items: [], problems: [] }),
  };
}

export function problem(message: string, place: { line?: number; column?: number } = {}): ImportResult {
  return { items: [], problems: [{ message, ...place }] };
}
