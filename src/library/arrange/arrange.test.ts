import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace, promptText, put } from '../testing/workspace.ts';
import type { ChangeSet, Library, Plan } from '../types.ts';
import { duplicateEntry, localiseEntry, shareEntry } from './between-list-and-catalogue.ts';
import { deleteFromCatalogue, duplicateInCatalogue, renameInCatalogue } from './change-catalogue.ts';
import { addEntry, createEntry, moveEntry, removeEntry, renameEntry } from './change-list.ts';
import { copyServer, createServer, deleteServer, duplicateServer } from './change-servers.ts';

const server = `# Ours.
Name: Docs
MCPPrompts:
  - Greet # by name
  # In place.
  - Name: Inline # what clients see
    # The text.
    Content: |
      As it is.
  - WolframSearch
`;
const greet = `# Says hello.
Name: Greet
Arguments:
  - Name: name # who
Content: "Hello, {name}!"
`;
const otherText = 'Name: Other\nMCPPrompts: [Greet, WolframSearch]\n';
const files = { 'servers/Docs.yaml': server, 'servers/Other.yaml': otherText, 'prompts/Greet.yaml': greet };

interface World {
  readonly dir: string;
  readonly library: Library;
  arrange(plan: Plan): Promise<ChangeSet>;
  disk(file: string): Promise<string | undefined>;
}

async function world(givenValues: Readonly<Record<string, string>> = files): Promise<World> {
  const dir = await makeWorkspace(givenValues);
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  return {
    dir,
    library,
    arrange: (plan) => library.arrange(plan),
    disk: (file) => readFile(join(dir, file), 'utf8').catch(() => undefined),
  };
}

const names = ({ library }: World, name = 'Docs') =>
  library
    .snapshot()
    .servers.get(name)
    ?.entries.map(({ catalogueName, prompt, isServed }) => `${catalogueName ?? prompt?.name}${isServed ? '' : '!'}`);

/** Makes a change and undoes it: every file is unchanged. */
async function arrangeAndRevert(place: World, plan: Plan, look: (change: ChangeSet) => unknown): Promise<void> {
  const change = await place.arrange(plan);
  await look(change);
  await place.library.revert(change.changes);
  for (const [file, text] of Object.entries(files)) expect(await place.disk(file)).toBe(text);
  expect(place.library.snapshot().files.map(({ file }) => file)).toEqual(Object.keys(files).sort());
}

test('an entry is moved with its comments', async () => {
  const place = await world();
  await arrangeAndRevert(place, moveEntry({ server: 'Docs', from: 1, to: 0 }), async (change) => {
    expect(change).toMatchObject({ label: 'Moved Inline', entry: { server: 'Docs', index: 0 } });
    expect(names(place)).toEqual(['Inline', 'Greet', 'WolframSearch']);
    expect(await place.disk('servers/Docs.yaml')).toBe(`# Ours.
Name: Docs
MCPPrompts:
  # In place.
  - Name: Inline # what clients see
    # The text.
    Content: |
      As it is.
  - Greet # by name
  - WolframSearch
`);
  });
});

test('a catalogue prompt is added at the chosen place, and not twice', async () => {
  const place = await world();
  await arrangeAndRevert(
    place,
    addEntry({ server: 'Docs', catalogueName: 'WolframAlphaSearch', index: 1 }),
    (change) => {
      expect(change.entry).toEqual({ server: 'Docs', index: 1 });
      expect(names(place)).toEqual(['Greet', 'WolframAlphaSearch!', 'Inline', 'WolframSearch!']);
    },
  );
  await put(place.dir, 'prompts/letter.yaml', promptText('explain'));
  await place.library.settled();
  const { label } = await place.arrange(addEntry({ server: 'Docs', catalogueName: 'letter' }));
  expect(label).toBe('Added explain');
  const attempt = place.arrange(addEntry({ server: 'Docs', catalogueName: 'Greet' }));
  await expect(attempt).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining('already') });
  const unknownAddition = place.arrange(addEntry({ server: 'Docs', catalogueName: 'Nobody' }));
  await expect(unknownAddition).rejects.toMatchObject({ code: 'not-found' });
});

