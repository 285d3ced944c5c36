/** Extracts code with all definitions of the same text that it uses, so that it runs by itself. */

import { problemList } from '../problems.ts';
import type { Reading } from '../reading.ts';
import type { Expression, Statement } from './expression.ts';
import { sourceOf } from './parse.ts';
import { headName } from './reduce.ts';
import { tokens } from './tokens.ts';

/**
 * Statements, in the order of the text, and last the expression itself, whose value is the function.
 * @returns the code, and whether it is only a symbol that the text does not define
 */
export function codeOf(
  node: Expression,
  reading: Reading,
): { readonly code: string; readonly undefinedSymbol?: string } {
  const { text, names, statements } = reading;
  const written = node.kind === 'code' ? node.code : sourceOf(text, node);
  const needed = new Set<Statement>(statements.filter(loadsPackage));
  const seen = new Set<string>();
  const waiting = [symbolsOf(written)];
  for (let symbols = waiting.pop(); symbols; symbols = waiting.pop()) {
    for (const symbol of symbols) {
      if (seen.has(symbol)) continue;
      seen.add(symbol);
      for (const statement of names.definitionsOf(symbol)) {
        if (needed.has(statement)) continue;
        needed.add(statement);
        waiting.push(symbolsIn(statement, text));
      }
    }
  }
  const before = [...needed].sort((a, b) => a.start - b.start).map((statement) => `${reading.textOf(statement)};\n\n`);
  const code = before.join('') + written;
  reading.spend('code', node, code.length);
  const isDefined = node.kind !== 'symbol' || names.definitionsOf(node.name).length > 0;
  return node.kind === 'symbol' && !isDefined ? { code, undefinedSymbol: node.name } : { code };
}

/** `Needs["Package`"]` and `Get["file"]`: any function may use the package. */
function loadsPackage({ target, value }: Statement): boolean {
  return !target && (headName(value) === 'Needs' || headName(value) === 'Get');
}

/** By statement: many functions may need one definition. */
const known = new WeakMap<Statement, ReadonlySet<string>>();

function symbolsIn(statement: Statement, text: string): ReadonlySet<string> {
  const symbols = known.get(statement) ?? symbolsOf(sourceOf(text, statement));
  known.set(statement, symbols);
  return symbols;
}

function symbolsOf(code: string): ReadonlySet<string> {
  const symbols = new Set<string>();
  const next = tokens(code, problemList(code));
  for (let token = next(); token && token.kind !== 'end'; token = next()) {
    if (token.kind === 'symbol') symbols.add(token.name.replace(/^(?:System|Global)`/, ''));
    // A template's text contains the expressions that it evaluates.
    if (token.kind === 'string')
      for (const expression of evaluatedIn(token.value))
        for (const symbol of symbolsOf(expression)) symbols.add(symbol);
  }
  return symbols;
}

/** The expressions between `<*` and `*>`. */
function* evaluatedIn(text: string): Generator<string> {
  let end = 0;
  for (let start = text.indexOf('<*'); start >= 0; start = text.indexOf('<*', end)) {
    end = text.indexOf('*>', start + 2);
    if (end < 0) return;
    yield text.slice(start + 2, end);
  }
}
