import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace, put } from '../testing/workspace.ts';

const searchPrompt = (...sources: string[]) =>
  `Name: P\nArguments: [{ Name: query }]\nContent:\n  Search:\n    Sources: [${sources.join(', ')}]\n    Query: { StringTemplate: "\`query\`" }\n`;

async function open(files: Readonly<Record<string, string>>) {
  const dir = await makeWorkspace(files);
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  const missingSources = () => library.snapshot().problems.filter(({ tag }) => tag === 'SourceNameNotFound');
  return { dir, library, missingSources };
}

test('an unknown source is a warning at its name, with a similar name', async () => {
  const { missingSources, library } = await open({
    'prompts/P.yaml': searchPrompt('Handbook', 'Handbok', 'WolframAlpha'),
    'sources/Handbook.yaml': 'Type: Documentation\nFolders: [docs]\n',
    'servers/S.yaml': 'Name: S\nMCPPrompts: [P]\n',
  });
  expect(missingSources()).toMatchObject([
    {
      severity: 'warning',
      file: 'prompts/P.yaml',
      line: 5,
      column: 25,
      message: 'There is no source named "Handbok": did you mean Handbook?',
    },
  ]);
  expect(library.server('S').current().prompts).toHaveLength(1);
});

test('a search without any existing source is an error, even in blocks and inline prompts, until one exists', async () => {
  const block = '{ Type: search, Sources: [Manual], Query: x }';
  const { dir, library, missingSources } = await open({
    'servers/S.yaml': `Name: S\nMCPPrompts:\n  - Name: P\n    Content:\n      Messages:\n        - { Role: user, Content: [${block}] }\n`,
  });
  expect(missingSources()).toMatchObject([
    {
      severity: 'error',
      file: 'servers/S.yaml',
      line: 6,
      message: 'There is no source named "Manual", so this search fails: create it, or choose another source.',
    },
  ]);
  await put(dir, 'sources/Manual.yaml', 'Type: Documentation\nFolders: [docs]\n');
  await library.settled();
  expect(missingSources()).toEqual([]);
});
