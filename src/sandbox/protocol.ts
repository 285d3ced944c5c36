/** Messages between the host (the server's thread) and the sandbox worker: plain data, with an id per call. */
import type { Limits } from './limits.ts';

/** `workerData.role` of the worker, by which a bundled program that is its own worker file recognises its role. */
export const SANDBOX_ROLE = 'prompt-workbench-sandbox';

/** A progress report; `value` grows with every report. */
export interface Progress {
  readonly value: number;
  readonly total?: number;
  readonly message?: string;
}

export interface SandboxWorkerData {
  readonly role: typeof SANDBOX_ROLE;
  readonly limits: Limits;
  /** Shared memory with `ControlSlot`s, used while the other thread is busy. */
  readonly control: Int32Array;
}

/**
 * The program's own long computations, by name; each is loaded at its first use. A failing one throws an error with a
 * message for people.
 */
export type WorkerTasks = Readonly<Record<string, () => Promise<(input: string) => string>>>;

/** Indexes in the shared control array. */
export const ControlSlot = {
  /** The executing call; 0 for none. Written by the worker. */
  executing: 0,
  /** Incremented whenever execution starts or ends, which identifies a stretch. Written by the worker. */
  stretch: 1,
  /** Maximum milliseconds of this stretch. Written by the worker. */
  msLeft: 2,
  /** Start of the slots of `cancelSlot`. Written by the host. */
  cancelled: 3,
  size: 67,
} as const;

/**
 * Returns the index that contains a call's number once it is cancelled. Two calls share an index only if their numbers
 * differ by 64; if both are cancelled at once, one of them runs until its computing time is over, without effect.
 */
export function cancelSlot(call: number): number {
  return ControlSlot.cancelled + (call % (ControlSlot.size - ControlSlot.cancelled));
}

export type ToWorker =
  /** `args` is a JSON list: the function's arguments before `context`. */
  | { readonly kind: 'run'; readonly call: number; readonly code: string; readonly args: string }
  /** Runs one of the `WorkerTasks` that the program gave the worker; `input` has the form that the task expects. */
  | {
      readonly kind: 'compute';
      readonly call: number;
      readonly task: string;
      readonly input: string;
      readonly cpuMs: number;
    }
  | { readonly kind: 'answer'; readonly call: number; readonly search: number; readonly answer: SearchAnswer }
  | { readonly kind: 'cancel'; readonly call: number };

/** A search, a page or a form that a function asks for. */
export interface SearchQuestion {
  readonly request: 'search' | 'page' | 'ask';
  readonly source: string;
  /** Of a page its location. */
  readonly query: string;
  /** JSON: of a form its question. */
  readonly options: string;
}

export type SearchAnswer =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly message: string };

export type ToHost =
  | {
      readonly kind: 'search';
      readonly call: number;
      readonly search: number;
      readonly question: SearchQuestion;
    }
  | { readonly kind: 'log'; readonly call: number; readonly message: string }
  | { readonly kind: 'progress'; readonly call: number; readonly progress: Progress }
  /** The call waits for the answer of a search. */
  | { readonly kind: 'waits'; readonly call: number }
  | { readonly kind: 'end'; readonly call: number; readonly outcome: Outcome };

/** How a call ended: the result as JSON, or one sentence for the function's author. */
export type Outcome =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'failure'; readonly message: string };
