/** The entries of the traffic log. */
import type { TrafficTransport } from './observed-connection.ts';
import type { Body, Direction } from './traffic-message.ts';

/**
 * The state of a request: `asking` if its answer asks for input, which the client sends with another request;
 * `unanswered` if the client no longer waits. A `notification` has no answer.
 */
export type EntryState = 'waiting' | 'asking' | 'answered' | 'error' | 'unanswered' | 'notification';

/** The state of a message with its answer, and the outcome. */
interface Outcome {
  readonly state: EntryState;
  readonly error?: { readonly code: number; readonly message: string };
  readonly milliseconds?: number;
  readonly answer?: Body;
}

/** A further request of a call, with its answer: a form of the server, or the request that brings the form's answer. */
export interface TrafficStep extends Outcome {
  readonly at: number;
  readonly direction: Direction;
  readonly method: string;
  readonly request: Body;
}

/**
 * A call: a request with its answer and its further steps; or a notification. Immutable: an answer replaces the entry with
 * a new one of the same id.
 */
export interface TrafficEntry extends Outcome {
  /** In the order of arrival in the log; a process that has just started reports its first messages late. */
  readonly id: number;
  /** The number of this entry's last change; it grows with every change of the log. */
  readonly seq: number;
  readonly at: number;
  readonly direction: Direction;
  readonly server: string;
  readonly transport: TrafficTransport;
  readonly client?: { readonly name: string; readonly version: string };
  /** The id of the client application that the server is adapted to. */
  readonly application?: string;
  readonly revision?: string;
  readonly method: string;
  readonly subject?: string;
  /** In the order of their requests. The state, error and time of the entry are those of the whole call. */
  readonly steps?: readonly TrafficStep[];
  /** The characters that the server removed from its answer or notification, as a sentence. */
  readonly removed?: string;
  readonly request?: Body;
}
