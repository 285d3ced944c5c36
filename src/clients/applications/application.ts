/** What is known of a client application, as data: nothing here reads or writes a file. */
import type { StdioCommand } from '../../outside/child-transport.ts';
import type { SystemFolders } from './system-folders.ts';

/** Whose configuration it is: the user's everywhere, a project's for everybody, or the user's for one project. */
export type Scope = 'user' | 'project' | 'local';

/** How a configuration file is written. `jsonc` is JSON in which comments and trailing commas are allowed. */
export type FormatName = 'json' | 'jsonc' | 'toml' | 'yaml';

/** Where the entries are in a file: under a path of keys from the root, as a map or as a list of maps with a name. */
export interface Place {
  readonly path: readonly string[];
  /** For a list: the key by which an item says its name. Absent for a map. */
  readonly nameKey?: string;
}

/** The value of an entry: plain JSON data. */
export type Entry = Readonly<Record<string, unknown>>;

/** A configuration file of one scope. */
export interface ScopeFile {
  /**
   * Absolute paths in the order in which the application prefers them: the first that exists is used, else the first.
   * `project` is the project's folder; it is the empty string for the scope `user`.
   */
  readonly files: (folders: SystemFolders, project: string) => readonly string[];
  /** Where the entries are, if not at the application's own place. */
  readonly place?: (project: string) => Place;
  /** The application's own command writes this file more safely than anybody else. */
  readonly ownCommand?: 'claude';
  /** Sentences that hold in this scope only. */
  readonly quirks?: readonly string[];
}

/** How a server that is reached by HTTP is written, without the token in it. */
export interface HttpShape {
  /** The entry; it refers to the environment variable that holds the token, in the application's own notation. */
  readonly entry: (url: string, tokenVariable: string) => Entry;
}

/** Whether and how the application offers a server's prompts. */
export interface PromptSurface {
  /** `unknown` where nobody has seen it, in either direction. */
  readonly surfaced: 'yes' | 'no' | 'unknown';
  /** What a person types, with `{server}` and `{prompt}`; absent where it is unknown or where there is a menu instead. */
  readonly command?: string;
  /** The same in words, for an application with a menu. */
  readonly how?: string;
  /** How it changes a prompt's name before it shows it. Absent: not known to be changed. */
  readonly mapPrompt?: NameMapping;
}

/** Characters that match `characters` each become `to`. */
export interface NameMapping {
  readonly characters: RegExp;
  readonly to: string;
}

/** One client application. What is not known is absent. */
export interface ClientApplication {
  /** On the command line and in the journal: `claude-code`. */
  readonly id: string;
  /** As its makers write it: `Claude Code`. */
  readonly name: string;
  readonly format: FormatName;
  readonly place: Place;
  readonly scopes: { readonly [S in Scope]?: ScopeFile };
  /** The entry for a server that the application starts itself; `name` is the one under which it is entered. */
  readonly stdio: (command: StdioCommand, name: string) => Entry;
  /** Absent where the application has no HTTP entry, or no known way to keep the token out of the file. */
  readonly http?: HttpShape;
  /** What a file that is made for the entry begins with, where the application wants more than the entry. */
  readonly newFile?: Entry;
  /** The name after `serve --for`, and after `?for=` in an address, where the server meets the ways of this application. */
  readonly forName?: string;
  /** The names under which the server offers its prompts when it is started so, in the order of the prompts. */
  readonly servedNames?: (prompts: readonly string[]) => readonly string[];
  /** How the application shows a server's name. Absent: not known to be changed. */
  readonly mapServer?: NameMapping;
  /** Server names that it keeps for itself, after the mapping. */
  readonly reserved?: readonly string[];
  /** It expands this in a command, an argument or a variable, and nothing escapes it: such text is refused. */
  readonly expands?: RegExp;
  /** Whether comments are read in its JSON, where nobody has tried. */
  readonly commentsUnknown?: boolean;
  /** Signs that it is installed: folders that it makes, and programs that are looked for along PATH. */
  readonly signs: {
    readonly folders: (folders: SystemFolders) => readonly string[];
    readonly programs: readonly string[];
  };
  /** Files that people take for its configuration and that it does not read, with the key they put servers under. */
  readonly strays?: (
    folders: SystemFolders,
    project: string,
  ) => readonly { file: string; place: Place; format: FormatName }[];
  readonly prompts: PromptSurface;
  /** Sentences for a person who connects it: what it asks, what it needs, what it drops. */
  readonly quirks: readonly string[];
  /** Where the facts are from, and the day on which they were last checked (ISO 8601). */
  readonly source: string;
  readonly checked: string;
}
