/**
 * Replaces symbols by their definitions in the text, and folds the functions that only build data (`fold.ts`), so that
 * `prompts = {…}; CreateMCPServer["S", <|"MCPPrompts" -> prompts|>]` reads as if it were written in one piece. Nothing
 * is evaluated: any other call stays code.
 */
import { type builder, structureOf } from '../build.ts';
import { applyFunction, applyTo, fillFunction, fillIn } from './apply.ts';
import type { Expression, Statement } from './expression.ts';
import { appendItem, foldedCall, prependItem } from './fold.ts';
import type { Program } from './programs.ts';
import { headName, withoutContext } from './symbols.ts';
import { type Step, valuesOf } from './values.ts';

/** Nodes and characters that names may expand to, all together: `a = {b, b}; b = {c, c}; …` doubles with every name. */
const sizeLimit = 2_000_000;
const depthLimit = 100;
/** Rows of all tables and mapped lists together. */
const rowLimit = 20_000;

/** The text expands to more than a definition can hold. The reader converts this to a located problem. */
export class TooLarge extends Error {
  readonly node: Expression;
  constructor(node: Expression) {
    super('The names in this text expand to more than a definition can hold.');
    this.node = node;
  }
}

export interface Names {
  /** The expression with the text's own names and data functions put in. @throws TooLarge */
  reduce(node: Expression): Expression;
  /** The statements that give a symbol a meaning at a place of the text, in order. */
  definitionsOf(name: string, at: number): readonly Statement[];
  /** Those that a function at this place finds when it is called. */
  definitionsLater(name: string, at: number): readonly Statement[];
  /** The value of a statement, with earlier ones that it adds to; undefined for one that a later statement completes. */
  valueOf(statement: Statement): Expression | undefined;
  /** The call that code means by an operator: `f @ x`. Undefined for other code. */
  applyFunction(node: Expression): Expression | undefined;
}

