/** The outer structure of code, which decides whether it needs parentheses. */

import { problemList } from '../problems.ts';
import { bindsLooser, continuesLine, endsOperand, ruleOperators } from './operators.ts';
import { tokens } from './tokens.ts';

export interface CodeShape {
  /** One operand with the content of its brackets: `f[[1]]`, `Module[…]`. */
  readonly single: boolean;
  /** Outside brackets it has an arrow, or the first of the operators that bind looser than one. */
  readonly rule: boolean;
  readonly looser: string | undefined;
  /** As a statement it would end early or go on: a line break or a `;` outside brackets, an operator at an end. */
  readonly splits: boolean;
  /** White space or a comment at one end. */
  readonly padded: boolean;
}

export function codeShape(code: string): CodeShape {
  const next = tokens(code, problemList(code));
  let depth = 0;
  let operands = 0;
  let operators = 0;
  let rule = false;
  let looser: string | undefined;
  let splits = false;
  let padded = false;
  let end = 0;
  let unfinished = false;
  for (let token = next(); token && token.kind !== 'end'; token = next()) {
    if (end === 0) {
      padded = token.start > 0;
      splits = token.kind === 'operator' && continuesLine(token.operator);
    } else if (depth === 0 && token.newLine) splits = true;
    end = token.end;
    if (token.kind === 'close') depth--;
    else if (token.kind === 'open') {
      if (depth === 0 && (token.bracket === '(' || token.bracket === '{' || token.bracket === '<|')) operands++;
      depth++;
    } else if (depth === 0) {
      if (token.kind === 'operator') {
        operators++;
        rule ||= ruleOperators.has(token.operator);
        if (bindsLooser(token.operator)) looser ??= token.operator;
        splits ||= token.operator === ';';
      } else operands++;
    }
    unfinished = token.kind === 'operator' && !endsOperand(token.operator);
  }
  return {
    single: operands === 1 && operators === 0,
    rule,
    looser,
    splits: splits || unfinished,
    padded: padded || end < code.length,
  };
}
