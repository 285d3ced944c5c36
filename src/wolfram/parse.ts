/**
 * Reads Wolfram Language as people write definitions. What has a structure and what stays code is in `expression.ts`;
 * operators bind as in the language, so `"a" -> f[#] &` is code as a whole and `"a" -> (f[#] &)` a rule.
 * Never throws and never recurses; linear in the text.
 */
import { depthLimit, type Expression, programHeads, type Range, type Statement } from './expression.ts';
import { bindsLooser, continuesLine, endsOperand, needsBoth, ruleOperators } from './operators.ts';
import { type ProblemList, problemList, type SyntaxProblem } from './problems.ts';
import { type Closer, type Opener, type Token, tokens } from './tokens.ts';

export interface ParsedWolfram {
  /** In order. After a problem in the brackets of a text, those before it. */
  readonly statements: readonly Statement[];
  /** Not empty: the text is not what the language accepts, or not what can be read here. */
  readonly problems: readonly SyntaxProblem[];
}

/** An expression and how many levels are inside it. */
interface Operand {
  readonly kind: 'operand';
  readonly node: Expression;
  readonly height: number;
}

type OperatorToken = Extract<Token, { kind: 'operator' }>;
type Piece = Operand | OperatorToken;

/** What is open: a bracket with what is in it so far. The outermost has no token. */
interface Frame {
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

const closers: Readonly<Record<Opener, Closer>> = { '(': ')', '[': ']', '{': '}', '<|': '|>', '[[': ']]' };

/** The text of an expression as it was written, parentheses included. */
export function sourceOf(text: string, range: Range): string {
  return text.slice(range.start, range.end);
}

export function parseWolfram(text: string): ParsedWolfram {
  const problems = problemList(text);
  const statements: Statement[] = [];
  const next = tokens(text, problems);
  const build = builder(text, problems);
  const outermost = newFrame(undefined, { start: 0, end: 0 }, undefined, false);
  const frames: Frame[] = [];
  let frame = outermost;

  const endStatement = () => {
    const statement = build.statement(outermost.pieces);
    outermost.pieces = [];
    if (statement === 'stop') return false;
    if (statement) statements.push(statement);
    return true;
  };
  const result = () => ({ statements, problems: problems.problems });

  for (;;) {
    const token = next();
    if (!token) return result();
    if (frame === outermost && token.newLine && endsStatement(frame.pieces, token) && !endStatement()) return result();

    switch (token.kind) {
      case 'end': {
        if (frame === outermost) {
          endStatement();
          return result();
        }
        const { bracket, token: opener } = frame;
        if (bracket)
          problems.add(
            `This ${bracket} is never closed: write ${closers[bracket]} where it ends.`,
            opener.start,
            opener.end,
          );
        return result();
      }
      case 'string':
        frame.pieces.push(leaf({ kind: 'string', value: token.value, start: token.start, end: token.end }));
        break;
      case 'symbol':
        frame.pieces.push(leaf({ kind: 'symbol', name: token.name, start: token.start, end: token.end }));
        break;
      case 'number':
        frame.pieces.push(leaf({ kind: 'number', text: sourceOf(text, token), start: token.start, end: token.end }));
        break;
      case 'operator':
        if (frame === outermost && token.operator === ';') {
          if (!endStatement()) return result();
        } else frame.pieces.push(token);
        break;
      case 'comma': {
        if (frame === outermost) {
          problems.add(
            'A comma separates nothing here: put the parts in { } or on lines of their own.',
            token.start,
            token.end,
          );
          return result();
        }
        const element = build.element(frame.pieces);
        if (element === 'stop') return result();
        if (element) frame.elements.push(element);
        else
          problems.add('Nothing is before this comma: take it out or write what is missing.', token.start, token.end);
        frame.pieces = [];
        frame.commas++;
        break;
      }
      case 'open': {
        if (frames.length >= depthLimit) {
          problems.add(
            `Brackets are more than ${depthLimit} deep here: give the inner part a name in a statement of its own.`,
            token.start,
            token.end,
          );
          return result();
        }
        const opened = open(frame, token, token.bracket);
        if (!opened) {
          problems.add('This [ follows nothing: write a name before it, or { for a list.', token.start, token.end);
          return result();
        }
        frames.push(frame);
        frame = opened;
        break;
      }
      case 'close': {
        const outer = frames.pop();
        if (!outer || !frame.bracket) {
          problems.add(`This ${token.bracket} closes nothing: take it out or open it.`, token.start, token.end);
          return result();
        }
        if (token.bracket !== closers[frame.bracket]) {
          const { line, column } = problems.place(frame.token.start);
          problems.add(
            `${closers[frame.bracket]} should be here instead of ${token.bracket}: it closes the ${frame.bracket} of line ${line}, column ${column}.`,
            token.start,
            token.end,
          );
          return result();
        }
        const last = build.element(frame.pieces);
        if (last === 'stop') return result();
        if (last) frame.elements.push(last);
        else if (frame.commas > 0) {
          problems.add(
            `Nothing is after the last comma: take it out or write what is missing before ${token.bracket}.`,
            token.start,
            token.end,
          );
        }
        const closed = build.closed(frame, token);
        if (closed === 'stop') return result();
        frame = outer;
        frame.pieces.push(closed);
        break;
      }
    }
  }
}

function newFrame(bracket: Opener | undefined, token: Range, head: Operand | undefined, code: boolean): Frame {
  return { bracket, token, head, code, elements: [], pieces: [], commas: 0 };
}

function leaf(node: Expression): Operand {
  return { kind: 'operand', node, height: 1 };
}

/** The frame of an opening bracket; a `[` takes what it follows as its head. */
function open(frame: Frame, token: Range, bracket: Opener): Frame | undefined {
  if (bracket !== '[' && bracket !== '[[') return newFrame(bracket, token, undefined, false);
  const last = frame.pieces.at(-1);
  if (last?.kind === 'operand') {
    frame.pieces.pop();
    return newFrame(bracket, token, last, bracket === '[[');
  }
  const part = frame.bracket === '[' && frame.elements.length === 0 && frame.commas === 0;
  if (last ? endsOperand(last.operator) : part) return newFrame(bracket, token, undefined, true);
  return undefined;
}

/** Whether a line break ends what has been read at the outermost level. */
function endsStatement(pieces: readonly Piece[], next: Token): boolean {
  const last = pieces.at(-1);
  if (!last || (last.kind === 'operator' && !endsOperand(last.operator))) return false;
  return next.kind !== 'operator' || !continuesLine(next.operator);
}

/** 'stop' where a problem leaves nothing to go on with. */
function builder(text: string, problems: ProblemList) {
  const code = (pieces: readonly Piece[]): Operand => {
    const start = startOf(pieces[0]);
    const end = endOf(pieces.at(-1));
    return leaf({ kind: 'code', code: text.slice(start, end), start, end });
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
        `${text.slice(dangling.start, dangling.end)} needs a value on both sides: write the missing one or take it out.`,
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
    return bounded({ kind: 'join', parts, start: startOf(first), end: endOf(pieces.at(-1)) }, height);
  };

  const bounded = (node: Expression, height: number): Operand | 'stop' => {
    if (height < depthLimit * 2) return { kind: 'operand', node, height: height + 1 };
    problems.add(
      `Expressions are more than ${depthLimit * 2} deep here: give the inner part a name in a statement of its own.`,
      node.start,
      node.end,
    );
    return 'stop';
  };

  /** What is between two separators; undefined where nothing is. */
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
      const here = pieces.slice(index + 1, end);
      const piece = pieces[end];
      if (here.length === 0) {
        const missing = pieces[index] ?? piece ?? first;
        const where = index >= 0 ? 'after' : 'before';
        problems.add(
          `Nothing is ${where} this arrow: write the missing part of the rule or take it out.`,
          startOf(missing),
          endOf(missing),
        );
        return code(pieces);
      }
      const left = side(here);
      if (left === 'stop') return left;
      if (!right || piece?.kind !== 'operator') right = left;
      else {
        const range = { start: left.node.start, end: right.node.end };
        const rule = bounded(
          { kind: 'rule', delayed: piece.operator === ':>', left: left.node, right: right.node, ...range },
          Math.max(left.height, right.height),
        );
        if (rule === 'stop') return rule;
        right = rule;
      }
      end = index;
    }
    return right;
  };

  const closed = (frame: Frame, closer: Range): Operand | 'stop' => {
    const start = frame.head?.node.start ?? frame.token.start;
    const end = closer.end;
    const asCode = () => leaf({ kind: 'code', code: text.slice(start, end), start, end });
    const items = frame.elements.map(({ node }) => node);
    const height = frame.elements.reduce((highest, item) => Math.max(highest, item.height), frame.head?.height ?? 0);
    if (frame.bracket === '{') return bounded({ kind: 'list', items, start, end }, height);
    if (frame.bracket === '<|') return bounded({ kind: 'association', entries: items, start, end }, height);
    if (frame.bracket === '(') {
      const [inner, second] = frame.elements;
      if (!inner || second) {
        const message = inner
          ? 'Parentheses hold one expression: write { } for a list.'
          : 'Nothing is between these parentheses: write an expression or take them out.';
        problems.add(message, start, end);
        return asCode();
      }
      const { node } = inner;
      if (node.kind !== 'code') return { ...inner, node: { ...node, start, end } };
      // Two pairs of parentheses are one, so that code never has a pair around the whole.
      const whole = text[node.start] === '(' && node.code !== text.slice(node.start, node.end);
      const kept = whole ? node.code : text.slice(start + 1, closer.start).trim();
      return { ...inner, node: { kind: 'code', code: kept, start, end } };
    }
    const head = frame.head?.node;
    const program = head?.kind === 'symbol' && programHeads.has(head.name.replace(/^System`/, ''));
    const inner = frame.elements[0]?.node;
    const part = inner?.kind === 'code' && inner.code.startsWith('[') && text[inner.start] === '[';
    if (!head || frame.code || program || part || (head.kind !== 'symbol' && head.kind !== 'call')) return asCode();
    return bounded({ kind: 'call', head, arguments: items, start, end }, height);
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
      if (target && value) return { ...range, target: target.node, delayed: set.operator === ':=', value: value.node };
      const side = target ? 'after' : 'before';
      problems.add(`Nothing is ${side} this ${set.operator}: write what is missing.`, set.start, set.end);
    }
    const value = element(pieces);
    return value === 'stop' || !value ? value : { ...range, delayed: false, value: value.node };
  };

  return { element, closed, statement };
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

/** An operator that always stands between two values, at an end of the pieces. */
function danglingOperator(pieces: readonly Piece[]): OperatorToken | undefined {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first?.kind === 'operator' && needsBoth(first.operator)) return first;
  return last?.kind === 'operator' && needsBoth(last.operator) ? last : undefined;
}
