import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace, promptText } from '../testing/workspace.ts';
import { addEntriesTo, deleteEntries, removeEntries, tagEntries } from './change-entries.ts';

const docs = `# Ours.
Name: Docs
MCPPrompts:
  - Greet # by name
  # In place.
  - Name: Inline # what clients see
    Content: As it is.
  - Part
  - WolframSearch
`;
const otherText = 'Name: Other\nMCPPrompts: [Greet]\n';

async function world(files: Readonly<Record<string, string>> = {}) {
  const dir = await makeWorkspace({
    'servers/Docs.yaml': docs,
    'servers/Other.yaml': otherText,
    'prompts/Greet.yaml': '# Says hello.\nName: Greet\nTags: [polite]\nContent: Hello\n',
    'prompts/Part.yaml': promptText('Part', 'Bye'),
    ...files,
  });
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  return {
    library,
    disk: (file: string) => readFile(join(dir, file), 'utf8').catch(() => undefined),
    names: (server: string) =>
      library
        .snapshot()
        .servers.get(server)
        ?.entries.map(({ catalogueName, prompt }) => catalogueName ?? prompt?.name),
  };
}

test('several entries are removed as one change, with the comments of the others kept', async () => {
  const { library, disk, names } = await world();
  const change = await library.arrange(removeEntries({ server: 'Docs', indexes: [0, 2] }));
  expect(change).toMatchObject({ label: 'Removed 2 prompts from Docs', changes: [{ file: 'servers/Docs.yaml' }] });
  expect(names('Docs')).toEqual(['Inline', 'WolframSearch']);
  expect(await disk('servers/Docs.yaml')).toContain('# In place.\n  - Name: Inline # what clients see');
  expect(await disk('prompts/Greet.yaml')).toContain('Hello');
  await library.revert(change.changes);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
});

test('all entries of a list are removed', async () => {
  const { library, names } = await world();
  await library.arrange(removeEntries({ server: 'Docs', indexes: [0, 1, 2, 3] }));
  expect(names('Docs')).toEqual([]);
});

test('deleting several removes their files, their listings in every server and inline definitions, and is undone as one', async () => {
  const { library, disk, names } = await world();
  const change = await library.arrange(deleteEntries({ server: 'Docs', indexes: [0, 1, 2] }));
  expect(names('Docs')).toEqual(['WolframSearch']);
  expect(names('Other')).toEqual([]);
  expect(await disk('prompts/Greet.yaml')).toBeUndefined();
  expect(await disk('prompts/Part.yaml')).toBeUndefined();
  await library.revert(change.changes);
  expect(await disk('servers/Docs.yaml')).toBe(docs);
  expect(await disk('servers/Other.yaml')).toBe(otherText);
  expect(names('Docs')).toEqual(['Greet', 'Inline', 'Part', 'WolframSearch']);
});

test('entries are added to another server by name, or as copies when they are inline; listed ones are not doubled', async () => {
  const { library, names } = await world();
  const change = await library.arrange(addEntriesTo({ server: 'Docs', indexes: [0, 1, 2], to: 'Other' }));
  expect(change.label).toBe('Added 2 prompts to Other');
  expect(names('Other')).toEqual(['Greet', 'Inline', 'Part']);
  await expect(library.arrange(addEntriesTo({ server: 'Docs', indexes: [0], to: 'Other' }))).rejects.toThrow(
    'Other already lists all of them: choose another server.',
  );
});

test('tags are added and removed in the files that hold the definitions; built-in ones stay', async () => {
  const { library, disk } = await world();
  const change = await library.arrange(
    tagEntries({ server: 'Docs', indexes: [0, 1, 2, 3], add: ['team'], remove: ['polite'] }),
  );
  expect(change.changes.map(({ file }) => file).sort()).toEqual([
    'prompts/Greet.yaml',
    'prompts/Part.yaml',
    'servers/Docs.yaml',
  ]);
  expect(await disk('prompts/Greet.yaml')).toBe('# Says hello.\nName: Greet\nTags:\n  - team\nContent: Hello\n');
  const tagsOf = (name: string) =>
    library
      .snapshot()
      .servers.get('Docs')
      ?.entries.find(({ prompt }) => prompt?.name === name)?.prompt?.tags;
  expect(['Greet', 'Inline', 'Part'].map(tagsOf)).toEqual([['team'], ['team'], ['team']]);
  await library.arrange(tagEntries({ server: 'Docs', indexes: [0], add: [], remove: ['team'] }));
  expect(await disk('prompts/Greet.yaml')).toBe('# Says hello.\nName: Greet\nContent: Hello\n');
});

test('hundreds of inline prompts of one file are tagged, copied and removed, each in one change', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `p${index}`);
  const list = names.map((name) => `  - Name: ${name}\n    Content: Text\n`).join('');
  const { library, disk } = await world({ 'servers/Long.yaml': `Name: Long\nMCPPrompts:\n${list}` });
  const indexes = names.map((_, index) => index).filter((index) => index % 2 === 0);
  await library.arrange(tagEntries({ server: 'Long', indexes, add: ['even'], remove: [] }));
  expect((await disk('servers/Long.yaml'))?.match(/even/g)).toHaveLength(200);
  await library.arrange(addEntriesTo({ server: 'Long', indexes, to: 'Other' }));
  expect(library.snapshot().servers.get('Other')?.entries).toHaveLength(201);
  await library.arrange(removeEntries({ server: 'Long', indexes }));
  const remainingNames = library
    .snapshot()
    .servers.get('Long')
    ?.entries.map(({ prompt }) => prompt?.name);
  expect(remainingNames).toEqual(names.filter((_, index) => index % 2 === 1));
});
