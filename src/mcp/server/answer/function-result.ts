/**
 * Converts the result of a user-written function to messages. Accepts a string, a block, a list of blocks, a message,
 * a list of messages, or `{messages}`. Keys are the protocol's (`{type, data, mimeType}`) or the file format's
 * (`{Type, File, MimeType}`), in any case. An error names the place and what is expected there.
 */

import { WorkbenchError } from '../../../base/errors.ts';
import type { Annotations, Block, Icon, MediaSource, Message, Role, TextSource } from '../../../model/definitions.ts';
import { kindOf } from './arguments.ts';

type Fields = Readonly<Record<string, unknown>>;
const BLOCK_TYPES = ['text', 'image', 'audio', 'resource', 'resource_link'] as const;

/** Messages between two pauses for other requests: a function may return tens of thousands. */
const MESSAGES_AT_ONCE = 500;

/** @throws WorkbenchError `failed`, naming the place in the result */
export async function messagesFromResult(result: unknown): Promise<Message[]> {
  const list = messageList(result);
  if (!list) {
    if (isRecord(result) && has(result, 'role')) return [message(result, 'the result')];
    return [{ role: 'user', blocks: blocks(result, 'the result') }];
  }
  const messages: Message[] = [];
  for (const [index, entry] of list.entries.entries()) {
    if (index % MESSAGES_AT_ONCE === MESSAGES_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    messages.push(message(entry, `${list.at}[${index}]`));
  }
  return messages;
}

/** The message list of a result, with its place. */
function messageList(result: unknown): { readonly entries: readonly unknown[]; readonly at: string } | undefined {
  if (isRecord(result) && has(result, 'messages')) {
    const { messages } = fieldsOf(result, ['messages', 'description'], 'the result');
    if (!Array.isArray(messages) || messages.length === 0)
      throw wrong('messages', 'must be a list with at least one message', messages);
    return { entries: messages, at: 'messages' };
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
  return has(value, 'stringTemplate') || (BLOCK_TYPES as readonly unknown[]).includes(type);
}

function block(value: unknown, at: string): Block {
  if (typeof value === 'string') return { type: 'text', text: literal(value) };
  if (!isRecord(value)) throw wrong(at, 'must be a string, a content block, a list of blocks, or messages', value);
  if (has(value, 'stringTemplate')) {
    const fields = fieldsOf(value, ['stringTemplate', 'annotations'], at);
    return { type: 'text', text: textSource({ stringTemplate: fields.stringTemplate }, at), ...annotated(fields, at) };
  }
  const { type } = canonical(value);
  switch (type) {
    case 'text': {
      const fields = fieldsOf(value, ['type', 'text', 'annotations'], at);
      return { type, text: textSource(fields.text, `${at}.text`), ...annotated(fields, at) };
    }
    case 'image':
    case 'audio': {
      const fields = fieldsOf(value, ['type', 'data', 'file', 'mimeType', 'annotations'], at);
      return { type, media: media(fields, at), mimeType: mimeType(fields, at), ...annotated(fields, at) };
    }
    case 'resource':
      return resource(value, at);
    case 'resource_link':
      return resourceLink(value, at);
    default:
      throw wrong(`${at}.type`, `must be one of ${BLOCK_TYPES.join(', ')}`, type);
  }
}

/** `{type, resource: {uri, mimeType, text | blob}}` (protocol) or `{Type, Uri, MimeType, Text | File | Data}` (file). */
function resource(value: Record<string, unknown>, at: string): Block {
  const outer = canonical(value);
  const nested = outer.resource !== undefined;
  const place = nested ? `${at}.resource` : at;
  const bodyKeys = ['uri', 'mimeType', 'text', 'blob', 'data', 'file'];
  if (nested) fieldsOf(value, ['type', 'resource', 'annotations'], at);
  const fields = nested
    ? fieldsOf(outer.resource, bodyKeys, place)
    : fieldsOf(value, ['type', 'annotations', ...bodyKeys], place);
  const data = fields.blob ?? fields.data;
  return {
    type: 'resource',
    uri: uri(fields, place),
    mimeType: mimeType(fields, place),
    body:
      fields.text === undefined
        ? media({ file: fields.file, data }, place, 'text, blob')
        : { kind: 'text', text: textSource(fields.text, `${place}.text`) },
    ...annotated(outer, at),
  };
}

function resourceLink(value: Record<string, unknown>, at: string): Block {
  const keys = ['type', 'uri', 'name', 'title', 'description', 'mimeType', 'size', 'icons', 'annotations'];
  const fields = fieldsOf(value, keys, at);
  if (typeof fields.name !== 'string') throw wrong(`${at}.name`, 'must be a string', fields.name);
  if (fields.size !== undefined && !(Number.isSafeInteger(fields.size) && (fields.size as number) >= 0))
    throw wrong(`${at}.size`, 'must be a number of bytes', fields.size);
  return {
    type: 'resource_link',
    uri: uri(fields, at),
    name: fields.name,
    ...optionalString(fields, 'title', at),
    ...optionalString(fields, 'description', at),
    ...(fields.mimeType === undefined ? {} : { mimeType: mimeType(fields, at) }),
    ...(fields.size === undefined ? {} : { size: fields.size as number }),
    ...(fields.icons === undefined ? {} : { icons: icons(fields.icons, `${at}.icons`) }),
    ...annotated(fields, at),
  };
}

function icons(value: unknown, at: string): Icon[] {
  if (!Array.isArray(value)) throw wrong(at, 'must be a list of icons', value);
  return value.map((entry, index) => {
    const place = `${at}[${index}]`;
    const { src, mimeType: mime, sizes, theme } = fieldsOf(entry, ['src', 'mimeType', 'sizes', 'theme'], place);
    if (typeof src !== 'string') throw wrong(`${place}.src`, 'must be a URL', src);
    if (sizes !== undefined && !(Array.isArray(sizes) && sizes.every((size) => typeof size === 'string')))
      throw wrong(`${place}.sizes`, 'must be a list such as ["48x48"]', sizes);
    if (theme !== undefined && theme !== 'light' && theme !== 'dark')
      throw wrong(`${place}.theme`, 'must be "light" or "dark"', theme);
    return {
      src,
      ...(mime === undefined ? {} : { mimeType: mimeType({ mimeType: mime }, place) }),
      ...(sizes === undefined ? {} : { sizes: sizes as string[] }),
      ...(theme === undefined ? {} : { theme }),
    };
  });
}

function annotated(fields: Fields, at: string): { annotations?: Annotations } {
  if (fields.annotations === undefined) return {};
  const place = `${at}.annotations`;
  const { audience, priority, lastModified } = fieldsOf(
    fields.annotations,
    ['audience', 'priority', 'lastModified'],
    place,
  );
  const isRole = (role: unknown): role is Role => role === 'user' || role === 'assistant';
  if (audience !== undefined && !(Array.isArray(audience) && audience.every(isRole)))
    throw wrong(`${place}.audience`, 'must be a list of "user" and "assistant"', audience);
  if (priority !== undefined && !(typeof priority === 'number' && priority >= 0 && priority <= 1))
    throw wrong(`${place}.priority`, 'must be a number from 0 to 1', priority);
  if (lastModified !== undefined && !(typeof lastModified === 'string' && !Number.isNaN(Date.parse(lastModified))))
    throw wrong(`${place}.lastModified`, 'must be an ISO 8601 date', lastModified);
  return {
    annotations: {
      ...(audience === undefined ? {} : { audience }),
      ...(priority === undefined ? {} : { priority }),
      ...(lastModified === undefined ? {} : { lastModified }),
    },
  };
}

function textSource(value: unknown, at: string): TextSource {
  if (typeof value === 'string') return literal(value);
  if (isRecord(value)) {
    const { stringTemplate } = fieldsOf(value, ['stringTemplate'], at);
    if (typeof stringTemplate === 'string') return { kind: 'template', template: stringTemplate };
  }
  throw wrong(at, 'must be a string', value);
}

function media(fields: Fields, at: string, instead = 'data'): MediaSource {
  const { file, data } = fields;
  if (typeof file === 'string' && data === undefined) return { kind: 'file', file };
  if (typeof data === 'string' && file === undefined && isBase64(data)) return { kind: 'data', data };
  if (typeof data === 'string') throw wrong(at, 'holds data that is not base64', data);
  throw wrong(at, `needs either ${instead} or file`, data ?? file);
}

/** RFC 4648 section 4 with padding, as the protocol requires for `data` and `blob`. */
function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

function mimeType(fields: Fields, at: string): string {
  const value = fields.mimeType;
  if (typeof value === 'string' && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(value)) return value;
  throw wrong(`${at}.mimeType`, 'must be a MIME type such as "image/png"', value);
}

function uri(fields: Fields, at: string): string {
  if (typeof fields.uri === 'string' && URL.canParse(fields.uri)) return fields.uri;
  throw wrong(`${at}.uri`, 'must be an absolute URI', fields.uri);
}

function optionalString<K extends string>(fields: Fields, key: K, at: string): { [P in K]?: string } {
  const value = fields[key];
  if (value === undefined) return {};
  if (typeof value !== 'string') throw wrong(`${at}.${key}`, 'must be a string', value);
  return { [key]: value } as { [P in K]?: string };
}

/** The record under canonical keys; refuses unknown keys. */
function fieldsOf(value: unknown, known: readonly string[], at: string): Fields {
  if (!isRecord(value)) throw wrong(at, `must be an object with ${known.join(', ')}`, value);
  const fields = canonical(value);
  const unknown = Object.keys(fields).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new WorkbenchError(
      'failed',
      `the function returned an unknown key "${unknown}" in ${at}; known are ${known.join(', ')}.`,
    );
  return fields;
}

const CANONICAL = new Map(
  ['type', 'text', 'data', 'blob', 'file', 'mimeType', 'uri', 'name', 'title', 'description', 'size', 'icons', 'src']
    .concat(['sizes', 'theme', 'annotations', 'audience', 'priority', 'lastModified', 'resource', 'role', 'content'])
    .concat(['messages', 'stringTemplate'])
    .map((key) => [key.toLowerCase(), key]),
);

function canonical(value: Record<string, unknown>): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [CANONICAL.get(key.toLowerCase()) ?? key, entry]),
  );
}

function has(value: Record<string, unknown>, key: string): boolean {
  return Object.keys(value).some((entry) => CANONICAL.get(entry.toLowerCase()) === key);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const literal = (text: string): TextSource => ({ kind: 'literal', text });

function wrong(at: string, should: string, value: unknown): WorkbenchError {
  const actual =
    value === undefined ? 'nothing' : typeof value === 'string' ? `"${value.slice(0, 40)}"` : kindOf(value);
  return new WorkbenchError('failed', `the function's result cannot be used: ${at} ${should}, but it is ${actual}.`);
}
