/** A workspace whose prompts and tools cost as much as possible, beside two that cost little. */

const prompts = {
  plain: `Arguments: [{ Name: name }]\nContent:\n  StringTemplate: "Hello, \`name\`"`,
  /** An answer 40 times as long as its request: far more than the buffers of a connection hold. */
  echo: `Arguments: [{ Name: text }]
Content:
  StringTemplate: "${'`text`'.repeat(40)}"`,
  large: `Content:\n  StringTemplate: "${'x'.repeat(100_000)}"`,
  quick: functionContent('() => "quick"'),
  spin: functionContent('() => { for (;;); }'),
  join: functionContent('() => { const all = Array(3e6).fill("x"); for (;;) all.join(","); }'),
  recursion: functionContent('() => { const dive = () => { try { dive(); } catch {} dive(); }; dive(); }'),
  progress: functionContent('(args, context) => { for (let n = 0; ; n++) context.progress(n, 1, "x"); }'),
  messages: functionContent(
    '() => Array.from({ length: 20000 }, (_, n) => ({ role: "user", content: "message " + n }))',
  ),
  searches: functionContent(
    '(args, context) => Promise.all(Array.from({ length: 32 }, (_, n) => context.search("WolframLanguageDocumentation", "how to sort a list of numbers " + n))).then((found) => "found " + found.length)',
  ),
};

/** Definitions that each refer twice to the next one. */
const doublingDefinitions = Object.fromEntries(
  Array.from({ length: 40 }, (_, level) => {
    const inner = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { allOf: [inner, { ...inner }] }];
  }),
);
/** By the name of a tool: a schema that takes long to check, and the arguments that make it do so. */
export const schemaBombs = {
  pattern: [{ type: 'object', properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(50)}!` }],
  names: [{ type: 'object', patternProperties: { '^(a+)+$': {} } }, { [`${'a'.repeat(50)}!`]: 1 }],
  unique: [
    { type: 'object', properties: { a: { uniqueItems: true } } },
    { a: Array.from({ length: 60_000 }, (_, n) => [n]) },
  ],
  references: [
    { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: { ...doublingDefinitions, d40: {} } },
    { a: 1 },
  ],
  combined: [
    {
      type: 'object',
      allOf: Array.from({ length: 3_000 }, (_, n) => ({ properties: { [`p${n}`]: { type: 'string' } } })),
    },
    { a: 1 },
  ],
};

/** Writes the workspace, with one server, `S`. */
export async function writeCostlyWorkspace(world) {
  await Promise.all(
    Object.entries(prompts).map(([name, content]) =>
      world.write(`prompts/${name}.yaml`, `Name: ${name}\n${content}\n`),
    ),
  );
  await Promise.all(
    Object.entries(schemaBombs).map(([name, [schema]]) =>
      world.write(
        `tools/${name}.yaml`,
        JSON.stringify({ Name: name, Description: name, InputSchema: schema, Content: 'done' }),
      ),
    ),
  );
  await world.write(
    'servers/S.yaml',
    JSON.stringify({
      Name: 'S',
      RateLimit: { PerSecond: 1000, Burst: 10000 },
      MCPPrompts: Object.keys(prompts),
      Tools: Object.keys(schemaBombs),
    }),
  );
}

function functionContent(code) {
  return `Content:\n  Function: ${JSON.stringify(code)}`;
}
