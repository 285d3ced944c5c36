/** What the server factory needs besides the library. */
import type { SearchAccount } from '../../contract/contract.ts';
import type { Computing } from '../../sandbox/sandbox.ts';
import type { Ask } from '../../model/asks.ts';
import type { ResolvedPrompt, SourceDefinition } from '../../model/definitions.ts';
import type { JsonObject } from '../../base/json.ts';
import type { CallToolResult, GetPromptResult, ListedTool } from './wire.ts';

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** A search as a prompt asks for it. */
export interface SearchRequest {
  /** Names of sources: files of the workspace, or built-in ones. At least one. */
  readonly sources: readonly string[];
  readonly query: string;
  /** Most tokens of the results; default `defaultBudget`. */
  readonly budget?: number | undefined;
  /** Fires when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
  /** For a search that a function makes: what its call has searched already. */
  readonly scope?: SearchScope | undefined;
  /** Whether it is asked at every key: sources elsewhere then wait until the query stands still. */
  readonly whileTyping?: boolean;
}

/** What one call of a function has searched. */
export interface SearchScope {
  /** A source whose file changes during the call is here once for each definition. */
  readonly searched: { readonly name: string; readonly definition: SourceDefinition }[];
  /** Resolves when it is decided whether the source that came last may be searched. */
  lastEntry: Promise<void>;
}

/** What a search gave. Sources that fail are told in the results; `failed` means that none could answer. */
export type SearchAnswer =
  | { readonly kind: 'results'; readonly text: string; readonly account: SearchAccount }
  /** `message`: what to set up, in one sentence. */
  | { readonly kind: 'failed'; readonly message: string; readonly account: SearchAccount };

/** One object serves every connection of a process. */
export interface ServerServices {
  /** @throws NotAllowedError unless the person has allowed the workspace all of them */
  permit(asks: readonly Ask[]): Promise<void>;
  /**
   * Starts the sandbox at the first run: a server without function prompts never pays for it. `run` throws
   * NotAllowedError in a restricted workspace.
   */
  sandbox(): Promise<Computing>;
  /**
   * Calls a function in Wolfram Language and makes text of its result. Absent where nothing can run one.
   * @throws WorkbenchError where there is no kernel, for code that nobody allowed, and for code that fails
   */
  wolfram?(code: string, values: JsonObject, signal?: AbortSignal): Promise<string>;
  /** Tools of other servers, by source. Absent where none can be reached. */
  readonly upstream?: Upstream;
  /** Where the server's own log goes; stderr for a command line, never stdout. */
  log(level: LogLevel, message: string): void;
  /**
   * Looks in the sources side by side. Nothing of searching is loaded before the first call.
   * @throws WorkbenchError `invalid-input` for a query without a word
   */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Stands between a request and its answer, for one client application (`for-client/`). Absent for any other. */
  meetPrompt?(prompt: ResolvedPrompt, given: unknown, answer: AnswerPrompt): Promise<GetPromptResult>;
}

/** Answers `prompts/get` with arguments as they were sent. Rejects as `bindArguments` and `renderPrompt` do. */
export type AnswerPrompt = (prompt: ResolvedPrompt, given: unknown) => Promise<GetPromptResult>;

/** The tools of the servers that sources name (`Type: MCP`). */
export interface Upstream {
  /** How the other server describes one of its tools. @throws WorkbenchError where it cannot be reached or has none */
  describe(source: string, tool: string): Promise<Omit<ListedTool, 'name'>>;
  /** Passes a call on. @throws WorkbenchError where the other server cannot be reached or answers with an error */
  call(request: {
    readonly source: string;
    readonly tool: string;
    readonly arguments: JsonObject;
    readonly signal?: AbortSignal | undefined;
  }): Promise<CallToolResult>;
}
