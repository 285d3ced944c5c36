/** The facts about a client application, as data: nothing here reads or writes a file. */
import type { StdioCommand } from '../../outside/child-transport.ts';
import type { SystemFolders } from '../config-files/system-folders.ts';
import type { SimulationRules } from './simulation-rules.ts';

/** `user`: for all projects of a person. `project`: for everyone in a project. `local`: for one person in one project. */
export type Scope = 'user' | 'project' | 'local';

/** `jsonc` is JSON with comments and trailing commas; `commented-json` has comments alone, and no byte order mark. */
export type FormatName = 'json' | 'commented-json' | 'jsonc' | 'toml' | 'yaml';

/** Where the entries are in a file: under a path of keys from the root, as a map or as a list of maps with a name. */
export interface Place {
  readonly path: readonly string[];
  /** In a list: the key that holds an item's name. Absent for a map. */
  readonly nameKey?: string;
}

/** The value of an entry: plain JSON data. */
export type Entry = Readonly<Record<string, unknown>>;

/** The configuration file of one scope. */
export interface ScopeFile {
  /**
   * Absolute paths, in the application's order of preference: the first that exists is used, else the first.
   * `project` is the project's folder, or the empty string for the scope `user`.
   */
  readonly files: (folders: SystemFolders, project: string) => readonly string[];
  /** A file whose existence means that the application reads the first of `files` alone. */
  readonly firstFileIf?: (folders: SystemFolders) => string;
  /** Where the entries are, if not at the application's usual place. */
  readonly place?: (project: string) => Place;
  /** Claude Code writes this file while it runs, so its own command is the safer writer. */
  readonly ownCommand?: 'claude';
  /** Claude Code loads an entry of this file only if its settings allow it and a person approves it. */
  readonly approval?: 'claude';
  /** Sentences that apply to this scope only. */
  readonly notes?: readonly string[];
}

/** How a server at an HTTP address is written, without the token. */
export interface HttpShape {
  /** The entry. It refers to the environment variable that holds the token, in the application's notation. */
  readonly entry: (url: string, tokenVariable: string) => Entry;
}

/** How a server on the web is written, where the application itself logs in to it (OAuth): the entry has no token. */
export interface RemoteShape {
  readonly entry: (url: string) => Entry;
  /** How the person logs in there, with `{server}` for the name of the entry. */
  readonly login: string;
  /** How that is known. */
  readonly evidence: string;
}

/** A link that installs an entry. `read` is the application's side, so that a link can be checked before it is shown. */
export interface InstallLink {
  readonly write: (name: string, entry: Entry) => string;
  readonly read: (link: string) => { readonly name: unknown; readonly entry: unknown };
}

/** Whether and how the application offers a server's prompts. */
export interface PromptSurface {
  /** `unknown`: untested. */
  readonly support: 'yes' | 'no' | 'unknown';
  /** What a person types, with `{server}` and `{prompt}`. Absent if it is unknown, or if there is a menu instead. */
  readonly command?: string;
  /** How a person finds a prompt in a menu: a sentence with `{server}` and `{prompt}`. */
  readonly menu?: string;
  /** How it changes a prompt's name. Absent: no change is known. */
  readonly mapPrompt?: NameMapping;
}

/** Each match of `characters` becomes `to`. */
export interface NameMapping {
  readonly characters: RegExp;
  readonly to: string;
}

/** One client application. Unknown facts are absent. */
export interface ClientApplication {
  /** The name on the command line, in addresses (`?for=`) and in connections: `claude-code`. */
  readonly id: string;
  /** The name that its makers use: `Claude Code`. */
  readonly name: string;

  readonly format: FormatName;
  readonly place: Place;
  readonly scopes: { readonly [S in Scope]?: ScopeFile };
  /** The entry for a server that the application starts itself; `name` is the name of the entry. */
  readonly stdio: (command: StdioCommand, name: string) => Entry;
  /** Absent if the application has no HTTP entry, or no known way to keep the token out of the file. */
  readonly http?: HttpShape;
  /** Absent if it is unknown whether the application logs in to servers. */
  readonly remote?: RemoteShape;
  /** What a new file begins with, if the application needs more than the entry. */
  readonly newFile?: Entry;
  /** How the application shows a server's name. Absent: no change is known. */
  readonly mapServer?: NameMapping;
  /** Server names that the application reserves, after the mapping. */
  readonly reservedNames?: readonly string[];
  /** Text in a command, an argument or a variable that the application expands, without an escape: it is refused. */
  readonly expands?: RegExp;
  /** Whether it accepts comments in its JSON is untested. */
  readonly commentsUntested?: true;
  /** Signs that it is installed: folders that it creates, and programs to find on PATH. */
  readonly signs: {
    readonly folders: (folders: SystemFolders) => readonly string[];
    readonly programs: readonly string[];
  };
  /** Files that look like its configuration but that it does not read, with the key that people put servers under. */
  readonly unreadFiles?: (
    folders: SystemFolders,
    project: string,
  ) => readonly { file: string; place: Place; format: FormatName }[];
  /** The words of the application's command that adds an entry. */
  readonly addCommand?: (scope: Scope, name: string, entry: Entry) => readonly string[];
  readonly installLink?: InstallLink;

  readonly prompts: PromptSurface;
  /** Absent for an application that shows no prompts, or whose handling of them is not fully known. */
  readonly simulation?: SimulationRules;
  /** Where a result has text and structured content, the model reads the structured content, alone or too. */
  readonly showsStructured?: true;
  /**
   * What a prompt that asks gets there. `drawn`: it draws the form. `declared`: its client declares forms; whether it draws
   * one for a prompt is untested. `none`: its client declares no forms, or answers them only during a tool call. Absent:
   * untested.
   */
  readonly forms?: 'drawn' | 'declared' | 'none';
  /** `serve --for ID` changes what the server lists and answers; see `adapters/adaptations.ts` for what follows from the facts. */
  readonly isAdapted?: true;

  /** Sentences for a person who connects it: what it asks, needs or drops. */
  readonly notes: readonly string[];
  /** How the facts are known. */
  readonly evidence: string;
  /** The day of the last check, ISO 8601. */
  readonly checked: string;
}
