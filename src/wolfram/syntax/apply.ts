/** Reads operators that apply functions, such as `f @ x`, `x // f` and `data[["key"]]`, as the calls that they mean. */
import { type builder, type Piece, structureOf } from '../build.ts';
import type { Expression, Range } from './expression.ts';
import { bindsLooser } from './operators.ts';
import { mentionsIn } from './symbols.ts';

type Build = ReturnType<typeof builder>;

/** Undefined for any code that is not only an application. */
export function applied(node: Expression, build: Build): Expression | undefined {
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
  return head.kind === 'association' || head.kind === 'code'
    ? { kind: 'call', head, arguments: items, ...place }
    : undefined;
}

function ofPieces(pieces: readonly Piece[], build: Build, place: Range): Expression | undefined {
  const operators = pieces.flatMap((piece, index) =>
    piece.kind === 'operator' ? [{ operator: piece.operator, index }] : [],
  );
  if (operators.some(({ operator }) => operator !== '//' && operator !== '&' && bindsLooser(operator)))
    return undefined;
  const part = (start: number, end = pieces.length) => {
    const built = build.element(pieces.slice(start, end));
    return built === 'stop' ? undefined : built?.node;
  };
  const last = (wanted: string) => operators.findLast(({ operator }) => operator === wanted)?.index;
  const first = (...wanted: string[]) => operators.find(({ operator }) => wanted.includes(operator));

  const postfix = last('//');
  if (postfix !== undefined) return applyTo(part(postfix + 1), part(0, postfix), place);
  if (first('&', '->', ':>')) return undefined;
  if (first('<>')) {
    const ends = [-1, ...operators.flatMap(({ operator, index }) => (operator === '<>' ? [index] : [])), pieces.length];
    const parts = ends.slice(1).map((end, index) => part((ends[index] ?? 0) + 1, end));
    const whole = parts.filter((each) => each !== undefined);
    const isJoin = whole.length === parts.length && operators.length > parts.length - 1;
    return isJoin ? { kind: 'join', parts: whole, ...place } : undefined;
  }
  const mapped = first('/@', '@@');
  if (mapped) {
    const [f, x] = [part(0, mapped.index), part(mapped.index + 1)];
    return f && x && call(mapped.operator === '/@' ? 'Map' : 'Apply', [f, x], place);
  }
  const infixEnd = last('~');
  const infix = operators.findLast(({ operator, index }) => operator === '~' && index < (infixEnd ?? 0))?.index;
  if (infixEnd !== undefined && infix !== undefined) {
    const [left, f, right] = [part(0, infix), part(infix + 1, infixEnd), part(infixEnd + 1)];
    return left && f && right && { kind: 'call', head: f, arguments: [left, right], ...place };
  }
  const prefix = first('@');
  return prefix && applyTo(part(0, prefix.index), part(prefix.index + 1), place);
}

/** `f[x]`, and `(g["a", #] &)[x]` as `g["a", x]`. */
export function applyTo(f: Expression | undefined, x: Expression | undefined, place: Range): Expression | undefined {
  if (!f || !x) return undefined;
  if (f.kind === 'symbol' || f.kind === 'call') return { kind: 'call', head: f, arguments: [x], ...place };
  const structure = structureOf(f);
  if (structure?.kind !== 'operators') return undefined;
  const [body, end, third] = structure.pieces;
  if (body?.kind !== 'operand' || end?.kind !== 'operator' || end.operator !== '&' || third) return undefined;
  const filled = filledIn(body.node, new Map([['#', x]]));
  return filled && { ...filled, ...place };
}

/** With values in place of names, and of `#`; undefined if code has one inside. */
export function filledIn(node: Expression, values: ReadonlyMap<string, Expression>): Expression | undefined {
  const all = (nodes: readonly Expression[]) => {
    const filled = nodes.map((each) => filledIn(each, values));
    const whole = filled.filter((each) => each !== undefined);
    return whole.length === nodes.length ? whole : undefined;
  };
  switch (node.kind) {
    case 'code':
      if (/^#1?$/.test(node.code) && values.has('#')) return values.get('#');
      if (values.has('#') && node.code.includes('#')) return undefined;
      return mentionsIn(node.code, 0).some(({ name }) => values.has(name)) ? undefined : node;
    case 'symbol':
      return values.get(node.name) ?? node;
    case 'list': {
      const items = all(node.items);
      return items && { ...node, items };
    }
    case 'association': {
      const entries = all(node.entries);
      return entries && { ...node, entries };
    }
    case 'join': {
      const parts = all(node.parts);
      return parts && { ...node, parts };
    }
    case 'rule': {
      const [left, right] = all([node.left, node.right]) ?? [];
      return left && right && { ...node, left, right };
    }
    case 'call': {
      const [head, ...args] = all([node.head, ...node.arguments]) ?? [];
      return head && { ...node, head, arguments: args };
    }
    default:
      return node;
  }
}

function call(head: string, args: readonly Expression[], place: Range): Expression {
  return { kind: 'call', head: { kind: 'symbol', name: head, ...place }, arguments: args, ...place };
}