/** @param predefined values of symbols that the text does not define, such as `$DefaultMCPPrompts` */
export function namesOf(
  program: Program,
  text: string,
  build: ReturnType<typeof builder>,
  predefined: (name: string, node: Expression) => Expression | undefined,
): Names {
  const values = valuesOf(program, text);
  const reducedExpressions = new Map<Expression, Expression>();
  const sizes = new WeakMap<Expression, number>();
  const inProgress = new Set<Expression>();
  let rowCount = 0;

  /** A table of tables of tables is large before its size is known. */
  const countRows = (count: number, node: Expression) => {
    rowCount += count;
    if (rowCount > rowLimit) throw new TooLarge(node);
  };

  const keepSize = (node: Expression, children: readonly Expression[], ownSize = 1): Expression => {
    const size = children.reduce((sum, child) => sum + (sizes.get(child) ?? 1), ownSize);
    if (size > sizeLimit) throw new TooLarge(node);
    sizes.set(node, size);
    return node;
  };

  const reduce = (node: Expression, depth: number): Expression => {
    const knownExpression = reducedExpressions.get(node);
    if (knownExpression) return knownExpression;
    if (depth > depthLimit) throw new TooLarge(node);
    if (inProgress.has(node)) return node;
    inProgress.add(node);
    try {
      const result = fold(node, depth + 1);
      reducedExpressions.set(node, result);
      return result;
    } finally {
      inProgress.delete(node);
    }
  };

  const symbolValue = (node: Extract<Expression, { kind: 'symbol' }>, steps: readonly Step[], depth: number) => {
    let value: Expression | undefined;
    for (const step of steps) {
      if (step.kind === 'set') value = reduce(step.value, depth);
      else if (value) value = (step.kind === 'append' ? appendItem : prependItem)(value, reduce(step.item, depth));
      if (!value) return node;
      if (step.kind !== 'set') keepSize(value, elementsOf(value));
    }
    // A function stays a name: its code comes with its definition.
    return !value || value.kind === 'code' ? node : value;
  };
  const elementsOf = (value: Expression) =>
    value.kind === 'list' ? value.items : value.kind === 'association' ? value.entries : [];

  const fold = (node: Expression, depth: number): Expression => {
    const reduceAll = (nodes: readonly Expression[]) => nodes.map((expression) => reduce(expression, depth));
    switch (node.kind) {
      case 'string':
        return keepSize(node, [], node.value.length);
      case 'number':
        return node;
      case 'code': {
        const call = structureOf(node) && applyFunction(node, build);
        if (!call) return node;
        const result = reduce(call, depth);
        return isData(result) ? result : node;
      }
      case 'symbol': {
        const steps = values.stepsOf(node);
        if (steps) return symbolValue(node, steps, depth);
        const value = values.definitionsOf(node.name, node.start).length > 0 ? undefined : predefined(node.name, node);
        return value ?? node;
      }
      case 'list': {
        const items = reduceAll(node.items).filter(
          (item) => item.kind !== 'symbol' || withoutContext(item.name) !== 'Nothing',
        );
        return keepSize({ ...node, items }, items);
      }
      case 'association': {
        const entries = reduceAll(node.entries).flatMap((entry) =>
          entry.kind === 'association' ? entry.entries : [entry],
        );
        return keepSize({ ...node, entries }, entries);
      }
      case 'rule': {
        const [left, right] = [reduce(node.leftSide, depth), reduce(node.rightSide, depth)];
        return keepSize({ ...node, leftSide: left, rightSide: right }, [left, right]);
      }
      case 'join':
        return joinParts(node, reduceAll(node.parts));
      case 'call':
        return foldCall(node, depth);
    }
  };

  const joinParts = (node: Expression, parts: readonly Expression[]): Expression => {
    let value = '';
    let length = 0;
    for (const part of parts) {
      if (part.kind !== 'string') return node;
      length += part.value.length;
      if (length > sizeLimit) throw new TooLarge(node);
      value += part.value;
    }
    return keepSize({ kind: 'string', value, start: node.start, end: node.end }, [], value.length);
  };

  const foldCall = (node: Extract<Expression, { kind: 'call' }>, depth: number): Expression => {
    const head = headName(node);
    const args = node.arguments.map((argument) => reduce(argument, depth));
    if (head === 'StringJoin')
      return joinParts(
        node,
        args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg])),
      );
    const [first, second] = args;
    const columns = head === undefined ? undefined : columnsOf(head, args);
    if (columns) {
      countRows(columns.length, node);
      const calls = columns.flatMap(
        ([x, ...otherColumns]) => applyTo(node.arguments[0], x, node, build, ...otherColumns) ?? [],
      );
      const items = calls.length === columns.length ? calls.map((call) => reduce(call, depth)) : [];
      const list: Expression = { kind: 'list', items, start: node.start, end: node.end };
      return items.length === columns.length && items.every(isData) ? keepSize(list, items) : node;
    }
    if (head === 'Table' && node.arguments[0] && args.length === 2) {
      const rows = tableRows(args[1]);
      countRows(rows?.length ?? 0, node);
      const filledRows = rows?.map((values) => fillIn(node.arguments[0] as Expression, values, build));
      const items = filledRows?.flatMap((filledRow) => (filledRow ? [reduce(filledRow, depth)] : []));
      const isWhole = items?.length === filledRows?.length && items?.every(isData);
      if (items && isWhole) return keepSize({ kind: 'list', items, start: node.start, end: node.end }, items);
    }
    if (head === 'Apply' && args.length === 2 && second?.kind === 'list' && node.arguments[0]) {
      const call: Expression = { ...node, head: node.arguments[0], arguments: second.items };
      return reduce(call, depth);
    }
    // `data["key"]`, for data of the text.
    const data = node.head.kind === 'symbol' || node.head.kind === 'association' ? reduce(node.head, depth) : undefined;
    const isLookup = data?.kind === 'association' && first && args.length === 1;
    const inlinedNode = inlinedCall(node, args);
    if (inlinedNode) {
      const result = reduce(inlinedNode, depth);
      if (isData(result)) return result;
    }
    const foldedCallResult = isLookup ? foldedCall('Lookup', [data, first], node) : foldedCall(head, args, node);
    if (foldedCallResult) return keepSize(foldedCallResult, elementsOf(foldedCallResult));
    return keepSize({ ...node, arguments: args }, args);
  };

  /** A call of a function of the text that only builds data: `f["a"]` after `f[name_] := <|"Name" -> name|>`. */
  const inlinedCall = ({ head, start }: Extract<Expression, { kind: 'call' }>, args: readonly Expression[]) => {
    const [definition, second] = head.kind === 'symbol' ? values.definitionsOf(head.name, start) : [];
    const { target, value } = definition ?? {};
    // `f = <|"Name" -> #|> &`
    if (value?.kind === 'code' && !second && target?.kind === 'symbol') return fillFunction(value, args, build);
    if (!value || second || target?.kind !== 'call' || target.head.kind !== 'symbol') return undefined;
    const names = target.arguments.map((argument) =>
      argument.kind === 'code' ? parameter.exec(argument.code)?.[1] : undefined,
    );
    if (names.length === 0 || names.length !== args.length || names.includes(undefined)) return undefined;
    return fillIn(value, new Map(names.map((name, index) => [name ?? '', args[index] ?? value])), build);
  };

  return {
    reduce: (node) => reduce(node, 0),
    definitionsOf: values.definitionsOf,
    definitionsLater: values.definitionsLater,
    valueOf(statement) {
      const wholeValue = values.completedBy(statement);
      return wholeValue === 'earlier' ? undefined : reduce(wholeValue ?? statement.value, 0);
    },
    applyFunction: (node) => applyFunction(node, build),
  };
}

