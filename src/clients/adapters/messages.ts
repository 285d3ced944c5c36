/** The messages of an answer for a client application that reads only text, or only one message. */
import type { ContentBlock, PromptMessage } from '../../model/protocol.ts';

/** One user message with all texts, with headings if there are several roles. */
export function asOneText(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const [first] = messages;
  if (!first || (messages.length === 1 && first.content.type === 'text')) return messages;
  const isDialogue = messages.some(({ role }) => role !== 'user');
  let speaker: string | undefined;
  const parts = messages.map(({ role, content }) => {
    const heading = isDialogue && role !== speaker ? `${role === 'user' ? 'User' : 'Assistant'}:\n` : '';
    speaker = role;
    return heading + asText(content);
  });
  return [{ role: 'user', content: { type: 'text', text: parts.join('\n\n') } }];
}

/** Each message as text. */
export function asTexts(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  return messages.map((message) =>
    message.content.type === 'text'
      ? message
      : { role: message.role, content: { type: 'text', text: asText(message.content) } },
  );
}

/** Keeps a client from running `` !`date` `` as a command, also in text from a search or an argument: adds a blank after `!`. */
export function withoutCommands(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  return messages.map((message) => {
    const { content } = message;
    if (content.type !== 'text' || !content.text.includes('!`')) return message;
    return { role: message.role, content: { ...content, text: content.text.replaceAll('!`', '! `') } };
  });
}

/** A block as text. Bytes become a note. */
function asText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `[Image: ${block.mimeType}, not shown here]`;
    case 'audio':
      return `[Audio: ${block.mimeType}, not played here]`;
    case 'resource': {
      const { resource } = block;
      return 'text' in resource
        ? `[Resource: ${resource.uri}]\n${resource.text}`
        : `[Resource: ${resource.uri}, ${resource.mimeType}, not shown here]`;
    }
    case 'resource_link': {
      const { name, title, uri, description } = block;
      return `[Resource link: ${title ?? name}] ${uri}${description ? ` (${description})` : ''}`;
    }
  }
}
