import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace } from '../testing/workspace.ts';
import type { Plan } from '../types.ts';
import { createSource, deleteSource, duplicateSource, renameSource, sourceUsers } from './change-sources.ts';

const manual = '# Ours.\nType: Documentation\nFolders: [docs] # read\n';
const ask = `Name: ask
Content:
  Search: { Sources: [WolframAlpha, Manual], Query: q } # both
`;
const server = `Name: Docs
MCPPrompts:
  - ask
  - Name: inline # in place
    Content:
      Messages:
        - Role: user
          Content: [{ Type: search, Sources: [Manual], Query: q }]
Tools:
  - Name: find
    Content: { MCP: { Source: Manual, Tool: search } }
  - Name: other
    Content: Manual is only a word here.
`;
const files = { 'sources/Manual.yaml': manual, 'prompts/ask.yaml': ask, 'servers/Docs.yaml': server };

async function world(givenValues: Readonly<Record<string, string>> = files) {
  const dir = await makeWorkspace(givenValues);
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  return {
    library,
    arrange: (plan: Plan) => library.arrange(plan),
    disk: (file: string) => readFile(join(dir, file), 'utf8').catch(() => undefined),
  };
}

test('the prompts and tools that search a source follow its rename, and undo restores every file', async () => {
  const { arrange, disk, library } = await world();
  const change = await arrange(renameSource({ file: 'sources/Manual.yaml', name: 'Handbook' }));
  expect(change).toMatchObject({
    label: 'Renamed Manual to Handbook',
    location: { file: 'sources/Handbook.yaml', at: [] },
  });
  expect(await disk('sources/Manual.yaml')).toBeUndefined();
  expect(await disk('sources/Handbook.yaml')).toBe(manual);
  expect(await disk('prompts/ask.yaml')).toBe(ask.replace('Manual', 'Handbook'));
  const renamedServer = server.replace('[Manual]', '[Handbook]').replace('Source: Manual', 'Source: Handbook');
  expect(await disk('servers/Docs.yaml')).toBe(renamedServer);
  expect(library.snapshot().problems).toEqual([]);
  await library.revert(change.changes);
  for (const [file, text] of Object.entries(files)) expect(await disk(file)).toBe(text);
});

test('a source is not renamed to the name of another one, or while a file that may name it cannot be read', async () => {
  const { arrange } = await world({
    ...files,
    'sources/Notes.yaml': manual,
    'prompts/broken.yaml': 'Content: [Manual',
  });
  await expect(arrange(renameSource({ file: 'sources/Manual.yaml', name: 'notes' }))).rejects.toThrow(
    'A source called Notes already exists: choose another name, such as notes-2.',
  );
  await expect(arrange(renameSource({ file: 'sources/Manual.yaml', name: 'Handbook' }))).rejects.toThrow(
    'prompts/broken.yaml cannot be read as YAML and may search Manual: correct its text first.',
  );
});

test('a source cannot take the name of a built-in one, which prompts of other people search', async () => {
  const { arrange } = await world();
  const message = /already exists: choose another name, such as WolframAlpha-2/;
  await expect(arrange(createSource({ name: 'WolframAlpha', type: 'MCP' }))).rejects.toThrow(message);
  await expect(arrange(renameSource({ file: 'sources/Manual.yaml', name: 'WolframAlpha' }))).rejects.toThrow(message);
});

test('a source is created, duplicated and deleted', async () => {
  const { arrange, disk } = await world();
  await arrange(createSource({ name: 'Notes', type: 'Documentation', folder: 'my notes' }));
  expect(await disk('sources/Notes.yaml')).toBe('Type: Documentation\nFolders:\n  - my notes\n');
  await arrange(createSource({ name: 'Git', type: 'MCP' }));
  expect(await disk('sources/Git.yaml')).toBe('Type: MCP\n');
  const copy = await arrange(duplicateSource({ file: 'sources/Manual.yaml' }));
  expect(copy).toMatchObject({ label: 'Duplicated Manual', location: { file: 'sources/Manual-2.yaml' } });
  expect(await disk('sources/Manual-2.yaml')).toBe(manual);
  const deletion = await arrange(deleteSource({ file: 'sources/Manual.yaml' }));
  expect(deletion.label).toBe('Deleted the source Manual');
  expect(await disk('sources/Manual.yaml')).toBeUndefined();
  expect(await disk('prompts/ask.yaml')).toBe(ask);
});

test('the users of a source are the prompts and tools that name it, by their MCP names', async () => {
  const { library } = await world();
  const users = sourceUsers(library.snapshot());
  expect(users.get('Manual')?.map(({ kind, name, location }) => [kind, name, location.file])).toEqual([
    ['prompt', 'ask', 'prompts/ask.yaml'],
    ['prompt', 'inline', 'servers/Docs.yaml'],
    ['tool', 'find', 'servers/Docs.yaml'],
  ]);
  expect(users.get('WolframAlpha')?.map(({ name }) => name)).toEqual(['ask']);
  // Those that search nothing else fail without it.
  expect(users.get('Manual')?.map(({ isDependent }) => isDependent)).toEqual([false, true, true]);
});