test('a new inline prompt is served at once; a taken name is refused with a free one', async () => {
  const place = await world();
  await arrangeAndRevert(place, createEntry({ server: 'Docs', name: 'New one' }), async () => {
    expect(names(place)).toEqual(['Greet', 'Inline', 'WolframSearch', 'New one']);
    expect(await place.disk('servers/Docs.yaml')).toContain(
      '  - Name: New one\n    Content:\n      StringTemplate: |-\n        Write the text of the prompt here.\n',
    );
  });
  const attempt = place.arrange(createEntry({ server: 'Docs', name: 'Inline' }));
  await expect(attempt).rejects.toMatchObject({ message: expect.stringContaining('Inline-2') });
});

test('an entry is added to a list that is missing or empty', async () => {
  for (const list of ['', 'MCPPrompts:\n', 'MCPPrompts: []\n']) {
    const place = await world({ 'servers/S.yaml': `Name: S\n${list}`, 'prompts/Greet.yaml': greet });
    await place.arrange(addEntry({ server: 'S', catalogueName: 'Greet' }));
    await place.arrange(createEntry({ server: 'S', name: 'New', index: 0 }));
    expect(names(place, 'S')).toEqual(['New', 'Greet']);
  }
});

test('nested lists become one list when they are changed', async () => {
  const place = await world({ 'servers/S.yaml': 'Name: S\nMCPPrompts: [[A, B], C]\n' });
  await place.arrange(moveEntry({ server: 'S', from: 2, to: 0 }));
  expect(names(place, 'S')).toEqual(['C!', 'A!', 'B!']);
});

test('an inline duplicate keeps the text, under a free name', async () => {
  const place = await world();
  await arrangeAndRevert(place, duplicateEntry({ server: 'Docs', index: 1 }), async () => {
    expect(names(place)).toEqual(['Greet', 'Inline', 'Inline-2', 'WolframSearch']);
    expect(await place.disk('servers/Docs.yaml')).toContain(
      '  - Name: Inline-2 # what clients see\n    # The text.\n    Content: |\n      As it is.\n  - WolframSearch\n',
    );
  });
});

test('a copy of a catalogue file has free names and the same text, and no server lists it', async () => {
  const place = await world();
  await arrangeAndRevert(place, duplicateInCatalogue({ file: 'prompts/Greet.yaml' }), async (change) => {
    expect(change).toMatchObject({ label: 'Duplicated Greet', location: { file: 'prompts/Greet-2.yaml' } });
    expect(await place.disk('prompts/Greet-2.yaml')).toBe(greet.replace('Name: Greet', 'Name: Greet-2'));
  });
  const otherWorld = await world({ 'prompts/other.yaml': 'Name: chosen # why\nContent: x\n' });
  await otherWorld.arrange(duplicateInCatalogue({ file: 'prompts/other.yaml' }));
  expect(await otherWorld.disk('prompts/other-2.yaml')).toBe('Name: chosen-2 # why\nContent: x\n');
});

test('a duplicate of a catalogue prompt is a catalogue prompt with the same text, listed after it', async () => {
  const place = await world();
  await arrangeAndRevert(place, duplicateEntry({ server: 'Docs', index: 0 }), async (change) => {
    expect(change.location).toEqual({ file: 'prompts/Greet-2.yaml', at: [] });
    expect(names(place)).toEqual(['Greet', 'Greet-2', 'Inline', 'WolframSearch']);
    expect(await place.disk('prompts/Greet-2.yaml')).toBe(greet.replace('Name: Greet', 'Name: Greet-2'));
  });
  await arrangeAndRevert(place, duplicateEntry({ server: 'Docs', index: 2 }), () => {
    expect(names(place)).toEqual(['Greet', 'Inline', 'WolframSearch', 'WolframSearch-2']);
  });
});

