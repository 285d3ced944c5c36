/** What the server factory needs besides the library. */

import type { JsonObject } from '../../base/json.ts';
import type { Ask } from '../../model/asks.ts';
import type { ResolvedPrompt } from '../../model/definitions.ts';
import type { GetPromptResult } from '../../model/protocol.ts';
import type { Computing } from '../../sandbox/sandbox.ts';
import type { SearchAnswer, SearchRequest } from '../../search/search-request.ts';
import type { Upstream } from '../../search/sources/mcp/upstream.ts';

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

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
   * @throws WorkbenchError where there is no kernel, for code that is not allowed, and for code that fails
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
  /** Adapts a request and its answer to one client application (`clients/adapters/`). Absent without an adaptation. */
  adaptPrompt?(prompt: ResolvedPrompt, given: unknown, answer: AnswerPrompt): Promise<GetPromptResult>;
}

/** Answers `prompts/get` with arguments as they were sent. Rejects as `bindArguments` and `renderPrompt` do. */
export type AnswerPrompt = (prompt: ResolvedPrompt, given: unknown) => Promise<GetPromptResult>;
