/** A prompt's messages as one text, for an agent that has no command for the prompt. */
import type { PromptMessage } from '../../model/protocol.ts';

/** Joins the texts with empty lines. Each gets its role if there is an assistant's message. */
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

/** What an agent may accept besides text. */
export type AgentMedia = 'image' | 'audio';

/**
 * Lists what such an agent does not get, in one sentence each.
 * @param acceptedMedia what the agent accepts; undefined for one that says so only when it starts
 */
export function listLeftOut(
  messages: readonly PromptMessage[],
  title: string,
  acceptedMedia: readonly AgentMedia[] | undefined,
): string[] {
  return messages.flatMap(({ content }, index) => {
    if (textIn(content) !== undefined) return [];
    const isMedia = content.type === 'image' || content.type === 'audio';
    if (isMedia && acceptedMedia?.includes(content.type)) return [];
    const what = `Message ${index + 1}: ${title}`;
    return isMedia && !acceptedMedia
      ? [`${what} gets the ${content.type} only if it says when it starts that it accepts it.`]
      : [`${what} does not get the ${isMedia ? content.type : 'file'}.`];
  });
}

function textIn(content: PromptMessage['content']): string | undefined {
  if (content.type === 'text') return content.text;
  if (content.type === 'resource_link') return `[${content.title ?? content.name}](${content.uri})`;
  if (content.type === 'resource' && 'text' in content.resource) return content.resource.text;
  return undefined;
}
