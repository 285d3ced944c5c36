/** What can answer a prompt: a model behind an address, or an agent on this computer. */
import type * as z from 'zod';
import type { runnerView, runOutcome } from '../contract/shapes/run.ts';
import type { PromptMessage } from '../model/protocol.ts';
import type { StdioCommand } from '../outside/child-transport.ts';
import type { SecretStore } from '../state/secrets.ts';
import type { Permissions } from './permissions.ts';

export type RunnerView = z.output<typeof runnerView>;
export type RunOutcome = z.output<typeof runOutcome>;
type Answer = Extract<RunOutcome, { kind: 'answer' }>;
type FailureCode = Extract<RunOutcome, { kind: 'failure' }>['code'];

/** A prompt with values, as the server answers it, and as client applications call it. */
export interface RunRequest {
  readonly server: string;
  /** The MCP name. */
  readonly prompt: string;
  readonly values: Readonly<Record<string, string>>;
  /** The messages of `prompts/get`. */
  readonly messages: readonly PromptMessage[];
  /** Returns the line that a person types in a client application; undefined if no line calls the prompt there. */
  readonly lineFor: (client: string) => Promise<string | undefined>;
  /** A former version of the prompt: an agent gets its messages, because its command calls what the server serves now. */
  readonly isFormer?: true;
  /** By default the runner's own. */
  readonly model?: string | undefined;
}

/** What a running answer reports. */
export interface RunProgress {
  readonly signal: AbortSignal;
  readonly maxOutputTokens: number;
  /** @throws RunError if the answer exceeds its limit */
  readonly onText: (text: string) => void;
  /** What an agent may do besides answering. */
  readonly permissions: Permissions;
}

/** What is known at the end of an answer, besides its text. */
export type Ending = Pick<Answer, 'stopReason'> & Partial<Pick<Answer, MeasuredField>>;
type MeasuredField = 'tokensIn' | 'tokensOut' | 'costUsd' | 'pricesOf' | 'model' | 'typed';

export interface Runner {
  /** `ollama`, `anthropic`, `claude-code`. */
  readonly id: string;
  readonly title: string;
  readonly kind: RunnerView['kind'];
  /** The address, or the program's file. */
  readonly place: string;
  /** What a run sends where, and what may cost. */
  readonly consent: string;
  /** Used if a run names none. */
  readonly model?: string;
  /** Whether a run may name a model. */
  readonly takesModel: boolean;
  /** What no run of it can do, in one sentence each. */
  readonly lacks: readonly string[];
  /** Finds out whether it can run now. Contacts only programs of this computer. */
  detect(signal: AbortSignal): Promise<Pick<RunnerView, 'state'> & { readonly models?: readonly string[] }>;
  /** Lists what it cannot send of the messages, in one sentence each. A person reads it before the start. */
  leavesOut(request: Pick<RunRequest, 'messages' | 'isFormer'>): readonly string[];
  /** @throws RunError, or anything if the signal aborts */
  answer(request: RunRequest, progress: RunProgress): Promise<Ending>;
}

/** What runners need of their workspace. */
export interface RunnersOptions {
  readonly stateDir: string;
  readonly secrets: SecretStore;
  readonly env: NodeJS.ProcessEnv;
  /** The command that starts a server of the workspace, adapted to a client application if that is named. */
  readonly serve: (server: string, client: string | undefined) => StdioCommand;
}

/** How the program of an agent starts, and the server that it gets. */
export interface AgentStart {
  /** An absolute path. */
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  /** Starts the server, adapted to the agent's client application. */
  readonly command: StdioCommand;
}

/** Why a run failed: one sentence for a person, and the raw reply of the other side. */
export class RunError extends Error {
  readonly code: FailureCode;
  /** Without keys. */
  readonly raw: string | undefined;

  constructor(code: FailureCode, message: string, rawText?: string) {
    super(message);
    this.code = code;
    this.raw = rawText?.trim() ? rawText : undefined;
  }
}
