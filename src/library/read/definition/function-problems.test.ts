/** Functions that are not JavaScript are problems of the file that holds them. */
import { expect, test } from 'vitest';
import { openLibrary } from '../../open-library.ts';
import { openServer } from '../../open-server.ts';
import { makeWorkspace, put } from '../../testing/workspace.ts';

const brokenText = `Name: shout
Arguments:
  - Name: text
    Complete: {Function: "(value) => [value"}
Content:
  Function: |
    export default ({ text }) => {
      const loud = ;
      return loud;
    };
`;

async function problemsOf(files: Record<string, string>) {
  const library = await openLibrary(await makeWorkspace(files), { watch: false });
  const { problems } = library.snapshot();
  await library.close();
  return problems.map(({ file, line, column, severity, message }) => ({ file, line, column, severity, message }));
}

test('a syntax error in a function is reported at its line and column in the file', async () => {
  expect(await problemsOf({ 'prompts/shout.yaml': brokenText })).toEqual([
    {
      file: 'prompts/shout.yaml',
      line: 4,
      column: 43,
      severity: 'error',
      message: expect.stringMatching(/^The function is not valid JavaScript: expecting ']'/),
    },
    {
      file: 'prompts/shout.yaml',
      line: 8,
      column: 20,
      severity: 'error',
      message: `The function is not valid JavaScript: unexpected token in expression: ';'.`,
    },
  ]);
});

test('syntax errors in functions of tools and inline definitions are reported too', async () => {
  const serverText = `Name: Docs
MCPPrompts:
  - Name: a
    Content: {Function: "export default ((("}
Tools:
  - Name: b
    Content: {function: "const a = 1"}
`;
  expect(await problemsOf({ 'servers/Docs.yaml': serverText })).toMatchObject([
    { line: 4, column: 43 },
    { line: 7, message: expect.stringMatching(/^The code evaluates to nothing/) },
  ]);
});

test('Wolfram Language is not read as JavaScript, nor is text that only mentions functions', async () => {
  const wolfram = 'Name: w\nContent: {Function: {Wolfram: "StringReverse[#x] &"}}\n';
  const problems = await problemsOf({
    'prompts/w.yaml': wolfram,
    'prompts/t.yaml': 'Name: t\nContent: "Function: ((("\n',
  });
  expect(problems.filter(({ message }) => message.includes('JavaScript'))).toEqual([]);
});

test('syntax errors appear and disappear while the file is edited', async () => {
  const dir = await makeWorkspace({ 'prompts/a.yaml': 'Name: a\nContent: {Function: "() => 1"}\n' });
  const library = await openLibrary(dir, { watch: false });
  expect(library.snapshot().problems).toEqual([]);
  await put(dir, 'prompts/a.yaml', 'Name: a\nContent: {Function: "() => ("}\n');
  await library.settled();
  expect(library.snapshot().problems).toMatchObject([{ line: 2, severity: 'error' }]);
  await put(dir, 'prompts/a.yaml', 'Name: a\nContent: {Function: "() => (2)"}\n');
  await library.settled();
  expect(library.snapshot().problems).toEqual([]);
  await library.close();
});

test('a server that starts does not wait for the check of its functions', async () => {
  const dir = await makeWorkspace({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [shout]\n',
    'prompts/shout.yaml': brokenText,
  });
  const server = await openServer(dir, 'Docs', { watch: false });
  expect(server.problems()).toEqual([]);
  expect(server.current().prompts).toHaveLength(1);
  await server.close();
});
