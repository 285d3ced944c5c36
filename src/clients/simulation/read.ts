/** What the model of a client application reads of an answer. */
import type { ContentBlock, PromptMessage } from '../../model/protocol.ts';
import type { Reading } from './rules.ts';

export interface ReadPiece {
  readonly role: 'user' | 'assistant';
  readonly kind: 'text' | 'image' | 'file';
  readonly text: string;
}

/** The pieces as they are read, by the rules of `client`. @throws nothing: what cannot be read is not there */
export function readMessages(messages: readonly PromptMessage[], reads: Reading): readonly ReadPiece[] {
  switch (reads.form) {
    case 'json': {
      const first = messages[0]?.content;
      return first?.type === 'text' ? [{ role: 'user', kind: 'text', text: JSON.stringify(first.text) }] : [];
    }
    case 'joined':
      return joined(messages, reads);
    case 'blocks':
      return messages.flatMap(({ role, content }) =>
        content.type === 'text'
          ? [{ role: reads.roles === 'kept' ? role : 'user', kind: 'text', text: content.text }]
          : attachment(content, reads),
      );
  }
}

/** Claude Code in detail, table of what reaches the API: the command, then one block for each item; empty texts are dropped. */
export function readByClaudeCode(
  messages: readonly PromptMessage[],
  { command, typed, server }: { readonly command: string; readonly typed: string; readonly server: string },
): readonly ReadPiece[] {
  const name = command.replace(/^\//, '');
  const heading = [
    `<command-message>${name}</command-message>`,
    `<command-name>${command}</command-name>`,
    ...(typed === '' ? [] : [`<command-args>${typed}</command-args>`]),
    '',
  ].join('\n');
  const text = (written: string): ReadPiece => ({ role: 'user', kind: 'text', text: written });
  const saved = (mimeType: string, data: string) =>
    `Binary content (${mimeType}, ${bytesOf(data)} bytes) saved to a file`;
  const pieceOf = (content: ContentBlock): readonly ReadPiece[] => {
    switch (content.type) {
      case 'text':
        return content.text === '' ? [] : [text(content.text)];
      case 'image':
        return [{ role: 'user', kind: 'image', text: content.mimeType }, text('[Image: source: a saved file]')];
      case 'audio':
        return [text(`[Audio from ${server}] ${saved(content.mimeType, content.data)}`)];
      case 'resource': {
        const { resource } = content;
        const from = `[Resource from ${server} at ${resource.uri}] `;
        if ('text' in resource) return [text(from + resource.text)];
        return resource.mimeType.startsWith('image/')
          ? [text(from), { role: 'user', kind: 'image', text: resource.mimeType }]
          : [text(from + saved(resource.mimeType, resource.blob))];
      }
      case 'resource_link': {
        const { name: linked, uri, description } = content;
        return [text(`[Resource link: ${linked}] ${uri}${description ? ` (${description})` : ''}`)];
      }
    }
  };
  return [text(heading), ...messages.flatMap(({ content }) => pieceOf(content))];
}

/**
 * Who surfaces prompts, row "OpenCode": the words go into the text, the last placeholder takes the rest, one without a
 * word is filled with nothing.
 * @param words in the order of the placeholders
 */
export function withWords(text: string, words: readonly string[]): string {
  return text
    .replace(/\$([1-9]\d*)/g, (_, number: string) => words[Number(number) - 1] ?? '')
    .replaceAll('$ARGUMENTS', () => words.filter((word) => word !== '').join(' '));
}

function joined(messages: readonly PromptMessage[], { roles, ...treatments }: Reading): readonly ReadPiece[] {
  const texts = messages.filter(({ content }) => content.type === 'text');
  const isDialogue = roles === 'told' && new Set(texts.map(({ role }) => role)).size > 1;
  const text = texts
    .map(({ role, content }) => {
      const written = content.type === 'text' ? content.text : '';
      return isDialogue ? `--${role.toUpperCase()}\n${written}` : written;
    })
    .join('\n');
  const others = messages.flatMap(({ content }) =>
    content.type === 'text' ? [] : attachment(content, { roles, ...treatments }),
  );
  return texts.length === 0 ? others : [{ role: 'user', kind: 'text', text }, ...others];
}

/** Nothing where the client application does not take it, or nobody knows. */
function attachment(content: Exclude<ContentBlock, { type: 'text' }>, reads: Reading): ReadPiece[] {
  if (reads[partOf(content)] !== 'kept') return [];
  switch (content.type) {
    case 'image':
    case 'audio':
      return [{ role: 'user', kind: content.type === 'image' ? 'image' : 'file', text: content.mimeType }];
    case 'resource':
      return [{ role: 'user', kind: 'file', text: content.resource.uri }];
    case 'resource_link':
      return [{ role: 'user', kind: 'file', text: content.uri }];
  }
}

/** Which rule is for a block. */
export function partOf(
  content: Exclude<ContentBlock, { type: 'text' }>,
): 'image' | 'audio' | 'resource' | 'file' | 'link' {
  if (content.type === 'resource_link') return 'link';
  if (content.type !== 'resource') return content.type;
  if ('text' in content.resource) return 'resource';
  return content.resource.mimeType.startsWith('image/') ? 'image' : 'file';
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}
