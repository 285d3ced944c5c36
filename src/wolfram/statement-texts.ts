/** Statements with the comments around them, so that what somebody wrote beside a definition goes with it. */

import { problemList } from './problems.ts';
import type { Statement } from './syntax/expression.ts';
import { tokens } from './syntax/tokens.ts';

/**
 * The text of each: from the `;` of the statement before, or its end, to its own `;`. Nothing between two statements but
 * their separators belongs to none.
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

/** Where the first `;` is that is in no comment. */
function separatorIn(gap: string): number | undefined {
  const token = tokens(gap, problemList(gap))();
  return token?.kind === 'operator' ? token.start : undefined;
}
