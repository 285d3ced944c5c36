/**
 * Reads all MCP definitions of a Wolfram Language text: servers (`CreateMCPServer[…]` or a bare association with
 * `MCPPrompts`), prompts (associations, lists of them, and associations of named ones, such as `$DefaultMCPPrompts`), and
 * tools. Evaluates nothing. Never throws; unreadable parts become located problems.
 */
import type { JsonObject } from '../base/json.ts';
import { lossNote, type TransferNote } from '../model/transfer.ts';
import { structureOf } from './build.ts';
import { partsOf, unusedStatements } from './parts.ts';
import type { SyntaxProblem } from './problems.ts';
import { readPrompt } from './read-prompt.ts';
import { readServer, refusesServer, serverKeys } from './read-server.ts';
import { readTool } from './read-tool.ts';
import { hasKey, notesOf, type Reading, readingOf } from './reading.ts';
import { childrenOf, type Expression, type Statement } from './syntax/expression.ts';
import { TooLarge } from './syntax/reduce.ts';
import { headName } from './syntax/symbols.ts';

export interface WolframDefinition {
  readonly kind: 'server' | 'prompt' | 'tool';
  /** The name that the text gives it in the catalogue, else its own; absent for a bare association of a server. */
  readonly name?: string;
  /** Under the canonical keys of the file format. */
  readonly data: JsonObject;
  /** A server with the deprecated `PromptData`: its data without conversion. */
  readonly originalData?: JsonObject;
  readonly notes: readonly TransferNote[];
}

export interface ReadDefinitions {
  readonly definitions: readonly WolframDefinition[];
  readonly problems: readonly SyntaxProblem[];
  /** What the text does beside its definitions. */
  readonly notes: readonly TransferNote[];
}

export function readWolframDefinitions(text: string): ReadDefinitions {
  const reading = readingOf(text);
  const { problems, syntax } = reading;
  // After a missing bracket only a part is parsed, which would silently create half a server.
  if (syntax.length > 0) return { definitions: [], problems: syntax, notes: [] };
  const { found, used } = definitionsOf(reading);
  if (found.length === 0 && problems.problems.length === 0 && !refusesServer({ start: 0, end: text.length }, reading))
    problems.add(nothingFound, 0, 0);
  const hasCode = found.some(({ data }) => JSON.stringify(data).includes('"Wolfram":'));
  const leftStatements = found.length === 0 ? [] : unusedStatements(reading, used, hasCode);
  return {
    definitions: found,
    problems: problems.problems,
    notes: leftStatements.map(({ message, at }) => lossNote(message, problems.place(at))),
  };
}

const nothingFound =
  'Nothing here defines a prompt or a server: write CreateMCPServer["name", <|…|>], or an association with "Name" and "Content".';

/** The definitions, and the statements that they are made of. */
function definitionsOf(reading: Reading) {
  const { problems, statements } = reading;
  const definitions: WolframDefinition[] = [];
  const attempt = (statement: Statement, read: () => readonly WolframDefinition[]) => {
    try {
      definitions.push(...read());
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      problems.add(
        'The names in this text expand to more than a definition can hold: shorten it.',
        statement.start,
        statement.end,
      );
    }
  };
  const places = new Set<number>();
  const usedStatements = new Set<Statement>();
  const parts = partsOf(reading, (statement) => isDefining(statement, reading));
  for (const statement of statements) {
    if (!isValue(statement)) continue;
    attempt(statement, () => {
      const servers = serversIn(statement.value, reading).filter(({ node }) => !places.has(node.start));
      for (const { node } of servers) places.add(node.start);
      if (servers.length > 0) usedStatements.add(statement);
      if (servers.length > 0) return servers.flatMap((serverCall) => fromServer(serverCall, reading));
      const value = parts.has(statement) ? undefined : reading.names.valueOf(statement);
      const ownDefinitions = value ? definitionsIn(value, reading, keyOf(statement)) : [];
      if (ownDefinitions.length > 0) usedStatements.add(statement);
      return ownDefinitions;
    });
  }
  return { found: definitions, used: new Set([...usedStatements, ...parts]) };
}

