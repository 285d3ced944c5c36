import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { LibrarySnapshot } from '../library/types.ts';
import { createImports, readPlace } from './imports.ts';
import { place } from './place.ts';

const script = fileURLToPath(new URL('./server/testing/server.mjs', import.meta.url));
const emptySnapshot = { revision: 1, files: [], servers: new Map(), problems: [] } as unknown as LibrarySnapshot;
const catalogue = { kind: 'catalogue' } as const;

describe('imports', () => {
  test('recognise the kind of pasted text', async () => {
    const { read } = createImports(process.cwd());
    const from = async (text: string) =>
      (await read({ kind: 'text', text })).reading.items.map(({ as, name }) => [as, name]);
    expect(await from('{<|"Name" -> "a", "Content" -> "b"|>}')).toEqual([['Wolfram Language', 'a']]);
    expect(await from('{"name": "a", "prompt": "b"}')).toEqual([['Langfuse prompts', 'a']]);
    expect(await from('Explain {x}.')).toEqual([['Text', 'pasted']]);
  });

  test('end a program that never answers when another import starts or the import is closed', async () => {
    const { read, stop } = createImports(process.cwd());
    const command = `"${process.execPath}" "${script}" silent`;
    const firstRefusal = expect(read({ kind: 'command', command })).rejects.toThrow(
      'The import was closed before it was read.',
    );
    await read({ kind: 'text', text: 'x' });
    await firstRefusal;
    const secondRefusal = expect(read({ kind: 'command', command })).rejects.toThrow(/closed before/);
    stop();
    await secondRefusal;
  });

  test('can be planned while they are open', async () => {
    const imports = createImports(process.cwd());
    const { importId } = await imports.read({ kind: 'text', text: 'x' });
    expect(imports.plan(importId, [{ index: 0, instead: false }], catalogue, emptySnapshot).files).toHaveLength(1);
    for (let count = 0; count < 5; count++) await imports.read({ kind: 'text', text: 'y' });
    expect(() => imports.plan(importId, [], catalogue, emptySnapshot)).toThrow(
      'This import is no longer available: open it again.',
    );
  });
});

test('new names are unique in the catalogue and in the list, regardless of case', () => {
  const importedItem = (name: string) =>
    ({ kind: 'prompt', name, data: { Name: name, Content: 'x' }, notes: [] }) as const;
  const importResult = {
    items: [importedItem('Greet'), importedItem('greet'), importedItem('con'), importedItem('new')],
    problems: [],
  };
  const choices = importResult.items.map((_, index) => ({ index, instead: false }));
  const takenNames = { servers: [], prompts: ['greet'], tools: [], listedNames: { prompts: ['new'], tools: [] } };
  const { files, listedNames } = place(importResult, choices, { kind: 'server', name: 'S' }, takenNames);
  expect(files.map(({ file, data }) => [file, data.Name])).toEqual([
    ['prompts/Greet-2.yaml', 'Greet'],
    ['prompts/greet-3.yaml', 'greet-2'],
    ['prompts/prompt-con.yaml', 'con'],
    ['prompts/new.yaml', 'new-2'],
  ]);
  expect(listedNames.prompts).toEqual(['Greet-2', 'greet-3', 'prompt-con', 'new']);
});

test('an address and its token are checked before any request', () => {
  expect(() => readPlace('http://')).toThrow('http:// is not a valid address: ');
  expect(() => readPlace('http://127.0.0.1/mcp', { token: 'a b' })).toThrow('Not a valid token');
});
