/** State of the preview: the newest answer, the simulation, and trial calls of tools. */
import type { Output, Preview, Simulation, SimulationMatrix } from '../../../src/contract/contract.ts';
import type { TypedTexts } from '../content/schema/schema-form.ts';
import type { Json, JsonObject } from '../definition/json.ts';

/** The core's response to a preview request that succeeded. */
export type PreviewAnswer = Extract<Preview, { kind: 'result' }>;

/** A protocol message as a client received it. */
export interface ReceivedMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Json;
}

/** An answer with the fields read from its exchange, so that a large prompt crosses the host only once. */
export interface PreviewResult extends PreviewAnswer {
  readonly description?: string;
  readonly messages: readonly ReceivedMessage[];
}

export type PreviewError = Extract<Preview, { kind: 'error' }>;

/** The newest preview of the selected prompt; an error keeps the last good one readable. */
export type PreviewState =
  | { readonly status: 'none' }
  | { readonly status: 'waiting' }
  | { readonly status: 'result'; readonly result: PreviewResult }
  | {
      readonly status: 'error';
      readonly error: PreviewError;
      readonly lastGood?: PreviewResult | undefined;
      /** The answer for empty values, while required ones are missing. */
      readonly draft?: PreviewResult;
    }
  | { readonly status: 'unavailable'; readonly message: string; readonly lastGood?: PreviewResult | undefined };

export type SimulationResult =
  | { readonly status: 'waiting' }
  | { readonly status: 'shown'; readonly simulation: Simulation; readonly clients: SimulationMatrix }
  | { readonly status: 'failed'; readonly message: string };

export interface SimulationState {
  /** Whether the preview shows the simulation. */
  readonly isOpen: boolean;
  /** The id of the simulated client application. */
  readonly client: string;
  /** Without the adaptation (`serve --for`) that Connect writes into the entry. */
  readonly isPlain: boolean;
  /** The line a person typed, for one prompt (`promptId`) in one client application. */
  readonly line: { readonly prompt: string; readonly client: string; readonly text: string } | undefined;
  readonly result: SimulationResult;
}

export const initialSimulation: SimulationState = {
  isOpen: false,
  client: 'claude-code',
  isPlain: false,
  line: undefined,
  result: { status: 'waiting' },
};

export type ToolTrial = Output<'tool.try'>;

/** What an answer is for; after a change of either, the answer is an earlier one. */
export interface AskedCall {
  readonly args: JsonObject;
  /** The tool's definition when it was called; undefined if it is not open. */
  readonly definition: Json | undefined;
}

/** The state of a tool's last call. */
export type ToolAnswer =
  | { readonly status: 'none' }
  | { readonly status: 'calling'; readonly id: string }
  | { readonly status: 'answered'; readonly trial: ToolTrial; readonly call: AskedCall }
  | { readonly status: 'failed'; readonly message: string };

/** The trial of one tool; its arguments stay while the window is open. */
export interface ToolTrialState {
  readonly typedTexts: TypedTexts;
  /** The arguments as JSON; undefined while the form is used. */
  readonly json: string | undefined;
  readonly answer: ToolAnswer;
  /** The input schema as listed to clients; for a tool of another server it is known only from there. */
  readonly inputSchema: JsonObject | undefined;
}

export interface ToolsState {
  /** By `toolId`. */
  readonly trials: Readonly<Record<string, ToolTrialState>>;
}

export const initialTools: ToolsState = { trials: {} };

/** How the tests of a prompt or tool ended, in a workspace with this fingerprint. */
export interface TestCount {
  /** `2 passed`; `3 failed` without those that passed. Samples that only answered have no mark. */
  readonly words: string | undefined;
  readonly failedCount: number;
  readonly fingerprint: string;
}
