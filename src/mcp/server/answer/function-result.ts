/**
 * Converts the result of a user-written function to messages. Accepts a string, a block, a list of blocks, a message,
 * a list of messages, or `{messages}`. Keys are the protocol's (`{type, data, mimeType}`) or the file format's
 * (`{Type, File, MimeType}`), in any case. An error names the place and what is expected there.
 */

import type { JsonObject } from '../../../base/json.ts';
import type { Block, MediaBytes, Message, ResourceDetails, TextOrTemplate } from '../../../model/definitions.ts';
import {
  canonical,
  type Fields,
  fieldsOf,
  has,
  hintKeys,
  hints,
  icons,
  isRecord,
  metaOf,
  mimeType,
  optionalString,
  sizeOf,
  uri,
  wrong,
} from './result-fields.ts';

const detailKeys = ['title', 'size', ...hintKeys];
const blockTypes = ['text', 'image', 'audio', 'resource', 'resource_link'] as const;

/** Messages between two pauses for other requests: a function may return tens of thousands. */
const messagesAtOnce = 500;

/** The answer of a prompt before its blocks are rendered. */
export interface PromptAnswer {
  readonly messages: readonly Message[];
  /** Replaces the prompt's description in the answer. */
  readonly description?: string;
  readonly _meta?: JsonObject;
}

/** @throws WorkbenchError `failed`, naming the place in the result */
export async function promptAnswerFrom(result: unknown): Promise<PromptAnswer> {
  const list = messageList(result);
  if (!list) {
    if (isRecord(result) && has(result, 'role')) return { messages: [message(result, 'the result')] };
    return { messages: [{ role: 'user', blocks: blocks(result, 'the result') }] };
  }
  const messages: Message[] = [];
  for (const [index, entry] of list.entries.entries()) {
    if (index % messagesAtOnce === messagesAtOnce - 1) await new Promise((resolve) => setImmediate(resolve));
    messages.push(message(entry, `${list.at}[${index}]`));
  }
  return { messages, ...list.rest };
}

/** The message list of a result, with its place. */
function messageList(
  result: unknown,
): { readonly entries: readonly unknown[]; readonly at: string; readonly rest?: Partial<PromptAnswer> } | undefined {
  if (isRecord(result) && has(result, 'messages')) {
    const fields = fieldsOf(result, ['messages', 'description', '_meta'], 'the result');
    const { messages } = fields;
    if (!Array.isArray(messages) || messages.length === 0)
      throw wrong('messages', 'must be a list with at least one message', messages);
    const rest = { ...optionalString(fields, 'description', 'the result'), ...metaOf(fields, 'the result') };
    return { entries: messages, at: 'messages', rest };
  }
  const isList =
    Array.isArray(result) && result.length > 0 && result.every((entry) => isRecord(entry) && has(entry, 'role'));
  return isList ? { entries: result, at: '' } : undefined;
}

function message(value: unknown, at: string): Message {
  const { role, content } = fieldsOf(value, ['role', 'content'], at);
  if (role !== 'user' && role !== 'assistant') throw wrong(`${at}.role`, 'must be "user" or "assistant"', role);
  return { role, blocks: blocks(content, `${at}.content`) };
}

/** A string, a block or a list of blocks. @throws WorkbenchError `failed`, naming the place in the result */
export function blocks(value: unknown, at = 'the result'): Block[] {
  if (!Array.isArray(value)) return [block(value, at)];
  if (value.length === 0) throw wrong(at, 'must hold at least one block', value);
  return value.map((entry, index) => block(entry, at === 'the result' ? `[${index}]` : `${at}[${index}]`));
}

/** Whether a value has the shape of one block, valid or not. */
export function isBlock(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { type } = canonical(value);
  return has(value, 'stringTemplate') || (blockTypes as readonly unknown[]).includes(type);
}

