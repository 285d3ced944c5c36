/**
 * Writes definitions of the workspace as Wolfram Language for AgentTools (docs/specification.md). What it cannot express
 * is returned as notes, and included in the text as comments.
 */
import type { PromptDefinition } from '../model/definitions.ts';
import { changed, lost, type TransferNote } from '../model/transfer.ts';
import type { Value } from './syntax/expression.ts';
import { parseWolfram } from './syntax/parse.ts';
import { printComment, printWolfram } from './syntax/print.ts';
import { definedSymbol } from './syntax/symbols.ts';
import { comment, rule, string, type WrittenPrompt, writePrompt } from './write-prompt.ts';
import { call } from './write-template.ts';

/** One entry of a list: a name that the reference knows too, or a definition. */
export type ListedPrompt =
  | { readonly name: string }
  | { readonly prompt: PromptDefinition }
  /** A prompt with an error, by its name in the list. */
  | { readonly broken: string };

export interface ServerToWrite {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly websiteUrl?: string;
  readonly hasIcons: boolean;
  /** Names of tools that the reference has too. */
  readonly tools: readonly string[];
  /** Names of tools that only this workspace has. */
  readonly ownTools: readonly string[];
  readonly prompts: readonly ListedPrompt[];
}

/** A note with the prompt that it is about; without one it is about the server. */
export type WrittenNote = TransferNote & { readonly prompt?: string };

export interface WrittenWolfram {
  /** ASCII, ending with a line break. */
  readonly text: string;
  readonly notes: readonly WrittenNote[];
}

/** `CreateMCPServer["Name", <|…|>]`, with what its functions need before it. */
export function serverAsWolfram(server: ServerToWrite): WrittenWolfram {
  const list = writeList(server.prompts);
  const notes = serverNotes(server);
  const entries: Value[] = [
    ...(server.instructions === undefined ? [] : [rule('Prompts', string(server.instructions))]),
    ...(server.tools.length === 0 ? [] : [rule('Tools', { kind: 'list', items: server.tools.map(string) })]),
    rule('MCPPrompts', { kind: 'list', items: list.items }, comment(list.remarks)),
  ];
  const value = call('CreateMCPServer', [string(server.name), { kind: 'association', entries }]);
  return { text: textOf(list.definitions, value, notes), notes: [...notes, ...list.notes] };
}

/** One association for one prompt, a list of them for any other number. */
export function promptsAsWolfram(prompts: readonly ListedPrompt[]): WrittenWolfram {
  const list = writeList(prompts);
  const [only] = list.items;
  const value: Value = prompts.length === 1 && only ? only : { kind: 'list', items: list.items };
  return { text: textOf(list.definitions, value, list.remarks), notes: list.notes };
}

interface WrittenList {
  readonly items: readonly Value[];
  readonly definitions: readonly string[];
  /** For the comment at the list: omitted prompts, and symbols with two definitions. */
  readonly remarks: readonly TransferNote[];
  readonly notes: readonly WrittenNote[];
}

function writeList(prompts: readonly ListedPrompt[]): WrittenList {
  const written = prompts.map((entry): string | WrittenPrompt =>
    'name' in entry ? entry.name : 'prompt' in entry ? writePrompt(entry.prompt) : brokenPrompt(entry.broken),
  );
  const whole = written.filter((entry) => typeof entry !== 'string');
  const definitions = [...new Set(whole.flatMap((entry) => entry.definitions))];
  const shared = sharedSymbols(whole);
  return {
    items: written.flatMap((entry) => (typeof entry === 'string' ? [string(entry)] : entry.value ? [entry.value] : [])),
    definitions,
    remarks: [...whole.filter(({ value }) => !value).flatMap(promptNotes), ...shared].map(({ prompt, ...note }) => ({
      ...note,
      message: `${prompt}: ${note.message}`,
    })),
    notes: [...whole.flatMap(promptNotes), ...shared],
  };
}

function promptNotes({ name, notes }: WrittenPrompt): readonly (TransferNote & { readonly prompt: string })[] {
  return notes.map((note) => ({ ...note, prompt: name }));
}

/** Notes on symbols that two prompts define differently: in one text, a symbol can have only one meaning. */
function sharedSymbols(prompts: readonly WrittenPrompt[]): readonly (TransferNote & { readonly prompt: string })[] {
  const known = new Map<string, { readonly prompt: string; readonly text: string }>();
  return prompts.flatMap(({ name, definitions }) =>
    Object.entries(definedBy(definitions)).flatMap(([symbol, text]) => {
      const other = known.get(symbol);
      known.set(symbol, other ?? { prompt: name, text });
      if (!other || other.text === text) return [];
      const message = `It defines ${symbol} differently from ${other.prompt}: rename one of the two.`;
      return [{ ...changed(message), prompt: name }];
    }),
  );
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

function brokenPrompt(name: string): WrittenPrompt {
  return {
    name,
    definitions: [],
    notes: [lost('The prompt is left out: it has an error, and is not served here either.')],
  };
}

function serverNotes(server: ServerToWrite): readonly TransferNote[] {
  const none = 'servers in Wolfram Language have none.';
  return [
    ...(server.title === undefined ? [] : [lost(`The title "${server.title}" is left out: ${none}`)]),
    ...(server.description === undefined ? [] : [lost(`The server's description is left out: ${none}`)]),
    ...(server.version === '1.0.0'
      ? []
      : [lost(`The version ${server.version} is left out: CreateMCPServer sets its own.`)]),
    ...(server.websiteUrl === undefined ? [] : [lost(`The address ${server.websiteUrl} is left out: ${none}`)]),
    ...(server.hasIcons ? [lost(`Icons are left out: ${none}`)] : []),
    ...server.ownTools.map((name) => lost(`The tool ${name} is left out: only this workspace defines it.`)),
  ];
}

function textOf(definitions: readonly string[], value: Value, notes: readonly TransferNote[]): string {
  const parts = [
    ...notes.map(({ message }) => printComment(message)),
    ...definitions.map((definition) => `${definition};\n`),
    printWolfram(value),
  ];
  return `${parts.join('\n')}\n`;
}
