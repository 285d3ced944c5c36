import type { Sandbox } from '../functions/sandbox.ts';
import type { ResolvedPrompt } from '../model/definitions.ts';
import type { GetPromptResult } from './wire.ts';

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** What the server factory needs besides the library. One object serves every connection. */
export interface ServerServices {
  /** Starts the sandbox at the first call: a server without function prompts never pays for it. */
  sandbox(): Promise<Pick<Sandbox, 'run'>>;
  /**
   * Calls a function in Wolfram Language and makes text of its result. Absent where nothing can run one.
   * @throws WorkbenchError where there is no kernel, for code that nobody allowed, and for code that fails
   */
  wolfram?(code: string, values: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<string>;
  /** Where the server's own log goes; stderr for a command line, never stdout. */
  log(level: LogLevel, message: string): void;
  /** Retrieval from one source, as text. Absent until a version has it. */
  search?(source: string, query: string): Promise<string>;
  /** Stands between a request and its answer, for one client application (`for-client/`). Absent for any other. */
  meetPrompt?(prompt: ResolvedPrompt, given: unknown, answer: AnswerPrompt): Promise<GetPromptResult>;
}

/** Answers `prompts/get` with arguments as they were sent. Rejects as `bindArguments` and `renderPrompt` do. */
export type AnswerPrompt = (prompt: ResolvedPrompt, given: unknown) => Promise<GetPromptResult>;
