/** Tools are put in order, shared and copied as prompts are. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace } from '../testing/workspace.ts';
import type { Plan } from '../types.ts';
import { duplicateEntry, localiseEntry, shareEntry } from './between-list-and-catalogue.ts';
import { deleteFromCatalogue, renameInCatalogue } from './change-catalogue.ts';
import { addEntry, createEntry, moveEntry, removeEntry, renameEntry } from './change-list.ts';

const docs = `# Ours.
Name: Docs
MCPPrompts: [greet]
Tools:
  - greet # by name
  # In place.
  - Name: sum # what models call
    Content: |
      As it is.
  - WolframAlpha
`;
const greet = '# Says hello.\nName: say_hello\nContent: Hello!\n';
const files = {
  'servers/Docs.yaml': docs,
  'servers/Other.yaml': 'Name: Other\nTools: greet\n',
  'prompts/greet.yaml': 'Name: greet\nContent: A prompt of the same name.\n',
  'tools/greet.yaml': greet,
};
const inDocs = { server: 'Docs', list: 'tools' } as const;

/** Makes a change, checks it, and undoes it: every file is unchanged. */
async function applyPlan(plan: Plan) {
  const dir = await makeWorkspace(files);
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  const disk = (file: string) => readFile(join(dir, file), 'utf8').catch(() => undefined);
  const change = await library.arrange(plan);
  const tools = (server: string) =>
    library
      .snapshot()
      .servers.get(server)
      ?.tools.map(({ catalogueName, tool, isServed }) => `${catalogueName ?? tool?.name}${isServed ? '' : '!'}`);
  const paths = ['tools/sum.yaml', 'tools/greet-2.yaml', 'tools/hello.yaml', 'tools/greet.yaml'];
  const texts = await Promise.all(paths.map(async (file) => [file, await disk(file)] as const));
  const after = { tools: tools('Docs'), others: tools('Other'), docs: await disk('servers/Docs.yaml') };
  expect(await disk('prompts/greet.yaml')).toBe(files['prompts/greet.yaml']);
  await library.revert(change.changes);
  for (const [file, text] of Object.entries(files)) expect(await disk(file)).toBe(text);
  return { ...after, change, files: Object.fromEntries(texts) };
}

test('a tool is moved with its comment', async () => {
  const { docs, tools, change } = await applyPlan(moveEntry({ ...inDocs, from: 1, to: 0 }));
  expect(tools).toEqual(['sum', 'greet', 'WolframAlpha']);
  expect(docs).toContain('# what models call');
  expect(change).toMatchObject({ label: 'Moved sum', entry: { server: 'Docs', list: 'tools', index: 0 } });
});

test('a tool of the catalogue is added, once', async () => {
  expect((await applyPlan(addEntry({ ...inDocs, catalogueName: 'WolframContext' }))).tools).toContain('WolframContext');
  await expect(applyPlan(addEntry({ ...inDocs, catalogueName: 'greet' }))).rejects.toThrow('already lists greet');
  await expect(applyPlan(addEntry({ ...inDocs, catalogueName: 'WolframSearch' }))).rejects.toThrow(
    'There is no tool WolframSearch',
  );
});

test('a new inline tool gets a name that models can call', async () => {
  const { tools, docs } = await applyPlan(createEntry({ ...inDocs, name: 'admin.list', index: 1 }));
  expect(tools).toEqual(['greet', 'admin.list', 'sum', 'WolframAlpha']);
  expect(docs).toContain('- Name: admin.list\n    Content:\n      StringTemplate: ""\n');
  await expect(applyPlan(createEntry({ ...inDocs, name: 'two words' }))).rejects.toThrow('A tool name can have only');
  await expect(applyPlan(createEntry({ ...inDocs, name: 'say_hello' }))).rejects.toThrow('such as say_hello-2');
});

test('a tool is renamed where it is defined', async () => {
  expect((await applyPlan(renameEntry({ ...inDocs, index: 0, name: 'hi' }))).files['tools/greet.yaml']).toBe(
    greet.replace('say_hello', 'hi'),
  );
  expect((await applyPlan(renameEntry({ ...inDocs, index: 1, name: 'add' }))).docs).toContain(
    'Name: add # what models',
  );
});

test('a tool is duplicated beside itself', async () => {
  const { tools, files } = await applyPlan(duplicateEntry({ ...inDocs, index: 0 }));
  expect(tools).toEqual(['greet', 'greet-2', 'sum', 'WolframAlpha']);
  expect(files['tools/greet-2.yaml']).toBe(greet.replace('say_hello', 'say_hello-2'));
  expect((await applyPlan(duplicateEntry({ ...inDocs, index: 1 }))).tools).toEqual([
    'greet',
    'sum',
    'sum-2',
    'WolframAlpha',
  ]);
});

test('an inline tool is shared, and a catalogue tool is copied inline', async () => {
  const sharedResult = await applyPlan(shareEntry({ ...inDocs, index: 1, catalogueName: 'sum' }));
  expect(sharedResult.files['tools/sum.yaml']).toBe('Name: sum # what models call\nContent: |\n  As it is.\n');
  expect(sharedResult.docs).toMatch(/# In place.\n {2}- sum\n/);
  const localResult = await applyPlan(localiseEntry({ ...inDocs, index: 0 }));
  expect(localResult.docs).toContain('Name: say_hello');
  expect(localResult.tools).toEqual(['say_hello', 'sum', 'WolframAlpha']);
  expect((await applyPlan(localiseEntry({ ...inDocs, index: 2 }))).docs).toContain('StringTemplate: "`query`"');
});

test('a tool is removed from one list, or from the catalogue and every list', async () => {
  expect((await applyPlan(removeEntry({ ...inDocs, index: 0 }))).others).toEqual(['greet']);
  const deletedResult = await applyPlan(deleteFromCatalogue({ file: 'tools/greet.yaml' }));
  expect(deletedResult.tools).toEqual(['sum', 'WolframAlpha']);
  expect(deletedResult.others).toEqual([]);
  const renamedResult = await applyPlan(renameInCatalogue({ file: 'tools/greet.yaml', name: 'hello' }));
  expect(renamedResult.tools).toEqual(['hello', 'sum', 'WolframAlpha']);
  expect(renamedResult.others).toEqual(['hello']);
  expect(renamedResult.files['tools/hello.yaml']).toBe(greet);
});
