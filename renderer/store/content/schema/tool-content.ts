/** The content of a tool in its forms, and conversions between them. */

import { isObject, type Json } from '../../definition/json.ts';
import { isEmptyText } from '../blocks.ts';
import { readText } from '../prompt-form.ts';

export type ToolContentKind = 'text' | 'blocks' | 'function' | 'search' | 'read' | 'prompt' | 'mcp' | 'other';

/** The form of a tool's `Content`; `other` can only be edited as YAML. */
export function toolContentKind(value: Json | undefined): ToolContentKind {
  if (value === undefined || value === null || readText(value, [])) return 'text';
  if (!isObject(value)) return 'other';
  if (Array.isArray(value.Blocks)) return 'blocks';
  if (typeof value.Function === 'string') return 'function';
  if (isObject(value.Search)) return 'search';
  if (isObject(value.Read)) return 'read';
  if (typeof value.Prompt === 'string') return 'prompt';
  return isObject(value.MCP) ? 'mcp' : 'other';
}

const firstFunction = 'export default (args, context) => {\n  return JSON.stringify(args);\n}\n';

/**
 * Converts the content to another form. A single text converts to blocks and back; everything else is lost.
 * @returns `isLost`: the conversion dropped content
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

/** The text of content that is a single text, alone or as its only block. */
function onlyText(content: Json | undefined): Json | undefined {
  const [onlyBlock, ...otherBlocks] = isObject(content) && Array.isArray(content.Blocks) ? content.Blocks : [content];
  return otherBlocks.length === 0 && readText(onlyBlock, []) ? onlyBlock : undefined;
}

/** The initial content of a form. */
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
    case 'read':
      return { Read: { Sources: [] } };
    case 'prompt':
      return { Prompt: '' };
    case 'mcp':
      return { MCP: { Source: '', Tool: '' } };
  }
}
