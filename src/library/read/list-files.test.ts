import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { listFiles } from './list-files.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'prompt-workbench-files-')));
});

async function write(...files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
}

test('the file list has the matching files, and none from folders of tools', async () => {
  await write('b.md', 'a.md', 'docs/c.md', 'docs/c.txt', 'node_modules/d.md', '.git/e.md');
  expect(await listFiles(root, '**/*.md', 10)).toEqual(['a.md', 'b.md', 'docs/c.md']);
  expect(await listFiles(root, './{docs/*.txt,a.*}', 10)).toEqual(['a.md', 'docs/c.txt']);
  expect(await listFiles(root, '**/*.md', 2)).toEqual(['a.md', 'b.md']);
});

test('the file list refuses a pattern that could take very long', async () => {
  await write(`${'a'.repeat(60)}.md`);
  await expect(listFiles(root, '(a+)+x', 10)).rejects.toMatchObject({ code: 'invalid-input' });
});

test('the file list is fast for patterns with many stars', async () => {
  await write('a'.repeat(200));
  const begin = performance.now();
  expect(await listFiles(root, `${'*a'.repeat(90)}x`, 10)).toEqual([]);
  expect(performance.now() - begin).toBeLessThan(500);
});
