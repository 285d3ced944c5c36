/** Converts a prompt's messages into what the model APIs accept, and lists what is left out. */
import type { ContentBlock, PromptMessage } from '../../model/protocol.ts';

/** A piece of a message in a form that APIs accept. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'document'; readonly mimeType: string; readonly data: string };

/** The media types that an API accepts. */
export interface Takes {
  readonly image: RegExp;
  readonly document?: RegExp;
}

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly pieces: readonly Piece[];
}

/** Makes the turns of a conversation. Neighbours of one role become one turn, because many models want roles to alternate. */
export function turnsOf(messages: readonly PromptMessage[], accepts: Takes): Turn[] {
  const turns: { role: Turn['role']; pieces: Piece[] }[] = [];
  for (const { role, content } of messages) {
    const piece = pieceOf(role, content, accepts);
    // APIs refuse empty texts.
    if (typeof piece === 'string' || (piece.kind === 'text' && piece.text === '')) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.pieces.push(piece);
    else turns.push({ role, pieces: [piece] });
  }
  return turns;
}

/** Lists what is not sent, in one sentence each. */
export function listLeftOut(messages: readonly PromptMessage[], accepts: Takes, title: string): string[] {
  return messages.flatMap(({ role, content }, index) => {
    const piece = pieceOf(role, content, accepts);
    return typeof piece === 'string' ? [`Message ${index + 1}: ${title} does not get ${piece}.`] : [];
  });
}

/** The piece, or a description of what cannot be sent. */
function pieceOf(role: PromptMessage['role'], content: ContentBlock, accepts: Takes): Piece | string {
  switch (content.type) {
    case 'text':
      return { kind: 'text', text: content.text };
    case 'resource_link':
      return { kind: 'text', text: `[${content.title ?? content.name}](${content.uri})` };
    case 'image':
      return media(role, 'image', content.mimeType, content.data, accepts);
    case 'audio':
      return `the audio (${content.mimeType})`;
    case 'resource': {
      const { resource } = content;
      if ('text' in resource) return { kind: 'text', text: resource.text };
      const kind = resource.mimeType.startsWith('image/') ? 'image' : 'document';
      return media(role, kind, resource.mimeType, resource.blob, accepts);
    }
  }
}

function media(
  role: string,
  kind: 'image' | 'document',
  mimeType: string,
  data: string,
  accepts: Takes,
): Piece | string {
  const isTaken = role === 'user' && accepts[kind]?.test(mimeType);
  const whose = role === 'user' ? '' : ' of the assistant';
  return isTaken ? { kind, mimeType, data } : `the ${kind === 'image' ? 'image' : 'file'}${whose} (${mimeType})`;
}
