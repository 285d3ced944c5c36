/** Reads operators that apply functions, such as `f @ x`, `x // f` and `data[["key"]]`, as the calls that they mean. */
import { type builder, type Piece, structureOf } from '../build.ts';
import type { Expression, Range } from './expression.ts';
import { bindsLooser } from './operators.ts';
import { headName, mentionsIn, withoutContext } from './symbols.ts';

type Build = ReturnType<typeof builder>;

/** Undefined for any code that is not only an application. */
export function applyFunction(node: Expression, build: Build): Expression | undefined {
  const structure = structureOf(node);
  if (!structure) return undefined;
  const place = { start: node.start, end: node.end };
  if (structure.kind === 'operators') return ofPieces(structure.pieces, build, place);
  const { head, items, bracket } = structure;
  const [inner, second] = items;
  if (!head || !inner) return undefined;
  if (bracket === '[[') return call('Part', [head, ...items], place);
  const part = structureOf(inner);
  if (part?.kind === 'bracket' && part.bracket === '[' && !part.head && !second)
    return call('Part', [head, ...part.items], place);
  const isTable = head.kind === 'symbol' && withoutContext(head.name) === 'Table';
  return head.kind === 'association' || head.kind === 'code' || isTable
    ? { kind: 'call', head, arguments: items, ...place }
    : undefined;
}

const heads: Readonly<Record<string, string>> = { '/@': 'Map', '@@': 'Apply' };

function ofPieces(pieces: readonly Piece[], build: Build, place: Range): Expression | undefined {
  const operators = pieces.flatMap((piece, index) =>
    piece.kind === 'operator' ? [{ operator: piece.operator, index }] : [],
  );
  if (operators.some(({ operator }) => operator !== '//' && operator !== '&' && bindsLooser(operator)))
    return undefined;
  const part = (start: number, end = pieces.length) => {
    const element = build.element(pieces.slice(start, end));
    return element === 'stop' ? undefined : element?.node;
  };
  const last = (sign: string) => operators.findLast(({ operator }) => operator === sign)?.index;
  const first = (...wantedOperators: string[]) => operators.find(({ operator }) => wantedOperators.includes(operator));

  const postfix = last('//');
  if (postfix !== undefined) return applyTo(part(postfix + 1), part(0, postfix), place, build);
  const ampersand = last('&');
  if (ampersand !== undefined) {
    // `body & /@ list`; with anything else after it, the code is a function.
    const next = pieces[ampersand + 1];
    const [f, x] = [part(0, ampersand + 1), part(ampersand + 2)];
    if (next?.kind !== 'operator' || !f || !x) return undefined;
    if (next.operator === '@') return applyTo(f, x, place, build);
    const head = heads[next.operator];
    return head === undefined ? undefined : call(head, [f, x], place);
  }
  if (first('->', ':>')) return undefined;
  if (first('<>')) {
    const ends = [-1, ...operators.flatMap(({ operator, index }) => (operator === '<>' ? [index] : [])), pieces.length];
    const parts = ends.slice(1).map((end, index) => part((ends[index] ?? 0) + 1, end));
    const wholeParts = parts.filter((part) => part !== undefined);
    const isJoin = wholeParts.length === parts.length && operators.length > parts.length - 1;
    return isJoin ? { kind: 'join', parts: wholeParts, ...place } : undefined;
  }
  const mapOperator = first(...Object.keys(heads));
  if (mapOperator) {
    const [f, x] = [part(0, mapOperator.index), part(mapOperator.index + 1)];
    return f && x && call(heads[mapOperator.operator] ?? '', [f, x], place);
  }
  const infixEnd = last('~');
  const infix = operators.findLast(({ operator, index }) => operator === '~' && index < (infixEnd ?? 0))?.index;
  if (infixEnd !== undefined && infix !== undefined) {
    const [left, f, right] = [part(0, infix), part(infix + 1, infixEnd), part(infixEnd + 1)];
    return left && f && right && { kind: 'call', head: f, arguments: [left, right], ...place };
  }
  const prefix = first('@');
  return prefix && applyTo(part(0, prefix.index), part(prefix.index + 1), place, build);
}

