/** The tests of a prompt, run without a model. */
import * as z from 'zod';

export const testQuestion = z.object({
  server: z.string(),
  /** The MCP name of one prompt or tool; absent for all of the server. */
  prompt: z.exactOptional(z.string()),
  /** The name of one test. */
  test: z.exactOptional(z.string()),
  /** Write the snapshots instead of comparing them. */
  updates: z.exactOptional(z.boolean()),
});

const failure = z.object({
  /** The word of the expectation; `answers` for an answer that was expected and did not come. */
  expectation: z.string(),
  /** The client application that reads the text. */
  client: z.exactOptional(z.string()),
  /** One sentence: how the answer differs. */
  message: z.string(),
  /** Lines with `-` for what is expected and `+` for what the answer has. */
  detail: z.exactOptional(z.string()),
  /** The text, with the characters that fail: from, to. */
  answer: z.exactOptional(z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) })),
});

export const testResult = z.object({
  /** Catalogue name. */
  server: z.string(),
  kind: z.enum(['prompt', 'tool']),
  /** MCP name. */
  name: z.string(),
  /** The definition's file; absent for a built-in one. */
  file: z.exactOptional(z.string()),
  test: z.string(),
  /** The sample, if the test is one that no test names. */
  sample: z.exactOptional(z.string()),
  /** The number of things that were checked. */
  checked: z.number(),
  /** Empty if the test passes. */
  failures: z.array(failure),
  /** Snapshot files that were written. */
  written: z.array(z.string()),
  milliseconds: z.number(),
});
