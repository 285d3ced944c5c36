/** Reads `Content` of a tool: the forms of a prompt, and those that only tools have. */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { nearestName } from '../../base/text/near-names.ts';
import type { ToolContent } from '../definitions.ts';
import { error, quote, readFields } from '../problems/findings.ts';
import { readBlock } from '../prompt/blocks.ts';
import { readContent, readSearch } from '../prompt/content.ts';
import { type ContentReport, onlyForm } from '../prompt/text.ts';
import { contents } from '../schemas/content.ts';
import { searchOfTool, toolContents } from '../schemas/tool.ts';

type Form = keyof typeof contents | keyof typeof toolContents;

const forms = [...new Set([...Object.keys(contents), ...Object.keys(toolContents)])] as Form[];

const formsInWords =
  'text, {StringTemplate: …}, {Function: …}, {Search: {Sources, Query}}, {Read: {Sources}}, {Blocks: […]}, {Prompt: name} or {MCP: {Source, Tool}}';

/** Undefined after an error. */
export function readToolContent(value: unknown, at: KeyPath, report: ContentReport): ToolContent | undefined {
  if (Array.isArray(value)) return error(report, at, 'Content is a list: write it as Blocks: [the list].');
  if (typeof value === 'object' && !isJsonObject(value)) return error(report, at, `Content must be ${formsInWords}.`);
  if (!isJsonObject(value)) return withoutMessages(value, at, report);
  const form = onlyForm(value, forms, at, report);
  switch (form) {
    case 'several':
      return undefined;
    case 'none':
      return error(report, at, `Content must be ${formsInWords}${advice(value)}`);
    case 'Messages':
      return error(report, at, 'A tool result has no roles: write Content: {Blocks: […]} with only the blocks.');
    case 'Blocks':
      return readBlocks(value, at, report);
    case 'Prompt': {
      const fields = readFields(toolContents.Prompt, value, at, report);
      return fields && { kind: 'prompt', prompt: fields.Prompt };
    }
    case 'Search':
      return readToolSearch(value, at, report);
    case 'Read':
      return readPages(value, at, report);
    case 'MCP':
      return readUpstream(value, at, report);
    default:
      return withoutMessages(value, at, report);
  }
}

function withoutMessages(value: unknown, at: KeyPath, report: ContentReport): ToolContent | undefined {
  const content = readContent(value, at, report);
  return content?.kind === 'messages' ? undefined : content;
}

function advice(data: JsonObject): string {
  for (const key of Object.keys(data)) {
    if ((forms as readonly string[]).includes(key)) return `: ${key} has no value yet.`;
    const suggestion = nearestName(key, forms);
    if (suggestion) return `: did you mean ${suggestion} instead of ${quote(key)}?`;
  }
  return '.';
}

function readBlocks(data: JsonObject, at: KeyPath, report: ContentReport): ToolContent | undefined {
  const outerFields = readFields(toolContents.Blocks, data, at, report, ['Blocks']);
  const inside = [...at, 'Blocks'];
  if (!Array.isArray(data.Blocks) || data.Blocks.length === 0)
    return error(
      report,
      inside,
      'Blocks must be a list of at least one text, {StringTemplate: …} or block with a Type.',
    );
  const readings = data.Blocks.map((block, index) => readBlock(block, [...inside, index], report));
  const validBlocks = readings.filter((block) => block !== undefined);
  return outerFields && validBlocks.length === readings.length ? { kind: 'blocks', blocks: validBlocks } : undefined;
}

function readToolSearch(data: JsonObject, at: KeyPath, report: ContentReport): ToolContent | undefined {
  const search = readSearch(data, at, report, toolContents.Search.shape.Search);
  const { data: extras } = searchOfTool.safeParse(data.Search);
  if (!search || !extras) return undefined;
  const { Options: options, Structured: structured } = extras;
  return {
    ...search,
    ...(options !== undefined && { options: options === false ? [] : options }),
    ...(structured && { structured }),
  };
}

function readPages(data: JsonObject, at: KeyPath, report: ContentReport): ToolContent | undefined {
  const outerFields = readFields(toolContents.Read, data, at, report, ['Read']);
  const inside = [...at, 'Read'];
  if (!isJsonObject(data.Read))
    return error(report, inside, 'Read must have the key Sources, a list of the names of sources.');
  const fields = readFields(toolContents.Read.shape.Read, data.Read, inside, report);
  if (!outerFields || !fields) return undefined;
  const { Sources: sources, Budget: budget } = fields;
  return { kind: 'read', sources, ...(budget !== undefined && { budget }) };
}

function readUpstream(data: JsonObject, at: KeyPath, report: ContentReport): ToolContent | undefined {
  const outerFields = readFields(toolContents.MCP, data, at, report, ['MCP']);
  const inside = [...at, 'MCP'];
  if (!isJsonObject(data.MCP))
    return error(report, inside, 'MCP must have the keys Source, the name of a source, and Tool, its tool.');
  const fields = readFields(toolContents.MCP.shape.MCP, data.MCP, inside, report);
  return outerFields && fields && { kind: 'mcp', source: fields.Source, tool: fields.Tool };
}
