import type { KeyPath } from '../base/json.ts';
import type { TextSplice } from '../base/text/splice.ts';
import type {
  DefinitionKind,
  PromptDefinition,
  ResolvedServer,
  ResolvedTool,
  ServerDefinition,
  SourceDefinition,
  ToolDefinition,
  WrittenSkill,
} from '../model/definitions.ts';
import type { Problem } from '../model/problems/problems.ts';

/** One definition file of the workspace, read and checked. A file that cannot be parsed has only its problems. */
export interface WorkspaceFile {
  /** Relative to the workspace, POSIX: `prompts/Greet.yaml`. */
  readonly file: string;
  readonly kind: DefinitionKind;
  /** The catalogue name: the file's name without its extension. */
  readonly name: string;
  /** Hash of the file's bytes. */
  readonly version: string;
  readonly server?: ServerDefinition;
  readonly prompt?: PromptDefinition;
  readonly tool?: ToolDefinition;
  readonly source?: SourceDefinition;
  /** A skill without a prompt. */
  readonly writtenSkill?: WrittenSkill;
  /** What is left to fill in, as an instruction: a source that is not set up yet has neither a definition nor an error. */
  readonly instruction?: string;
  /** The sources that its prompts and tools name; absent if there are none. */
  readonly searches?: readonly { readonly name: string; readonly at: KeyPath }[];
  readonly problems: readonly Problem[];
}

/** The whole workspace at one moment. Immutable. */
export interface LibrarySnapshot {
  /** Increases by one with every change. */
  readonly revision: number;
  /** Sorted by path. */
  readonly files: readonly WorkspaceFile[];
  /** Workspace servers and built-in ones, by catalogue name; a workspace file replaces a built-in of its name. */
  readonly servers: ReadonlyMap<string, ServerEntry>;
  /** Every problem of every file, including those found by looking up names. */
  readonly problems: readonly Problem[];
}

export interface ServerEntry {
  readonly resolvedServer: ResolvedServer;
  readonly builtin: boolean;
  readonly file?: string;
  /** Every entry of `MCPPrompts` as written, served or not, in order. */
  readonly entries: readonly ListedPrompt[];
  /** Every entry of `Tools` as written, likewise. */
  readonly tools: readonly ListedTool[];
  /** Every entry of `Skills` as written, likewise. */
  readonly skills: readonly ListedSkill[];
}

/** An entry of a server's `MCPPrompts`, looked up. */
export interface ListedPrompt {
  /** Absent if there is no prompt of this name, or its definition has an error. */
  readonly prompt?: PromptDefinition;
  /** The name as written, for an entry by name. */
  readonly catalogueName?: string;
  readonly builtin: boolean;
  /** The definition's file; absent for a built-in and for an unknown name. */
  readonly location?: { readonly file: string; readonly at: KeyPath };
  /** False when an error keeps it from clients. */
  readonly isServed: boolean;
  readonly problems: readonly Problem[];
}

/** An entry of a server's `Tools`; see `ListedPrompt`. */
export interface ListedTool extends Omit<ListedPrompt, 'prompt'> {
  readonly tool?: ResolvedTool;
}

/** An entry of a server's `Skills`. */
export interface ListedSkill {
  readonly catalogueName: string;
  /** False for an unknown name, a file with an error, and a second skill of one name. */
  readonly isServed: boolean;
}

/** The current state of one server. The library is the only registry: request handlers read `current()` every time. */
export interface LiveServer {
  /** The newest state; the same object until a client could see a difference. */
  current(): ResolvedServer;
  /**
   * The state that clients were last notified of, if notices come later than changes of `current()`: listeners still
   * see the former state. Undefined if it is not known; clients then have to read their lists again.
   */
  announced?(): ResolvedServer | undefined;
  /** Calls `listener` after `current()` changes, at most once per burst of file changes. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Calls `listener` after files in `media/` may have changed. Returns a function that stops it. */
  subscribeToMedia(listener: () => void): () => void;
  /** Bytes of a file in `media/`. Symbolic links are resolved first. @throws WorkbenchError `refused` | `not-found` */
  readMedia(file: string): Promise<Uint8Array>;
  /** Workspace-relative POSIX paths of the regular files that match, at most `limit`, never outside the workspace. */
  listFiles(glob: string, limit: number): Promise<string[]>;
}

/**
 * Several changes of values in one file, applied together and in order: a path holds after the edits before it. `at` is
 * in canonical key names, from the file's root. An index at a list's end appends; removing an index moves the later ones
 * up. To insert or move, replace the list: what both lists have keeps its text and comments.
 */
export type ValueEdit = {
  /** The edit of a button: in the history, it never joins the typing before it. */
  readonly isStep?: true;
} & (
  | {
      readonly at: KeyPath;
      /** The value that the editor last saw there; absent if there was none. */
      readonly before?: unknown;
      /** The new value; absent to remove it. */
      readonly after?: unknown;
    }
  /** The same for a text, as a splice. */
  | { readonly at: KeyPath; readonly splice: TextSplice }
);

export type EditResult =
  | {
      readonly kind: 'saved';
      readonly previousText: string;
      readonly text: string;
      readonly version: string;
      readonly isMerged: boolean;
    }
  | { readonly kind: 'conflict'; readonly at: KeyPath; readonly theirs?: unknown; readonly version: string };