/** Whether a statement has a value that the text makes at once, rather than a function that makes it. */
function isValue({ target }: Statement): boolean {
  if (!target || target.kind === 'symbol') return true;
  return target.kind === 'call' && target.arguments.every(({ kind }) => kind === 'string' || kind === 'number');
}

/** `"Daily"` in `$prompts["Daily"] = <|…|>`. */
function keyOf({ target }: Statement): string | undefined {
  const [key] = target?.kind === 'call' ? target.arguments : [];
  return key?.kind === 'string' ? key.value : undefined;
}

/** Whether a statement would give definitions by itself. */
function isDefining(statement: Statement, { names }: Reading): boolean {
  if (!isValue(statement)) return false;
  const looksSo = (node: Expression): boolean => {
    if (node.kind === 'list') return node.items.some(looksSo);
    if (node.kind === 'call') return /^(?:LLMTool|CreateMCPServer)$/.test(headName(node) ?? '');
    if (node.kind !== 'association') return false;
    return (
      hasKey(node, ...serverKeys, 'Content', 'Name') ||
      node.entries.some((entry) => entry.kind === 'rule' && looksSo(entry.rightSide))
    );
  };
  try {
    return looksSo(names.reduce(statement.value)) || serversIn(statement.value, { names }).length > 0;
  } catch (error) {
    if (error instanceof TooLarge) return true;
    throw error;
  }
}

/** A call of `CreateMCPServer`, wherever it is written. */
interface ServerCall {
  readonly node: Extract<Expression, { kind: 'call' }>;
  /** Inside `If` or a similar program. */
  readonly isConditional: boolean;
}

function serversIn(value: Expression, { names }: Pick<Reading, 'names'>): readonly ServerCall[] {
  const serverCalls: ServerCall[] = [];
  const waitingNodes = [{ node: value, isConditional: false }];
  for (let next = waitingNodes.pop(); next; next = waitingNodes.pop()) {
    const { isConditional } = next;
    const node = calledBy(next.node, names);
    if (node.kind === 'call' && headName(node) === 'CreateMCPServer') {
      serverCalls.push({ node, isConditional });
      continue;
    }
    const structure = structureOf(node);
    const inside =
      structure?.kind === 'bracket'
        ? [...(structure.head ? [structure.head] : []), ...structure.items]
        : structure?.kind === 'operators'
          ? structure.pieces.flatMap((piece) => (piece.kind === 'operand' ? [piece.node] : []))
          : childrenOf(node);
    const head = structure?.kind === 'bracket' && structure.head?.kind === 'symbol' ? structure.head.name : '';
    const isChoice = isConditional || /^(?:If|Which|Switch|Do|Table|While|For)$/.test(head);
    // Last in, first out: the order of the text.
    waitingNodes.push(...inside.map((expression) => ({ node: expression, isConditional: isChoice })).reverse());
  }
  return serverCalls;
}

/** `f @ x` as `f[x]`, and `f @@ {x, y}` as `f[x, y]`. */
function calledBy(node: Expression, names: Reading['names']): Expression {
  const call = node.kind === 'code' ? names.applyFunction(node) : undefined;
  if (!call) return node;
  if (headName(call) !== 'Apply') return call;
  const reducedExpression = names.reduce(call);
  return headName(reducedExpression) === 'CreateMCPServer' ? reducedExpression : call;
}

function fromServer({ node, isConditional }: ServerCall, reading: Reading): readonly WolframDefinition[] {
  const reducedExpression = reading.names.reduce(node);
  const servers = reducedExpression.kind === 'call' ? fromCall(reducedExpression, reading) : [];
  if (!isConditional) return servers;
  const notes = notesOf(reading);
  notes.changed('The text creates this server only under a condition: here it always exists.', node);
  return servers.map((wolframDefinition) => ({
    ...wolframDefinition,
    notes: [...notes.notes, ...wolframDefinition.notes],
  }));
}

