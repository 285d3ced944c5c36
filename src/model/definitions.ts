/**
 * The definitions of a workspace after reading and normalisation: immutable plain JSON data, the same in the core, in
 * the renderer and in the catalogue cache. Keys here are the lower-case ones of MCP; files use `Name`, `Description`, …
 * (docs/specification.md, "Prompt Definition Format").
 */

import type { JsonObject, KeyPath } from '../base/json.ts';
import type { SearchOption } from './search.ts';
import type { Test } from './test-definitions.ts';

export type * from './source-definitions.ts';
export type * from './test-definitions.ts';

/** The kinds of definition files. */
export type DefinitionKind = 'server' | 'prompt' | 'tool' | 'source' | 'skill';

export type Role = 'user' | 'assistant';

/** MCP 2025-06-18 and later, `Annotations`: hints about the audience of a piece of content and its importance (0 to 1). */
export interface Annotations {
  readonly audience?: readonly Role[];
  readonly priority?: number;
  /** ISO 8601. */
  readonly lastModified?: string;
}

/** MCP 2025-11-25 `Icon`. */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** What only an embedded resource has inside `resource`, beside its URI, type and body. */
export interface ResourceDetails {
  readonly title?: string;
  /** Bytes. */
  readonly size?: number;
  /** The MCP specification's page "Tools" has them here, its schema has them on the block. */
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** `When`: what the value of an argument must be. The values are alternatives. */
export type Condition =
  | {
      readonly argument: string;
      readonly test: 'is' | 'isNot';
      /** Written as `readValue` returns them. */
      readonly values: readonly string[];
      /** The argument has several values: one of them is enough. Present only if true. */
      readonly isList?: true;
    }
  | { readonly argument: string; readonly test: 'isEmpty' | 'isNotEmpty' };

/** `_meta`: data for programs that know its keys (MCP, "General fields"). */
interface AnyBlock {
  /** The block is left out if the values do not fulfil it. */
  readonly when?: Condition;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** Text as its author wrote it. Backticks in a literal are not slots. */
export type TextSource =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'template';
      readonly template: string;
      /** How the values in it are kept apart from the text; absent for not at all. */
      readonly fence?: 'boundary' | 'escape';
    };

/** Bytes: a path inside the workspace's `media/` folder (POSIX, relative to that folder), or inline base64. */
export type MediaSource =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'data'; readonly data: string };

/** One piece of a message. A `search` block becomes text when the prompt is fetched. */
export type Block = AnyBlock &
  (
    | { readonly type: 'text'; readonly text: TextSource }
    | { readonly type: 'image' | 'audio'; readonly media: MediaSource; readonly mimeType: string }
    | {
        readonly type: 'resource';
        readonly uri: string;
        readonly mimeType: string;
        readonly body: { readonly kind: 'text'; readonly text: TextSource } | MediaSource;
        readonly resource?: ResourceDetails;
      }
    | {
        readonly type: 'resource_link';
        readonly uri: string;
        readonly name: string;
        readonly title?: string;
        readonly description?: string;
        readonly mimeType?: string;
        /** Bytes. */
        readonly size?: number;
        readonly icons?: readonly Icon[];
      }
    | {
        readonly type: 'search';
        readonly sources: readonly string[];
        readonly query: TextSource;
        /** Maximum tokens of the results; default `defaultBudget`. */
        readonly budget?: number;
      }
  );

export interface Message {
  readonly role: Role;
  /** As in a block. */
  readonly when?: Condition;
  /** At least one. Several become several protocol messages of the same role. */
  readonly blocks: readonly Block[];
}

export type Content =
  | { readonly kind: 'text'; readonly text: TextSource }
  /** JavaScript: `export default (args, context) => …`, or an expression that is a function. */
  | { readonly kind: 'function'; readonly source: string }
  /** Wolfram Language: statements, the last of them a function of one association, a template or text. */
  | { readonly kind: 'wolfram'; readonly code: string }
  | {
      readonly kind: 'search';
      readonly sources: readonly string[];
      readonly query: TextSource;
      /** Maximum tokens of the results; default `defaultBudget`. */
      readonly budget?: number;
    }
  | { readonly kind: 'messages'; readonly messages: readonly Message[] }
  /** A notebook as Markdown, which the argument `path` names. Only the built-in prompt `Notebook` has it. */
  | { readonly kind: 'notebook' };

/** The origin of the values that `completion/complete` offers for an argument. */
export type Completion =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** A glob inside the workspace; offers workspace-relative POSIX paths. */
  | { readonly kind: 'files'; readonly glob: string }
  /** JavaScript `(value, args) => string[]`. */
  | { readonly kind: 'function'; readonly source: string };

/** What a value is: text with these rules. An argument without a kind is text. */
export type ValueKind = 'text' | 'choice' | 'choices' | 'number' | 'integer' | 'boolean' | 'date' | 'email' | 'url';

/** A value to choose; people see the title. */
export interface Choice {
  readonly value: string;
  readonly title?: string;
}

