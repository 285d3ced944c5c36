/** Files in other encodings, over a real folder. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../open-library.ts';
import { makeWorkspace } from '../testing/workspace.ts';

const file = 'prompts/Cafe.yaml';
const text = 'Name: Cafe\nContent: Un café – déjà\n';
const latin = Buffer.from(text.replace('–', '\x96'), 'latin1');

async function open(bytes: Uint8Array) {
  const dir = await makeWorkspace({ 'servers/S.yaml': 'Name: S\nMCPPrompts: [Cafe]\n' });
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  await mkdir(join(dir, 'prompts'), { recursive: true });
  await writeFile(join(dir, file), bytes);
  await library.settled();
  return { library, disk: (name = 'Cafe.yaml') => readFile(join(dir, 'prompts', name)), dir };
}

test('a file in another encoding is shown correctly, and nothing overwrites it', async () => {
  const { library, disk } = await open(latin);
  const openedFile = await library.open(file, []);
  expect(openedFile).toMatchObject({ text, encoding: 'windows-1252', problems: [{ tag: 'Syntax' }] });
  expect(openedFile.value).toBeUndefined();
  await expect(library.write(file, openedFile.version, `${text}# More\n`)).rejects.toThrow(
    `${file} is not written in UTF-8. Convert it in the YAML view first.`,
  );
  expect(await disk()).toEqual(latin);
});

test('a converted file is UTF-8 with every character, and its old bytes are in a backup', async () => {
  const { library, disk, dir } = await open(latin);
  const { version } = await library.open(file, []);
  const conversion = await library.convert(file, version);
  expect(conversion.originalFile).toBe(`${file}.original`);
  expect(await disk()).toEqual(Buffer.from(text));
  expect(await disk('Cafe.yaml.original')).toEqual(latin);
  expect(await library.open(file, ['Content'])).toMatchObject({ version: conversion.version, value: 'Un café – déjà' });
  await expect(library.convert(file, conversion.version)).rejects.toThrow('is already UTF-8');

  // A second time: the first backup stays.
  await writeFile(join(dir, file), Buffer.from('Name: é\n', 'latin1'));
  const secondConversion = await library.convert(file, (await library.open(file, [])).version);
  expect(secondConversion.originalFile).toBe(`${file}.original-2`);
  expect(await disk('Cafe.yaml.original')).toEqual(latin);
  expect((await readdir(join(dir, 'prompts'))).sort()).toEqual([
    'Cafe.yaml',
    'Cafe.yaml.original',
    'Cafe.yaml.original-2',
  ]);
});

test('UTF-16 text is recognised', async () => {
  const { library } = await open(Buffer.from(`\ufeff${text}`, 'utf16le'));
  expect(await library.open(file, [])).toMatchObject({ text, encoding: 'utf-16le' });
});

test('a file that was changed meanwhile is not converted', async () => {
  const { library, disk, dir } = await open(latin);
  const { version } = await library.open(file, []);
  const newerBytes = Buffer.from('Name: é\n', 'latin1');
  await writeFile(join(dir, file), newerBytes);
  await expect(library.convert(file, version)).rejects.toThrow('was changed elsewhere');
  expect(await disk()).toEqual(newerBytes);
});
