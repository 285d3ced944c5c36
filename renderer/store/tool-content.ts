/** What a tool answers with, in the forms of its file. */
import { isObject, type Json } from './json.ts';
import { readText } from './prompt-form.ts';

export type ToolContentKind = 'text' | 'function' | 'search' | 'prompt' | 'mcp' | 'other';

/** The form of a tool's `Content`; `other` is one that only its text can show. */
export function toolContentKind(value: Json | undefined): ToolContentKind {
  if (value === undefined || value === null || readText(value, [])) return 'text';
  if (!isObject(value)) return 'other';
  if (typeof value.Function === 'string') return 'function';
  if (isObject(value.Search)) return 'search';
  if (typeof value.Prompt === 'string') return 'prompt';
  return isObject(value.MCP) ? 'mcp' : 'other';
}

const firstFunction = 'export default (args, context) => {\n  return JSON.stringify(args);\n}\n';

/** What a form begins with. */
export function emptyContent(kind: Exclude<ToolContentKind, 'other'>): Json {
  switch (kind) {
    case 'text':
      return { StringTemplate: '' };
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
