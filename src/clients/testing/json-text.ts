/** Random JSON and JSONC text in any formatting: made as text, so that only the grammar is assumed and never a printer. */
import fc from 'fast-check';
import { anyText } from '../../base/text/testing/any-text.ts';

const whiteSpace = fc.constantFrom(' ', '\t', '\n', '\r\n', '\r', '    ');
const comment = fc.constantFrom('/* , } */', '// "Docs": {}\n', '/**/', '//\r\n', '/* a\n b */');

const string = fc.oneof(
  anyText({ maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"mcpServers"', '"Docs"', '"__proto__"', '"\\u0041\\/\\ud800"', '"// /* */ ,}"'),
);
const number = fc.constantFrom('0', '-0.0', '1e400', '123456789012345678901234567890', '1.10', '-5E-7');

function textsWith(blankPiece: fc.Arbitrary<string>, trailingPiece: fc.Arbitrary<string>) {
  const blankText = fc.array(blankPiece, { maxLength: 3 }).map((pieces) => pieces.join(''));
  const nestedValue = fc.letrec<{ value: string; object: string; member: string; array: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      string,
      number,
      fc.constantFrom('true', 'false', 'null'),
      tie('object'),
      tie('array'),
    ),
    array: fc
      .tuple(blankText, fc.array(tie('value'), { maxLength: 4 }))
      .map(([space, list]) => `[${list.join(`,${space}`)}]`),
    member: fc
      .tuple(blankText, string, blankText, blankText, tie('value'), blankText)
      .map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`),
    object: fc
      .oneof(
        blankText,
        fc
          .tuple(fc.array(tie('member'), { minLength: 1, maxLength: 5 }), trailingPiece)
          .map(([list, end]) => list.join(',') + end),
      )
      .map((content) => `{${content}}`),
  }));
  const withSection = fc
    .tuple(
      fc.array(fc.tuple(string, nestedValue.value), { maxLength: 3 }),
      nestedValue.object,
      blankText,
      fc.nat(3),
      trailingPiece,
    )
    .map(([pairs, section, space, at, end]) => {
      const members = pairs.map(([key, value]) => `${space}${key}: ${value}`);
      members.splice(at, 0, `${space}"mcpServers"${space}: ${section}`);
      return `{${members.join(',')}${end}}`;
    });
  const file = fc
    .tuple(fc.constantFrom('', '\uFEFF'), blankText, fc.oneof(nestedValue.object, withSection), blankText)
    .map((parts) => parts.join(''));
  return { object: nestedValue.object, file };
}

const strict = textsWith(whiteSpace, fc.constant(''));

/** An object. */
export const jsonObject = strict.object;

/** A configuration file, often with an object `mcpServers`, sometimes with an entry `Docs`, sometimes with either twice. */
export const configurationFile = strict.file;

/** The same with comments anywhere and commas after last members. */
export const commentedFile = textsWith(fc.oneof(whiteSpace, comment), fc.constantFrom('', ',', ' , // end\n')).file;