/** `f[x]`, and `(g["a", #] &)[x]` as `g["a", x]`; likewise for several arguments. */
export function applyTo(
  f: Expression | undefined,
  x: Expression | undefined,
  place: Range,
  build: Build,
  ...otherArguments: readonly Expression[]
): Expression | undefined {
  if (!f || !x) return undefined;
  const args = [x, ...otherArguments];
  const { start, end } = place;
  const result = fillFunction(f, args, build);
  if (result) return { ...result, start, end };
  return f.kind === 'symbol' || f.kind === 'call' ? { kind: 'call', head: f, arguments: args, start, end } : undefined;
}

/** The body of `(… # …) &`, `Function[… # …]`, `Function[x, …]` or `Function[{x, y}, …]` with the arguments in it. */
export function fillFunction(f: Expression, args: readonly Expression[], build: Build): Expression | undefined {
  const structure = structureOf(f);
  if (structure?.kind === 'operators') {
    const [body, end, third] = structure.pieces;
    if (body?.kind !== 'operand' || end?.kind !== 'operator' || end.operator !== '&' || third) return undefined;
    return fillIn(body.node, slots(args), build);
  }
  const items =
    structure?.kind === 'bracket' && structure.head?.kind === 'symbol' && structure.head.name === 'Function'
      ? structure.items
      : headName(f) === 'Function' && f.kind === 'call'
        ? f.arguments
        : [];
  const [first, body, third] = items;
  if (!first || third) return undefined;
  if (!body) return fillIn(first, slots(args), build);
  const parameters = first.kind === 'list' ? first.items : [first];
  const names = parameters.flatMap((parameter) => (parameter.kind === 'symbol' ? [parameter.name] : []));
  if (names.length < parameters.length || names.length > args.length) return undefined;
  return fillIn(body, new Map(names.map((name, index) => [name, args[index] ?? body])), build);
}

/** `#`, which is `#1`, and `#2` … */
function slots(args: readonly Expression[]): ReadonlyMap<string, Expression> {
  const numberedArguments = args.map((arg, index) => [`#${index + 1}`, arg] as const);
  return new Map([...numberedArguments, ...args.slice(0, 1).map((arg) => ['#', arg] as const)]);
}

/** With values in place of names, and of `#`; undefined if code has one inside. */
export function fillIn(
  node: Expression,
  values: ReadonlyMap<string, Expression>,
  build: Build,
): Expression | undefined {
  const applyAll = (nodes: readonly Expression[]) => {
    const results = nodes.map((expression) => fillIn(expression, values, build));
    const wholeResults = results.filter((result) => result !== undefined);
    return wholeResults.length === nodes.length ? wholeResults : undefined;
  };
  switch (node.kind) {
    case 'code': {
      if (node.code.startsWith('#') && values.has(node.code)) return values.get(node.code);
      if (isUnchanged(node.code, values) || (values.has('#') && hasOwnSlots(node))) return node;
      // `"Hi " <> #`
      const call = applyFunction(node, build);
      return call && fillIn(call, values, build);
    }
    case 'symbol':
      return values.get(node.name) ?? node;
    case 'list': {
      const items = applyAll(node.items);
      return items && { ...node, items };
    }
    case 'association': {
      const entries = applyAll(node.entries);
      return entries && { ...node, entries };
    }
    case 'join': {
      const parts = applyAll(node.parts);
      return parts && { ...node, parts };
    }
    case 'rule': {
      const [left, right] = applyAll([node.leftSide, node.rightSide]) ?? [];
      return left && right && { ...node, leftSide: left, rightSide: right };
    }
    case 'call': {
      const [head, ...args] = applyAll([node.head, ...node.arguments]) ?? [];
      return head && { ...node, head, arguments: args };
    }
    default:
      return node;
  }
}

/** Whether the slots in code are those of its own function: `("x" <> # &)`. */
function hasOwnSlots(node: Expression): boolean {
  const structure = structureOf(node);
  const end = structure?.kind === 'operators' ? structure.pieces.at(-1) : undefined;
  return end?.kind === 'operator' && end.operator === '&';
}

function isUnchanged(code: string, values: ReadonlyMap<string, Expression>): boolean {
  if (values.has('#') && code.includes('#')) return false;
  return !mentionsIn(code, 0).some(({ name }) => values.has(name));
}

function call(head: string, args: readonly Expression[], place: Range): Expression {
  return { kind: 'call', head: { kind: 'symbol', name: head, ...place }, arguments: args, ...place };
}
