/** Makes the subject of expectations: a text with roles, or an error. */
import type { JsonObject } from '../base/json.ts';
import type { SearchReport, Simulation } from '../contract/contract.ts';
import { sha256 } from '../files/sha256.ts';
import type { Role } from '../model/definitions.ts';
import type { CallToolResult, ContentBlock, PromptMessage } from '../model/protocol.ts';

export interface AnswerText {
  readonly kind: 'text';
  /** All texts, with an empty line between two of them. Bytes are left out. */
  readonly text: string;
  readonly messages: readonly { readonly role: Role; readonly text: string }[];
  readonly searches: readonly SearchReport[];
  readonly isError?: boolean;
  readonly structuredContent?: JsonObject | undefined;
}

export type Subject = AnswerText | { readonly kind: 'error'; readonly code?: number; readonly message: string };

/** Makes the subject from an answer to `prompts/get`. */
export function subjectOfMessages(messages: readonly PromptMessage[], searches: readonly SearchReport[]): AnswerText {
  const texts = messages.map(({ role, content }) => ({ role, text: describeBlock(content) }));
  return { kind: 'text', text: joinTexts(messages.map(({ content }) => textOf(content))), messages: texts, searches };
}

/** Makes the subject from a result of `tools/call`. */
export function subjectOfResult(result: CallToolResult, searches: readonly SearchReport[]): AnswerText {
  return {
    kind: 'text',
    text: joinTexts(result.content.map(textOf)),
    messages: result.content.map((content) => ({ role: 'user', text: describeBlock(content) })),
    searches,
    isError: result.isError === true,
    structuredContent: result.structuredContent,
  };
}

/**
 * Makes the subject from what the model of a client application reads. Leaves out the frame that the application puts around
 * every prompt: the command in tags, or the quotes of a JSON string.
 * @param form how the application writes the text
 */
export function subjectOfSimulation({ read, message }: Simulation, form: string | undefined): Subject {
  if (!read) return { kind: 'error', message: message ?? 'The prompt does not arrive.' };
  const readPieces = form === 'tagged' ? read.slice(1) : read;
  const pieces = readPieces.map(({ role, kind, text }) => ({
    role,
    kind,
    text: kind === 'text' && form === 'json' ? withoutQuotes(text) : text,
  }));
  return {
    kind: 'text',
    text: joinTexts(pieces.map(({ kind, text }) => (kind === 'text' ? text : undefined))),
    messages: pieces.map(({ role, kind, text }) => ({ role, text: kind === 'text' ? text : `[${kind} ${text}]` })),
    searches: [],
  };
}

function joinTexts(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join('\n\n');
}

function withoutQuotes(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

function textOf(content: ContentBlock): string | undefined {
  if (content.type === 'text') return content.text;
  return content.type === 'resource' && 'text' in content.resource ? content.resource.text : undefined;
}

/** Writes a block for a snapshot, with its type, length and hash instead of bytes. */
function describeBlock(content: ContentBlock): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'audio':
      return `[${content.type} ${content.mimeType}, ${describeBytes(content.data)}]`;
    case 'resource': {
      const { resource } = content;
      const head = `resource ${resource.uri} ${resource.mimeType}`;
      return 'text' in resource ? `[${head}]\n${resource.text}` : `[${head}, ${describeBytes(resource.blob)}]`;
    }
    case 'resource_link':
      return `[link ${content.uri} ${content.title ?? content.name}]`;
  }
}

function describeBytes(base64: string): string {
  const data = Buffer.from(base64, 'base64');
  return `${data.length} bytes, sha256 ${sha256(data).slice(0, 12)}`;
}
