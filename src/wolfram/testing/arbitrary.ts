/** What the property tests of the notation draw from. */
import fc from 'fast-check';
import { anyText } from '../../base/text/testing/any-text.ts';
import type { Value } from '../syntax/expression.ts';

const pieces = [
  ...['"', '"a"', '"x\\n"', '\\', '\\[Rule]', '\\[Alpha]', '\\:00e9', 'é', '→', '\uf113', '\uf114', '😀'],
  ...[
    '<|',
    '|>',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '[[',
    ']]',
    '〚',
    '〛',
    '(*',
    '*)',
    ',',
    ';',
    '\n',
    ' ',
    '\r\n',
    '\\\n',
  ],
  ...['->', ':>', '=', ':=', '<>', '&', '#', '#1', '_', '__', '/@', '@', '//', '/.', '+', '-', '*', '^', '!', "'"],
  ...['a', 'b', 'f', 'Module', 'True', 'x`y', '1', '1.5', '16^^ff', '2`', '.', '..', '?', '%', ';;', '::', '|->', '=.'],
];

/** Texts made of what the language is made of, in any order; about half have balanced brackets. */
export const soup: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(
        'a',
        'f',
        '"a"',
        '1',
        '-2',
        'x_',
        '#',
        '&',
        '"b" -> ',
        ' <> ',
        ' + ',
        '\n',
        ';',
        ' = ',
        ' := ',
        ':>',
      ),
      fc.array(tie('text'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom('{}', '()', '[]', '<>'), fc.array(tie('text'), { maxLength: 3 }))
        .map(([kind, parts]) => {
          const elements = parts.join(',');
          return kind === '<>' ? `<|${elements}|>` : `${kind[0]}${elements}${kind[1]}`;
        }),
    ),
  })).text,
);

const symbolName = fc.constantFrom('a', 'Content', '$x', 'Global`f', 'é', 'αβ', 'True');
const symbol = symbolName.map((name): Value => ({ kind: 'symbol', name }));
const text = fc.oneof(
  anyText({ maxLength: 20 }),
  fc.string({ maxLength: 200 }),
  fc.constantFrom('Hello, `name`!', 'a\\"\n\t(* no comment *)', '\ud800', '\\[Alpha]', '<* x *>'),
);

/** Values as a printer is given them; code is such as the reader would also keep as code. */
export const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value; call: Value }>((tie) => {
  const manyArbitrary = fc.array(tie('value'), { maxLength: 5 });
  return {
    call: fc
      .tuple(fc.oneof({ maxDepth: 3 }, symbol, tie('call')), manyArbitrary)
      .map(([head, args]): Value => ({ kind: 'call', head, arguments: args })),
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      text.map((value): Value => ({ kind: 'string', value })),
      symbol,
      fc.constantFrom('1', '-2', '1.5*^-3', '16^^ff', '3.14`20').map((text): Value => ({ kind: 'number', text })),
      fc
        .constantFrom(
          '#name &',
          'a + b',
          'f @ x',
          'Module[{x},\n  x\n]',
          'x_',
          '(* c *) a b',
          'a -> b &',
          'a; b',
          'p = 1',
          '-x',
        )
        .map((code): Value => ({ kind: 'code', code })),
      manyArbitrary.map((items): Value => ({ kind: 'list', items })),
      manyArbitrary.map((entries): Value => ({ kind: 'association', entries })),
      fc.tuple(fc.boolean(), tie('value'), tie('value')).map(
        ([isDelayed, left, right]): Value => ({
          kind: 'rule',
          isDelayed: isDelayed,
          leftSide: left,
          rightSide: right,
        }),
      ),
      fc.array(tie('value'), { minLength: 2, maxLength: 4 }).map((parts): Value => ({ kind: 'join', parts })),
      tie('call'),
    ),
  };
}).value;

/** A value without the places where it was read. */
export function withoutPlaces<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, child) => (key === 'start' || key === 'end' ? undefined : child)));
}
