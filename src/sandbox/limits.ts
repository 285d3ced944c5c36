/** The limits of one call of a user-written function. */
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
  /** Maximum logged lines. */
  readonly logLines: number;
  /** Maximum progress reports; later ones are dropped. */
  readonly progressReports: number;
  /** Maximum searches. */
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
