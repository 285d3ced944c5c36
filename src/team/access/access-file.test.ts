import { expect, test } from 'vitest';
import { prompt, resolvedServer, tool } from '../../mcp/server/testing/fake-live-server.ts';
import { misnamedAccessFile, readAccess } from './access-file.ts';
import { accessJsonSchema } from './access-schema.ts';
import { findUnknownNames } from './check-names.ts';

const hash = `sha256:${'0'.repeat(64)}`;
const problems = (text: string) =>
  readAccess(text).problems.map(({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`);

test('a repository without access.yaml hides nothing, and an empty file hides everything', () => {
  expect(readAccess(undefined).policy.viewOf('Docs', [])?.key).toBe('all');
  for (const text of ['', '# later', '{}'])
    expect(readAccess(text)).toMatchObject({ problems: [], policy: { viewOf: expect.any(Function) } });
  expect(readAccess('').policy.viewOf('Docs', ['x'])).toBeUndefined();
});

test.each([
  ['Everybody: [Docs]', 'error 1:12 Unknown key "Everybody": did you mean Everyone?'],
  ['Everyone:\n  - Server: Docs\n    Exept: [x]', 'error 3:12 Unknown key "Exept": did you mean Except?'],
  ['Everyone: Docs', 'error 1:11 Everyone must be a list: start each entry with "- ".'],
  ['Everyone: [7]', 'error 1:12 Entry 1 of Everyone must be the name of a server, or a map with the key Server.'],
  ['Groups:\n  a:\n    - Prompts: [x]', 'error 3:7 Server is missing: add it.'],
  ['Groups:\n  a:\n    - {Server: Docs, Tools: x}', 'error 3:29 Tools must be a list: start each entry with "- ".'],
  [
    'Tokens: [{Name: ci, Hash: abc}]',
    'error 1:27 Hash must be sha256: and 64 hexadecimal digits: make it with "team-token".',
  ],
  [
    `Tokens: [{Name: ci, Hash: "${hash}", Scopes: [prompts]}]`,
    'error 1:111 Entry 1 of Scopes must be prompts:read, tools:call, prompts:publish or metrics:read.',
  ],
  [
    `Tokens: [{Name: ci, Hash: "${hash}", Expires: "tomorrow"}]`,
    'error 1:111 Expires must be a day such as 2027-06-30, in quotes.',
  ],
  [
    `Groups: {support: []}\nTokens: [{Name: ci, Hash: "${hash}", Groups: [suport]}]`,
    'warning 2:111 There is no group "suport": did you mean support?',
  ],
  [
    `Tokens:\n- {Name: a, Hash: "${hash}"}\n- {Name: b, Hash: "${hash}"}`,
    'error 3:19 Another token has this Hash too: remove one of them.',
  ],
])('%j has the problem %j', (text, problem) => {
  expect(problems(text)).toEqual([problem]);
});

test('a file with an error grants nothing, not even by its other entries', () => {
  for (const text of [
    'Everyone: ["*"]\nEveryon: []',
    'Everyone: ["*"]\n  bad',
    `Everyone: ["*"]\nTokens: [{Name: a}]`,
  ]) {
    const { policy, problems } = readAccess(text);
    expect(problems).not.toEqual([]);
    expect(policy.viewOf('Docs', [])).toBeUndefined();
    expect(policy.tokens).toEqual([]);
  }
});

test('a file that was probably meant is named, because without it everything is open', () => {
  expect(misnamedAccessFile(['README.md', 'Access.yml'])).toBe(
    'Rename Access.yml to access.yaml: until then every server is hidden.',
  );
  expect(misnamedAccessFile(['access.yaml', 'access.yml'])).toBeUndefined();
  expect(misnamedAccessFile(['accessories.yaml'])).toBeUndefined();
});

test('the JSON Schema for editors is what the file is checked with (npx vitest run src/team/access/access-file.test.ts -u renews it)', async () => {
  await expect(`${JSON.stringify(accessJsonSchema(), null, 2)}\n`).toMatchFileSnapshot('access.schema.json');
});

test('a name that matches nothing gets a warning at its place, because it hides what it should show', () => {
  const server = resolvedServer([prompt({ name: 'greet' })], { tools: [tool({ name: 'dates' })] });
  const text = `Everyone: [Dcs]
Groups:
  support:
    - {Server: "Do*", Prompts: [gret, "gr*"], Tools: [dates], Except: [secret]}
`;
  const names = findUnknownNames(text, new Map([['Docs', server]]));
  expect(names.map(({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`)).toEqual([
    'warning 1:12 There is no server "Dcs": did you mean Docs?',
    'warning 4:33 There is no prompt "gret" in Do*: did you mean greet?',
    'warning 4:72 There is no prompt or tool "secret" in Do*: correct it, or remove it.',
  ]);
});