export type WriteResult =
  | { readonly kind: 'saved'; readonly version: string }
  | { readonly kind: 'conflict'; readonly text: string; readonly version: string };

/** One file, whole, before and after; null for no file. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Runs right before the first file of a change is written. A rejection stops the change. If an edit is tried again,
 * because another program writes the file, this runs again too.
 */
export type BeforeWrite = (changes: readonly FileChange[]) => Promise<void>;

export interface EditOptions {
  /** Replaces the summary that history makes from the difference. */
  readonly label?: string;
  readonly beforeWrite?: BeforeWrite;
}

/** A change of one or several files, written and undone as one. */
export interface ChangeSet {
  /** Part of a sentence: `Removed translate`. */
  readonly label: string;
  readonly changes: readonly FileChange[];
  /** The definition that was created, moved or renamed. */
  readonly location?: { readonly file: string; readonly at: KeyPath };
  /** Its place in a server's list. */
  readonly entry?: { readonly server: string; readonly list?: ListName; readonly index: number };
  /** What it deletes beside whole files, or with their places in lists: for Recently deleted. */
  readonly deletes?: readonly Deletion[];
  /** It moves a definition to another file: undoing it deletes nothing. */
  readonly isMove?: true;
  /** The files that it renames, whose texts may change too: their histories follow. */
  readonly moves?: readonly { readonly from: string; readonly to: string }[];
  /** What else it changed, as a sentence for a notice. */
  readonly note?: string;
  /** The deletion that it takes back (`history/deleted.ts`). */
  readonly restores?: string;
}

/** The place of a name in a server's list. */
export interface Listing {
  /** The server's file. */
  readonly file: string;
  readonly at: KeyPath;
  /** The text of the name in the file, with its comment; absent without a comment. */
  readonly written?: string;
}

/** A definition that a change deletes. */
export interface Deletion {
  /** The file that held it. */
  readonly file: string;
  readonly kind: DefinitionKind;
  readonly name: string;
  /** Of an inline definition. */
  readonly at?: KeyPath;
  /** The lists that named it. */
  readonly lists?: readonly Listing[];
}

/** The one owner of the workspace's files. */
export interface Library {
  readonly dir: string;
  snapshot(): LibrarySnapshot;
  subscribe(listener: (snapshot: LibrarySnapshot) => void): () => void;
  /** The live state of one server. @throws WorkbenchError `not-found`, with near names, or `refused` without access to it */
  server(name: string): LiveServer;
  /** A definition as plain data under canonical key names (`value` absent when the file cannot be parsed). */
  open(
    file: string,
    at: KeyPath,
  ): Promise<{
    file: string;
    at: KeyPath;
    version: string;
    text: string;
    /** The detected encoding if it is not UTF-8. Such a file is not written until `convert`. */
    encoding?: ForeignEncoding;
    value?: unknown;
    problems: readonly Problem[];
  }>;
  /** Applies edits to the newest text on disk, unless one of them would overwrite a value that another writer changed. */
  edit(file: string, edits: readonly ValueEdit[], options?: EditOptions): Promise<EditResult>;
  /** Replaces (or, with `baseVersion: ''`, creates) a file, unless the disk holds another version. */
  write(file: string, baseVersion: string, text: string, beforeWrite?: () => Promise<void>): Promise<WriteResult>;
  /** Converts a file to UTF-8, after copying its bytes beside it. @throws WorkbenchError `conflict` | `refused` */
  convert(file: string, version: string): Promise<Conversion>;
  /** Moves an item of a list with its text. @throws WorkbenchError as `edit`; `invalid-input` for an unknown item */
  moveItem(file: string, at: KeyPath, from: number, to: number, beforeWrite?: BeforeWrite): Promise<EditResult>;
  /**
   * Carries out a plan (`arrange/`): all of it, or nothing.
   * @param beforeWrite gets the plan before it is carried out
   * @throws WorkbenchError `conflict` if another program changed one of the files at the same moment
   */
  arrange(plan: Plan, beforeWrite?: (change: ChangeSet) => Promise<void>): Promise<ChangeSet>;
  /** Restores files that are unchanged since a change wrote them. @throws WorkbenchError `conflict`, with no file changed */
  revert(changes: readonly FileChange[], beforeWrite?: () => Promise<void>): Promise<void>;
  /** Resolves when every change on disk so far is in the snapshot. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export type ListName = 'prompts' | 'tools';

/** The encodings that editors write beside UTF-8, by the names of the Encoding Standard. */
export type ForeignEncoding = 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file that was converted to UTF-8. */
export interface Conversion {
  readonly version: string;
  /** Beside the file: `prompts/Greet.yaml.original`. */
  readonly originalFile: string;
}

/** The workspace while this library writes nothing else to it. */
export interface Workspace {
  readonly snapshot: LibrarySnapshot;
  /**
   * The text of a file, as the snapshot knows it.
   * @throws WorkbenchError `not-found` for no such file, `conflict` for one that has just been changed elsewhere,
   *   `refused` for one that is not text
   */
  read(file: string): Promise<string>;
}

/** Computes what to write, in an order that leaves the workspace valid after each step. */
export type Plan = (workspace: Workspace) => Promise<ChangeSet>;
