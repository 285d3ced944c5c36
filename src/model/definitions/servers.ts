/** Servers: as their files list their entries, and with these resolved. */
import type { KeyPath } from '../../base/json.ts';
import type { Icon } from './content.ts';
import type { PromptDefinition, WrittenSkill } from './prompts.ts';
import type { ToolDefinition } from './tools.ts';

/** One entry of `Tools` as written; see `PromptEntry`. */
export type ToolEntry =
  | { readonly kind: 'name'; readonly name: string; readonly at: KeyPath }
  | { readonly kind: 'inline'; readonly tool?: ToolDefinition; readonly at: KeyPath };

/** Limits on tool calls to one server: calls per second on average, and calls at once, by all clients. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
  /** Calls per minute by one client. */
  readonly perClient?: number;
  /** Calls per minute of one tool by all clients, by the tool's MCP name. */
  readonly perTool?: Readonly<Record<string, number>>;
}

/**
 * One entry of `MCPPrompts` as written: a catalogue name or an inline definition. `at` is the path of the entry from the
 * file's root. `prompt` is missing when the inline definition has an error; the entry stays so that indexes match.
 */
export type PromptEntry =
  | { readonly kind: 'name'; readonly name: string; readonly at: KeyPath }
  | { readonly kind: 'inline'; readonly prompt?: PromptDefinition; readonly at: KeyPath };

/** One entry of `Skills` as written. */
export interface SkillEntry {
  readonly name: string;
  readonly at: KeyPath;
}

interface AnyServer {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
  readonly rateLimit?: RateLimit;
  /** Whether the usage rows of a team server have the values of arguments. Present only if true. */
  readonly recordValues?: true;
}

export interface ServerDefinition extends AnyServer {
  readonly tools: readonly ToolEntry[];
  readonly prompts: readonly PromptEntry[];
  /** Skills of `skills/`, by catalogue name; absent if there are none. */
  readonly skills?: readonly SkillEntry[];
  /** Whether every prompt is also offered as a tool, for clients without prompts. */
  readonly promptsAsTools?: boolean;
}

/** A prompt with its origin: a built-in catalogue entry, or a value inside a workspace file. */
export interface ResolvedPrompt extends PromptDefinition {
  /** Absent for an inline definition. */
  readonly catalogueName?: string;
  readonly origin:
    | { readonly kind: 'builtin' }
    | { readonly kind: 'workspace'; readonly file: string; readonly at: KeyPath };
}

/** A tool with its origin, and the prompt that it returns. */
export interface ResolvedTool extends ToolDefinition<ResolvedPrompt> {
  /** Absent for an inline definition, and for a prompt that is offered as a tool. */
  readonly catalogueName?: string;
  readonly origin: ResolvedPrompt['origin'] | { readonly kind: 'prompt' };
}

/** A skill of `skills/` that a server lists. */
export interface ResolvedSkill extends WrittenSkill {
  readonly catalogueName: string;
  readonly origin: Extract<ResolvedPrompt['origin'], { readonly kind: 'workspace' }>;
}

/**
 * What the clients of one server see: resolved names in the author's order, without definitions that have errors, MCP
 * names unique. Immutable; every change creates a new object.
 */
export interface ResolvedServer extends AnyServer {
  readonly tools: readonly ResolvedTool[];
  readonly prompts: readonly ResolvedPrompt[];
  /** Without those that are prompts too; absent if there are none. */
  readonly skills?: readonly ResolvedSkill[];
}
