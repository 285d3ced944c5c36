/** What a tool answers with, in the forms of its file. */

import { isObject, type Json } from '../definition/json.ts';
import { isEmptyText } from './blocks.ts';
import { readText } from './prompt-form.ts';

export type ToolContentKind = 'text' | 'blocks' | 'function' | 'search' | 'prompt' | 'mcp' | 'other';

/** The form of a tool's `Content`; `other` is one that only its text can show. */
export function toolContentKind(value: Json | undefined): ToolContentKind {
  if (value === undefined || value === null || readText(value, [])) return 'text';
  if (!isObject(value)) return 'other';
  if (Array.isArray(value.Blocks)) return 'blocks';
  if (typeof value.Function === 'string') return 'function';
  if (isObject(value.Search)) return 'search';
  if (typeof value.Prompt === 'string') return 'prompt';
  return isObject(value.MCP) ? 'mcp' : 'other';
}

const firstFunction = 'export default (args, context) => {\n  return JSON.stringify(args);\n}\n';

/**
 * The content in another form. One text goes along to blocks and back; nothing else has a place in two forms.
 * @returns `isLost`: something that was there is not there any more
 */
export function withContentKind(
  before: Json | undefined,
  kind: Exclude<ToolContentKind, 'other'>,
): { readonly value: Json; readonly isLost: boolean } {
  const text = onlyText(before);
  if (text !== undefined && kind === 'text') return { value: text, isLost: false };
  if (text !== undefined && kind === 'blocks') return { value: { Blocks: [text] }, isLost: false };
  const isBlank = before === undefined || before === null || (text !== undefined && isEmptyText(text));
  return { value: emptyContent(kind), isLost: !isBlank };
}

/** The text that an answer is, alone or as its only block. */
function onlyText(content: Json | undefined): Json | undefined {
  const [only, ...others] = isObject(content) && Array.isArray(content.Blocks) ? content.Blocks : [content];
  return others.length === 0 && readText(only, []) ? only : undefined;
}

/** What a form begins with. */
function emptyContent(kind: Exclude<ToolContentKind, 'other'>): Json {
  switch (kind) {
    case 'text':
      return { StringTemplate: '' };
    case 'blocks':
      return { Blocks: [{ StringTemplate: '' }] };
    case 'function':
      return { Function: firstFunction };
    case 'search':
      return { Search: { Sources: [], Query: '' } };
    case 'prompt':
      return { Prompt: '' };
    case 'mcp':
      return { MCP: { Source: '', Tool: '' } };
  }
}
