/** Writes a tool as `LLMTool[<|…|>]`, and notes what it cannot express. */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { Argument, Block, ResolvedTool, TextOrTemplate, ToolDefinition } from '../model/definitions.ts';
import { changeNote, lossNote, type TransferNote } from '../model/transfer.ts';
import type { Value } from './syntax/expression.ts';
import { type WrittenFunction, writeCode, writeJavaScript, writeSearch, writeTextFunction } from './write-function.ts';
import { comment, noteBlocks, noteTests, rule, string, type WrittenDefinition } from './write-prompt.ts';
import { call } from './write-template.ts';

export function writeTool(tool: ResolvedTool): WrittenDefinition {
  const notes: TransferNote[] = [];
  const args = argumentsOf(tool);
  const run = writeContent(tool, args, notes);
  if (!run) return { name: tool.name, definitions: [], notes };
  noteFields(tool, notes);
  noteTests(tool, notes);
  const parameters = Object.entries(propertiesOf(tool)).map(([name, schema]) =>
    parameter(name, isJsonObject(schema) ? schema : {}, tool, notes),
  );
  const entries = [
    rule('Name', string(tool.name), comment(notes)),
    ...(tool.title === undefined ? [] : [rule('DisplayName', string(tool.title))]),
    ...(tool.description === undefined ? [] : [rule('Description', string(tool.description))]),
    ...(tool.tags ? [rule('Tags', { kind: 'list', items: tool.tags.map(string) })] : []),
    rule('Parameters', { kind: 'list', items: parameters }),
    rule('Function', run.value),
  ];
  const value = call('LLMTool', [{ kind: 'association', entries }]);
  return { name: tool.name, value, definitions: run.definitions, notes };
}

function writeContent(
  { content }: ResolvedTool,
  args: readonly Argument[],
  notes: TransferNote[],
): WrittenFunction | undefined {
  const leftOut = (why: string) => {
    notes.push(lossNote(`The tool is left out: ${why}`));
    return undefined;
  };
  switch (content.kind) {
    case 'wolfram':
      return writeCode(content.code);
    case 'text':
      return writeTextFunction([content.text], args);
    case 'blocks':
      return (
        writeBlocks(content.blocks, args, notes) ??
        leftOut("Wolfram's kernel can return only its texts, and it has none.")
      );
    case 'prompt': {
      notes.push(
        changeNote(`It returns the text of the prompt ${content.prompt.name}, which is now part of the tool.`),
      );
      return writeContent(
        { ...content.prompt, content: blocksOf(content.prompt.content) } as ResolvedTool,
        args,
        notes,
      );
    }
    case 'function':
      return (
        writeJavaScript(content.code, args, notes) ??
        leftOut('its JavaScript function needs the sandbox of this workbench.')
      );
    case 'search':
      return writeSearch(content, 'tool', args, notes) ?? leftOut('it searches only sources of this workspace.');
    case 'read':
      return leftOut('it reads pages of sources of this workspace.');
    case 'mcp':
      return leftOut(`it passes on a tool of another server, ${content.source}.`);
    case 'notebook':
      return leftOut("Wolfram's own server has the prompt Notebook.");
    case 'builtin':
      return leftOut(`Wolfram's own server has ${content.tool}.`);
  }
}

/** The messages of a prompt as the blocks of a result; a block has at most one condition, and it is only noted. */
function blocksOf(content: ToolPromptContent): ResolvedTool['content'] {
  return content.kind === 'messages'
    ? {
        kind: 'blocks',
        blocks: content.messages.flatMap(({ when, blocks }) =>
          blocks.map((block) => (when ? { ...block, when } : block)),
        ),
      }
    : content;
}

type ToolPromptContent = Extract<ResolvedTool['content'], { kind: 'prompt' }>['prompt']['content'];

function writeBlocks(
  blocks: readonly Block[],
  args: readonly Argument[],
  notes: TransferNote[],
): WrittenFunction | undefined {
  noteBlocks(blocks, notes);
  const texts = blocks.flatMap((block): TextOrTemplate[] => (block.type === 'text' ? [block.text] : []));
  if (texts.length > 1) notes.push(changeNote("Its texts are now one text: Wolfram's tools return one."));
  return texts.length === 0 ? undefined : writeTextFunction(texts, args);
}

