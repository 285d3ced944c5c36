/** The outer structure of code, which decides whether it needs parentheses. */

import { problemList } from '../problems.ts';
import { bindsLooser, continuesLine, endsOperand, ruleOperators } from './operators.ts';
import { tokens } from './tokens.ts';

export interface CodeShape {
  /** One operand with the content of its brackets: `f[[1]]`, `Module[…]`. */
  readonly isSingleOperand: boolean;
  /** Outside brackets it has an arrow, or the first of the operators that bind looser than one. */
  readonly hasRule: boolean;
  readonly looserOperator: string | undefined;
  /** As a statement it would end early or go on: a line break or a `;` outside brackets, an operator at an end. */
  readonly splits: boolean;
  /** White space or a comment at one end. */
  readonly isPadded: boolean;
}

export function codeShape(code: string): CodeShape {
  const next = tokens(code, problemList(code));
  let depth = 0;
  let operands = 0;
  let operators = 0;
  let hasRule = false;
  let looserOperator: string | undefined;
  let splits = false;
  let isPadded = false;
  let end = 0;
  let isUnfinished = false;
  for (let token = next(); token && token.kind !== 'end'; token = next()) {
    if (end === 0) {
      isPadded = token.start > 0;
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
        hasRule ||= ruleOperators.has(token.operator);
        if (bindsLooser(token.operator)) looserOperator ??= token.operator;
        splits ||= token.operator === ';';
      } else operands++;
    }
    isUnfinished = token.kind === 'operator' && !endsOperand(token.operator);
  }
  return {
    isSingleOperand: operands === 1 && operators === 0,
    hasRule,
    looserOperator,
    splits: splits || isUnfinished,
    isPadded: isPadded || end < code.length,
  };
}
