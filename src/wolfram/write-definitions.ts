/**
 * Writes definitions of the workspace as Wolfram Language for AgentTools (docs/specification.md). What it cannot express
 * is returned as notes, and included in the text as comments.
 */
import type { PromptDefinition, ResolvedTool } from '../model/definitions.ts';
import { changeNote, lossNote, type TransferNote } from '../model/transfer.ts';
import { contextHead, loadsPackage } from './syntax/code-of.ts';
import type { Value } from './syntax/expression.ts';
import { parseWolfram } from './syntax/parse.ts';
import { printComment, printWolfram } from './syntax/print.ts';
import { definedSymbol } from './syntax/symbols.ts';
import { comment, rule, string, type WrittenDefinition, writePrompt } from './write-prompt.ts';
import { call } from './write-template.ts';
import { writeTool } from './write-tool.ts';

/** One entry of a list: a name that the reference knows too, or a definition. */
export type ListedPrompt =
  | { readonly name: string }
  | { readonly prompt: PromptDefinition }
  /** A prompt with an error, by its name in the list. */
  | { readonly brokenName: string };

/** As `ListedPrompt`. */
export type ListedTool = { readonly name: string } | { readonly tool: ResolvedTool } | { readonly brokenName: string };

export interface ServerToWrite {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly websiteUrl?: string;
  readonly hasIcons: boolean;
  /** The names of its skills without a prompt. */
  readonly skills?: readonly string[];
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly ListedPrompt[];
}

/** A note with the name of the prompt or tool that it is about; without one it is about the server. */
export type WrittenNote = TransferNote & { readonly prompt?: string };

export interface WrittenWolfram {
  /** ASCII, ending with a line break. */
  readonly text: string;
  readonly notes: readonly WrittenNote[];
}

/** What one text holds: servers, and definitions that no server lists. */
export interface DefinitionsToWrite {
  readonly servers: readonly ServerToWrite[];
  readonly prompts: readonly ListedPrompt[];
  readonly tools: readonly ListedTool[];
  /** The names of skills without a prompt. */
  readonly skills?: readonly string[];
}

/** `CreateMCPServer["Name", <|…|>]`, with what its functions need before it. */
export function serverAsWolfram(server: ServerToWrite): WrittenWolfram {
  return definitionsAsWolfram({ servers: [server], prompts: [], tools: [] });
}

/** One association for one prompt, a list of them for any other number. */
export function promptsAsWolfram(prompts: readonly ListedPrompt[]): WrittenWolfram {
  const definitions = { servers: [], prompts, tools: [] };
  return prompts.length === 0 ? { text: '{}\n', notes: [] } : definitionsAsWolfram(definitions);
}

/** `program` creates servers and tools; a `file` of a paclet has only the association of one. */
export type WolframForm = 'program' | 'file';

/** Each server as `CreateMCPServer[…]`, then the other prompts and tools. */
export function definitionsAsWolfram(
  { servers, prompts, tools, skills = [] }: DefinitionsToWrite,
  form: WolframForm = 'program',
): WrittenWolfram {
  const lists = [...servers, { prompts, tools }].map((server) => ({
    prompts: server.prompts.map((entry) =>
      'name' in entry
        ? entry.name
        : 'prompt' in entry
          ? writePrompt(entry.prompt)
          : brokenDefinition('prompt', entry.brokenName),
    ),
    tools: server.tools.map((entry) =>
      'name' in entry
        ? entry.name
        : 'tool' in entry
          ? writeTool(entry.tool)
          : brokenDefinition('tool', entry.brokenName),
    ),
  }));
  const wholeDefinitions = withLocalSymbols(lists.flatMap((list) => [...list.tools, ...list.prompts]));
  const otherLists = lists.at(-1) ?? { prompts: [], tools: [] };
  const values = [
    ...servers.map((server, index) => writeServer(server, lists[index] ?? otherLists, wholeDefinitions, form)),
    ...[otherLists.tools, otherLists.prompts].flatMap((entries) => {
      const items = itemsOf(entries, wholeDefinitions);
      const remarks = omissions(entries, wholeDefinitions);
      const [onlyItem] = items;
      const value: Value = items.length === 1 && entries.length === 1 && onlyItem ? onlyItem : { kind: 'list', items };
      return entries.length === 0 ? [] : [{ value, notes: remarks }];
    }),
  ];
  const definitionsToWrite = [...wholeDefinitions.values()];
  const definitions = [...new Set(definitionsToWrite.flatMap((entry) => entry.definitions))];
  const lostSkills = skillNotes(skills);
  const parts = [
    ...(lostSkills.length === 0 ? [] : [`${lostSkills.map(({ message }) => printComment(message)).join('\n')}\n`]),
    ...definitions.map((definition) => `${definition};\n`),
    ...values.map(({ value, notes }, index) => {
      const comments = notes.map(({ message }) => `${printComment(message)}\n`);
      return `${comments.join('')}${printWolfram(form === 'file' ? withoutCall(value) : value)}${index < values.length - 1 ? ';\n' : ''}`;
    }),
  ];
  return {
    text: `${parts.join('\n')}\n`,
    notes: [
      ...servers.flatMap((server) => serverNotes(server, form)),
      ...lostSkills,
      ...definitionsToWrite.flatMap((entry) => entry.notes.map((note) => ({ ...note, prompt: entry.name }))),
    ],
  };
}

