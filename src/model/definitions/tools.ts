/** Tools, and the content of their results. */
import type { JsonObject } from '../../base/json.ts';
import type { SearchOption } from '../search.ts';
import type { Block, Content, Icon } from './content.ts';
import type { Test } from './tests.ts';

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
  /** Maximum number of tokens; default `defaultBudget`. */
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
