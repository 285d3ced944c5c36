/**
 * Prints readable Wolfram Language that `parseWolfram` reads as the same value. Lines stay within the width, except for
 * strings and code, which are never broken.
 */
import { escapedCharacter } from './characters.ts';
import { codeShape } from './code-shape.ts';
import type { StatementOf, Value } from './expression.ts';
import { printString } from './strings.ts';

const width = 100;
const step = '  ';

/** The place of a value, which decides whether it needs parentheses. */
type Context = 'element' | 'left' | 'right' | 'part' | 'head' | 'target' | 'assigned' | 'statement';

export function printWolfram(value: Value): string {
  return render(value, 'statement', '', 0);
}

/** Prints statements with blank lines between them; an assignment ends with `;`, which suppresses its output. */
export function printStatements(statements: readonly StatementOf<Value>[]): string {
  return statements.map((statement) => `${printStatement(statement)}\n`).join('\n');
}

function printStatement({ target, isDelayed, value, comment }: StatementOf<Value>): string {
  const before = comment === undefined ? '' : `${printComment(comment)}\n`;
  if (!target) return before + render(value, 'statement', '', 0);
  const left = `${render(target, 'target', '', 0)} ${isDelayed ? ':=' : '='} `;
  return `${before}${left}${render(value, 'assigned', '', lastLine(left).length)};`;
}

/** A comment, in ASCII like everything else; what would end it early is taken apart. */
export function printComment(text: string): string {
  const ascii = text.replace(/’/g, "'").replace(/[^ -~\n]/gu, escapedCharacter);
  const safe = ascii.replace(/\(\*/g, '( *').replace(/\*(?=\))/g, '* ');
  return `(* ${safe} *)`;
}

