/** A prompt's messages as one text, for an agent that has no command for the prompt. */
import type { PromptMessage } from '../../model/protocol.ts';

/** Texts, separated by an empty line; roles are written if there is an assistant's message. */
export function textOfMessages(messages: readonly PromptMessage[]): string {
  const hasRoles = messages.some(({ role }) => role === 'assistant');
  return messages
    .flatMap(({ role, content }) => {
      const text = textIn(content);
      if (text === undefined) return [];
      return [hasRoles ? `${role === 'user' ? 'User' : 'Assistant'}: ${text}` : text];
    })
    .join('\n\n');
}

/** What such an agent does not get, a sentence each. */
export function leftOutOfText(messages: readonly PromptMessage[], title: string): string[] {
  return messages.flatMap(({ content }, index) =>
    textIn(content) === undefined ? [`Message ${index + 1}: ${title} does not get the ${content.type}.`] : [],
  );
}

function textIn(content: PromptMessage['content']): string | undefined {
  if (content.type === 'text') return content.text;
  if (content.type === 'resource_link') return `[${content.title ?? content.name}](${content.uri})`;
  if (content.type === 'resource' && 'text' in content.resource) return content.resource.text;
  return undefined;
}
