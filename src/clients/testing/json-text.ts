/** Random JSON text in any formatting: made as text, so that only JSON's grammar is assumed and never a printer. */
import fc from 'fast-check';

const blank = fc
  .array(fc.constantFrom(' ', '\t', '\n', '\r\n', '\r', '    '), { maxLength: 3 })
  .map((pieces) => pieces.join(''));
const string = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"mcpServers"', '"Docs"', '"__proto__"', '"\\u0041\\/\\ud800"', '"// /* */ ,}"'),
);
const number = fc.constantFrom('0', '-0.0', '1e400', '123456789012345678901234567890', '1.10', '-5E-7');

const nested = fc.letrec<{ value: string; object: string; member: string; array: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    string,
    number,
    fc.constantFrom('true', 'false', 'null'),
    tie('object'),
    tie('array'),
  ),
  array: fc
    .tuple(blank, fc.array(tie('value'), { maxLength: 4 }))
    .map(([space, list]) => `[${list.join(`,${space}`)}]`),
  member: fc
    .tuple(blank, string, blank, blank, tie('value'), blank)
    .map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`),
  object: fc
    .oneof(
      blank,
      fc.array(tie('member'), { minLength: 1, maxLength: 5 }).map((list) => list.join(',')),
    )
    .map((inside) => `{${inside}}`),
}));

/** An object. */
export const jsonObject = nested.object;

const withSection = fc
  .tuple(fc.array(fc.tuple(string, nested.value), { maxLength: 3 }), jsonObject, blank, fc.nat(3))
  .map(([pairs, section, space, at]) => {
    const members = pairs.map(([key, value]) => `${space}${key}: ${value}`);
    members.splice(at, 0, `${space}"mcpServers"${space}: ${section}`);
    return `{${members.join(',')}}`;
  });

/** A configuration file, often with an object `mcpServers`, sometimes with an entry `Docs`, sometimes with either twice. */
export const configurationFile = fc
  .tuple(fc.constantFrom('', '\uFEFF'), blank, fc.oneof(jsonObject, withSection), blank)
  .map((parts) => parts.join(''));
