/** The content of a prompt or tool: text, code, a search, or messages of blocks. */
import type { JsonObject } from '../../base/json.ts';

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
  /** The block is left out if the values do not meet it. */
  readonly when?: Condition;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** Text as its author wrote it. Backticks in a literal are not slots. */
export type TextOrTemplate =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'template';
      readonly template: string;
      /** How the values in it are kept apart from the text; absent for not at all. */
      readonly fence?: 'boundary' | 'escape';
    };

/** Bytes: a path inside the workspace's `media/` folder (POSIX, relative to that folder), or inline base64. */
export type MediaBytes =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'data'; readonly data: string };

/** One piece of a message. A `search` block becomes text when the prompt is fetched. */
export type Block = AnyBlock &
  (
    | { readonly type: 'text'; readonly text: TextOrTemplate }
    | { readonly type: 'image' | 'audio'; readonly media: MediaBytes; readonly mimeType: string }
    | {
        readonly type: 'resource';
        readonly uri: string;
        readonly mimeType: string;
        readonly body: { readonly kind: 'text'; readonly text: TextOrTemplate } | MediaBytes;
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
        readonly query: TextOrTemplate;
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
  | { readonly kind: 'text'; readonly text: TextOrTemplate }
  /** JavaScript: `export default (args, context) => …`, or an expression that is a function. */
  | { readonly kind: 'function'; readonly code: string }
  /** Wolfram Language: statements, the last of them a function of one association, a template or text. */
  | { readonly kind: 'wolfram'; readonly code: string }
  | {
      readonly kind: 'search';
      readonly sources: readonly string[];
      readonly query: TextOrTemplate;
      /** Maximum tokens of the results; default `defaultBudget`. */
      readonly budget?: number;
    }
  | { readonly kind: 'messages'; readonly messages: readonly Message[] }
  /** A notebook as Markdown, which the argument `path` names. Only the built-in prompt `Notebook` has it. */
  | { readonly kind: 'notebook' };
