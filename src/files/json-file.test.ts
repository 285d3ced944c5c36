import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readJsonFile, readJsonFileSync } from './json-file.ts';

const schema = z.object({ name: z.string(), entry: z.json() });
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-json-'));
  file = join(folder, 'record.json');
});

describe('a state file', () => {
  it('has its value when it matches the schema', async () => {
    await writeFile(file, '{"name":"Docs","entry":[1]}');
    const expected = { kind: 'valid', value: { name: 'Docs', entry: [1] } };
    expect(await readJsonFile(file, schema)).toEqual(expected);
    expect(readJsonFileSync(file, schema)).toEqual(expected);
  });

  it('is missing if there is none, or only a dangling link', async () => {
    expect(await readJsonFile(file, schema)).toEqual({ kind: 'missing' });
    await symlink(join(folder, 'nothing'), file);
    expect(await readJsonFile(file, schema)).toEqual({ kind: 'missing' });
  });

  it.each([
    ['empty', '', 'it is empty'],
    ['cut off', '{"name":"Do', 'it is not valid JSON'],
    ['zeros', '\0\0\0\0', 'it is not valid JSON'],
    ['another shape', '[]', 'the workbench did not write it in this form'],
    [
      'nested too deeply',
      `{"name":"a","entry":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'the workbench did not write it',
    ],
  ])('is damaged when it is %s', async (_, content, why) => {
    await writeFile(file, content);
    const result = await readJsonFile(file, schema);
    expect(result).toEqual({ kind: 'damaged', why: expect.stringContaining(why) });
    expect(readJsonFileSync(file, schema)).toEqual(result);
  });

  it('is damaged when a folder is in its place', async () => {
    await mkdir(file);
    expect(await readJsonFile(file, schema)).toEqual({ kind: 'damaged', why: 'it is a folder' });
  });

  it.skipIf(process.platform === 'win32')('is damaged when a pipe is in its place, and is not waited for', async () => {
    execFileSync('mkfifo', [file]);
    expect(await readJsonFile(file, schema)).toEqual({ kind: 'damaged', why: 'it is not a regular file' });
    expect(readJsonFileSync(file, schema)).toEqual({ kind: 'damaged', why: 'it is not a regular file' });
  });

  it('is not read into memory when it is far too large', async () => {
    await writeFile(file, '');
    await truncate(file, 2 ** 40).catch(() => truncate(file, 2 ** 32));
    expect(await readJsonFile(file, schema)).toEqual({ kind: 'damaged', why: 'it is larger than 4 MB' });
  });
});
