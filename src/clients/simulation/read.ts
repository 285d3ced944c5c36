/** What the model of a client application reads of an answer. */
import type { ContentBlock, PromptMessage } from '../../model/protocol.ts';
import type { AttachmentKind, Reading } from '../applications/simulation-rules.ts';

export interface ReadPiece {
  readonly role: 'user' | 'assistant';
  readonly kind: 'text' | 'image' | 'file';
  readonly text: string;
}

/** What a person typed, for a client application that passes the command on. */
interface TypedCommand {
  /** `/mcp__Docs__find` */
  readonly command: string;
  /** What follows the command. */
  readonly typedText: string;
  readonly server: string;
}

/** The pieces that the model gets. Dropped and untested blocks are missing. */
export function readMessages(
  messages: readonly PromptMessage[],
  reading: Reading,
  command: TypedCommand,
): readonly ReadPiece[] {
  switch (reading.form) {
    case 'tagged':
      return readTagged(messages, command);
    case 'json': {
      const firstContent = messages[0]?.content;
      return firstContent?.type === 'text'
        ? [{ role: 'user', kind: 'text', text: JSON.stringify(firstContent.text) }]
        : [];
    }
    case 'joined':
      return joinMessages(messages, reading);
    case 'blocks':
      return messages.flatMap(({ role, content }) =>
        content.type === 'text'
          ? [{ role: reading.roles === 'kept' ? role : 'user', kind: 'text', text: content.text }]
          : attachment(content, reading),
      );
  }
}

/** Claude Code 2.1.330: the command in tags, then one block for each item; empty texts are dropped. */
function readTagged(
  messages: readonly PromptMessage[],
  { command, typedText, server }: TypedCommand,
): readonly ReadPiece[] {
  const name = command.replace(/^\//, '');
  const heading = [
    `<command-message>${name}</command-message>`,
    `<command-name>${command}</command-name>`,
    ...(typedText === '' ? [] : [`<command-args>${typedText}</command-args>`]),
    '',
  ].join('\n');
  const text = (content: string): ReadPiece => ({ role: 'user', kind: 'text', text: content });
  const savedNote = (mimeType: string, data: string) =>
    `Binary content (${mimeType}, ${bytesOf(data)} bytes) saved to a file`;
  const pieceOf = (content: ContentBlock): readonly ReadPiece[] => {
    switch (content.type) {
      case 'text':
        return content.text === '' ? [] : [text(content.text)];
      case 'image':
        return [{ role: 'user', kind: 'image', text: content.mimeType }, text('[Image: source: a saved file]')];
      case 'audio':
        return [text(`[Audio from ${server}] ${savedNote(content.mimeType, content.data)}`)];
      case 'resource': {
        const { resource } = content;
        const from = `[Resource from ${server} at ${resource.uri}] `;
        if ('text' in resource) return [text(from + resource.text)];
        return resource.mimeType.startsWith('image/')
          ? [text(from), { role: 'user', kind: 'image', text: resource.mimeType }]
          : [text(from + savedNote(resource.mimeType, resource.blob))];
      }
      case 'resource_link': {
        const { name: linkName, uri, description } = content;
        return [text(`[Resource link: ${linkName}] ${uri}${description ? ` (${description})` : ''}`)];
      }
    }
  };
  return [text(heading), ...messages.flatMap(({ content }) => pieceOf(content))];
}

/**
 * Fills a text with what a person typed, as OpenCode 1.18 does: the highest `$n` takes all further words, `$ARGUMENTS` is
 * the whole line, and a text with neither gets the line at its end.
 * @param words of the line, without quotes
 */
export function withWords(text: string, words: readonly string[], typedText: string): string {
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  const last = Math.max(0, ...numbers);
  const result = text.replace(/\$(\d+)/g, (_, digits: string) => {
    const number = Number(digits);
    return number === last ? words.slice(number - 1).join(' ') : (words[number - 1] ?? '');
  });
  const isUsed = numbers.length > 0 || text.includes('$ARGUMENTS');
  // It passes the line as a pattern too: `$$`, `$&` and `$'` in it are replaced.
  const filledText = isUsed ? result.replaceAll('$ARGUMENTS', typedText) : `${result}\n\n${typedText}`;
  return filledText.trim();
}

function joinMessages(messages: readonly PromptMessage[], { roles, ...treatments }: Reading): readonly ReadPiece[] {
  const texts = messages.filter(({ content }) => content.type === 'text');
  const isDialogue = roles === 'written' && new Set(texts.map(({ role }) => role)).size > 1;
  const text = texts
    .map(({ role, content }) => {
      const messageText = content.type === 'text' ? content.text : '';
      return isDialogue ? `--${role.toUpperCase()}\n${messageText}` : messageText;
    })
    .join('\n');
  const otherPieces = messages.flatMap(({ content }) =>
    content.type === 'text' ? [] : attachment(content, { roles, ...treatments }),
  );
  return texts.length === 0 ? otherPieces : [{ role: 'user', kind: 'text', text }, ...otherPieces];
}

/** Nothing if the client application drops the block, or if that is untested. */
function attachment(content: Exclude<ContentBlock, { type: 'text' }>, reading: Reading): ReadPiece[] {
  if (reading[attachmentKind(content)] !== 'attached') return [];
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

/** An embedded image counts as an image. */
export function attachmentKind(content: Exclude<ContentBlock, { type: 'text' }>): AttachmentKind {
  if (content.type === 'resource_link') return 'link';
  if (content.type !== 'resource') return content.type;
  if ('text' in content.resource) return 'resource';
  return content.resource.mimeType.startsWith('image/') ? 'image' : 'file';
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}
