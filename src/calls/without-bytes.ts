/** Answers without the bytes of images and files. */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { shortSha256 } from '../files/sha256.ts';
import type { ContentBlock, PromptMessage } from '../model/protocol.ts';

/** The parts of an answer that are kept and compared; undefined if it is not an answer of a prompt or tool. */
export function reduceResult({ messages, content, isError, structuredContent }: JsonObject): unknown {
  if (Array.isArray(messages)) return { messages: withoutBytes(messages as unknown as readonly PromptMessage[]) };
  if (!Array.isArray(content)) return undefined;
  return {
    result: {
      content: (content as unknown as readonly ContentBlock[]).map(hashBytes),
      ...(isError === true && { isError }),
      ...(isJsonObject(structuredContent) && { structuredContent }),
    },
  };
}

/** Messages for a comparison, with a hash in place of bytes. */
function withoutBytes(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  return messages.map(({ role, content }) => ({ role, content: hashBytes(content) }));
}

function hashBytes(content: ContentBlock): ContentBlock {
  switch (content.type) {
    case 'image':
    case 'audio':
      return { type: content.type, mimeType: content.mimeType, data: hashOf(content.data) };
    case 'resource': {
      const { resource: embeddedResource } = content;
      const { uri, mimeType } = embeddedResource;
      const body =
        'text' in embeddedResource ? { text: embeddedResource.text } : { blob: hashOf(embeddedResource.blob) };
      return { type: 'resource', resource: { uri, mimeType, ...body } };
    }
    default:
      return content;
  }
}

/** Valid base64, so that readers of the message accept it. Hashing it again changes nothing. */
function hashOf(base64: string): string {
  return /^sha256[\w-]{22}\/\/\/\/$/.test(base64) ? base64 : `sha256${shortSha256(base64)}////`;
}
