/**
 * Reads Wolfram Language as people write definitions. What has a structure and what stays code is in `expression.ts`;
 * operators bind as in the language, so `"a" -> f[#] &` is code as a whole and `"a" -> (f[#] &)` a rule.
 * Never throws and never recurses; linear in the text.
 */
import { builder, type Frame, leaf, type Operand, type Piece } from '../build.ts';
import { problemList, type SyntaxProblem } from '../problems.ts';
import { depthLimit, type Range, type Statement } from './expression.ts';
import { continuesLine, endsOperand } from './operators.ts';
import { type Closer, type Opener, type Token, tokens } from './tokens.ts';

export interface ParsedWolfram {
  /** In order. After a problem in the brackets of a text, those before it. */
  readonly statements: readonly Statement[];
  /** Not empty: the text is not what the language accepts, or not what can be read here. */
  readonly problems: readonly SyntaxProblem[];
}

const closers: Readonly<Record<Opener, Closer>> = { '(': ')', '[': ']', '{': '}', '<|': '|>', '[[': ']]' };

/** The source text of an expression, parentheses included. */
export function sourceOf(text: string, range: Range): string {
  return text.slice(range.start, range.end);
}

export function parseWolfram(text: string): ParsedWolfram {
  const problems = problemList(text);
  const statements: Statement[] = [];
  const next = tokens(text, problems);
  const build = builder(text, problems);
  const outermostFrame = newFrame(undefined, { start: 0, end: 0 }, undefined, false);
  const frames: Frame[] = [];
  let frame = outermostFrame;

  const endStatement = () => {
    const statement = build.statement(outermostFrame.pieces);
    outermostFrame.pieces = [];
    if (statement === 'stop') return false;
    if (statement) statements.push(statement);
    return true;
  };
  const result = () => ({ statements, problems: problems.problems });

  for (;;) {
    const token = next();
    if (!token) return result();
    if (frame === outermostFrame && token.newLine && endsStatement(frame.pieces, token) && !endStatement())
      return result();

    switch (token.kind) {
      case 'end': {
        if (frame === outermostFrame) {
          endStatement();
          return result();
        }
        const { bracket, token: opener } = frame;
        if (bracket)
          problems.add(
            `This ${bracket} is not closed: add ${closers[bracket]} where it ends.`,
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
        if (frame === outermostFrame && token.operator === ';') {
          if (!endStatement()) return result();
        } else frame.pieces.push(token);
        break;
      case 'comma': {
        if (frame === outermostFrame) {
          problems.add(
            'There is nothing for this comma to separate: put the parts in { } or on separate lines.',
            token.start,
            token.end,
          );
          return result();
        }
        const element = build.element(frame.pieces);
        if (element === 'stop') return result();
        if (element) frame.elements.push(element);
        else
          problems.add(
            'There is nothing before this comma: remove it or write what is missing.',
            token.start,
            token.end,
          );
        frame.pieces = [];
        frame.commas++;
        break;
      }
      case 'open': {
        if (frames.length >= depthLimit) {
          problems.add(
            `Brackets are nested more than ${depthLimit} levels deep here: give the inner part a name in a separate statement.`,
            token.start,
            token.end,
          );
          return result();
        }
        const inner = open(frame, token, token.bracket);
        if (!inner) {
          problems.add('There is nothing before this [: write a name there, or { for a list.', token.start, token.end);
          return result();
        }
        frames.push(frame);
        frame = inner;
        break;
      }
      case 'close': {
        const outerFrame = frames.pop();
        if (!outerFrame || !frame.bracket) {
          problems.add(`This ${token.bracket} has no opening bracket: remove it, or add one.`, token.start, token.end);
          return result();
        }
        if (token.bracket !== closers[frame.bracket]) {
          const { line, column } = problems.place(frame.token.start);
          problems.add(
            `This ${token.bracket} does not match the ${frame.bracket} at line ${line}, column ${column}: write ${closers[frame.bracket]} instead.`,
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
            `There is nothing after the last comma: remove it or write what is missing before ${token.bracket}.`,
            token.start,
            token.end,
          );
        }
        const closedOperand = build.closed(frame, token);
        if (closedOperand === 'stop') return result();
        frame = outerFrame;
        frame.pieces.push(closedOperand);
        break;
      }
    }
  }
}

function newFrame(bracket: Opener | undefined, token: Range, head: Operand | undefined, code: boolean): Frame {
  return { bracket, token, head, code, elements: [], pieces: [], commas: 0 };
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
