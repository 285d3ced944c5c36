/**
 * Reads all MCP definitions of a Wolfram Language text: servers (`CreateMCPServer[…]` or a bare association with
 * `MCPPrompts`), prompts (associations, lists of them, and associations of named ones, such as `$DefaultMCPPrompts`), and
 * tools. Evaluates nothing. Never throws; unreadable parts become located problems.
 */
import type { JsonObject } from '../base/json.ts';
import type { TransferNote } from '../model/transfer.ts';
import type { SyntaxProblem } from './problems.ts';
import { readPrompt } from './read-prompt.ts';
import { readServer, serverKeys } from './read-server.ts';
import { readTool } from './read-tool.ts';
import { hasKey, notesOf, type Reading, readingOf } from './reading.ts';
import { childrenOf, type Expression } from './syntax/expression.ts';
import { definedSymbol, headName, TooLarge, withoutContext } from './syntax/reduce.ts';

export interface WolframDefinition {
  readonly kind: 'server' | 'prompt' | 'tool';
  /** The name that the text gives it in the catalogue, else its own; absent for a bare association of a server. */
  readonly name?: string;
  /** Under the canonical keys of the file format. */
  readonly data: JsonObject;
  /** A server with the deprecated `PromptData`: its data without conversion. */
  readonly unconverted?: JsonObject;
  readonly notes: readonly TransferNote[];
}

export interface ReadDefinitions {
  readonly definitions: readonly WolframDefinition[];
  readonly problems: readonly SyntaxProblem[];
}

export function readWolframDefinitions(text: string): ReadDefinitions {
  const reading = readingOf(text);
  const { problems, statements, syntax } = reading;
  const definitions: WolframDefinition[] = [];
  // After a missing bracket only a part is parsed, which would silently create half a server.
  if (syntax.length === 0) {
    const used = usedSymbols(reading);
    for (const statement of statements) {
      const symbol = definedSymbol(statement);
      if (symbol !== undefined && used.has(symbol)) continue;
      try {
        definitions.push(...definitionsIn(reading.names.reduce(statement.value), reading));
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        problems.add(
          'The names in this text expand to more than a definition can hold: shorten it.',
          statement.start,
          statement.end,
        );
      }
    }
    if (definitions.length === 0 && problems.problems.length === 0) problems.add(nothingFound, 0, 0);
  }
  return { definitions, problems: [...syntax, ...problems.problems] };
}

const nothingFound =
  'Nothing here defines a prompt or a server: write CreateMCPServer["name", <|…|>], or an association with "Name" and "Content".';

/** Symbols that statements use: a statement that defines one of them is a part, not a definition. */
function usedSymbols({ statements }: Reading): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting: Expression[] = statements.map(({ value }) => value);
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === 'symbol') used.add(withoutContext(node.name));
    if (node.kind === 'code') for (const [name] of node.code.matchAll(/[A-Za-z$][A-Za-z0-9$]*/g)) used.add(name);
    for (const child of childrenOf(node)) waiting.push(child);
  }
  return used;
}

function definitionsIn(node: Expression, reading: Reading): readonly WolframDefinition[] {
  switch (node.kind) {
    case 'list':
      return node.items.flatMap((item) => definitionsIn(item, reading));
    case 'call':
      return fromCall(node, reading);
    case 'association': {
      if (hasKey(node, ...serverKeys)) return [server(undefined, node, [], reading)];
      if (hasKey(node, 'Content', 'Name')) return prompt(node, reading);
      return node.entries.flatMap((entry) => named(entry, reading));
    }
    default:
      return [];
  }
}

/** An entry of an association of prompts by their catalogue names. */
function named(entry: Expression, reading: Reading): readonly WolframDefinition[] {
  if (entry.kind !== 'rule' || entry.left.kind !== 'string' || entry.right.kind !== 'association') return [];
  if (!hasKey(entry.right, 'Content', 'Name')) return [];
  return prompt(entry.right, reading, entry.left.value);
}

function prompt(node: Expression, reading: Reading, catalogueName?: string): readonly WolframDefinition[] {
  const notes = notesOf(reading);
  const data = readPrompt(node, reading, notes, catalogueName);
  if (!data) return [];
  return [{ kind: 'prompt', name: catalogueName ?? String(data.Name), data, notes: notes.notes }];
}

function server(
  name: string | undefined,
  node: Expression,
  options: readonly Expression[],
  reading: Reading,
): WolframDefinition {
  const notes = notesOf(reading);
  const inside = node.kind === 'association' ? nested(node) : node;
  const { data, unconverted } = readServer(name ?? nameIn(node) ?? '', inside, options, reading, notes);
  const own = typeof data.Name === 'string' && data.Name !== '' ? { name: data.Name } : {};
  return { kind: 'server', ...own, data, ...(unconverted && { unconverted }), notes: notes.notes };
}

/** `<|"Name" -> …, "LLMEvaluator" -> <|…|>|>`, as the reference stores it. */
function nested(node: Expression): Expression {
  if (node.kind !== 'association') return node;
  const inner = node.entries.find(
    (entry) => entry.kind === 'rule' && entry.left.kind === 'string' && entry.left.value === 'LLMEvaluator',
  );
  return inner?.kind === 'rule' && inner.right.kind === 'association' ? inner.right : node;
}

function nameIn(node: Expression): string | undefined {
  if (node.kind !== 'association') return undefined;
  for (const entry of node.entries) {
    if (entry.kind === 'rule' && entry.left.kind === 'string' && /^name$/i.test(entry.left.value))
      return entry.right.kind === 'string' ? entry.right.value : undefined;
  }
  return undefined;
}

function fromCall(node: Extract<Expression, { kind: 'call' }>, reading: Reading): readonly WolframDefinition[] {
  const head = headName(node)?.replace(/^.*`/, '');
  if (head === 'LLMTool') {
    const notes = notesOf(reading);
    const data = readTool(node, reading, notes);
    return data ? [{ kind: 'tool', name: String(data.Name), data, notes: notes.notes }] : [];
  }
  if (head !== 'CreateMCPServer') return [];
  const [name, ...rest] = node.arguments;
  if (name?.kind !== 'string') {
    reading.problems.add('CreateMCPServer needs the name of the server first, in quotes.', node.start, node.end);
    return [];
  }
  const [evaluator] = rest;
  if (evaluator && evaluator.kind !== 'association' && evaluator.kind !== 'rule') {
    const message = 'The second argument of CreateMCPServer is not an association: write <|"MCPPrompts" -> {…}|> here.';
    reading.problems.add(message, evaluator.start, evaluator.end);
    return [];
  }
  const isGiven = evaluator?.kind === 'association';
  const body: Expression = isGiven ? evaluator : { kind: 'association', entries: [], start: node.start, end: node.end };
  return [server(name.value, body, isGiven ? rest.slice(1) : rest, reading)];
}
