/** Builds expressions from the tokens between two separators or brackets. */

import type { ProblemList } from './problems.ts';
import { depthLimit, type Expression, programHeads, type Range, type Statement } from './syntax/expression.ts';
import { bindsLooser, needsBoth, ruleOperators } from './syntax/operators.ts';
import type { Opener, Token } from './syntax/tokens.ts';

/** An expression and how many levels are inside it. */
export interface Operand {
  readonly kind: 'operand';
  readonly node: Expression;
  readonly height: number;
}

type OperatorToken = Extract<Token, { kind: 'operator' }>;
export type Piece = Operand | OperatorToken;

/** An open bracket with its content so far. The outermost frame has no bracket. */
export interface Frame {
  readonly bracket: Opener | undefined;
  readonly token: Range;
  /** What a `[` follows. */
  readonly head: Operand | undefined;
  /** `f[[…]]`, or a bracket after something that is not an operand: code whatever is inside. */
  readonly code: boolean;
  readonly elements: Operand[];
  pieces: Piece[];
  commas: number;
}

export function leaf(node: Expression): Operand {
  return { kind: 'operand', node, height: 1 };
}

/** What code consists of: operands and operators, or the head and the arguments of a call or of a part `a[[1]]`. */
export type Structure =
  | { readonly kind: 'operators'; readonly pieces: readonly Piece[] }
  | {
      readonly kind: 'bracket';
      readonly bracket: Opener;
      readonly head: Expression | undefined;
      readonly items: readonly Expression[];
    };

const structures = new WeakMap<Expression, Structure>();

/** Undefined for what is not code. */
export function structureOf(node: Expression): Structure | undefined {
  return structures.get(node);
}