type Entry = string | WrittenDefinition;
type DefinitionMap = ReadonlyMap<WrittenDefinition, WrittenDefinition>;

function writeServer(
  server: ServerToWrite,
  list: { readonly prompts: readonly Entry[]; readonly tools: readonly Entry[] },
  wholeDefinitions: DefinitionMap,
  form: WolframForm,
): { readonly value: Value; readonly notes: readonly TransferNote[] } {
  const tools = itemsOf(list.tools, wholeDefinitions);
  const entries: Value[] = [
    ...(server.instructions === undefined ? [] : [rule('Prompts', string(server.instructions))]),
    ...(list.tools.length === 0
      ? []
      : [rule('Tools', { kind: 'list', items: tools }, comment(omissions(list.tools, wholeDefinitions)))]),
    rule(
      'MCPPrompts',
      { kind: 'list', items: itemsOf(list.prompts, wholeDefinitions) },
      comment(omissions(list.prompts, wholeDefinitions)),
    ),
  ];
  const evaluator: Value = { kind: 'association', entries };
  const notes = serverNotes(server, form);
  if (form === 'program') return { value: call('CreateMCPServer', [string(server.name), evaluator]), notes };
  // By default, a server has the version of its paclet, which is 1.0.0 too.
  const version = server.version === '1.0.0' ? [] : [rule('ServerVersion', string(server.version))];
  return {
    value: {
      kind: 'association',
      entries: [rule('Name', string(server.name)), rule('LLMEvaluator', evaluator), ...version],
    },
    notes,
  };
}

/** The association of `LLMTool[<|…|>]`. */
function withoutCall(value: Value): Value {
  const [association] = value.kind === 'call' ? value.arguments : [];
  return association ?? value;
}

function itemsOf(entries: readonly Entry[], wholeText: DefinitionMap): readonly Value[] {
  return entries.flatMap((entry) => (typeof entry === 'string' ? string(entry) : (wholeText.get(entry)?.value ?? [])));
}

/** Why entries are missing from a list, for the comment at the list. */
function omissions(entries: readonly Entry[], wholeText: DefinitionMap): readonly TransferNote[] {
  return entries.flatMap((entry) => {
    const definition = typeof entry === 'string' ? undefined : wholeText.get(entry);
    if (!definition || definition.value) return [];
    return definition.notes.map((note) => ({ ...note, message: `${definition.name}: ${note.message}` }));
  });
}

/**
 * In one text, a symbol has one meaning. A definition that gives a symbol another meaning than one before it keeps its
 * own inside `Module`.
 */
