/**
 * Replaces symbols by their definitions in the text, and folds the few functions that only build data, so that
 * `prompts = {…}; CreateMCPServer["S", <|"MCPPrompts" -> prompts|>]` reads as if it were written in one piece. Nothing
 * is evaluated: any other call stays code.
 */
import type { Expression, Statement } from './expression.ts';

/** Nodes and characters that names may expand to, all together: `a = {b, b}; b = {c, c}; …` doubles with every name. */
const sizeLimit = 2_000_000;
const depthLimit = 100;

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
  /** The statements that define a symbol, in order. */
  definitionsOf(name: string): readonly Statement[];
}

/** The symbol that a statement defines: `f` of `f[x_] := …`; undefined for a target that is something else. */
export function definedSymbol({ target }: Statement): string | undefined {
  let head = target;
  while (head?.kind === 'call') head = head.head;
  if (head?.kind === 'symbol') return withoutContext(head.name);
  return head?.kind === 'code' ? /^[A-Za-z$][A-Za-z0-9$]*/.exec(head.code)?.[0] : undefined;
}

/** ``System`True`` and ``Global`f`` are `True` and `f`. */
export function withoutContext(name: string): string {
  return name.replace(/^(?:System|Global)`/, '');
}

export function namesOf(statements: readonly Statement[]): Names {
  const bySymbol = new Map<string, Statement[]>();
  for (const statement of statements) {
    const symbol = definedSymbol(statement);
    if (symbol === undefined) continue;
    const known = bySymbol.get(symbol);
    if (known) known.push(statement);
    else bySymbol.set(symbol, [statement]);
  }
  const reduced = new Map<Expression, Expression>();
  const sizes = new WeakMap<Expression, number>();
  const inProgress = new Set<Expression>();

  const sized = (node: Expression, children: readonly Expression[], own = 1): Expression => {
    const size = children.reduce((sum, child) => sum + (sizes.get(child) ?? 1), own);
    if (size > sizeLimit) throw new TooLarge(node);
    sizes.set(node, size);
    return node;
  };

  const reduce = (node: Expression, depth: number): Expression => {
    const known = reduced.get(node);
    if (known) return known;
    if (depth > depthLimit) throw new TooLarge(node);
    if (inProgress.has(node)) return node;
    inProgress.add(node);
    const result = fold(node, depth + 1);
    inProgress.delete(node);
    reduced.set(node, result);
    return result;
  };

  const fold = (node: Expression, depth: number): Expression => {
    const all = (nodes: readonly Expression[]) => nodes.map((each) => reduce(each, depth));
    switch (node.kind) {
      case 'string':
        return sized(node, [], node.value.length);
      case 'number':
      case 'code':
        return node;
      case 'symbol': {
        const [statement, second] = bySymbol.get(withoutContext(node.name)) ?? [];
        if (!statement || second || statement.target?.kind !== 'symbol') return node;
        const value = reduce(statement.value, depth);
        return value.kind === 'code' || value === statement.target ? node : value;
      }
      case 'list': {
        const items = all(node.items);
        return sized({ ...node, items }, items);
      }
      case 'association': {
        const entries = all(node.entries).flatMap(spread);
        return sized({ ...node, entries }, entries);
      }
      case 'rule': {
        const [left, right] = [reduce(node.left, depth), reduce(node.right, depth)];
        return sized({ ...node, left, right }, [left, right]);
      }
      case 'join':
        return joined(node, all(node.parts));
      case 'call':
        return foldCall(node, depth);
    }
  };

  const joined = (node: Expression, parts: readonly Expression[]): Expression => {
    let value = '';
    let length = 0;
    for (const part of parts) {
      if (part.kind !== 'string') return node;
      length += part.value.length;
      if (length > sizeLimit) throw new TooLarge(node);
      value += part.value;
    }
    return sized({ kind: 'string', value, start: node.start, end: node.end }, [], value.length);
  };

  const foldCall = (node: Extract<Expression, { kind: 'call' }>, depth: number): Expression => {
    const place = { start: node.start, end: node.end };
    const args = () => node.arguments.map((each) => reduce(each, depth));
    switch (headName(node)) {
      case 'List': {
        const items = args();
        return sized({ kind: 'list', items, ...place }, items);
      }
      case 'Association': {
        const given = args();
        const entries = given.flatMap((each) => (each.kind === 'list' ? each.items : [each])).flatMap(spread);
        return sized({ kind: 'association', entries, ...place }, entries);
      }
      case 'Rule':
      case 'RuleDelayed': {
        const [left, right, third] = args();
        if (!left || !right || third) return node;
        return sized({ kind: 'rule', delayed: headName(node) === 'RuleDelayed', left, right, ...place }, [left, right]);
      }
      case 'StringJoin':
        return joined(
          node,
          args().flatMap((each) => (each.kind === 'list' ? each.items : [each])),
        );
      case 'Join': {
        const lists = args();
        if (lists.length === 0 || !lists.every((each) => each.kind === lists[0]?.kind)) return node;
        const items = lists.flatMap((each) => (each.kind === 'list' ? each.items : []));
        const entries = lists.flatMap((each) => (each.kind === 'association' ? each.entries : []));
        if (lists[0]?.kind === 'list') return sized({ kind: 'list', items, ...place }, items);
        return lists[0]?.kind === 'association' ? sized({ kind: 'association', entries, ...place }, entries) : node;
      }
      case 'LLMConfiguration': {
        const [only, second] = args();
        return only && !second ? only : node;
      }
      default: {
        const given = args();
        return sized({ ...node, arguments: given }, given);
      }
    }
  };

  return {
    reduce: (node) => reduce(node, 0),
    definitionsOf: (name) => bySymbol.get(withoutContext(name)) ?? [],
  };
}

/** The name of a call's head without its context; undefined for a head that is a call itself. */
export function headName(node: Expression): string | undefined {
  return node.kind === 'call' && node.head.kind === 'symbol' ? withoutContext(node.head.name) : undefined;
}

/** `<|"a" -> 1, <|"b" -> 2|>|>` is one association. */
function spread(entry: Expression): readonly Expression[] {
  return entry.kind === 'association' ? entry.entries : [entry];
}
