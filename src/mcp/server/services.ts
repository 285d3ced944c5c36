/** The services that a server needs in addition to the library. */

import type { Ask } from '../../model/asks.ts';
import type { ResolvedPrompt } from '../../model/definitions.ts';
import type { GetPromptResult } from '../../model/protocol.ts';
import type { SandboxRunner } from '../../sandbox/sandbox.ts';
import type { FoundPage, PageRequest, SearchAnswer, SearchRequest } from '../../search/search-request.ts';
import type { Upstream } from '../../search/sources/mcp/upstream.ts';
import type { Wolfram } from '../../wolfram/kernel/wolfram.ts';

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** All connections of a process share one object. */
export interface ServerServices {
  /** @throws NotAllowedError unless the person has allowed all of these asks */
  permit(asks: readonly Ask[]): Promise<void>;
  /**
   * Runs functions. The first run starts the sandbox, so a server without functions never loads it. `run` throws
   * NotAllowedError in a restricted workspace.
   */
  sandbox(): Promise<SandboxRunner>;
  /** The workspace's folder, for tools that name files. Absent without one. */
  readonly workspaceDir?: string;
  /** The page that a client names. Absent if this process has no sources. @throws WorkbenchError */
  findPage?(request: PageRequest): Promise<FoundPage>;
  /** The workspace's Wolfram kernel. Absent if this process starts none. */
  readonly wolfram?: Omit<Wolfram, 'close'>;
  /** Tools of other servers, by source. Absent if this process connects to none. */
  readonly upstream?: Upstream;
  /**
   * The keys of the states of dialogues: the first one signs, all are accepted. Absent: a key of this process.
   * @throws WorkbenchError
   */
  dialogueKeys?(): Promise<readonly string[]>;
  /** The server's own log; stderr for a command line, never stdout. */
  log(level: LogLevel, message: string): void;
  /**
   * Searches the sources in parallel. The first call loads the search code.
   * @throws WorkbenchError `invalid-input` for a query without a word
   */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Adapts a request and its answer to one client application (`clients/adapters/`). Absent without an adaptation. */
  adaptPrompt?(prompt: ResolvedPrompt, values: unknown, answer: AnswerPrompt): Promise<GetPromptResult>;
}

/** Answers `prompts/get` with the arguments of the request. Rejects as `bindArguments` and `renderPrompt` do. */
export type AnswerPrompt = (prompt: ResolvedPrompt, values: unknown) => Promise<GetPromptResult>;