function withLocalSymbols(entries: readonly Entry[]): DefinitionMap {
  const definitionsByName = new Map<string, { readonly name: string; readonly text: string }>();
  const wholeByDefinition = new Map<WrittenDefinition, WrittenDefinition>();
  for (const entry of entries) {
    if (typeof entry === 'string') continue;
    const ownDefined = definedBy(entry.definitions);
    const otherKey = Object.keys(ownDefined).find(
      (symbol) => definitionsByName.has(symbol) && definitionsByName.get(symbol)?.text !== ownDefined[symbol],
    );
    if (otherKey !== undefined && entry.value) {
      const message = `Its ${otherKey} is now local: ${definitionsByName.get(otherKey)?.name} defines ${otherKey} differently.`;
      wholeByDefinition.set(entry, {
        ...entry,
        ...localiseSymbols(entry, Object.keys(ownDefined)),
        notes: [...entry.notes, changeNote(message)],
      });
      continue;
    }
    wholeByDefinition.set(entry, entry);
    for (const [symbol, text] of Object.entries(ownDefined))
      definitionsByName.set(symbol, definitionsByName.get(symbol) ?? { name: entry.name, text });
  }
  return wholeByDefinition;
}

function localiseSymbols(
  { definitions, value }: WrittenDefinition,
  symbols: readonly string[],
): Partial<WrittenDefinition> {
  const isFirst = (definition: string) => {
    const [statement] = parseWolfram(definition).statements;
    return statement !== undefined && (loadsPackage(statement) || contextHead(statement) !== undefined);
  };
  const inside = (code: Value): Value => ({
    kind: 'code',
    code: `Module[{${symbols.join(', ')}},\n${[...definitions.filter((definition) => !isFirst(definition)), printWolfram(code)].join(';\n')}\n]`,
  });
  return { definitions: definitions.filter(isFirst), ...(value && { value: inContent(value, inside) }) };
}

/** Changes the function of a definition. */
function inContent(value: Value, change: (content: Value) => Value): Value {
  if (value.kind === 'call')
    return { ...value, arguments: value.arguments.map((argument) => inContent(argument, change)) };
  if (value.kind !== 'association') return value;
  return {
    ...value,
    entries: value.entries.map((entry) => {
      const isContent =
        entry.kind === 'rule' &&
        entry.leftSide.kind === 'string' &&
        /^(?:Content|Function)$/.test(entry.leftSide.value);
      return isContent ? { ...entry, rightSide: change(entry.rightSide) } : entry;
    }),
  };
}

/** The definitions of each symbol. */
function definedBy(definitions: readonly string[]): Readonly<Record<string, string>> {
  const bySymbol: Record<string, string> = Object.create(null);
  for (const definition of definitions) {
    const [statement] = parseWolfram(definition).statements;
    const symbol = statement && definedSymbol(statement);
    if (symbol !== undefined) bySymbol[symbol] = `${bySymbol[symbol] ?? ''}${definition}\n`;
  }
  return bySymbol;
}

function brokenDefinition(kind: 'prompt' | 'tool', name: string): WrittenDefinition {
  return {
    name,
    definitions: [],
    notes: [lossNote(`The ${kind} is left out: it has an error, and is not served here either.`)],
  };
}

function serverNotes(server: ServerToWrite, form: WolframForm): readonly TransferNote[] {
  const noneSentence = 'servers in Wolfram Language have none.';
  return [
    ...(server.title === undefined ? [] : [lossNote(`The title "${server.title}" is left out: ${noneSentence}`)]),
    ...(server.description === undefined ? [] : [lossNote(`The server's description is left out: ${noneSentence}`)]),
    ...(server.version === '1.0.0' || form === 'file'
      ? []
      : [lossNote(`The version ${server.version} is left out: CreateMCPServer sets its own.`)]),
    ...(server.websiteUrl === undefined
      ? []
      : [lossNote(`The address ${server.websiteUrl} is left out: ${noneSentence}`)]),
    ...(server.hasIcons ? [lossNote(`Icons are left out: ${noneSentence}`)] : []),
    ...skillNotes(server.skills ?? []),
  ];
}

/** @param names of skills without a prompt */
export function skillNotes(names: readonly string[]): readonly TransferNote[] {
  return names.map((name) => lossNote(`The skill ${name} is left out: Wolfram's server serves no skills.`));
}