/** What `Map`, `MapThread` and `KeyValueMap` call their function with. */
function columnsOf(
  head: string,
  [, data, third]: readonly Expression[],
): readonly (readonly Expression[])[] | undefined {
  if (third) return undefined;
  if (head === 'Map') return data?.kind === 'list' ? data.items.map((item) => [item]) : undefined;
  if (head === 'KeyValueMap' && data?.kind === 'association') {
    const pairs = data.entries.flatMap((expression) =>
      expression.kind === 'rule' ? [[expression.leftSide, expression.rightSide]] : [],
    );
    return pairs.length === data.entries.length ? pairs : undefined;
  }
  if (head !== 'MapThread' || data?.kind !== 'list') return undefined;
  const rows = data.items.flatMap((row) => (row.kind === 'list' ? [row.items] : []));
  const [first = []] = rows;
  if (rows.length < data.items.length || rows.some((row) => row.length !== first.length)) return undefined;
  return first.map((_, index) => rows.flatMap((row) => row[index] ?? []));
}

/** More rows than any list that a person writes as a table. */
const maxRows = 1_000;

/** The values of the variable in `{i, 3}`, `{i, 2, 5}` and `{x, {…}}`. */
function tableRows(range: Expression | undefined): readonly ReadonlyMap<string, Expression>[] | undefined {
  const [variable, from, to, step] = range?.kind === 'list' ? range.items : [];
  if (variable?.kind !== 'symbol' || !from || step) return undefined;
  const values = from.kind === 'list' && !to ? from.items : countedFrom(from, to);
  return values?.map((value) => new Map([[variable.name, value]]));
}

function countedFrom(from: Expression, to: Expression | undefined): readonly Expression[] | undefined {
  const [first, last] = [to ? wholeNumber(from) : 1, wholeNumber(to ?? from)];
  if (first === undefined || last === undefined || last - first >= maxRows) return undefined;
  const { start, end } = from;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    kind: 'number',
    text: String(first + index),
    start,
    end,
  }));
}

function wholeNumber(node: Expression): number | undefined {
  return node.kind === 'number' && /^\d{1,9}$/.test(node.text) ? Number(node.text) : undefined;
}

/** `name_` and `name_String`. */
const parameter = /^([A-Za-z$][A-Za-z0-9$]*)_[A-Za-z]*$/;

/** Calls that definitions are made of. */
const dataHeads = new Set([
  'LLMTool',
  'CreateMCPServer',
  'StringTemplate',
  'TemplateObject',
  'TemplateSlot',
  'Restricted',
]);

function isData(node: Expression): boolean {
  if (node.kind === 'call') return dataHeads.has(headName(node) ?? '');
  return node.kind !== 'code' && node.kind !== 'symbol' && node.kind !== 'join';
}
