/** Converts newest-revision data for an older revision. A note replaces each block that the revision does not have. */
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
    return { type: 'text', text: audioNote(block), ...annotationsFor(features, block.annotations) };
  if (block.type === 'resource_link') {
    if (!features.resourceLink)
      return { type: 'text', text: linkNote(block), ...annotationsFor(features, block.annotations) };
    if (block.icons && !features.icons) {
      const { icons: _, ...rest } = block;
      return rest;
    }
    return block;
  }
  if (block.annotations?.lastModified === undefined || features.lastModified) return block;
  const { annotations, ...rest } = block;
  return { ...rest, ...annotationsFor(features, annotations) };
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
        required: argument.required,
      })),
    }),
    ...(prompt.icons && features.icons && { icons: prompt.icons }),
  };
}

function titleFor(features: Features, { title }: { readonly title?: string }): { title?: string } {
  return title !== undefined && features.title ? { title } : {};
}

/** The SDK's answer to `initialize`, without fields that the negotiated revision does not have. */
export function initializeResultFor(result: Record<string, unknown>): Record<string, unknown> {
  const features = featuresOf(String(result.protocolVersion));
  const { title, icons, websiteUrl, ...serverInfo } = result.serverInfo as Record<string, unknown>;
  const { completions, ...capabilities } = result.capabilities as Record<string, unknown>;
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
