/** How tightly operators bind, as far as it decides what a rule or a join is and where a statement ends. */

export const ruleOperators: ReadonlySet<string> = new Set(['->', ':>']);

const looserOperators: ReadonlySet<string> = new Set([
  ...[
    '/.',
    '//.',
    '+=',
    '-=',
    '*=',
    '/=',
    '//=',
    '&',
    '//',
    '|->',
    '=',
    ':=',
    '^=',
    '^:=',
    '=.',
    '/:',
    '>>',
    '>>>',
    ';',
  ],
  // Therefore, Because and the assignments that have their own character.
  ...['\u2234', '\u2235'],
]);

/** Whether an operator takes a whole rule as its operand: `"a" -> b & ` is `("a" -> b) &`. */
export function bindsLooser(operator: string): boolean {
  return looserOperators.has(operator);
}

const ends = /^(?:[#_%].*|[&'!]|!!|\+\+|--|\.{2,3}|=\.)$/;

/** Whether an expression can end with this operator: blanks, slots and those that follow their operand. */
export function endsOperand(operator: string): boolean {
  return ends.test(operator);
}

const begins = /^(?:[#_%].*|[-+!?]|!!|\+\+|--|\?\?|<<|;;|\\.*|[^ -~].*)$/s;

/** Whether a line that begins with this operator continues the one before: nothing else could begin with it. */
export function continuesLine(operator: string): boolean {
  return !begins.test(operator);
}

/** Whether code that has this at an end is certainly unfinished. */
export function needsBoth(operator: string): boolean {
  return operator === '<>';
}
