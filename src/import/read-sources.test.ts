import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFiles, readPath } from './read-sources.ts';
import { splitCommand } from './split-command.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'import-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, file)), { recursive: true });
  await writeFile(join(dir, file), text);
}

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe('a folder', () => {
  test('gives its prompt files, and leaves other text and what tools put there alone', async () => {
    await write('project/.claude/commands/review.md', 'Review $1');
    await write('project/.github/prompts/plan.prompt.md', `Plan $\{input:what}`);
    await write('project/README.md', '# Project');
    await write('project/package.json', '{"name": "x"}');
    await write('project/node_modules/a/b.prompt', 'Hi');
    await write('project/logo.prompt', 'PNG\u0000\u0001');
    const { items, problems, notes } = await readPath(join(dir, 'project'));
    expect(names(items)).toEqual(['review', 'plan']);
    expect(problems).toEqual([]);
    expect(notes?.map(({ message }) => message)).toEqual([
      'Markdown and text files beside the prompt files are left out: import them by themselves.',
    ]);
  });

  test('of plain text gives that', async () => {
    await write('prompts/a.md', 'A');
    await write('prompts/b.txt', 'B');
    expect(names((await readPath(join(dir, 'prompts'))).items)).toEqual(['a', 'b']);
  });

  test('is not left by a link', async () => {
    await write('secret.md', 'secret');
    await write('folder/a.md', 'A');
    await symlink(join(dir, 'secret.md'), join(dir, 'folder/out.md'));
    await symlink(dir, join(dir, 'folder/up'));
    await symlink(join(dir, 'folder'), join(dir, 'folder/again'));
    await symlink(join(dir, 'nothing'), join(dir, 'folder/broken.md'));
    const { items, notes } = await readPath(join(dir, 'folder'));
    expect(names(items)).toEqual(['a']);
    expect(notes?.map(({ message }) => message)).toContain('out.md is left out: it is a link out of the folder.');
  });

  test('with nothing in it, and a place that is none, are told', async () => {
    await mkdir(join(dir, 'empty'));
    await expect(readPath(join(dir, 'empty'))).rejects.toThrow(/holds nothing that can be imported/);
    await expect(readPath(join(dir, 'none'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
    expect((await readFiles([{ path: 'a.exe', text: '' }])).problems[0]?.message).toMatch(/^No importer knows/);
  });
});

test('a command line is split as it is typed, and nothing in it is expanded', () => {
  expect(splitCommand(`npx -y "my server" 'a b'c d\\ e $HOME ""`)).toEqual([
    'npx',
    '-y',
    'my server',
    'a bc',
    'd e',
    '$HOME',
    '',
  ]);
  expect(splitCommand('C:\\Tools\\server.exe --x "a b"')).toEqual(['C:\\Tools\\server.exe', '--x', 'a b']);
  expect(splitCommand('  ')).toEqual([]);
  expect(() => splitCommand('a "b')).toThrow(/never closed/);
});
