/** Makes messages without content: what a runner leaves out depends on roles and types alone. */
import type * as z from 'zod';
import type { messageKind } from '../contract/shapes/run.ts';
import type { PromptMessage } from '../model/protocol.ts';

export function messagesOfKinds(kinds: readonly z.output<typeof messageKind>[]): readonly PromptMessage[] {
  return kinds.map(({ role, type, mimeType }) => ({ role, content: contentOf(type, mimeType) }));
}

function contentOf(type: z.output<typeof messageKind>['type'], mimeType: string | undefined): PromptMessage['content'] {
  const media = { data: '', mimeType: mimeType ?? 'application/octet-stream' };
  switch (type) {
    case 'text':
      return { type, text: '' };
    case 'image':
    case 'audio':
      return { type, ...media };
    case 'resource':
      return {
        type,
        resource:
          mimeType === undefined ? { uri: '', mimeType: 'text/plain', text: '' } : { uri: '', mimeType, blob: '' },
      };
    case 'resource_link':
      return { type, uri: '', name: '' };
  }
}
