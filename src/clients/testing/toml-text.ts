/** Random TOML text with tables of servers among others, in any order and with comments. */
import fc from 'fast-check';

const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text).replaceAll('\u007f', '\\u007F')),
  fc.constantFrom(
    '9223372036854775807',
    '0x1F',
    '1_000.5e3',
    'true',
    'inf',
    '1979-05-27T07:32:00.10Z',
    '07:32:00',
    "'[mcp_servers.Docs]'",
    '"""\n[mcp_servers.Docs]\n"""',
    '[ 1, # one\n  2 ]',
    '{ a = "x", b.c = 1 }',
    '[]',
    '{}',
  ),
);
const comment = fc.constantFrom('', ' # note', ' # [mcp_servers.Docs]', '\t#');
const gap = fc.constantFrom('', '\n', '\n\n', '# note\n', '\n# "x\n\n');

const pairs = fc
  .array(fc.tuple(gap, value, comment), { maxLength: 3 })
  .map((list) => list.map(([space, entry, end], index) => `${space}k${index} = ${entry}${end}\n`).join(''));

const header = fc.constantFrom('a', 'b', '"q r"', "'s'", 'Docs', 'Docs.env', 'a.env');

const table = fc.tuple(gap, fc.boolean(), header, comment, pairs).map(([space, isServer, name, end, body]) => ({
  key: `${isServer ? 'mcp_servers.' : 'other.'}${name}`,
  text: (key: string) => `${space}[${key}]${end}\n${body}`,
}));

/** A configuration file; its tables have different names, so that most of them are valid. */
export const tomlFile = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    pairs,
    fc.uniqueArray(table, { selector: ({ key }) => key, maxLength: 5 }),
    gap,
    fc.boolean(),
    fc.boolean(),
  )
  .map(([mark, head, tables, end, isWindows, isOpen]) => {
    const text = `${head}${tables.map((table) => table.text(table.key)).join('')}${end}`;
    const wholeEnd = isOpen ? text.trimEnd() : text;
    return mark + (isWindows ? wholeEnd.replaceAll('\n', '\r\n') : wholeEnd);
  });
