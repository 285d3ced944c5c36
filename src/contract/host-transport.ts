/** How a host carries the contract: calls and their replies as plain data, and events. */
import type { ErrorCode } from '../base/errors.ts';
import type { EventMessage } from './contract.ts';

/** A failure as it crosses a host: a code for the program, a sentence for the person. */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  /** Ids of the asks (`trust.get`) that need permission. */
  readonly needs?: readonly string[];
}

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: CallFailure };

/** A failed reply; the message says what happened and what to do. */
export function failure(code: ErrorCode, message: string): Reply & { ok: false } {
  return { ok: false, error: { code, message } };
}

/** The interface of a host. */
export interface HostTransport {
  call(name: string, input: unknown): Promise<Reply>;
  /** Calls back for every event until the returned function is called. */
  listen(listener: (message: EventMessage) => void): () => void;
}
