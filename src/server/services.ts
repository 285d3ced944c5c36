import type { Sandbox } from '../functions/sandbox.ts';

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** What the server factory needs besides the library. One object serves every connection. */
export interface ServerServices {
  /** Starts the sandbox at the first call: a server without function prompts never pays for it. */
  sandbox(): Promise<Pick<Sandbox, 'run'>>;
  /** Where the server's own log goes; stderr for a command line, never stdout. */
  log(level: LogLevel, message: string): void;
  /** Retrieval from one source, as text. Absent until a version has it. */
  search?(source: string, query: string): Promise<string>;
}
