/** What kind of failure it is, for programs; the message is for people. */
export type ErrorCode = 'not-found' | 'invalid-input' | 'conflict' | 'refused' | 'unavailable' | 'failed' | 'internal';

/** The sentence of a failure, whatever was thrown. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * An expected failure: a code for the program and one sentence for the person that says what happened and what to do.
 * Anything else that is thrown is a bug and reaches people as `internal`.
 */
export class WorkbenchError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'WorkbenchError';
    this.code = code;
  }
}

/** Something that the person has not allowed this workspace; the sentence names it and the command that allows it. */
export class NotAllowedError extends WorkbenchError {
  /** Ids of the asks (`asks.ts`) that would have to be allowed. At least one. */
  readonly needs: readonly string[];
  constructor(message: string, needs: readonly string[]) {
    super('refused', message);
    this.needs = needs;
  }
}