function block(value: unknown, at: string): Block {
  if (typeof value === 'string') return { type: 'text', text: literal(value) };
  if (!isRecord(value)) throw wrong(at, 'must be a string, a content block, a list of blocks, or messages', value);
  if (has(value, 'stringTemplate')) {
    const fields = fieldsOf(value, ['stringTemplate', ...hintKeys], at);
    return { type: 'text', text: readText({ stringTemplate: fields.stringTemplate }, at), ...hints(fields, at) };
  }
  const { type } = canonical(value);
  switch (type) {
    case 'text': {
      const fields = fieldsOf(value, ['type', 'text', ...hintKeys], at);
      return { type, text: readText(fields.text, `${at}.text`), ...hints(fields, at) };
    }
    case 'image':
    case 'audio': {
      const fields = fieldsOf(value, ['type', 'data', 'file', 'mimeType', ...hintKeys], at);
      return { type, media: media(fields, at), mimeType: mimeType(fields, at), ...hints(fields, at) };
    }
    case 'resource':
      return resource(value, at);
    case 'resource_link':
      return resourceLink(value, at);
    default:
      throw wrong(`${at}.type`, `must be one of ${blockTypes.join(', ')}`, type);
  }
}

/** `{type, resource: {uri, mimeType, text | blob, …}}` (protocol) or `{Type, Uri, Text | File | Data, Resource}` (file). */
function resource(value: Record<string, unknown>, at: string): Block {
  const object = canonical(value);
  const isNested = object.resource !== undefined && object.uri === undefined;
  const inside = `${at}.resource`;
  const place = isNested ? inside : at;
  const bodyKeys = ['uri', 'mimeType', 'text', 'blob', 'data', 'file'];
  if (isNested) fieldsOf(value, ['type', 'resource', ...hintKeys], at);
  const fields = isNested
    ? fieldsOf(object.resource, [...detailKeys, ...bodyKeys], inside)
    : fieldsOf(value, ['type', 'resource', ...hintKeys, ...bodyKeys], at);
  const details = object.resource === undefined ? undefined : resourceDetails(object.resource, isNested, inside);
  const data = fields.blob ?? fields.data;
  return {
    type: 'resource',
    uri: uri(fields, place),
    mimeType: mimeType(fields, place),
    body:
      fields.text === undefined
        ? media({ file: fields.file, data }, place, 'text, blob')
        : { kind: 'text', text: readText(fields.text, `${place}.text`) },
    ...(details && { resource: details }),
    ...hints(object, at),
  };
}

/** Undefined if the resource has none. */
function resourceDetails(value: unknown, isWhole: boolean, at: string): ResourceDetails | undefined {
  const fields = isWhole && isRecord(value) ? canonical(value) : fieldsOf(value, detailKeys, at);
  const details = { ...optionalString(fields, 'title', at), ...sizeOf(fields, at), ...hints(fields, at) };
  return Object.keys(details).length > 0 ? details : undefined;
}

function resourceLink(value: Record<string, unknown>, at: string): Block {
  const keys = ['type', 'uri', 'name', 'title', 'description', 'mimeType', 'size', 'icons', ...hintKeys];
  const fields = fieldsOf(value, keys, at);
  if (typeof fields.name !== 'string') throw wrong(`${at}.name`, 'must be a string', fields.name);
  return {
    type: 'resource_link',
    uri: uri(fields, at),
    name: fields.name,
    ...optionalString(fields, 'title', at),
    ...optionalString(fields, 'description', at),
    ...(fields.mimeType === undefined ? {} : { mimeType: mimeType(fields, at) }),
    ...sizeOf(fields, at),
    ...(fields.icons === undefined ? {} : { icons: icons(fields.icons, `${at}.icons`) }),
    ...hints(fields, at),
  };
}

function readText(value: unknown, at: string): TextOrTemplate {
  if (typeof value === 'string') return literal(value);
  if (isRecord(value)) {
    const { stringTemplate } = fieldsOf(value, ['stringTemplate'], at);
    if (typeof stringTemplate === 'string') return { kind: 'template', template: stringTemplate };
  }
  throw wrong(at, 'must be a string', value);
}

function media(fields: Fields, at: string, key = 'data'): MediaBytes {
  const { file, data } = fields;
  if (typeof file === 'string' && data === undefined) return { kind: 'file', file };
  if (typeof data === 'string' && file === undefined && isBase64(data)) return { kind: 'data', data };
  if (typeof data === 'string') throw wrong(at, 'holds data that is not base64', data);
  throw wrong(at, `needs either ${key} or file`, data ?? file);
}

/** RFC 4648 section 4 with padding, as the protocol requires for `data` and `blob`. */
function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

const literal = (text: string): TextOrTemplate => ({ kind: 'literal', text });
