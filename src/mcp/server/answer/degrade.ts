/** Converts newest-revision data for an older revision. A note replaces each block that the revision does not have. */
import type { JsonObject } from '../../../base/json.ts';
import type { Annotations, ResolvedPrompt } from '../../../model/definitions.ts';
import type { ContentBlock, ListedPrompt, PromptMessage } from '../../../model/protocol.ts';
import { type Features, featuresOf } from '../revisions.ts';

/** A message for a revision; the same object if nothing has to change. */
export function messageFor(features: Features, message: PromptMessage): PromptMessage {
  const content = contentFor(features, message.content);
  return content === message.content ? message : { role: message.role, content };
}

/** A block for a revision; the same object if nothing has to change. */
export function contentFor(features: Features, block: ContentBlock): ContentBlock {
  if (block.type === 'audio' && !features.audio)
    return { type: 'text', text: audioNote(block), ...hintsFor(features, block) };
  if (block.type === 'resource_link') {
    if (!features.resourceLink) return { type: 'text', text: linkNote(block), ...hintsFor(features, block) };
    if (block.icons && !features.icons) {
      const { icons: _, ...rest } = block;
      return rest;
    }
    return block;
  }
  if (block.type !== 'resource') return withHintsFor(features, block);
  const resource = withHintsFor(features, block.resource);
  return withHintsFor(features, resource === block.resource ? block : { ...block, resource });
}

interface Hints {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** A block or resource without hints that a revision does not have; the same object if nothing has to change. */
export function withHintsFor<T extends Hints>(features: Features, entry: T): T {
  const hasAll =
    (features.lastModified || entry.annotations?.lastModified === undefined) && (features.itemMeta || !entry._meta);
  if (hasAll) return entry;
  const { annotations: _, _meta: __, ...rest } = entry;
  return { ...(rest as T), ...hintsFor(features, entry) };
}

/** The annotations and the `_meta` that a revision has. */
function hintsFor(features: Features, { annotations, _meta }: Hints): Hints {
  return { ...annotationsFor(features, annotations), ...metaFor(features, _meta) };
}

/** The `_meta` of a prompt, tool, block or resource, if the revision has it. */
export function metaFor(features: Features, _meta: JsonObject | undefined): { _meta?: JsonObject } {
  return _meta && features.itemMeta ? { _meta } : {};
}

/** The annotations that a revision has; undefined if none remain. */
export function annotationsFor(
  features: Features,
  annotations: Annotations | undefined,
): { annotations?: Annotations } {
  if (!annotations) return {};
  if (features.lastModified) return { annotations };
  const { lastModified: _, ...rest } = annotations;
  return Object.keys(rest).length > 0 ? { annotations: rest } : {};
}

function audioNote({ data, mimeType }: Extract<ContentBlock, { type: 'image' | 'audio' }>): string {
  const bytes = Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
  return `[Audio: ${mimeType}, ${bytes} bytes; left out because this client's protocol revision has no audio]`;
}

function linkNote({ name, uri, title, description }: Extract<ContentBlock, { type: 'resource_link' }>): string {
  return `[Resource link: ${title ?? name}] ${uri}${description ? ` (${description})` : ''}`;
}

/**
 * A prompt as `prompts/list` shows it. It always has `description`, because clients show it and the conformance suite
 * requires it; it has `arguments` only if there are any.
 */
export function listedPrompt(features: Features, prompt: ResolvedPrompt): ListedPrompt {
  return {
    name: prompt.name,
    ...titleFor(features, prompt),
    description: prompt.description ?? '',
    ...(prompt.arguments.length > 0 && {
      arguments: prompt.arguments.map((argument) => ({
        name: argument.name,
        ...titleFor(features, argument),
        description: argument.description ?? '',
        // A client may refuse a request without a required argument, and this one is required only for some values.
        required: argument.required && !argument.askWhen,
      })),
    }),
    ...(prompt.icons && features.icons && { icons: prompt.icons }),
    ...metaFor(features, prompt._meta),
  };
}

function titleFor(features: Features, { title }: { readonly title?: string }): { title?: string } {
  return title !== undefined && features.title ? { title } : {};
}

/** The SDK's answer to `initialize`, without fields that the negotiated revision does not have. */
export function initializeResultFor(result: Record<string, unknown>): Record<string, unknown> {
  const features = featuresOf(String(result.protocolVersion));
  const { title, icons, websiteUrl, ...serverInfo } = result.serverInfo as Record<string, unknown>;
  // Extensions belong to 2026-07-28, which has no handshake.
  const { completions, extensions: _, ...capabilities } = result.capabilities as Record<string, unknown>;
  return {
    ...result,
    capabilities: { ...capabilities, ...(features.completionsCapability && { completions }) },
    serverInfo: {
      ...serverInfo,
      ...(features.title && { title }),
      ...(features.icons && { icons, websiteUrl }),
    },
  };
}