/** Returns 'stop' after a problem that ends parsing. */
export function builder(text: string, problems: ProblemList) {
  const code = (pieces: readonly Piece[]): Operand => {
    const start = startOf(pieces[0]);
    const end = endOf(pieces.at(-1));
    const node: Expression = { kind: 'code', code: text.slice(start, end), start, end };
    structures.set(node, { kind: 'operators', pieces });
    return leaf(node);
  };

  /** Pieces without a rule: an operand, parts of a join, a negative number, or code. */
  const side = (pieces: readonly Piece[]): Operand | 'stop' => {
    const [first, second] = pieces;
    if (first?.kind === 'operand' && pieces.length === 1) return first;
    if (first?.kind === 'operator' && first.operator === '-' && pieces.length === 2 && isPlainNumber(second)) {
      return leaf({ kind: 'number', text: `-${second.node.text}`, start: first.start, end: second.node.end });
    }
    const dangling = danglingOperator(pieces);
    if (dangling) {
      problems.add(
        `${text.slice(dangling.start, dangling.end)} needs a value on both sides: add the missing one or remove the operator.`,
        dangling.start,
        dangling.end,
      );
      return code(pieces);
    }
    const parts: Expression[] = [];
    let height = 0;
    for (const [index, piece] of pieces.entries()) {
      if (index % 2 === 0 && piece.kind === 'operand') {
        parts.push(piece.node);
        height = Math.max(height, piece.height);
      } else if (!(index % 2 === 1 && piece.kind === 'operator' && piece.operator === '<>')) return code(pieces);
    }
    return limitDepth({ kind: 'join', parts, start: startOf(first), end: endOf(pieces.at(-1)) }, height);
  };

  const limitDepth = (node: Expression, height: number): Operand | 'stop' => {
    if (height < depthLimit * 2) return { kind: 'operand', node, height: height + 1 };
    problems.add(
      `Expressions are nested more than ${depthLimit * 2} levels deep here: give the inner part a name in a separate statement.`,
      node.start,
      node.end,
    );
    return 'stop';
  };

  /** The part between two separators; undefined if it is empty. */
  const element = (pieces: readonly Piece[]): Operand | 'stop' | undefined => {
    const [first] = pieces;
    if (!first) return undefined;
    if (pieces.length === 1 && first.kind === 'operand') return first;
    const rules: number[] = [];
    for (const [index, piece] of pieces.entries()) {
      if (piece.kind !== 'operator') continue;
      if (bindsLooser(piece.operator)) return code(pieces);
      if (ruleOperators.has(piece.operator)) rules.push(index);
    }
    let end = pieces.length;
    let right: Operand | undefined;
    for (const index of [...rules.reverse(), -1]) {
      const sidePieces = pieces.slice(index + 1, end);
      const piece = pieces[end];
      if (sidePieces.length === 0) {
        const neighbour = pieces[index] ?? piece ?? first;
        const where = index >= 0 ? 'after' : 'before';
        problems.add(
          `There is nothing ${where} this arrow: write the missing part of the rule or remove it.`,
          startOf(neighbour),
          endOf(neighbour),
        );
        return code(pieces);
      }
      const left = side(sidePieces);
      if (left === 'stop') return left;
      if (!right || piece?.kind !== 'operator') right = left;
      else {
        const range = { start: left.node.start, end: right.node.end };
        const rule = limitDepth(
          { kind: 'rule', isDelayed: piece.operator === ':>', leftSide: left.node, rightSide: right.node, ...range },
          Math.max(left.height, right.height),
        );
        if (rule === 'stop') return rule;
        right = rule;
      }
      end = index;
    }
    return right;
  };

  const closeFrame = (frame: Frame, closer: Range): Operand | 'stop' => {
    const start = frame.head?.node.start ?? frame.token.start;
    const end = closer.end;
    const asCode = () => {
      const node: Expression = { kind: 'code', code: text.slice(start, end), start, end };
      if (frame.bracket)
        structures.set(node, { kind: 'bracket', bracket: frame.bracket, head: frame.head?.node, items });
      return leaf(node);
    };
    const items = frame.elements.map(({ node }) => node);
    const height = frame.elements.reduce((highest, item) => Math.max(highest, item.height), frame.head?.height ?? 0);
    if (frame.bracket === '{') return limitDepth({ kind: 'list', items, start, end }, height);
    if (frame.bracket === '<|') return limitDepth({ kind: 'association', entries: items, start, end }, height);
    if (frame.bracket === '(') {
      const [inner, second] = frame.elements;
      if (!inner || second) {
        const message = inner
          ? 'Parentheses hold one expression: write { } for a list.'
          : 'There is nothing between these parentheses: write an expression or remove them.';
        problems.add(message, start, end);
        return asCode();
      }
      const { node } = inner;
      if (node.kind !== 'code') return { ...inner, node: { ...node, start, end } };
      // Redundant pairs of parentheses are removed, so that code never has a pair around the whole.
      const isWhole = text[node.start] === '(' && node.code !== text.slice(node.start, node.end);
      const code = isWhole ? node.code : text.slice(start + 1, closer.start).trim();
      const parenthesisedCode: Expression = { kind: 'code', code, start, end };
      const structure = structures.get(node);
      if (structure) structures.set(parenthesisedCode, structure);
      return { ...inner, node: parenthesisedCode };
    }
    const head = frame.head?.node;
    const program = head?.kind === 'symbol' && programHeads.has(head.name.replace(/^System`/, ''));
    const inner = frame.elements[0]?.node;
    const part = inner?.kind === 'code' && inner.code.startsWith('[') && text[inner.start] === '[';
    if (!head || frame.code || program || part || (head.kind !== 'symbol' && head.kind !== 'call')) return asCode();
    return limitDepth({ kind: 'call', head, arguments: items, start, end }, height);
  };

  const statement = (pieces: readonly Piece[]): Statement | 'stop' | undefined => {
    const [first] = pieces;
    if (!first) return undefined;
    const range = { start: startOf(first), end: endOf(pieces.at(-1)) };
    const at = pieces.findIndex((piece) => piece.kind === 'operator' && bindsLooser(piece.operator));
    const set = pieces[at];
    if (set?.kind === 'operator' && (set.operator === '=' || set.operator === ':=')) {
      const target = element(pieces.slice(0, at));
      const value = element(pieces.slice(at + 1));
      if (target === 'stop' || value === 'stop') return 'stop';
      if (target && value)
        return { ...range, target: target.node, isDelayed: set.operator === ':=', value: value.node };
      const side = target ? 'after' : 'before';
      problems.add(`There is nothing ${side} this ${set.operator}: write what is missing.`, set.start, set.end);
    }
    const value = element(pieces);
    return value === 'stop' || !value ? value : { ...range, isDelayed: false, value: value.node };
  };

  return { element, closed: closeFrame, statement };
}

function startOf(piece: Piece | undefined): number {
  return (piece?.kind === 'operand' ? piece.node.start : piece?.start) ?? 0;
}

function endOf(piece: Piece | undefined): number {
  return (piece?.kind === 'operand' ? piece.node.end : piece?.end) ?? 0;
}

function isPlainNumber(piece: Piece | undefined): piece is Operand & { node: { kind: 'number'; text: string } } {
  return piece?.kind === 'operand' && piece.node.kind === 'number' && !piece.node.text.startsWith('-');
}

/** An operator that needs a value on both sides, at an end of the pieces. */
function danglingOperator(pieces: readonly Piece[]): OperatorToken | undefined {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first?.kind === 'operator' && needsBoth(first.operator)) return first;
  return last?.kind === 'operator' && needsBoth(last.operator) ? last : undefined;
}
