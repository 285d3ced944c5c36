import * as fs from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeWorkspace, put } from '../library/testing/workspace.ts';
import { watchFolders } from './watch.ts';

vi.mock(import('node:fs'), { spy: true });
beforeEach(() => {
  vi.mocked(fs.watch).mockReset();
});

/** The reports so far: `folder/name`, or `folder` for all of it. */
function follow(dir: string, ...folders: string[]) {
  const events: string[] = [];
  const watcher = watchFolders((folder, name) => events.push(name === undefined ? folder : `${folder}/${name}`));
  onTestFinished(() => watcher.close());
  watcher.watch(folders.map((folder) => join(dir, folder)));
  events.length = 0;
  return { heard: events, watcher };
}

test('a new folder is reported as a whole, and then file by file', async () => {
  const dir = await makeWorkspace();
  const { heard } = follow(dir, 'media/deep');
  await mkdir(join(dir, 'media'));
  await vi.waitFor(() =>
    expect(fs.watch).toHaveBeenCalledWith(join(dir, 'media'), expect.anything(), expect.anything()),
  );
  await mkdir(join(dir, 'media/deep'));
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'media/deep')));
  await put(dir, 'media/deep/a', '');
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'media/deep/a')));
});

test('a folder that is deleted, replaced or moved away is followed when it is back', async () => {
  const dir = await makeWorkspace({ 'prompts/a': '', 'other/b': '' });
  const { heard } = follow(dir, '', 'prompts');
  await rm(join(dir, 'prompts'), { recursive: true });
  await rename(join(dir, 'other'), join(dir, 'prompts'));
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'prompts')));
  heard.length = 0;
  await put(dir, 'prompts/c', '');
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'prompts/c')));
});

test('a folder that is moved away is reported as a whole, and again when it is put back', async () => {
  const dir = await makeWorkspace({ 'workspace/prompts/a': '' });
  const { heard } = follow(dir, 'workspace', 'workspace/prompts');
  await rename(join(dir, 'workspace'), join(dir, 'away'));
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'workspace')));
  heard.length = 0;
  await rename(join(dir, 'away'), join(dir, 'workspace'));
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'workspace')));
});

test('if the system grants no watcher, the folder is polled until it does', async () => {
  const dir = await makeWorkspace({ 'prompts/a': '' });
  vi.mocked(fs.watch).mockImplementation(() => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  });
  const { heard } = follow(dir, 'prompts');
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1));
  vi.mocked(fs.watch).mockReset();
  await vi.waitFor(() => expect(fs.watch).toHaveBeenCalled());
  await put(dir, 'prompts/b', '');
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'prompts/b')));
});

test('without a watcher, a folder is still polled after it was away', async () => {
  const dir = await makeWorkspace({ 'prompts/a': '' });
  vi.mocked(fs.watch).mockImplementation(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
  const { heard } = follow(dir, 'prompts');
  await rename(join(dir, 'prompts'), join(dir, 'away'));
  for (const _ of ['while it is away', 'and once more']) {
    heard.length = 0;
    await vi.waitFor(() => expect(heard).toContain(join(dir, 'prompts')));
  }
  await rename(join(dir, 'away'), join(dir, 'prompts'));
  heard.length = 0;
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'prompts')));
});

test('a folder that goes away just before its watcher starts is followed when it is back', async () => {
  const dir = await makeWorkspace({ 'workspace/prompts/a': '' });
  const { statSync } = await vi.importActual<typeof fs>('node:fs');
  vi.mocked(fs.statSync).mockImplementationOnce((path, options) => {
    const stats = statSync(path, options);
    fs.renameSync(join(dir, 'workspace'), join(dir, 'away'));
    return stats;
  });
  const { heard } = follow(dir, 'workspace');
  expect(fs.watch).not.toHaveBeenCalled();
  await rename(join(dir, 'away'), join(dir, 'workspace'));
  await vi.waitFor(() => expect(heard).toContain(join(dir, 'workspace')));
});

test('a closed watcher is silent', async () => {
  const dir = await makeWorkspace({ 'prompts/a': '' });
  const { heard, watcher } = follow(dir, 'prompts');
  const otherWatch = follow(dir, 'prompts');
  watcher.close();
  await put(dir, 'prompts/b', '');
  await vi.waitFor(() => expect(otherWatch.heard).not.toEqual([]));
  expect(heard).toEqual([]);
});