function propertiesOf({ inputSchema }: ToolDefinition<unknown>): JsonObject {
  const properties = inputSchema?.properties;
  return isJsonObject(properties) ? properties : {};
}

/** Its parameters as arguments, whose defaults fill slots. */
function argumentsOf(tool: ResolvedTool): readonly Argument[] {
  return Object.entries(propertiesOf(tool)).map(([name, schema]) => {
    const value = isJsonObject(schema) ? schema.default : undefined;
    const text = typeof value === 'string' ? value : value === undefined ? undefined : JSON.stringify(value);
    return { name, required: isRequired(name, tool), ...(text !== undefined && { default: text }) };
  });
}

function isRequired(name: string, { inputSchema }: ResolvedTool): boolean {
  return Array.isArray(inputSchema?.required) && inputSchema.required.includes(name);
}

const interpreters: Readonly<Record<string, string>> = {
  string: 'String',
  integer: 'Integer',
  number: 'Number',
  boolean: 'Boolean',
};

function parameter(name: string, schema: JsonObject, tool: ResolvedTool, notes: TransferNote[]): Value {
  const { type, description, default: fallback, enum: choices, minimum, maximum, ...otherKeywords } = schema;
  const texts = Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
  const isChoice = Array.isArray(choices) && texts.length === choices.length && texts.length > 0;
  const interpreterName = typeof type === 'string' && !choices ? interpreters[type] : undefined;
  if (!isChoice && interpreterName === undefined)
    notes.push(changeNote(`The parameter ${name} now takes any text: Wolfram's tools have no such type.`));
  if (fallback !== undefined && tool.content.kind !== 'text' && tool.content.kind !== 'function')
    notes.push(lossNote(`The default of the parameter ${name} is left out: Wolfram's parameters have none.`));
  const range = interpreterName === 'Integer' || interpreterName === 'Number' ? rangeOf(minimum, maximum) : undefined;
  const bounds = range ? {} : { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  const limits = Object.keys({ ...bounds, ...otherKeywords });
  if (limits.length > 0 && interpreterName !== undefined)
    notes.push(lossNote(`${limits.join(', ')} of the parameter ${name} is left out: Wolfram's parameters have none.`));
  const interpreter: Value = isChoice
    ? call('Restricted', [string('String'), { kind: 'list', items: texts.map(string) }])
    : range
      ? call('Restricted', [string(interpreterName ?? ''), { kind: 'list', items: range }])
      : string(interpreterName ?? 'String');
  const entries = [
    rule('Interpreter', interpreter),
    ...(typeof description === 'string' ? [rule('Help', string(description))] : []),
    rule('Required', { kind: 'symbol', name: isRequired(name, tool) ? 'True' : 'False' }),
  ];
  return rule(name, { kind: 'association', entries });
}

/** `{1, 10}`, `{0, Infinity}`; undefined without limits, and for a number that only JSON writes so. */
function rangeOf(minimum: unknown, maximum: unknown): readonly Value[] | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  const [from, to] = [limit(minimum, '-Infinity'), limit(maximum, 'Infinity')];
  return from && to && [from, to];
}

function limit(value: unknown, noLimit: string): Value | undefined {
  if (value === undefined) return { kind: 'code', code: noLimit };
  const text = String(value);
  return typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? { kind: 'number', text } : undefined;
}

function noteFields({ icons, annotations, outputSchema, _meta }: ResolvedTool, notes: TransferNote[]): void {
  if (icons) notes.push(lossNote("Icons are left out: Wolfram's tools have none."));
  if (annotations) notes.push(lossNote("Annotations are left out: Wolfram's tools have none."));
  if (_meta) notes.push(lossNote("Meta is left out: Wolfram's tools have none."));
  if (outputSchema) notes.push(lossNote("OutputSchema is left out: Wolfram's tools return text."));
}
