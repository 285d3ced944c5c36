/** The outcome of tests, as `test --json` prints it. */
import type { MarkedAnswer } from './failing-characters.ts';

export interface Failure {
  /** The word of the expectation: `contains`; `answers` for an answer that was expected and did not come. */
  readonly expectation: string;
  /** The client application that reads the text. */
  readonly client?: string;
  /** One sentence: how the answer differs. */
  readonly message: string;
  /** Lines with `-` for what is expected and `+` for what the answer has. */
  readonly detail?: string;
  /** The text with the characters that fail; only if `marksAnswers` is set. */
  readonly answer?: MarkedAnswer;
}

export interface TestResult {
  /** Catalogue name. */
  readonly server: string;
  readonly kind: 'prompt' | 'tool';
  /** MCP name. */
  readonly name: string;
  /** The definition's file; absent for a built-in one. */
  readonly file?: string;
  readonly test: string;
  /** The sample, if the test is one that no test names. */
  readonly sample?: string;
  /** The number of things that were checked. */
  readonly checked: number;
  /** Empty if the test passes. */
  readonly failures: readonly Failure[];
  /** Snapshot files that were written. */
  readonly written: readonly string[];
  readonly milliseconds: number;
}
