import type { ContentBlock, PromptMessage } from '@modelcontextprotocol/client';
import { assertNever } from '../base/assert-never.ts';

/** Formats protocol messages for a person: a heading per role, text unchanged, and a description of other content. */
export function messagesAsText(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `${heading(role)}\n${contentAsText(content)}\n`).join('\n');
}

function heading(role: PromptMessage['role']): string {
  const title = role === 'user' ? 'User' : 'Assistant';
  return `${title}\n${'─'.repeat(title.length)}`;
}

export function contentAsText(content: ContentBlock): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'audio':
      return `[${content.type}: ${content.mimeType}, ${bytes(decodedLength(content.data))}]`;
    case 'resource': {
      const { resource } = content;
      const type = resource.mimeType ?? 'no type given';
      if ('blob' in resource) return `[resource ${resource.uri}: ${type}, ${bytes(decodedLength(resource.blob))}]`;
      return `[resource ${resource.uri}: ${type}, ${bytes(Buffer.byteLength(resource.text))}]\n${resource.text}`;
    }
    case 'resource_link': {
      const details = [content.mimeType, content.size === undefined ? undefined : bytes(content.size)];
      const facts = details.filter((detail) => detail !== undefined).join(', ');
      return `[link to ${content.uri}: ${content.title ?? content.name}${facts && ` (${facts})`}]`;
    }
    default:
      return assertNever(content);
  }
}

function decodedLength(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

/** `1 byte`, `459 bytes`, `12.3 kB`, `4.0 MB`: decimal units, as in file managers. */
export function bytes(count: number): string {
  if (count < 1000) return count === 1 ? '1 byte' : `${count} bytes`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(1)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}
