/** What an expectation is about: a text with roles, or an error. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../base/json.ts';
import type { SearchReport, Simulation } from '../contract/contract.ts';
import type { Role } from '../model/definitions.ts';
import type { CallToolResult, ContentBlock, PromptMessage } from '../model/protocol.ts';

export interface AnswerText {
  readonly kind: 'text';
  /** All texts, with an empty line between two of them. Bytes are left out. */
  readonly text: string;
  readonly messages: readonly { readonly role: Role; readonly text: string }[];
  readonly searches: readonly SearchReport[];
  readonly isError?: boolean;
  readonly structured?: JsonObject | undefined;
}

export type Subject = AnswerText | { readonly kind: 'error'; readonly code?: number; readonly message: string };

/** The answer to `prompts/get`. */
export function subjectOfMessages(messages: readonly PromptMessage[], searches: readonly SearchReport[]): AnswerText {
  const read = messages.map(({ role, content }) => ({ role, text: shown(content) }));
  return { kind: 'text', text: joined(messages.map(({ content }) => textOf(content))), messages: read, searches };
}

/** The result of `tools/call`. */
export function subjectOfResult(result: CallToolResult, searches: readonly SearchReport[]): AnswerText {
  return {
    kind: 'text',
    text: joined(result.content.map(textOf)),
    messages: result.content.map((content) => ({ role: 'user', text: shown(content) })),
    searches,
    isError: result.isError === true,
    structured: result.structuredContent,
  };
}

/**
 * What the model of a client application reads, without the frame that the application puts around every prompt: the
 * command in tags, or the quotes of a JSON string.
 * @param form how the application writes the text
 */
export function subjectOfSimulation({ read, message }: Simulation, form: string | undefined): Subject {
  if (!read) return { kind: 'error', message: message ?? 'The prompt does not arrive.' };
  const framed = form === 'tagged' ? read.slice(1) : read;
  const pieces = framed.map(({ role, kind, text }) => ({
    role,
    kind,
    text: kind === 'text' && form === 'json' ? withoutQuotes(text) : text,
  }));
  return {
    kind: 'text',
    text: joined(pieces.map(({ kind, text }) => (kind === 'text' ? text : undefined))),
    messages: pieces.map(({ role, kind, text }) => ({ role, text: kind === 'text' ? text : `[${kind} ${text}]` })),
    searches: [],
  };
}

function joined(texts: readonly (string | undefined)[]): string {
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

/** A block for a snapshot: bytes by their type, length and hash. */
function shown(content: ContentBlock): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'audio':
      return `[${content.type} ${content.mimeType}, ${bytes(content.data)}]`;
    case 'resource': {
      const { resource } = content;
      const head = `resource ${resource.uri} ${resource.mimeType}`;
      return 'text' in resource ? `[${head}]\n${resource.text}` : `[${head}, ${bytes(resource.blob)}]`;
    }
    case 'resource_link':
      return `[link ${content.uri} ${content.title ?? content.name}]`;
  }
}

function bytes(base64: string): string {
  const data = Buffer.from(base64, 'base64');
  return `${data.length} bytes, sha256 ${createHash('sha256').update(data).digest('hex').slice(0, 12)}`;
}
