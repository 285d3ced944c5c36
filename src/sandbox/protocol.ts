/** What the host (the server's thread) and the sandbox worker say to each other: plain data, one call under one id. */
import type { Limits } from './limits.ts';

/** `workerData.role` of the worker: a bundled program that is its own worker file tells by it which of the two it is. */
export const SANDBOX_ROLE = 'prompt-workbench-sandbox';

/** How far a call is: `value` grows from one to the next. */
export interface Progress {
  readonly value: number;
  readonly total?: number;
  readonly message?: string;
}

export interface SandboxWorkerData {
  readonly role: typeof SANDBOX_ROLE;
  readonly limits: Limits;
  /** `ControlSlot`s, shared: read and written while the other thread is busy. */
  readonly control: Int32Array;
}

/**
 * The program's own computations of unknown length, by name; each is loaded at its first use. One that fails throws an
 * error whose message is a sentence for people.
 */
export type WorkerTasks = Readonly<Record<string, () => Promise<(input: string) => string>>>;

/** Places in the shared control array. */
export const ControlSlot = {
  /** The call that executes at this moment; 0 for none. The worker writes. */
  executing: 0,
  /** Grows whenever execution starts or ends: the host sees whether it is still the same stretch. The worker writes. */
  stretch: 1,
  /** Milliseconds that this stretch may take. The worker writes. */
  msLeft: 2,
  /** From here on, see `cancelSlot`. The host writes. */
  cancelled: 3,
  size: 67,
} as const;

/**
 * Where a call's number stands once it shall stop. Two calls share a place only when 64 lie between them; should both be
 * cancelled in the same moment, one of them goes on until its computing time is up, unheard.
 */
export function cancelSlot(call: number): number {
  return ControlSlot.cancelled + (call % (ControlSlot.size - ControlSlot.cancelled));
}

export type ToWorker =
  /** `args` is a JSON list: the function's arguments before `context`. */
  | { readonly kind: 'run'; readonly call: number; readonly source: string; readonly args: string }
  /** Runs one of the `WorkerTasks` that the program gave the worker; `input` is as that task wants it. */
  | { readonly kind: 'compute'; readonly call: number; readonly task: string; readonly input: string }
  | { readonly kind: 'answer'; readonly call: number; readonly search: number; readonly answer: SearchAnswer }
  | { readonly kind: 'cancel'; readonly call: number };

export type SearchAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

export type ToHost =
  | {
      readonly kind: 'search';
      readonly call: number;
      readonly search: number;
      readonly source: string;
      readonly query: string;
    }
  | { readonly kind: 'log'; readonly call: number; readonly message: string }
  | { readonly kind: 'progress'; readonly call: number; readonly progress: Progress }
  /** The call executes no more until a search of it is answered. */
  | { readonly kind: 'waits'; readonly call: number }
  | { readonly kind: 'end'; readonly call: number; readonly outcome: Outcome };

/** How a call ended: the result as JSON, or one sentence for the function's author. */
export type Outcome =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'failure'; readonly message: string };
