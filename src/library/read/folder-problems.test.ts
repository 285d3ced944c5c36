import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace } from '../testing/workspace.ts';

async function open(files: Readonly<Record<string, string>>) {
  const dir = await makeWorkspace(files);
  const library = await openLibrary(dir);
  onTestFinished(() => library.close());
  const problems = () => library.snapshot().problems.map(({ file, severity, message }) => [file, severity, message]);
  return { dir, library, problems };
}

const greet = 'Name: greet\nContent: Hello\n';

test('a file whose name does not end in lower case has a warning, until it is renamed', async () => {
  const { dir, library, problems } = await open({ 'prompts/greet.YAML': greet });
  expect(problems()).toEqual([
    ['prompts/greet.YAML', 'warning', 'This file is not read: end its name with .yaml, .yml or .json in lower case.'],
  ]);
  await rename(join(dir, 'prompts/greet.YAML'), join(dir, 'prompts/hello.yaml'));
  await expect.poll(problems).toEqual([]);
  expect(library.snapshot().files.map(({ file }) => file)).toEqual(['prompts/hello.yaml']);
});

test('a folder of definitions inside a definition folder has a warning, until its files are moved', async () => {
  const { dir, problems } = await open({ 'prompts/team/greet.yaml': greet, 'prompts/plain.yaml': greet });
  expect(problems()).toEqual([['prompts/team', 'warning', 'This folder is not read: move its files to prompts.']]);
  await rm(join(dir, 'prompts/team'), { recursive: true });
  await expect.poll(problems).toEqual([]);
});

test('notes, pictures and hidden files beside definitions are not reported', async () => {
  const { dir, problems } = await open({
    'prompts/README.md': '# Notes\n',
    'prompts/.greet.YAML': greet,
    'prompts/drafts/notes.txt': 'Later.\n',
  });
  expect(problems()).toEqual([]);
  await mkdir(join(dir, 'tools/old'), { recursive: true });
  await writeFile(join(dir, 'prompts/second.YML'), greet);
  await expect.poll(problems).toEqual([expect.arrayContaining(['prompts/second.YML'])]);
});
