import { mkdir, mkdtemp, rename, rm, stat, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readIndexFile } from '../../engine/index/index-file.ts';
import { makeIndex } from './indexing.ts';
import { indexSettings, settingsKey } from './settings.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'last-scan-'));
  await mkdir(join(dir, 'docs/deep'), { recursive: true });
  const names = Array.from({ length: 200 }, (_, number) => `docs/${number % 2 === 0 ? 'deep/' : ''}${number}.md`);
  await Promise.all(names.map((name) => writeFile(join(dir, name), `# ${name}`)));
  await writeFile(join(dir, 'docs/notes.css'), '');
  await settle();
});

/** As if some time had passed since the folders changed. */
async function settle(...addedFolders: readonly string[]): Promise<void> {
  for (const folder of ['docs', 'docs/deep', ...addedFolders]) {
    const path = join(dir, folder);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs < 30_000) await utimes(path, new Date(), new Date(Date.now() - 60_000));
  }
}

async function make(isOpen = true) {
  const indexFile = join(dir, 'cache/docs.index');
  const definition = { type: 'Documentation', folders: ['docs'], exclude: [], judgedQueries: [] } as const;
  const settings = indexSettings(definition, definition.folders, dir);
  let reports = 0;
  const result = await makeIndex({ settings, indexFile, rebuild: false, skippedPaths: [], isOpen }, () => reports++);
  const index = await readIndexFile(indexFile, settingsKey(settings));
  return {
    ...result,
    isScanned: reports > 0,
    first: (query: string) => index?.search(query).ranked[0]?.passage.location,
    has: (location: string) => index?.pages().some((page) => page.location === location),
  };
}

describe('A large source that has not changed', () => {
  it('is not scanned again, and reports the same about its files', async () => {
    await writeFile(join(dir, 'docs/broken.pdf'), 'no pdf');
    await settle();
    const firstMake = await make(false);
    expect(firstMake).toMatchObject({ pages: 200, isChanged: true, isScanned: true });
    const { first: _, has: __, ...outcome } = await make();
    expect(outcome).toMatchObject({ pages: 200, isChanged: false, isScanned: false, remarks: firstMake.remarks });
    expect(outcome.unreadFiles).toEqual(firstMake.unreadFiles);
    expect(outcome.unreadFiles).toMatchObject([{ file: 'docs/broken.pdf' }]);
    expect([...outcome.folders].sort()).toEqual([...firstMake.folders].sort());
  });

  it('is scanned again while its folders are changing, or if its index could not be opened', async () => {
    await writeFile(join(dir, 'docs/new.md'), '# New');
    await make(false);
    expect(await make()).toMatchObject({ isChanged: false, isScanned: true });
    await settle();
    await make();
    expect(await make()).toMatchObject({ isScanned: false });
    await writeFile(join(dir, 'cache/docs.index'), 'damaged');
    expect(await make(false)).toMatchObject({ isChanged: true, pages: 201 });
  });
});

describe('A change of a large source is noticed', () => {
  beforeEach(async () => {
    await make(false);
    expect(await make()).toMatchObject({ isScanned: false });
  });

  it('if a file has other text of the same length', async () => {
    const path = join(dir, 'docs/deep/8.md');
    await writeFile(path, '# plum jam 8.md'.slice(0, '# docs/deep/8.md'.length).padEnd('# docs/deep/8.md'.length));
    await utimes(path, new Date(), new Date(Date.now() + 5_000));
    expect((await make()).first('plum')).toBe('docs/deep/8.md');
  });

  it('if files come, go or get another name', async () => {
    await writeFile(join(dir, 'docs/deep/plums.md'), '# Plums');
    expect((await make()).first('plums')).toBe('docs/deep/plums.md');
    await rename(join(dir, 'docs/deep/plums.md'), join(dir, 'docs/deep/prunes.md'));
    expect((await make()).first('plums')).toBe('docs/deep/prunes.md');
    await unlink(join(dir, 'docs/deep/prunes.md'));
    expect((await make()).has('docs/deep/prunes.md')).toBe(false);
  });

  it('if files come in a new folder, or in one that takes the place of a file', async () => {
    await mkdir(join(dir, 'docs/further'));
    await writeFile(join(dir, 'docs/further/plums.md'), '# Plums');
    expect((await make()).first('plums')).toBe('docs/further/plums.md');
    await settle('docs/further');
    await make();
    expect(await make()).toMatchObject({ isScanned: false });
    await unlink(join(dir, 'docs/notes.css'));
    await mkdir(join(dir, 'docs/notes.css'));
    await writeFile(join(dir, 'docs/notes.css/pears.md'), '# Pears');
    expect((await make()).first('pears')).toBe('docs/notes.css/pears.md');
  });

  it('behind a link to a file, whose folder says nothing about it', async () => {
    await mkdir(join(dir, 'elsewhere'));
    await writeFile(join(dir, 'elsewhere/page.md'), '# Plums');
    await symlink(join(dir, 'elsewhere/page.md'), join(dir, 'docs/linked.md'));
    await settle();
    expect((await make()).first('plums')).toBe('docs/linked.md');
    await rm(join(dir, 'elsewhere/page.md'));
    expect((await make()).has('docs/linked.md')).toBe(false);
  });
});

it('a damaged note of the last scan is ignored', async () => {
  await make(false);
  await writeFile(join(dir, 'cache/docs.index.scan'), '{"settings":');
  expect(await make()).toMatchObject({ isChanged: false, isScanned: true, pages: 200 });
});
