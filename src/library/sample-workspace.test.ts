import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { addSamples, createSampleWorkspace } from './sample-workspace.ts';

let home: string;
let workspace: string;
let samples: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'samples-'));
  workspace = join(home, 'some', 'where', 'My Workspace');
  samples = join(home, 'samples');
  await mkdir(join(samples, 'prompts'), { recursive: true });
  await writeFile(join(samples, 'prompts', 'Greet.yaml'), 'Name: Greet\n');
});

test('a first start creates the workspace with the samples, and nothing else', async () => {
  expect(await createSampleWorkspace(workspace, samples)).toBe(true);
  expect(await readFile(join(workspace, 'prompts', 'Greet.yaml'), 'utf8')).toBe('Name: Greet\n');
  expect(await readdir(join(home, 'some', 'where'))).toEqual(['My Workspace']);
});

test('an empty folder stays empty until the samples are asked for', async () => {
  await mkdir(workspace, { recursive: true });
  expect(await createSampleWorkspace(workspace, samples)).toBe(false);
  expect(await readdir(workspace)).toEqual([]);
  await addSamples(workspace, samples);
  expect(await readdir(workspace)).toEqual(['prompts']);
});

test('samples that are added leave existing files alone', async () => {
  await mkdir(join(workspace, 'prompts'), { recursive: true });
  await writeFile(join(workspace, 'prompts', 'Greet.yaml'), 'mine');
  await addSamples(workspace, samples);
  expect(await readFile(join(workspace, 'prompts', 'Greet.yaml'), 'utf8')).toBe('mine');
});

test('the gallery is not part of a new workspace', async () => {
  await mkdir(join(samples, 'gallery'));
  await createSampleWorkspace(workspace, samples);
  expect(await readdir(workspace)).toEqual(['prompts']);
});

test('a folder that is not empty is not changed', async () => {
  await mkdir(workspace, { recursive: true });
  await writeFile(join(workspace, 'notes.txt'), 'mine');
  expect(await createSampleWorkspace(workspace, samples)).toBe(false);
  expect(await readdir(workspace)).toEqual(['notes.txt']);
});

test('samples that cannot be copied leave nothing behind', async () => {
  await expect(createSampleWorkspace(workspace, join(home, 'nowhere'))).rejects.toThrow();
  expect(await readdir(join(home, 'some', 'where'))).toEqual([]);
});

test('a file in place of the workspace is an error and is not overwritten', async () => {
  await writeFile(join(home, 'file'), 'mine');
  await expect(createSampleWorkspace(join(home, 'file'), samples)).rejects.toThrow();
  expect(await readFile(join(home, 'file'), 'utf8')).toBe('mine');
});
