/**
 * Protocol types in the newest revision (MCP 2026-07-28 schema: `PromptMessage`, `ContentBlock`, `ResourceContents`,
 * `Tool`, `CallToolResult`). `src/mcp/server/answer/degrade.ts` converts them for older revisions.
 */

import type { JsonObject } from '../base/json.ts';
import type { Annotations, Block, Icon, ResourceDetails, Role, ToolAnnotations } from './definitions.ts';

export type ResourceContents = ResourceDetails & { readonly uri: string; readonly mimeType: string } & (
    | { readonly text: string }
    | { readonly blob: string }
  );

interface AnyBlock {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

export type ContentBlock =
  | (AnyBlock &
      (
        | { readonly type: 'text'; readonly text: string }
        | {
            readonly type: 'image' | 'audio';
            /** base64 */
            readonly data: string;
            readonly mimeType: string;
          }
        | { readonly type: 'resource'; readonly resource: ResourceContents }
      ))
  | ResourceLink;

/** Sent unchanged. */
export type ResourceLink = Extract<Block, { type: 'resource_link' }>;

export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

/** An entry of `prompts/list`. */
export interface ListedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** The result of `prompts/get`. */
export interface GetPromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly _meta?: JsonObject;
}

/** An entry of `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** `title`: for revisions in which tools have no title. */
  readonly annotations?: ToolAnnotations & { readonly title?: string };
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** The result of `tools/call`. */
export interface CallToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}
