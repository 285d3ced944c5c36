import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { openServer } from '../open-server.ts';
import { makeWorkspace, put } from '../testing/workspace.ts';
import type { Library } from '../types.ts';

const greet = (moreText = '') => `Name: greet
Arguments: [{Name: name, Required: true}, {Name: mood, Kind: choice, Choices: [happy, sad]}]
Content: {StringTemplate: "Hello, \`name\`! \`mood\`"}
Samples: {File: cases.csv}
${moreText}`;
const server = 'Name: Docs\nMCPPrompts: [greet]\n';
const table = 'Sample,name,mood\nAda,Ada,happy\nBob,Bob,\n';

async function open(files: Readonly<Record<string, string>>, watch = false): Promise<Library> {
  const library = await openLibrary(await makeWorkspace(files), { watch });
  onTestFinished(() => library.close());
  return library;
}

const samplesOf = (library: Library) =>
  library
    .server('Docs')
    .current()
    .prompts[0]?.samples.map(({ name, arguments: values }) => [name, values]);
const problemsOf = (library: Library) =>
  library.snapshot().problems.map(({ severity, line, message }) => [severity, line, message]);

test('the rows of a table are the samples of its prompt, by name and inline', async () => {
  const library = await open({
    'servers/Docs.yaml': `${server}  - Name: bye
    Arguments: [{Name: who}]
    Content: {StringTemplate: "Bye, \`who\`"}
    Samples: {File: more/names.jsonl}
`.replace('MCPPrompts: [greet]\n', 'MCPPrompts:\n  - greet\n'),
    'prompts/greet.yaml': greet(),
    'samples/cases.csv': table,
    'samples/more/names.jsonl': '{"who": "Ada"}\n{"who": "Bob"}\n',
  });
  expect(problemsOf(library)).toEqual([]);
  expect(samplesOf(library)).toEqual([
    ['Ada', { name: 'Ada', mood: 'happy' }],
    ['Bob', { name: 'Bob' }],
  ]);
  expect(library.server('Docs').current().prompts[1]?.samples).toEqual([
    { name: 'row 1', arguments: { who: 'Ada' } },
    { name: 'row 2', arguments: { who: 'Bob' } },
  ]);
});

test('a change of the table is followed, and a prompt without its table is served and has a problem', async () => {
  const library = await open({ 'servers/Docs.yaml': server, 'prompts/greet.yaml': greet() }, true);
  expect(problemsOf(library)).toEqual([
    ['error', 4, 'There is no file samples/cases.csv: add it, or correct the name.'],
  ]);
  expect(samplesOf(library)).toEqual([]);
  await put(library.dir, 'samples/cases.csv', table);
  await expect.poll(() => samplesOf(library)).toHaveLength(2);
  expect(problemsOf(library)).toEqual([]);
  await put(library.dir, 'samples/cases.csv', `${table}Eve,Eve,\n`);
  await expect.poll(() => samplesOf(library)).toHaveLength(3);
  await rm(join(library.dir, 'samples'), { recursive: true });
  await expect.poll(() => problemsOf(library)).toHaveLength(1);
});

test('many columns without an argument are one problem, which counts them', async () => {
  const columns = Array.from({ length: 20_000 }, (_, index) => `column${index}`);
  const library = await open({
    'servers/Docs.yaml': server,
    'prompts/greet.yaml': greet(),
    'samples/cases.csv': `name,${columns.join(',')}\n`,
  });
  expect(problemsOf(library)).toContainEqual([
    'warning',
    4,
    'samples/cases.csv: there is no argument for 20,000 columns, such as "column0": the prompt has name and mood.',
  ]);
  expect(problemsOf(library)).toHaveLength(2);
});

test('a faulty row is a problem of the prompt, with the line of the table', async () => {
  const library = await open({
    'servers/Docs.yaml': server,
    'prompts/greet.yaml': greet('Tests: [{Name: one, Sample: Ade}, {Name: two, Sample: Ada}]\n'),
    'samples/cases.csv': 'Sample,name,moood,mood\nAda,Ada,,cross\nAda,Eve,,\nBob\n',
  });
  expect(problemsOf(library)).toEqual([
    ['error', 4, expect.stringMatching(/^samples\/cases\.csv, line 4: the line has a different number of values/)],
    ['warning', 4, 'samples/cases.csv: there is no argument "moood" for this column: did you mean "mood"?'],
    ['warning', 4, 'samples/cases.csv, line 2: the argument "mood" must be happy or sad, not "cross".'],
    ['error', 4, 'samples/cases.csv, line 3: another sample is called "Ada": rename one of them.'],
    ['error', 4, 'The test "one" needs the sample "Ade", which samples/cases.csv does not have: did you mean "Ada"?'],
  ]);
  expect(samplesOf(library)).toHaveLength(1);
});

test.each([
  ['is too large', `name\n${'x'.repeat(300_000)}\n`, 'larger than 256 kB'],
  ['is not UTF-8', Buffer.from([0x6e, 0x0a, 0xff, 0x0a]), 'not valid UTF-8'],
])('a table that %s has a problem', async (_, content, words) => {
  const dir = await makeWorkspace({
    'servers/Docs.yaml': server,
    'prompts/greet.yaml': greet(),
    'samples/cases.csv': content,
  });
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  expect(problemsOf(library)).toEqual([['error', 4, expect.stringContaining(words)]]);
});

test('a table outside the workspace is not read', async () => {
  const outsideFolder = await makeWorkspace({ 'cases.csv': table });
  const library = await open({ 'servers/Docs.yaml': server, 'prompts/greet.yaml': greet(), 'samples/x.csv': table });
  await symlink(join(outsideFolder, 'cases.csv'), join(library.dir, 'samples/cases.csv'));
  await library.settled();
  expect(problemsOf(library)).toEqual([['error', 4, expect.stringContaining('leads outside the workspace')]]);
  await put(library.dir, 'prompts/greet.yaml', greet().replace('cases.csv', '../servers/Docs.yaml'));
  await library.settled();
  expect(problemsOf(library)).toContainEqual(['error', 4, expect.stringContaining('a file of the folder samples')]);
});

test('serve does not read tables, and a command that needs samples does', async () => {
  const dir = await makeWorkspace({
    'servers/Docs.yaml': server,
    'prompts/greet.yaml': greet(),
    'samples/cases.csv': table,
  });
  for (const [readsSamples, count] of [
    [false, 0],
    [true, 2],
  ] as const) {
    const server = await openServer(dir, 'Docs', { watch: false, readsSamples });
    expect(server.current().prompts[0]?.samples).toHaveLength(count);
    expect(server.problems()).toEqual([]);
    await server.close();
  }
});
