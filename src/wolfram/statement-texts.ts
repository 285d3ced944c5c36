/** Finds the text of each statement with the comments around it, so that comments stay with their definitions. */

import { problemList } from './problems.ts';
import type { Statement } from './syntax/expression.ts';
import { tokens } from './syntax/tokens.ts';

/**
 * Returns the text of each statement: from the `;` or the end of the previous one to its own `;`. Only separators belong
 * to no statement.
 */
export function statementTexts(text: string, statements: readonly Statement[]): ReadonlyMap<Statement, string> {
  const texts = new Map<Statement, string>();
  let start = 0;
  for (const [index, statement] of statements.entries()) {
    const next = statements[index + 1]?.start ?? text.length;
    const gap = text.slice(statement.end, next);
    const separator = separatorIn(gap);
    const end = separator === undefined ? (next === text.length ? next : statement.end) : statement.end + separator;
    texts.set(statement, text.slice(start, end).trim());
    start = separator === undefined ? end : end + 1;
  }
  return texts;
}

/** Returns the offset of the first `;` outside of comments. */
function separatorIn(gap: string): number | undefined {
  const token = tokens(gap, problemList(gap))();
  return token?.kind === 'operator' ? token.start : undefined;
}
