/**
 * Takes programs apart: the statements inside `Module`, `Block`, `With`, `(a; b)` and chains such as `a = b = 1` are
 * statements of the text, so that a name means the same wherever it is defined. Nothing is evaluated.
 */
import { type builder, structureOf } from '../build.ts';
import type { Expression, Range, Statement } from './expression.ts';
import { bindsLooser } from './operators.ts';
import { withoutContext } from './symbols.ts';

/** Where the local names of a `Module`, `Block` or `With` are known. */
export interface Scope extends Range {
  readonly symbols: ReadonlySet<string>;
  /** Of a `Block`: its values end with it. */
  readonly isDynamic: boolean;
}

export interface Program {
  /** In order. A statement that was written inside another one has the range of what has to be copied with it. */
  readonly statements: readonly Statement[];
  readonly scopes: readonly Scope[];
  /** Where a statement belongs that is written before its scope: `x = 1` of `Module[{x = 1}, …]`. */
  readonly places: ReadonlyMap<Statement, number>;
}

const scopingHeads = new Set(['Module', 'Block', 'With', 'DynamicModule']);
/** Programs that return their first argument. */
const transparentHeads = new Set(['Quiet', 'Check', 'CheckAbort', 'Catch', 'TimeConstrained', 'Once']);

export function programOf(parsedStatements: readonly Statement[], build: ReturnType<typeof builder>): Program {
  const scopes: Scope[] = [];
  const places = new Map<Statement, number>();

  /** The statements of a value, the last of them the value itself; undefined for a value that is not a program. */
  const inside = (node: Expression): readonly Statement[] | undefined => {
    const structure = structureOf(node);
    if (structure?.kind === 'bracket') {
      const head = structure.head?.kind === 'symbol' ? withoutContext(structure.head.name) : undefined;
      const [first, ...rest] = structure.items;
      if (head === undefined || !first) return undefined;
      if (head === 'CompoundExpression') return structure.items.flatMap(statementsIn);
      if (transparentHeads.has(head)) return statementsIn(first);
      if (!scopingHeads.has(head) || first.kind !== 'list' || rest.length === 0) return undefined;
      const locals = first.items.map(statementsIn);
      const symbols = locals.flatMap((statements, index) => {
        const last = statements.at(-1);
        const name = last?.target ?? first.items[index];
        // Its first value is computed outside, where an outer variable may have the same name.
        if (last?.target) places.set(last, first.end);
        return name?.kind === 'symbol' ? [withoutContext(name.name)] : [];
      });
      scopes.push({ start: first.end, end: node.end, symbols: new Set(symbols), isDynamic: head === 'Block' });
      return [...locals.flat().filter(({ target }) => target), ...rest.flatMap(statementsIn)];
    }
    if (structure?.kind !== 'operators') return undefined;
    const { pieces } = structure;
    const at = pieces.findIndex((piece) => piece.kind === 'operator' && bindsLooser(piece.operator));
    const operator = pieces[at];
    if (pieces.some((piece) => piece.kind === 'operator' && piece.operator === ';')) {
      const parts: (typeof pieces)[number][][] = [[]];
      for (const piece of pieces) {
        if (piece.kind === 'operator' && piece.operator === ';') parts.push([]);
        else parts.at(-1)?.push(piece);
      }
      return parts.flatMap((part) => {
        const statement = part.length === 0 ? undefined : build.statement(part);
        return statement && statement !== 'stop' ? flatten(statement) : [];
      });
    }
    if (operator?.kind !== 'operator' || (operator.operator !== '=' && operator.operator !== ':=')) return undefined;
    const statement = build.statement(pieces);
    return statement && statement !== 'stop' && statement.target ? flatten(statement) : undefined;
  };

  const statementsIn = (node: Expression): readonly Statement[] =>
    inside(node) ?? flatten({ value: node, isDelayed: false, start: node.start, end: node.end });

  const flatten = (statement: Statement): readonly Statement[] => {
    const { target, value, isDelayed, start, end } = statement;
    if (target?.kind === 'list') return [...pairs(statement, target.items), statement];
    if (target && (target.kind !== 'symbol' || isDelayed)) return [statement];
    const parts = inside(value);
    if (!parts) return [statement];
    const last = parts.at(-1);
    if (!target) return parts;
    if (!last) return [statement];
    // `a = b = 1` is copied as a whole; the parts of a program are copied one by one.
    const isChain = parts.length === 1 && last.target !== undefined;
    const outerStatement: Statement = { target, isDelayed, value: last.value, start, end };
    return isChain
      ? [{ ...last, start, end }, outerStatement]
      : [...(last.target ? parts : parts.slice(0, -1)), outerStatement];
  };

  return { statements: parsedStatements.flatMap(flatten), scopes, places };
}

/** `{a, b} = {1, 2}` assigns each. */
function pairs({ value, isDelayed, start, end }: Statement, targets: readonly Expression[]): readonly Statement[] {
  if (value.kind !== 'list' || value.items.length !== targets.length) return [];
  return targets.flatMap((target, index) => {
    const item = value.items[index];
    return target.kind === 'symbol' && item ? [{ target, isDelayed, value: item, start, end }] : [];
  });
}