test('a removed entry is gone from the list; a catalogue prompt stays in the catalogue', async () => {
  const place = await world();
  await arrangeAndRevert(place, removeEntry({ server: 'Docs', index: 1 }), () =>
    expect(names(place)).toEqual(['Greet', 'WolframSearch']),
  );
  await arrangeAndRevert(place, removeEntry({ server: 'Docs', index: 0 }), async () => {
    expect(names(place)).toEqual(['Inline', 'WolframSearch']);
    expect(await place.disk('prompts/Greet.yaml')).toBe(greet);
  });
});

test('renaming changes the definition, wherever it is', async () => {
  const place = await world();
  await arrangeAndRevert(place, renameEntry({ server: 'Docs', index: 0, name: 'Hello' }), async () => {
    expect(await place.disk('prompts/Hello.yaml')).toBe(greet.replace('Name: Greet', 'Name: Hello'));
    expect(names(place)).toEqual(['Hello', 'Inline', 'WolframSearch']);
  });
  await arrangeAndRevert(place, renameEntry({ server: 'Docs', index: 1, name: 'Own' }), () =>
    expect(names(place)).toEqual(['Greet', 'Own', 'WolframSearch']),
  );
  const builtin = place.arrange(renameEntry({ server: 'Docs', index: 2, name: 'Find' }));
  await expect(builtin).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('local copy') });
  const attempt = place.arrange(renameEntry({ server: 'Docs', index: 1, name: 'Greet' }));
  await expect(attempt).rejects.toMatchObject({ code: 'invalid-input' });
});

test('a shared prompt is a file with the same text, and its name replaces it in the list', async () => {
  const place = await world();
  await arrangeAndRevert(place, shareEntry({ server: 'Docs', index: 1, catalogueName: 'Shared' }), async () => {
    expect(await place.disk('prompts/Shared.yaml')).toBe(
      'Name: Inline # what clients see\n# The text.\nContent: |\n  As it is.\n',
    );
    expect(await place.disk('servers/Docs.yaml')).toContain('  # In place.\n  - Shared\n  - WolframSearch\n');
    expect(names(place)).toEqual(['Greet', 'Shared', 'WolframSearch']);
  });
  for (const catalogueName of ['', 'a/b', 'greet', 'WolframSearch']) {
    const attempt = place.arrange(shareEntry({ server: 'Docs', index: 1, catalogueName }));
    await expect(attempt).rejects.toMatchObject({ code: 'invalid-input' });
  }
});

test('a shared prompt that needs an anchor of the server’s file is written out', async () => {
  const place = await world({
    'servers/S.yaml': 'Name: &n S\nMCPPrompts:\n  - { Name: *n, Content: x }\n  - Name: B\n    Content: *n\n',
  });
  await place.arrange(shareEntry({ server: 'S', index: 0, catalogueName: 'A' }));
  await place.arrange(shareEntry({ server: 'S', index: 1, catalogueName: 'B' }));
  expect(await place.disk('prompts/A.yaml')).toBe('Name: S\nContent: x\n');
  expect(await place.disk('prompts/B.yaml')).toBe('Name: B\nContent: S\n');
  expect(names(place, 'S')).toEqual(['A', 'B']);
});

test('a local copy keeps the text and the comments beside the name', async () => {
  const place = await world();
  await arrangeAndRevert(place, localiseEntry({ server: 'Docs', index: 0 }), async () => {
    expect(await place.disk('servers/Docs.yaml')).toContain(`  # by name
  # Says hello.
  - Name: Greet
    Arguments:
      - Name: name # who
    Content: "Hello, {name}!"
  # In place.
`);
    expect(names(place)).toEqual(['Greet', 'Inline', 'WolframSearch']);
  });
});

test('a local copy of a built-in prompt can take another name at once', async () => {
  const place = await world();
  await arrangeAndRevert(place, localiseEntry({ server: 'Docs', index: 2, name: 'Find' }), () => {
    expect(names(place)).toEqual(['Greet', 'Inline', 'Find']);
    const prompt = place.library.snapshot().servers.get('Docs')?.entries[2]?.prompt;
    expect(prompt).toMatchObject({ type: 'Function', content: { kind: 'search' } });
  });
});

