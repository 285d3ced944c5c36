/** The kind of a failure, for programs; the message is for people. */
export type ErrorCode = 'not-found' | 'invalid-input' | 'conflict' | 'refused' | 'unavailable' | 'failed' | 'internal';

/** Returns the message of anything thrown. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * An expected failure: a code for programs, and one sentence for people that says what happened and what to do.
 * Any other exception is a bug and reaches people as `internal`.
 */
export class WorkbenchError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'WorkbenchError';
    this.code = code;
  }
}

/** The user has not allowed this workspace to do something; the message names it and the command that allows it. */
export class NotAllowedError extends WorkbenchError {
  /** Ids of the asks (`src/model/asks.ts`) that need permission. At least one. */
  readonly needs: readonly string[];
  constructor(message: string, needs: readonly string[]) {
    super('refused', message);
    this.needs = needs;
  }
}