/** What the values of an argument may be. */
export interface ValueRules {
  /** Absent for text. */
  readonly kind?: Exclude<ValueKind, 'text'>;
  /** Text of several lines. Present only if true. */
  readonly multiline?: true;
  /** At least one, unique; only of the kinds `choice` and `choices`. */
  readonly choices?: readonly Choice[];
  /** Limits of a number, inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
}

/** When a prompt asks a person for a value: never, if the request has none, or for every request. */
export type Asking = 'never' | 'missing' | 'always';

export interface Argument extends ValueRules {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  /** Takes the rest of the typed line. Only allowed on the last argument; present only if true. */
  readonly restOfLine?: true;
  /** Fills the slot when the argument is absent, and its field in a form. Written as `readValue` returns it. */
  readonly default?: string;
  readonly complete?: Completion;
  readonly ask?: Asking;
  /** The argument is asked for only if each of these arguments, which come before it, has one of the values. */
  readonly askWhen?: Readonly<Record<string, readonly string[]>>;
}

/** A named set of argument values, stored with its prompt for preview and tests. */
export interface Sample {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** How a prompt is also an Agent Skill (agentskills.io/specification). */
export interface SkillDefinition {
  /** Lower-case letters and digits with hyphens, at most 64. */
  readonly name: string;
  /** What it does and when a model should use it; at most 1,024 characters. */
  readonly description: string;
  readonly allowedTools?: readonly string[];
  /** Paths inside the `media/` folder (POSIX); the skill has the same paths. */
  readonly files?: readonly string[];
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Only a model starts it. Present only if false. */
  readonly userInvocable?: false;
}

/** A skill without a prompt: a file in `skills/`. */
export interface WrittenSkill extends SkillDefinition {
  /** As in `PromptDefinition`. */
  readonly tags?: readonly string[];
  /** The instructions, in Markdown. */
  readonly content: string;
}

/** The prompt's `Type` after inference (docs/specification.md, "Type Determination Heuristics"). */
export type PromptType = 'Text' | 'Function';

export interface PromptDefinition {
  /** The MCP name: what `/mcp__server__name` shows. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Words that the workbench groups and filters by. Clients never see them. */
  readonly tags?: readonly string[];
  readonly _meta?: JsonObject;
  /** The default of its arguments; `missing` is only for required ones. */
  readonly ask?: Asking;
  /** The sentence above the form. */
  readonly message?: string;
  readonly arguments: readonly Argument[];
  readonly type: PromptType;
  readonly content: Content;
  readonly skill?: SkillDefinition;
  /** With `sampleFile`, only the library of the workbench and of commands has read them. */
  readonly samples: readonly Sample[];
  /** The file that holds the samples: a path inside the folder `samples` (POSIX). */
  readonly sampleFile?: string;
  /** Clients never see them. */
  readonly tests?: readonly Test[];
}

/** MCP 2025-03-26 and later, `ToolAnnotations`: unverified hints of the author. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A search by a tool, whose calls may limit it. */
export type ToolSearch = Extract<Content, { readonly kind: 'search' }> & {
  /** The arguments that clients get beside the author's own; by default all. */
  readonly options?: readonly SearchOption[];
  /** Whether clients also get the places of the results as structured content and resource links. */
  readonly structured?: true;
};

/** A page that a call names, of one of these sources. */
export interface ToolRead {
  readonly kind: 'read';
  readonly sources: readonly string[];
  /** Maximum of tokens; default `defaultBudget`. */
  readonly budget?: number;
}

/** The content of a tool's result. */
export type ToolContent<Prompt = string> =
  | Exclude<Content, { readonly kind: 'messages' | 'search' }>
  | ToolSearch
  | ToolRead
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }
  /** The messages of a prompt: its catalogue or MCP name in a file, the prompt itself after resolution. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  /** A tool of another server, passed on. `source` is the name of a source whose `Type` is `MCP`. */
  | { readonly kind: 'mcp'; readonly source: string; readonly tool: string }
  /** A built-in tool that computes or handles files. */
  | { readonly kind: 'builtin'; readonly tool: BuiltinTool };

/** Catalogue names of the reference. */
export type BuiltinTool =
  | 'WolframLanguageEvaluator'
  | 'SymbolDefinition'
  | 'CodeInspector'
  | 'TestReport'
  | 'ReadNotebook'
  | 'WriteNotebook';

/** MCP 2025-11-25 `Tool`, with the content of its result. */
export interface ToolDefinition<Prompt = string> {
  /** The MCP name. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** As in `PromptDefinition`. */
  readonly tags?: readonly string[];
  readonly _meta?: JsonObject;
  readonly annotations?: ToolAnnotations;
  /** As sent to clients. Absent when the content defines it: a prompt's arguments, another server's schema. */
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly content: ToolContent<Prompt>;
  /** As in `PromptDefinition`. */
  readonly tests?: readonly Test<unknown>[];
}

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

export interface ServerDefinition {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
  readonly tools: readonly ToolEntry[];
  readonly prompts: readonly PromptEntry[];
  /** Whether every prompt is also offered as a tool, for clients without prompts. */
  /** Skills of `skills/`, by catalogue name; absent if there are none. */
  readonly skills?: readonly SkillEntry[];
  readonly promptsAsTools?: boolean;
  readonly rateLimit?: RateLimit;
  /** Whether the usage rows of a team server have the values of arguments. Present only if true. */
  readonly recordValues?: true;
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
export interface ResolvedServer {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
  readonly tools: readonly ResolvedTool[];
  readonly prompts: readonly ResolvedPrompt[];
  /** Without those that are prompts too; absent if there are none. */
  readonly skills?: readonly ResolvedSkill[];
  readonly rateLimit?: RateLimit;
  /** Whether the usage rows of a team server have the values of arguments. Present only if true. */
  readonly recordValues?: true;
}