function definitionsIn(node: Expression, reading: Reading, key?: string): readonly WolframDefinition[] {
  switch (node.kind) {
    case 'list':
      return node.items.flatMap((item) => definitionsIn(item, reading));
    case 'call':
      return headName(node) === 'LLMTool' ? fromCall(node, reading) : [];
    case 'association': {
      if (hasKey(node, ...serverKeys)) return server(undefined, node, [], reading);
      if (hasKey(node, 'Function') && hasKey(node, 'Parameters')) return tool(node, reading);
      if (hasKey(node, 'Content', 'Name')) return prompt(node, reading, key);
      return node.entries.flatMap((entry) => namedDefinitions(entry, reading));
    }
    default:
      return [];
  }
}

/** An entry of an association of prompts by their catalogue names. */
function namedDefinitions(entry: Expression, reading: Reading): readonly WolframDefinition[] {
  if (entry.kind !== 'rule' || entry.leftSide.kind !== 'string') return [];
  const isPrompt = entry.rightSide.kind === 'association' && hasKey(entry.rightSide, 'Content', 'Name');
  return isPrompt || headName(entry.rightSide) === 'LLMTool'
    ? definitionsIn(entry.rightSide, reading, entry.leftSide.value)
    : [];
}

/** `LLMTool[<|…|>]`, or its association alone, as a file of a paclet has it. */
function tool(node: Expression, reading: Reading): readonly WolframDefinition[] {
  const notes = notesOf(reading);
  const data = readTool(node, reading, notes);
  return data ? [{ kind: 'tool', name: String(data.Name), data, notes: notes.notes }] : [];
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
): readonly WolframDefinition[] {
  const notes = notesOf(reading);
  const before = reading.problems.problems.length;
  const inside = node.kind === 'association' ? unnest(node) : node;
  const { data, originalData } = readServer(name ?? nameIn(node) ?? '', inside, options, reading, notes);
  // A server of which nothing could be read would be an empty one.
  const isEmpty = [data.MCPPrompts, data.Tools].every((list) => !Array.isArray(list) || list.length === 0);
  if (isEmpty && reading.problems.problems.length > before) return [];
  const ownName = typeof data.Name === 'string' && data.Name !== '' ? { name: data.Name } : {};
  return [{ kind: 'server', ...ownName, data, ...(originalData && { originalData }), notes: notes.notes }];
}

/** `<|"Name" -> …, "LLMEvaluator" -> <|…|>|>`, as the reference stores it. */
function unnest(node: Expression): Expression {
  if (node.kind !== 'association') return node;
  const inner = node.entries.find(
    (entry) => entry.kind === 'rule' && entry.leftSide.kind === 'string' && entry.leftSide.value === 'LLMEvaluator',
  );
  if (inner?.kind !== 'rule' || inner.rightSide.kind !== 'association') return node;
  const outerEntries = node.entries.filter((entry) => entry !== inner);
  return { ...inner.rightSide, entries: [...outerEntries, ...inner.rightSide.entries] };
}

function nameIn(node: Expression): string | undefined {
  if (node.kind !== 'association') return undefined;
  for (const entry of node.entries) {
    if (entry.kind === 'rule' && entry.leftSide.kind === 'string' && /^name$/i.test(entry.leftSide.value))
      return entry.rightSide.kind === 'string' ? entry.rightSide.value : undefined;
  }
  return undefined;
}

function fromCall(node: Extract<Expression, { kind: 'call' }>, reading: Reading): readonly WolframDefinition[] {
  if (headName(node) === 'LLMTool') return tool(node, reading);
  const [name, ...rest] = node.arguments;
  if (name?.kind !== 'string') {
    reading.problems.add('CreateMCPServer needs the name of the server first, in quotes.', node.start, node.end);
    return [];
  }
  const [evaluator] = rest;
  if (evaluator && evaluator.kind !== 'association' && evaluator.kind !== 'rule') {
    if (refusesServer(evaluator, reading)) return [];
    const message = 'The second argument of CreateMCPServer is not an association: write <|"MCPPrompts" -> {…}|> here.';
    reading.problems.add(message, evaluator.start, evaluator.end);
    return [];
  }
  const isGiven = evaluator?.kind === 'association';
  const body: Expression = isGiven ? evaluator : { kind: 'association', entries: [], start: node.start, end: node.end };
  return server(name.value, body, isGiven ? rest.slice(1) : rest, reading);
}