/** Its further lines under its first. */
function commentAt(text: string, indent: string): string {
  return printComment(text).replaceAll('\n', `\n${indent}   `);
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

/** @param usedWidth how many columns of its first line are taken */
function render(value: Value, context: Context, indent: string, usedWidth: number): string {
  const line = flat(value, context, width - usedWidth - 1);
  if (line !== undefined) return line;
  if (needsParentheses(value, context)) return putInParentheses(renderOnLines(value, indent, usedWidth + 1));
  return renderOnLines(value, indent, usedWidth);
}

/** Over several lines, where its kind allows it. */
function renderOnLines(value: Value, indent: string, usedWidth: number): string {
  switch (value.kind) {
    case 'string':
    case 'number':
    case 'symbol':
    case 'code':
      return leafText(value);
    case 'list':
      return putInBrackets('{', value.items, '}', indent);
    case 'association':
      return putInBrackets('<|', value.entries, '|>', indent);
    case 'rule': {
      const before = value.comment === undefined ? '' : `${commentAt(value.comment, indent)}\n${indent}`;
      const left = `${render(value.leftSide, 'left', indent, usedWidth)} ${value.isDelayed ? ':>' : '->'} `;
      const column = left.includes('\n') ? lastLine(left).length : usedWidth + left.length;
      return before + left + render(value.rightSide, 'right', indent, column);
    }
    case 'join': {
      const inside = indent + step;
      return value.parts
        .map((part, index) => render(part, 'part', inside, index === 0 ? usedWidth : inside.length))
        .join(` <>\n${inside}`);
    }
    case 'call': {
      const head = `${render(value.head, 'head', indent, usedWidth)}[`;
      const last = value.arguments.at(-1);
      // The brackets of a last list stay on the line of the call: f["name", <| … |>].
      if (last && (value.arguments.length === 1 || last.kind === 'association' || last.kind === 'list')) {
        const column = head.includes('\n') ? lastLine(head).length : usedWidth + head.length;
        const before = flatItems(value.arguments.slice(0, -1), width - column - 4);
        if (before !== undefined && !startsWithComment(last)) {
          const start = before === '' ? head : `${head}${before}, `;
          return `${start}${render(last, 'element', indent, column + start.length - head.length)}]`;
        }
      }
      return putInBrackets(head, value.arguments, ']', indent);
    }
  }
}

function startsWithComment(value: Value): boolean {
  return value.kind === 'rule' && value.comment !== undefined;
}

function putInBrackets(open: string, items: readonly Value[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  const inside = indent + step;
  const lines = items.map((item) => inside + render(item, 'element', inside, inside.length));
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** On one line of at most `room` columns; undefined where that cannot be. */
function flat(value: Value, context: Context, room: number): string | undefined {
  const parentheses = needsParentheses(value, context, room);
  const text = flatBare(value, parentheses ? room - 2 : room);
  if (text === undefined || text.length + (parentheses ? 2 : 0) > room) return undefined;
  return parentheses ? putInParentheses(text) : text;
}

/** With room beside a star, which would begin or end a comment. */
function putInParentheses(text: string): string {
  return `(${text.startsWith('*') ? ' ' : ''}${text}${text.endsWith('*') ? ' ' : ''})`;
}

function flatBare(value: Value, room: number): string | undefined {
  switch (value.kind) {
    case 'string':
      return value.value.length > room ? undefined : printString(value.value);
    case 'code':
      return value.code.length > room || /[\n\r]/.test(value.code) ? undefined : value.code;
    case 'number':
    case 'symbol':
      return leafText(value);
    case 'list':
      return around('{', flatItems(value.items, room - 2), '}');
    case 'association':
      return around('<|', flatItems(value.entries, room - 4), '|>');
    case 'rule': {
      if (value.comment !== undefined) return undefined;
      const left = flat(value.leftSide, 'left', room);
      if (left === undefined) return undefined;
      const right = flat(value.rightSide, 'right', room - left.length - 4);
      return right === undefined ? undefined : `${left} ${value.isDelayed ? ':>' : '->'} ${right}`;
    }
    case 'join':
      return flatItems(value.parts, room, ' <> ', 'part');
    case 'call': {
      const head = flat(value.head, 'head', room);
      return head === undefined
        ? undefined
        : around(`${head}[`, flatItems(value.arguments, room - head.length - 2), ']');
    }
  }
}

function around(open: string, inside: string | undefined, close: string): string | undefined {
  if (inside === undefined) return undefined;
  return open + inside + close;
}

function flatItems(
  items: readonly Value[],
  room: number,
  separator = ', ',
  context: Context = 'element',
): string | undefined {
  let text = '';
  for (const [index, item] of items.entries()) {
    if (index > 0) text += separator;
    const next = flat(item, context, room - text.length);
    if (next === undefined) return undefined;
    text += next;
  }
  return text;
}

function leafText(value: Extract<Value, { kind: 'string' | 'number' | 'symbol' | 'code' }>): string {
  switch (value.kind) {
    case 'string':
      return printString(value.value);
    case 'number':
      return value.text;
    case 'symbol':
      return value.name.replace(/[^ -~]/gu, escapedCharacter);
    case 'code':
      return value.code;
  }
}

/** @param room code longer than it is not looked at: the answer does not matter on a line that has no room for it */
function needsParentheses(value: Value, context: Context, room = Number.POSITIVE_INFINITY): boolean {
  switch (value.kind) {
    case 'rule':
      return context === 'left' || context === 'part' || context === 'head';
    case 'join':
      return context === 'part' || context === 'head';
    case 'number':
      return value.text.startsWith('-') && (context === 'part' || context === 'head');
    case 'code':
      return value.code.length <= room && codeNeedsParentheses(value.code, context);
    default:
      return false;
  }
}

function codeNeedsParentheses(code: string, context: Context): boolean {
  const shape = codeShape(code);
  if (shape.isPadded) return true;
  switch (context) {
    case 'element':
      return false;
    case 'left':
    case 'right':
      return shape.hasRule || shape.looserOperator !== undefined || shape.splits;
    case 'part':
    case 'head':
      return !shape.isSingleOperand;
    case 'target':
      return shape.splits || shape.looserOperator !== undefined;
    case 'assigned':
      return shape.splits;
    case 'statement':
      return shape.splits || shape.looserOperator === '=' || shape.looserOperator === ':=';
  }
}
