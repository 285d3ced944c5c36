/** Names that are one file on macOS and Windows, on a modelled disk. */
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { foldingDiskAt } from '../../files/testing/folding-disk.ts';
import { definitionFiles, realFolder } from '../../files/workspace-paths.ts';
import { openLibrary } from '../open-library.ts';
import { openServer } from '../open-server.ts';
import { DefinitionStore } from '../read/definition-store.ts';
import { makeWorkspace, promptText } from '../testing/workspace.ts';
import type { FileChange } from '../types.ts';
import { writeAll } from './carry-out.ts';
import { renameInCatalogue } from './change-catalogue.ts';
import { renameEntry } from './change-list.ts';
import { abandonRecord, writeRecord } from './change-record.ts';
import { renameServer } from './change-servers.ts';
import { renameSource } from './change-sources.ts';
import { recoverChange } from './recover-change.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const { foldingDisk } = await import('../../files/testing/folding-disk.ts');
  return foldingDisk(fs, fs.readdirSync);
});
vi.mock('node:fs/promises', async (original) => {
  const [fs, { readdirSync }] = await Promise.all([
    original<typeof import('node:fs/promises')>(),
    vi.importActual<typeof import('node:fs')>('node:fs'),
  ]);
  const { foldingDisk } = await import('../../files/testing/folding-disk.ts');
  return foldingDisk(fs, readdirSync);
});

const files = {
  'servers/docs.yaml': 'Name: docs\nMCPPrompts: [greet]\n',
  'prompts/greet.yaml': promptText('greet'),
  'sources/notes.yaml': 'Type: Documentation\nFolders: [notes]\n',
};

async function world(givenValues: Readonly<Record<string, string>> = files) {
  const dir = await makeWorkspace(givenValues);
  foldingDiskAt.folder = dir;
  onTestFinished(() => {
    foldingDiskAt.folder = undefined;
  });
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  const text = (file: string) => readFileSync(join(dir, file), 'utf8');
  return { dir, library, text, names: (folder: string) => readdirSync(join(dir, folder)) };
}

beforeEach(() => {
  foldingDiskAt.folder = undefined;
});

test('the modelled disk finds a file under another spelling', async () => {
  const { text } = await world();
  expect(text('prompts/GREET.yaml')).toBe(files['prompts/greet.yaml']);
});

describe('On a disk that ignores case', () => {
  test('a rename that changes only the case of a prompt keeps its text, its list entry and its undo', async () => {
    const { library, names, text } = await world();
    const change = await library.arrange(renameInCatalogue({ file: 'prompts/greet.yaml', name: 'Greet' }));
    expect(names('prompts')).toEqual(['Greet.yaml']);
    expect(text('prompts/Greet.yaml')).toBe(files['prompts/greet.yaml']);
    expect(text('servers/docs.yaml')).toContain('[Greet]');
    expect(library.snapshot().files.map(({ file }) => file)).not.toContain('prompts/greet.yaml');
    await library.revert(change.changes);
    expect(names('prompts')).toEqual(['greet.yaml']);
    expect(text('servers/docs.yaml')).toBe(files['servers/docs.yaml']);
  });

  test('the file of a prompt follows the case of its MCP name', async () => {
    const { library, names, text } = await world();
    await library.arrange(renameEntry({ server: 'docs', index: 0, name: 'GREET' }));
    expect(names('prompts')).toEqual(['GREET.yaml']);
    expect(text('prompts/GREET.yaml')).toContain('Name: GREET');
  });

  test('a rename that changes only the case of a server or a source loses nothing', async () => {
    const { library, names, text } = await world();
    await library.arrange(renameServer({ file: 'servers/docs.yaml', name: 'Docs' }));
    await library.arrange(renameSource({ file: 'sources/notes.yaml', name: 'Notes' }));
    expect([...names('servers'), ...names('sources')]).toEqual(['Docs.yaml', 'Notes.yaml']);
    expect(text('servers/Docs.yaml')).toContain('Name: Docs');
    expect(text('sources/Notes.yaml')).toBe(files['sources/notes.yaml']);
  });

  test('a crash at any moment of such a rename loses nothing', async () => {
    const before = files['prompts/greet.yaml'];
    const changes: FileChange[] = [
      { file: 'prompts/Greet.yaml', before: null, after: before },
      { file: 'prompts/greet.yaml', before, after: null },
    ];
    for (const count of [0, 1, 2]) {
      const { dir, names, text } = await world();
      await writeRecord(dir, { label: 'Renamed greet to Greet', changes });
      abandonRecord(dir);
      await writeAll(dir, [changes[1], changes[0]].slice(0, count) as FileChange[]);
      await recoverChange(dir);
      const [name] = names('prompts');
      expect(name, `after ${count} writes`).toBe(count === 0 ? 'greet.yaml' : 'Greet.yaml');
      expect(text(`prompts/${name}`)).toBe(before);
    }
  });

  test('a file that another program renames to another case stays one prompt', async () => {
    const { dir } = await world();
    const store = new DefinitionStore(dir);
    const names = async () => {
      await store.refresh([...store.entries().keys(), ...definitionFiles(dir)]);
      return store.definitions().flatMap(({ kind, name }) => (kind === 'prompt' ? [name] : []));
    };
    expect(await names()).toEqual(['greet']);
    renameSync(join(dir, 'prompts/greet.yaml'), join(dir, 'prompts/Greet.yaml'));
    expect(await names()).toEqual(['Greet']);
  });
});

test('a workspace is the same one, with its trust and history, however its path is typed', async () => {
  const { dir } = await world();
  foldingDiskAt.folder = dirname(dir);
  expect(realFolder(join(dirname(dir), basename(dir).toUpperCase()))).toBe(dir);
});

describe('A name with an accent', () => {
  const composedText = 'caf\u00e9';
  const decomposedText = 'cafe\u0301';

  test.each([
    ['composed', 'decomposed', composedText, decomposedText],
    ['decomposed', 'composed', decomposedText, composedText],
  ])('that is %s in a list finds the %s file, on every disk', async (_, __, listedText, storedText) => {
    for (const isFolding of [true, false]) {
      const dir = await makeWorkspace({
        'servers/docs.yaml': `Name: docs\nMCPPrompts: [${listedText}]\n`,
        [`prompts/${storedText}.yaml`]: promptText('cafe'),
      });
      foldingDiskAt.folder = isFolding ? dir : undefined;
      const library = await openLibrary(dir, { watch: false });
      expect(
        library
          .snapshot()
          .servers.get('docs')
          ?.entries.map(({ isServed }) => isServed),
      ).toEqual([true]);
      await library.close();
      const server = await openServer(dir, 'docs', { watch: false });
      expect(server.current().prompts.map(({ name }) => name)).toEqual(['cafe']);
      await server.close();
    }
  });

  test('is taken in both Unicode forms', async () => {
    const { library } = await world({ ...files, [`prompts/${decomposedText}.yaml`]: promptText('cafe') });
    const attempt = library.arrange(renameInCatalogue({ file: 'prompts/greet.yaml', name: composedText }));
    await expect(attempt).rejects.toThrow('already exists');
  });
});
