/** A piece of code together with everything that the same text defines for it, so that it runs without the rest. */
import type { Expression, Statement } from './expression.ts';
import { sourceOf } from './parse.ts';
import { problemList } from './problems.ts';
import type { Names } from './reduce.ts';
import { tokens } from './tokens.ts';

/**
 * Statements, in the order of the text, and last the expression itself, whose value is the function.
 * @returns the code, and whether it is only a symbol that the text does not define
 */
export function codeOf(
  text: string,
  node: Expression,
  names: Names,
): { readonly code: string; readonly undefinedSymbol?: string } {
  const written = node.kind === 'code' ? node.code : sourceOf(text, node);
  const needed = new Set<Statement>();
  const seen = new Set<string>();
  const waiting = [written];
  for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
    for (const symbol of symbolsOf(code)) {
      if (seen.has(symbol)) continue;
      seen.add(symbol);
      for (const statement of names.definitionsOf(symbol)) {
        if (needed.has(statement)) continue;
        needed.add(statement);
        waiting.push(sourceOf(text, statement));
      }
    }
  }
  const before = [...needed].sort((a, b) => a.start - b.start).map((statement) => `${sourceOf(text, statement)};\n\n`);
  const code = before.join('') + written;
  return node.kind === 'symbol' && needed.size === 0 ? { code, undefinedSymbol: node.name } : { code };
}

function symbolsOf(code: string): ReadonlySet<string> {
  const symbols = new Set<string>();
  const next = tokens(code, problemList(code));
  for (let token = next(); token && token.kind !== 'end'; token = next()) {
    if (token.kind === 'symbol') symbols.add(token.name.replace(/^(?:System|Global)`/, ''));
  }
  return symbols;
}
