/** What a simulation is about, and the server that it asks. */
import type { ResolvedPrompt, ResolvedTool } from '../../model/definitions.ts';
import type { PromptMessage } from '../../model/protocol.ts';
import type { ClientApplication } from '../applications/application.ts';
import type { Slot, Values } from './line-split.ts';

/** The answer to `prompts/get`. */
export type Answer =
  | { readonly kind: 'result'; readonly messages: readonly PromptMessage[] }
  | { readonly kind: 'error'; readonly message: string };

/** A prompt as `prompts/list` returns it. */
export interface ListedPrompt {
  readonly name: string;
  readonly arguments: readonly Slot[];
}

/** A connection to the server, for a simulation. */
export interface ServerProbe {
  /** In the order of the server's prompts. */
  readonly listedPrompts: readonly ListedPrompt[];
  readonly tools: readonly ResolvedTool[];
  get(prompt: string, values: Values): Promise<Answer>;
}

export interface SimulationRequest {
  readonly application: ClientApplication;
  /** The name of the server's entry in the client application. */
  readonly server: string;
  readonly prompt: ResolvedPrompt;
  /** The prompt's place in the list, from 0. */
  readonly index: number;
  readonly values: Values;
  /** What a person types; by default, the line for `values`. */
  readonly line?: string | undefined;
  /** Whether the server adapts to the client application (`serve --for`). */
  readonly isAdapted: boolean;
  /** Reads the definition under canonical keys, for fixes. Absent for a read-only definition. */
  readonly readDefinition?: (() => Promise<unknown>) | undefined;
}
