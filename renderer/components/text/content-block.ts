/** Reads the content blocks of protocol messages for drawing. */
import * as z from 'zod';
import { formatSize } from '../layout/measures.ts';

/** The drawn part of a content block (MCP 2025-11-25, `ContentBlock`). */
const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
    size: z.number().optional(),
  }),
]);

export type ContentBlock = z.output<typeof block>;

/** A protocol message as a client received it; `readBlocks` reads its content. */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: unknown;
}

/** Reads the blocks of a message; an unknown kind stays raw. */
export function readBlocks(
  content: unknown,
): readonly (ContentBlock | { readonly type: 'unknown'; readonly value: unknown })[] {
  return (Array.isArray(content) ? content : [content]).map((blockData) => {
    const result = block.safeParse(blockData);
    return result.success ? result.data : { type: 'unknown', value: blockData };
  });
}

/** Messages as text for people; other blocks are named by kind. */
export function messagesAsText(messages: readonly Message[]): string {
  return messages.map(({ content }) => readBlocks(content).map(blockAsText).join('\n\n')).join('\n\n');
}

function blockAsText(blockData: ReturnType<typeof readBlocks>[number]): string {
  switch (blockData.type) {
    case 'text':
      return blockData.text;
    case 'image':
    case 'audio':
      return `[${blockData.type} ${blockData.mimeType}, ${formatSize(base64Size(blockData.data))}]`;
    case 'resource':
      return blockData.resource.text ?? `[resource ${blockData.resource.uri}]`;
    case 'resource_link':
      return `[link ${blockData.uri}]`;
    case 'unknown':
      return JSON.stringify(blockData.value);
  }
}

const typeNames: Readonly<Record<string, string>> = { resource: 'embedded resource', resource_link: 'link' };

/** The type of a block in words. */
export function nameOfBlock(type: string): string {
  return typeNames[type] ?? type;
}

/** Decodes a blob of a text type; undefined for other types and invalid UTF-8. */
export function textOfBlob(mimeType: string, blob: string): string | undefined {
  if (!/^text\/|[/+](json|xml|yaml)$/.test(mimeType)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(blob), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The size in bytes of base64 data. */
export function base64Size(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}
