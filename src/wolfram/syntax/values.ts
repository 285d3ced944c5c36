/** The values that a text gives its symbols: which statements set one, in which scope, and what it is at a place. */

import type { Expression, Range, Statement } from './expression.ts';
import type { Program, Scope } from './programs.ts';
import { assignedBy, baseName, headName, isClearing, withoutContext } from './symbols.ts';

/** What a statement does with the value of a symbol. */
export type Step =
  | { readonly kind: 'set'; readonly value: Expression }
  | { readonly kind: 'append' | 'prepend'; readonly item: Expression };

export interface Values {
  /** What makes the value that the symbol has at its place, in order; undefined for none that can be known. */
  stepsOf(symbol: Extract<Expression, { kind: 'symbol' }>): readonly Step[] | undefined;
  /** The statements that give a symbol any meaning, in order. */
  definitionsOf(name: string, at: number): readonly Statement[];
  /** Those that a function finds when it is called, after the text has run. */
  definitionsLater(name: string, at: number): readonly Statement[];
  /**
   * The symbol whose value the statement completes, after earlier statements that set or add to it. `earlier`: a later
   * statement completes it. Undefined for a statement that has its value alone.
   */
  completedBy(statement: Statement): Extract<Expression, { kind: 'symbol' }> | 'earlier' | undefined;
}

/** More than any file that a person writes. */
const manyStatements = 2_000;

interface Writer {
  readonly statement: Statement;
  /** Absent where the value cannot be known. */
  readonly step?: Step;
}

export function valuesOf({ statements, scopes, places }: Program, text: string): Values {
  const writers = new Map<string, Writer[]>();
  const definitions = new Map<string, Statement[]>();
  const scopesOf = new Map<string, Scope[]>();
  for (const scope of scopes) for (const symbol of scope.symbols) add(scopesOf, symbol, scope);
  for (const statement of statements) {
    const { valueNames, otherNames } = assignedBy(statement, text);
    const [name, step] = stepOf(statement) ?? [];
    // A `Clear` before the first value changes nothing.
    const isLeading = (symbolsOf: ReadonlyMap<string, unknown>, symbol: string) =>
      isClearing(statement) && !symbolsOf.has(symbol);
    for (const value of valueNames) {
      if (isLeading(writers, value)) continue;
      if (statement.target?.kind === 'list' && isSplit(statement)) continue;
      add(writers, value, value === name && step ? { statement, step } : { statement });
    }
    for (const value of new Set([...valueNames, ...otherNames].map(baseName)))
      if (!isLeading(definitions, value)) add(definitions, value, statement);
  }

  const placeOf = (statement: Statement) => places.get(statement) ?? statement.start;
  const scopeAt = (symbol: string, at: number): Scope | undefined => {
    const symbolScopes = scopesOf.get(symbol);
    if (!symbolScopes || symbolScopes.length > manyStatements) return undefined;
    let innermost: Scope | undefined;
    for (const scope of symbolScopes)
      if (scope.start <= at && at < scope.end && (!innermost || scope.start >= innermost.start)) innermost = scope;
    return innermost;
  };
  /** The innermost scope whose values last longer than it runs: those of a `Block` are gone when a function is called. */
  const lastingScopeAt = (symbol: string, at: number): Scope | undefined =>
    scopesOf
      .get(symbol)
      ?.filter(({ start, end, isDynamic }) => !isDynamic && start <= at && at < end)
      .reduce<Scope | undefined>((inner, scope) => (inner && inner.start > scope.start ? inner : scope), undefined);
  const visibleItems = <T>(
    name: string,
    at: number,
    items: readonly T[],
    placeOf: (item: T) => number,
  ): readonly T[] => {
    if (!scopesOf.has(name) || items.length > manyStatements) return items;
    const scope = scopeAt(name, at);
    return items.filter((item) => scopeAt(name, placeOf(item)) === scope);
  };

  const stepsOf: Values['stepsOf'] = ({ name, start }) => {
    const symbol = withoutContext(name);
    const allWriters = writers.get(symbol) ?? [];
    if (allWriters.length === 0 || allWriters.length > manyStatements) return undefined;
    const definitions = visibleItems(symbol, start, allWriters, ({ statement }) => placeOf(statement));
    const [onlyWriter, second] = definitions;
    const candidates = second
      ? definitions.filter(({ statement }) => statement.end <= start)
      : onlyWriter
        ? [onlyWriter]
        : [];
    const first = candidates.findLastIndex(({ step }) => step?.kind === 'set');
    const after = candidates.slice(Math.max(first, 0));
    if (
      first < 0 ||
      after.some(({ step, statement }) => !step || (second && statement.isDelayed && step.kind === 'set'))
    )
      return undefined;
    return after.flatMap(({ step }) => (step ? [step] : []));
  };

  return {
    stepsOf,
    definitionsOf(name, at) {
      const symbol = baseName(name);
      return visibleItems(symbol, at, definitions.get(symbol) ?? [], placeOf);
    },
    definitionsLater(name, at) {
      const symbol = baseName(name);
      const allStatements = definitions.get(symbol) ?? [];
      const scopes = scopesOf.get(symbol);
      if (!scopes?.some(({ isDynamic }) => isDynamic) || scopes.length > manyStatements)
        return visibleItems(symbol, at, allStatements, placeOf);
      const scope = lastingScopeAt(symbol, at);
      return allStatements.filter((statement) => scopeAt(symbol, placeOf(statement)) === scope);
    },
    completedBy(statement) {
      const [name] = stepOf(statement) ?? [];
      const allWriters = name === undefined ? [] : (writers.get(name) ?? []);
      if (name === undefined || allWriters.length > manyStatements) return undefined;
      const definitions = visibleItems(name, placeOf(statement), allWriters, (writer) => placeOf(writer.statement));
      const last = definitions.at(-1)?.statement;
      if (definitions.length < 2 || !last) return undefined;
      const symbol = { kind: 'symbol', name, start: last.end, end: last.end } as const;
      if (!stepsOf(symbol)) return undefined;
      return last === statement ? symbol : 'earlier';
    },
  };
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** `{a, b} = {1, 2}`, whose parts are statements too. */
function isSplit({ target, value }: Statement): boolean {
  return target?.kind === 'list' && value.kind === 'list' && value.items.length === target.items.length;
}

/** The symbol whose value a statement changes, and how. */
function stepOf({ target, value }: Statement): readonly [string, Step] | undefined {
  if (target?.kind === 'symbol') return [withoutContext(target.name), { kind: 'set', value }];
  if (target?.kind === 'call' && target.head.kind === 'symbol') {
    const [key, second] = target.arguments;
    if (key?.kind !== 'string' || second) return undefined;
    const item: Expression = {
      kind: 'rule',
      isDelayed: false,
      leftSide: key,
      rightSide: value,
      ...rangeOf(target, value),
    };
    return [withoutContext(target.head.name), { kind: 'append', item }];
  }
  if (target || value.kind !== 'call') return undefined;
  const head = headName(value) ?? '';
  const [symbol, item, third] = value.arguments;
  if (!/^(?:AppendTo|PrependTo|AssociateTo)$/.test(head) || symbol?.kind !== 'symbol' || !item || third)
    return undefined;
  return [withoutContext(symbol.name), { kind: head === 'PrependTo' ? 'prepend' : 'append', item }];
}

function rangeOf(first: Range, last: Range): Range {
  return { start: first.start, end: last.end };
}
