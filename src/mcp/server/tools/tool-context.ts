import type { JsonObject } from '../../../base/json.ts';
import type { ContentBlock } from '../../../model/protocol.ts';
import type { SandboxHost } from '../../../sandbox/sandbox.ts';
import type { RenderContext } from '../answer/render-context.ts';
import type { FormClient } from '../dialogue/form-client.ts';

/** Validated arguments with defaults. */
export type ToolArguments = JsonObject;

export interface ToolContext extends RenderContext {
  readonly signal: AbortSignal;
  /** The client's forms; undefined if it shows none. */
  readonly formClient?: () => Promise<FormClient | undefined>;
  /** Sends a function's log lines to the client, if it has set a log level. */
  readonly log?: SandboxHost['log'] | undefined;
}

/** A rendered answer, in the newest revision. */
export interface FilledAnswer {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
  /** The results of a search as structured content, which the text does not repeat, and links to their pages. */
  readonly results?: { readonly data: JsonObject; readonly links: readonly ContentBlock[] };
}
