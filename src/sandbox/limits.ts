/** What one call of a user-written function may use. */
export interface Limits {
  /** Milliseconds of execution; waiting for a search does not count. */
  readonly cpuMs: number;
  /** Milliseconds from the start of the call to its end, waiting included. */
  readonly wallMs: number;
  /** Bytes of WebAssembly memory, at least 16 MiB: the interpreter, the function and everything that it makes. */
  readonly memoryBytes: number;
  /** Bytes of the interpreter's own stack. More than this and deep recursion breaks the module instead of ending in an error. */
  readonly stackBytes: number;
  /** Bytes of the result as JSON in UTF-8. */
  readonly outputBytes: number;
  /** UTF-16 code units of everything that the call logs. */
  readonly logLength: number;
  /** How many lines the call may log. */
  readonly logLines: number;
  /** How often the call may say how far it is; what it says after that is left out. */
  readonly progressReports: number;
  /** How many searches the call may make. */
  readonly searches: number;
}

export const defaultLimits: Limits = {
  cpuMs: 1_000,
  wallMs: 30_000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 128 * 1024,
  outputBytes: 1024 * 1024,
  logLength: 64 * 1024,
  logLines: 1_000,
  progressReports: 100,
  searches: 32,
};
