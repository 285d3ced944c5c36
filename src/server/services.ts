export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** What a user-written function may ask of its host while it runs. */
export interface FunctionHost {
  /** `context.search(source, query)` */
  search(source: string, query: string): Promise<string>;
  /** `context.log(...)`, already one line of text. */
  log(message: string): void;
}

/** The part of the function sandbox that the server uses (`src/functions`). */
export interface Sandbox {
  /**
   * Calls the function that `source` defines with `args` and resolves with what it returned, as JSON data.
   * @throws WorkbenchError with a sentence for the prompt's author: it threw, ran too long, returned no JSON …
   */
  run(call: { source: string; args: readonly unknown[]; host: FunctionHost }): Promise<unknown>;
}

/** What the server factory needs besides the library. One object serves every connection. */
export interface ServerServices {
  /** Starts the sandbox at the first call: a server without function prompts never pays for it. */
  sandbox(): Promise<Sandbox>;
  /** Where the server's own log goes; stderr for a command line, never stdout. */
  log(level: LogLevel, message: string): void;
  /** Retrieval from one source, as text. Absent until a version has it. */
  search?(source: string, query: string): Promise<string>;
}
