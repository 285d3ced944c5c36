/** Finds the docstrings of a Python module, its classes and functions, in time linear in any text. */
import { dedent } from '../dedent.ts';
import { lineNumbers } from './line-numbers.ts';
import { type DocumentedFile, type DocumentedSymbol, oneLine } from './types.ts';

interface Block {
  readonly indent: number;
  readonly name: string;
  readonly kind: 'module' | 'class' | 'function';
  readonly isPublic: boolean;
  readonly signature: string;
  readonly line: number;
  readonly depth: number;
  /** Whether its first statement has been read. */
  hasBegun: boolean;
  isDocumented: boolean;
}

interface Statement {
  readonly text: string;
  readonly indent: number;
  /** 1-based. */
  readonly line: number;
}

const maxStatementLength = 4_000;
const maxDepth = 20;
const maxSymbols = 20_000;

export function scanPython(text: string): DocumentedFile {
  const symbols: DocumentedSymbol[] = [];
  const module: Block = {
    indent: -1,
    name: '',
    kind: 'module',
    isPublic: true,
    signature: '',
    line: 1,
    depth: 0,
    hasBegun: false,
    isDocumented: false,
  };
  const blocks: Block[] = [module];
  let about: DocumentedFile['about'];
  /** The assignment just before the current statement. */
  let assignment: { name: string; statement: Statement } | undefined;
  for (const statement of statements(text)) {
    while (blocks.length > 1 && statement.indent <= (blocks.at(-1) as Block).indent) blocks.pop();
    const enclosingBlock = blocks.at(-1) as Block;
    const comment = docstring(statement.text);
    const isFirst = !enclosingBlock.hasBegun;
    enclosingBlock.hasBegun = true;
    if (comment !== undefined) {
      if (isFirst && enclosingBlock.kind === 'module') about = { comment, line: statement.line };
      else if (isFirst) {
        enclosingBlock.isDocumented = true;
        if (enclosingBlock.isPublic) add(enclosingBlock, comment);
      } else if (assignment && enclosingBlock.isPublic && enclosingBlock.kind !== 'function') {
        const { name, statement: at } = assignment;
        const signature = /^[^=]*[:=][^\n]{0,80}$/.test(at.text) ? at.text : name;
        const depth = enclosingBlock.depth + (enclosingBlock.isDocumented ? 1 : 0);
        add({ name: qualifyName(enclosingBlock, name), signature, line: at.line, depth }, comment);
      }
      assignment = undefined;
      continue;
    }
    const name = /^([A-Za-z]\w*)\s*(?::[^=]{1,200})?=(?!=)/.exec(statement.text)?.[1];
    assignment = name === undefined ? undefined : { name, statement };
    const [, keyword, declaredName = ''] = /^(class|def|async\s+def)\s+(\w+)/.exec(statement.text) ?? [];
    if (keyword === undefined || blocks.length > maxDepth) continue;
    const isPublicName = !declaredName.startsWith('_') || /^__\w+__$/.test(declaredName);
    blocks.push({
      indent: statement.indent,
      name: qualifyName(enclosingBlock, declaredName),
      kind: keyword === 'class' ? 'class' : 'function',
      // Declarations inside a function are not visible outside.
      isPublic: enclosingBlock.isPublic && enclosingBlock.kind !== 'function' && isPublicName,
      signature: statement.text,
      line: statement.line,
      depth: enclosingBlock.depth + (enclosingBlock.isDocumented && enclosingBlock.kind !== 'module' ? 1 : 0),
      hasBegun: false,
      isDocumented: false,
    });
  }
  return { symbols, ...(about && { about }) };

  function add(
    { name, signature, line, depth }: Pick<Block, 'name' | 'signature' | 'line' | 'depth'>,
    comment: string,
  ) {
    if (symbols.length < maxSymbols && comment !== '')
      symbols.push({ name, signature: oneLine(signature), comment, line, depth });
  }
}

function qualifyName({ name }: Block, inner: string): string {
  return name === '' ? inner : `${name}.${inner}`;
}

/** The text of a statement that is a string and nothing else; undefined for another. */
function docstring(statement: string): string | undefined {
  const [match, quotes = ''] = /^[rRuU]?("""|'''|"|')/.exec(statement) ?? [];
  if (match === undefined || statement.length < match.length + quotes.length || !statement.endsWith(quotes))
    return undefined;
  const inner = statement.slice(match.length, -quotes.length);
  // Two strings, or an expression.
  if (inner.replace(/\\./gs, '').includes(quotes)) return undefined;
  const [first = '', ...rest] = inner.replaceAll('\t', '        ').split(/\r\n|\r|\n/);
  return [first.trim(), ...dedent(rest)].join('\n').trim();
}

/** The statements in order, without comments. A `def` or `class` ends at its colon. */
function* statements(text: string): Generator<Statement> {
  const lineOf = lineNumbers(text);
  for (let at = 0; at < text.length; ) {
    let start = at;
    while (' \t\f'.includes(text[start] ?? '\n')) start++;
    if (start >= text.length || '\n\r#'.includes(text[start] as string)) {
      at = endOfLine(text, start) + 1;
      continue;
    }
    const indent = start - at;
    const statement = statementAt(text, start);
    yield { text: statement.text.trim(), indent, line: lineOf(start) };
    at = statement.end;
    // After a colon or a semicolon, the rest of the line is a statement in the same block.
    while (at < text.length && text[at] !== '\n') {
      const rest = statementAt(text, at);
      if (rest.text.trim() !== '') yield { text: rest.text.trim(), indent: indent + 1, line: lineOf(at) };
      at = rest.end;
    }
    at++;
  }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** @returns the text of the statement, and where the next one begins */
function statementAt(text: string, start: number): { readonly text: string; readonly end: number } {
  const isBlock = /^(class|def|async)\b/.test(text.slice(start, start + 6));
  const maxLength = /^\s*[rRuU]?["']/.test(text.slice(start, start + 20)) ? text.length : maxStatementLength;
  let depth = 0;
  let before = '';
  let from = start;
  const upTo = (end: number) => before + text.slice(from, Math.min(end, from + maxLength));
  for (let at = start; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '\n') {
      if (depth === 0) return { text: upTo(at), end: at };
    } else if (sign === '#') {
      if (before.length < maxLength) before = upTo(at);
      from = endOfLine(text, at);
      at = from - 1;
    } else if (sign === '\\') at += text[at + 1] === '\r' ? 2 : 1;
    else if (sign === '"' || sign === "'") at = stringEnd(text, at) - 1;
    else if (sign === '(' || sign === '[' || sign === '{') depth++;
    else if (sign === ')' || sign === ']' || sign === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0 && (sign === ';' || (sign === ':' && isBlock))) return { text: upTo(at), end: at + 1 };
  }
  return { text: upTo(text.length), end: text.length };
}

function stringEnd(text: string, at: number): number {
  const quote = text[at] as string;
  const isLong = text.startsWith(quote.repeat(3), at);
  for (let next = at + (isLong ? 3 : 1); next < text.length; next++) {
    const sign = text[next];
    if (sign === '\\') next++;
    else if (sign === '\n' && !isLong) return next;
    else if (sign === quote && (!isLong || text.startsWith(quote.repeat(3), next))) return next + (isLong ? 3 : 1);
  }
  return text.length;
}
