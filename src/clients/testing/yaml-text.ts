/** Random YAML text in block and flow style, with a map `extensions` in most of it. */
import fc from 'fast-check';

type Lines = readonly string[];

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    'plain text',
    '0x1F',
    '123456789012345678901234567890',
    '1.10',
    'yes',
    '~',
    "'it''s'",
    '[a, {b: c}]',
    '{}',
    '!!str 1',
    '&anchor x',
  ),
);
const comment = fc.constantFrom('', ' # note', ' # Docs: {}');
const linesBetween = fc.constantFrom<Lines>([], [''], ['# note'], ['', '    # indented note']);

function indentLines(lines: Lines, indentation: string): Lines {
  return lines.map((line) => (line === '' ? line : indentation + line));
}

const blockText = fc
  .tuple(
    fc.constantFrom('|', '|-', '|+', '>'),
    fc.constantFrom<Lines>(['one'], ['one', '', 'two'], ['# no comment', '']),
  )
  .map(([style, lines]) => ({ first: ` ${style}`, rest: indentLines(lines, '  ') }));

const nestedValue = fc.letrec<{ value: { first: string; rest: Lines }; map: Lines }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(scalar, comment).map(([text, end]) => ({ first: ` ${text}${end}`, rest: [] })),
    blockText,
    fc.tuple(comment, tie('map')).map(([end, lines]) => ({ first: end, rest: indentLines(lines, '  ') })),
    fc
      .tuple(comment, fc.array(scalar, { minLength: 1, maxLength: 3 }))
      .map(([end, items]) => ({ first: end, rest: items.map((entry) => `- ${entry}`) })),
  ),
  map: fc
    .array(fc.tuple(linesBetween, fc.constantFrom('a', 'b', 'Docs', '"q r"', 'c d'), tie('value')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((pairs) => {
      const uniquePairs = pairs.filter(
        ([, key], index) => pairs.findIndex(([, otherKey]) => otherKey === key) === index,
      );
      return uniquePairs.flatMap(([space, key, { first, rest }]) => [...space, `${key}:${first}`, ...rest]);
    }),
}));

const section = fc.oneof(
  fc.tuple(comment, nestedValue.map).map(([end, lines]) => [`extensions:${end}`, ...indentLines(lines, '  ')]),
  fc.constantFrom<Lines>(['extensions:'], ['extensions: {}'], ['extensions: {a: {x: 1}} # note'], []),
);

/** A configuration file. Aliases are left out; anchors are there. */
export const yamlFile = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    linesBetween,
    nestedValue.map,
    section,
    nestedValue.map,
    fc.boolean(),
    fc.boolean(),
  )
  .map(([mark, head, before, sectionLines, after, isWindows, isOpen]) => {
    const followingLines = after.map((line) =>
      /^(a|b|Docs|"q r"|c d):/.test(line) ? `z${line.replace(/[" ]/, '')}` : line,
    );
    const text = [...head, ...before, ...sectionLines, ...followingLines].join('\n') + (isOpen ? '' : '\n');
    return mark + (isWindows ? text.replaceAll('\n', '\r\n') : text);
  });
