/** State of runs: what can answer a prompt, and what it has answered in this window. */
import type { Output } from '../../../src/contract/contract.ts';

export type RunnerView = Output<'run.runners'>[number];
/** What an agent asks during a run. */
export type RunQuestion = Output<'run.read'>['questions'][number] & {
  /** By `performance.now()`: then the answer is no. */
  readonly untilMs: number;
};
export type RunOutcome = NonNullable<Output<'run.read'>['outcome']>;

export type RunnerList =
  | { readonly status: 'none' }
  | { readonly status: 'reading' }
  | { readonly status: 'ready'; readonly runners: readonly RunnerView[] }
  | { readonly status: 'failed'; readonly message: string };

/** One run of this window. */
export interface Run {
  /** Undefined until it has started. */
  readonly id: string | undefined;
  /** The title of its runner. */
  readonly runner: string;
  readonly values: Readonly<Record<string, string>>;
  /** All text so far. */
  readonly text: string;
  /** The parts of the messages that the runner does not get, one sentence each. */
  readonly leavesOut: readonly string[];
  /** What waits for an answer of the person. */
  readonly questions: readonly RunQuestion[];
  /** Undefined while it runs. `refused`: it did not start, or the workbench lost it. */
  readonly end: RunOutcome | { readonly kind: 'refused'; readonly message: string } | undefined;
}

/** What a person has set; otherwise the usual limits hold (`src/model/run-limits.ts`). */
export interface RunLimits {
  readonly timeoutMs?: number;
  readonly maxOutputTokens?: number;
}

export interface RunState {
  /** Whether the panel below the preview is open. */
  readonly isOpen: boolean;
  readonly list: RunnerList;
  /** The chosen runner's id, and the chosen model of each runner; `''` is the runner's own. */
  readonly runner: string | undefined;
  readonly models: Readonly<Record<string, string>>;
  readonly limits: RunLimits;
  /** The runners whose `consent` waits for an answer. */
  readonly asking: readonly RunnerView[];
  /** The newest run of each prompt, by `promptId`. */
  readonly runs: Readonly<Record<string, Run>>;
}

export const initialRun: RunState = {
  isOpen: false,
  list: { status: 'none' },
  runner: undefined,
  models: {},
  limits: {},
  asking: [],
  runs: {},
};

/** The chosen runner, or the first that is ready. */
export function chosenRunner({ list, runner: chosenId }: RunState): RunnerView | undefined {
  if (list.status !== 'ready') return undefined;
  const { runners } = list;
  return runners.find(({ id }) => id === chosenId) ?? runners.find(({ state }) => state.kind === 'ready');
}

export function isRunning(run: Run | undefined): boolean {
  return run !== undefined && run.end === undefined;
}