test('a prompt that is shared and made local again has the same text', async () => {
  const place = await world();
  await place.arrange(shareEntry({ server: 'Docs', index: 1, catalogueName: 'Shared' }));
  await place.arrange(localiseEntry({ server: 'Docs', index: 1 }));
  expect(await place.disk('servers/Docs.yaml')).toBe(server);
});

test('a renamed catalogue prompt keeps its place in every list', async () => {
  const place = await world();
  await arrangeAndRevert(place, renameInCatalogue({ file: 'prompts/Greet.yaml', name: 'Hello' }), async (change) => {
    expect(change.location).toEqual({ file: 'prompts/Hello.yaml', at: [] });
    expect(names(place)).toEqual(['Hello', 'Inline', 'WolframSearch']);
    expect(names(place, 'Other')).toEqual(['Hello', 'WolframSearch']);
    expect(await place.disk('servers/Docs.yaml')).toContain('  - Hello # by name\n');
    expect(await place.disk('prompts/Hello.yaml')).toBe(greet);
    expect(await place.disk('prompts/Greet.yaml')).toBeUndefined();
  });
  const attempt = place.arrange(renameInCatalogue({ file: 'prompts/Greet.yaml', name: 'WolframSearch' }));
  await expect(attempt).rejects.toMatchObject({ code: 'invalid-input' });
});

test('a deleted catalogue prompt is listed nowhere', async () => {
  const place = await world();
  await arrangeAndRevert(place, deleteFromCatalogue({ file: 'prompts/Greet.yaml' }), async () => {
    expect(names(place)).toEqual(['Inline', 'WolframSearch']);
    expect(names(place, 'Other')).toEqual(['WolframSearch']);
    expect(await place.disk('prompts/Greet.yaml')).toBeUndefined();
  });
});

test('when a prompt that replaced a built-in one is deleted, the built-in one is listed again', async () => {
  const place = await world({ ...files, 'prompts/WolframSearch.yaml': promptText('Mine') });
  await place.arrange(deleteFromCatalogue({ file: 'prompts/WolframSearch.yaml' }));
  expect(names(place)).toEqual(['Greet', 'Inline', 'WolframSearch']);
});

test('a prompt cannot be renamed while an unreadable list may name it', async () => {
  const place = await world({ ...files, 'servers/Torn.yaml': 'MCPPrompts: [Greet\n' });
  const attempt = place.arrange(renameInCatalogue({ file: 'prompts/Greet.yaml', name: 'Hello' }));
  await expect(attempt).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('Torn') });
  expect(await place.disk('prompts/Hello.yaml')).toBeUndefined();
});

test('servers are created, copied from built-in ones, and deleted', async () => {
  const place = await world();
  await arrangeAndRevert(place, createServer({ name: 'Mine' }), () => expect(names(place, 'Mine')).toEqual([]));
  await arrangeAndRevert(place, copyServer({ name: 'WolframLanguage' }), () => {
    const copy = place.library.snapshot().servers.get('WolframLanguage');
    expect(copy).toMatchObject({ builtin: false, file: 'servers/WolframLanguage.yaml' });
    expect(names(place, 'WolframLanguage')).toEqual(['WolframLanguageSearch']);
    expect(copy?.tools).toHaveLength(7);
  });
  await arrangeAndRevert(place, deleteServer({ file: 'servers/Other.yaml' }), () =>
    expect(names(place, 'Other')).toBeUndefined(),
  );
  await expect(place.arrange(createServer({ name: 'docs' }))).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(place.arrange(createServer({ name: 'Wolfram' }))).rejects.toMatchObject({ code: 'invalid-input' });
});

test('a duplicated server has the next free name, the same lists and its comments', async () => {
  const place = await world();
  await arrangeAndRevert(place, duplicateServer({ file: 'servers/Docs.yaml' }), async (change) => {
    expect(change).toMatchObject({ label: 'Duplicated Docs', location: { file: 'servers/Docs-2.yaml', at: [] } });
    expect(await place.disk('servers/Docs-2.yaml')).toBe(server.replace('Name: Docs', 'Name: Docs-2'));
    expect(names(place, 'Docs-2')).toEqual(['Greet', 'Inline', 'WolframSearch']);
    await place.arrange(duplicateServer({ file: 'servers/Docs-2.yaml' }));
    expect(await place.disk('servers/Docs-3.yaml')).toBe(server.replace('Name: Docs', 'Name: Docs-3'));
    await place.arrange(deleteServer({ file: 'servers/Docs-3.yaml' }));
  });
});

