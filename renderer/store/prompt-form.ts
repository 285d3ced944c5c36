/**
 * A prompt as its file writes it, taken apart for editing: which text stands where. Reads the raw value under canonical
 * key names, so that a definition with errors can still be edited.
 */
import type { KeyPath } from '../../src/model/definitions.ts';
import { isObject, type Json } from './json.ts';

/** A text: a string as it is served, or `{StringTemplate: …}`. */
export interface TextForm {
  /** The string or the `{StringTemplate}` around it. */
  readonly at: KeyPath;
  /** The string itself. */
  readonly textAt: KeyPath;
  readonly isTemplate: boolean;
}

export type BlockForm =
  | { readonly kind: 'text'; readonly text: TextForm }
  /** Shown, and edited in the file. `facts` are key and value, as written. */
  | { readonly kind: 'other'; readonly type: string; readonly facts: readonly (readonly [string, string])[] };

export interface MessageForm {
  readonly at: KeyPath;
  readonly role: string;
  readonly blocks: readonly BlockForm[];
}

export type ContentForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: TextForm }
  | { readonly kind: 'function'; readonly at: KeyPath }
  | { readonly kind: 'search'; readonly sources: readonly string[]; readonly query: TextForm | undefined }
  | { readonly kind: 'messages'; readonly messages: readonly MessageForm[] }
  | { readonly kind: 'unreadable' };

export function readContent(value: Json | undefined, at: KeyPath): ContentForm {
  if (value === undefined || value === null) return { kind: 'none' };
  const text = readText(value, at);
  if (text) return { kind: 'text', text };
  if (!isObject(value)) return { kind: 'unreadable' };
  if (typeof value.Function === 'string') return { kind: 'function', at: [...at, 'Function'] };
  if (isObject(value.Search)) {
    const { Sources, Query } = value.Search;
    const sources = Array.isArray(Sources) ? Sources.map(asText) : [];
    return { kind: 'search', sources, query: readText(Query, [...at, 'Search', 'Query']) };
  }
  if (Array.isArray(value.Messages)) {
    const messagesAt = [...at, 'Messages'];
    return {
      kind: 'messages',
      messages: value.Messages.map((message, index) => readMessage(message, [...messagesAt, index])),
    };
  }
  return { kind: 'unreadable' };
}

/** How many arguments are written, and which of them are objects that can be edited in rows. */
export function readArguments(value: Json | undefined): readonly boolean[] {
  return Array.isArray(value) ? value.map(isObject) : [];
}

function readMessage(value: Json, at: KeyPath): MessageForm {
  const role = isObject(value) && typeof value.Role === 'string' ? value.Role : 'user';
  const content = isObject(value) ? value.Content : undefined;
  const contentAt = [...at, 'Content'];
  const blocks = Array.isArray(content)
    ? content.map((block, index) => readBlock(block, [...contentAt, index]))
    : [readBlock(content, contentAt)];
  return { at, role, blocks };
}

function readBlock(value: Json | undefined, at: KeyPath): BlockForm {
  const text =
    isObject(value) && value.Text !== undefined && (value.Type === undefined || value.Type === 'text')
      ? readText(value.Text, [...at, 'Text'])
      : readText(value, at);
  if (text) return { kind: 'text', text };
  if (!isObject(value)) return { kind: 'other', type: value === undefined ? 'nothing' : 'unreadable', facts: [] };
  const { Type, ...rest } = value;
  const facts = Object.entries(rest).map(([key, each]) => [key, shorten(asText(each))] as const);
  return { kind: 'other', type: typeof Type === 'string' ? Type : 'unreadable', facts };
}

/** A value that is a text; nothing for any other. */
export function readText(value: Json | undefined, at: KeyPath): TextForm | undefined {
  if (typeof value === 'string') return { at, textAt: at, isTemplate: false };
  if (isObject(value) && typeof value.StringTemplate === 'string') {
    return { at, textAt: [...at, 'StringTemplate'], isTemplate: true };
  }
  return undefined;
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