test('a duplicated server takes the names of no other server, even of one that cannot be read', async () => {
  const place = await world({
    'servers/mine.yaml': 'Name: team # ours\nMCPPrompts: []\n',
    'servers/MINE-2.yaml': 'MCPPrompts: [\n',
    'servers/more.yaml': 'Name: team-2\nMCPPrompts: []\n',
    'prompts/Greet.yaml': greet,
  });
  await place.arrange(duplicateServer({ file: 'servers/mine.yaml' }));
  expect(await place.disk('servers/mine-3.yaml')).toBe('Name: team-3 # ours\nMCPPrompts: []\n');
  const unreadableCopy = place.arrange(duplicateServer({ file: 'servers/MINE-2.yaml' }));
  await expect(unreadableCopy).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('correct') });
  const prompt = place.arrange(duplicateServer({ file: 'prompts/Greet.yaml' }));
  await expect(prompt).rejects.toMatchObject({ code: 'invalid-input' });
});

test('a built-in server says that a copy is needed first', async () => {
  const place = await world();
  const attempt = place.arrange(removeEntry({ server: 'Wolfram', index: 0 }));
  await expect(attempt).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('copy') });
});

test('a file that was changed meanwhile is left alone, and the next attempt uses its current content', async () => {
  const place = await world();
  await put(place.dir, 'servers/Docs.yaml', server.replace('  - WolframSearch\n', ''));
  const plan = removeEntry({ server: 'Docs', index: 1 });
  await expect(place.arrange(plan)).rejects.toMatchObject({ code: 'conflict' });
  await place.arrange(plan);
  expect(names(place)).toEqual(['Greet']);
});

test('a change is not undone, not even in part, after later changes', async () => {
  const place = await world();
  const { changes } = await place.arrange(renameInCatalogue({ file: 'prompts/Greet.yaml', name: 'Hello' }));
  await put(place.dir, 'prompts/Hello.yaml', `${greet}# more\n`);
  await expect(place.library.revert(changes)).rejects.toMatchObject({ code: 'conflict' });
  expect(await place.disk('prompts/Greet.yaml')).toBeUndefined();
  expect(names(place)).toEqual(['Hello', 'Inline', 'WolframSearch']);
});

test('a change that cannot be written completely is not written at all', async () => {
  const place = await world();
  await put(place.dir, 'prompts/Hello.yaml', 'Name: Unseen\n');
  const attempt = place.arrange(shareEntry({ server: 'Docs', index: 1, catalogueName: 'Hello' }));
  await expect(attempt).rejects.toMatchObject({ code: 'invalid-input' });
  expect(await place.disk('servers/Docs.yaml')).toBe(server);
  expect(await place.disk('prompts/Hello.yaml')).toBe('Name: Unseen\n');
});

test('after each single write, every list still leads to its prompts', async () => {
  const plans = [
    shareEntry({ server: 'Docs', index: 1, catalogueName: 'Shared' }),
    duplicateEntry({ server: 'Docs', index: 0 }),
    renameInCatalogue({ file: 'prompts/Greet.yaml', name: 'Hello' }),
    deleteFromCatalogue({ file: 'prompts/Greet.yaml' }),
  ];
  for (const plan of plans) {
    const { changes } = await (await world()).arrange(plan);
    for (let count = 1; count < changes.length; count++) {
      const stoppedWorld = await world();
      for (const { file, after } of changes.slice(0, count))
        if (after !== null) await put(stoppedWorld.dir, file, after);
      await stoppedWorld.library.settled();
      expect(stoppedWorld.library.snapshot().problems.filter(({ tag }) => tag === 'PromptNameNotFound')).toEqual([]);
    }
  }
});
