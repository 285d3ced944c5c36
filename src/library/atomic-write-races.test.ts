/** What other programs do to a file between two steps of its replacement. */
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type FormerFile, removeFile, replaceFile } from './atomic-write.ts';
import { makeWorkspace } from './workspace.fixture.ts';

type Step = 'linkSync' | 'readSync' | 'renameSync';

const world = vi.hoisted(() => ({
  before: new Map<string, () => void>(),
  after: new Map<string, () => void>(),
  hasLinks: true,
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  /** Runs what the test plans around the first call of a function. */
  const watched = (name: Step) => {
    const call = fs[name] as (...args: unknown[]) => unknown;
    return (...args: unknown[]) => {
      const [before, after] = [world.before.get(name), world.after.get(name)];
      world.before.delete(name);
      world.after.delete(name);
      before?.();
      if (name === 'linkSync' && !world.hasLinks) throw Object.assign(new Error('no links'), { code: 'EPERM' });
      const result = call(...args);
      after?.();
      return result;
    };
  };
  return { ...fs, linkSync: watched('linkSync'), readSync: watched('readSync'), renameSync: watched('renameSync') };
});

const real = await vi.importActual<typeof import('node:fs')>('node:fs');

afterEach(() => {
  world.before.clear();
  world.after.clear();
  world.hasLinks = true;
});

async function makeFile(): Promise<{ dir: string; path: string }> {
  const dir = await makeWorkspace({ 'a.yaml': 'old\n' });
  return { dir, path: join(dir, 'a.yaml') };
}

const isOld = (bytes: Uint8Array) => Buffer.from(bytes).toString() === 'old\n';

function replaceByRename(path: string, text: string): void {
  real.writeFileSync(`${path}.theirs`, text);
  real.renameSync(`${path}.theirs`, path);
}

test('a file that another program renames there after the last reading stays', async () => {
  const { dir, path } = await makeFile();
  world.after.set('readSync', () => replaceByRename(path, 'theirs\n'));
  expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('theirs\n');
  expect(readdirSync(dir)).toEqual(['a.yaml']);
});

test.each(['in place', 'by appending'])('what is written %s just before the rename is put back', async (how) => {
  const { dir, path } = await makeFile();
  const { ino } = statSync(path);
  world.before.set('renameSync', () =>
    how === 'in place' ? real.writeFileSync(path, 'theirs\n') : appendFileSync(path, 'theirs\n'),
  );
  expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe(how === 'in place' ? 'theirs\n' : 'old\ntheirs\n');
  expect(statSync(path).ino).toBe(ino);
  expect(readdirSync(dir)).toEqual(['a.yaml']);
});

test('a line appended to the former file is not lost where another line already follows ours', async () => {
  const { dir, path } = await makeFile();
  let former: FormerFile | undefined;
  world.before.set('renameSync', () => appendFileSync(path, 'first\n'));
  world.after.set('renameSync', () => appendFileSync(path, 'second\n'));
  const isReplaced = await replaceFile(path, 'ours\n', {
    isCurrent: isOld,
    onReplaced: (file) => {
      former = file;
    },
  });
  expect(isReplaced).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('ours\nsecond\n');
  expect(former?.bytes.toString()).toBe('old\n');
  expect(former?.readNow().toString()).toBe('old\nfirst\n');
  former?.close();
  expect(readdirSync(dir)).toEqual(['a.yaml']);
});

test('the former file shows what a program writes that had it open', async () => {
  const { path } = await makeFile();
  const theirs = real.openSync(path, 'a');
  let former: FormerFile | undefined;
  await replaceFile(path, 'ours\n', {
    isCurrent: isOld,
    onReplaced: (file) => {
      former = file;
    },
  });
  expect(former?.readNow().toString()).toBe('old\n');
  real.writeSync(theirs, 'late\n');
  expect(former?.readNow().toString()).toBe('old\nlate\n');
  former?.close();
  real.closeSync(theirs);
});

test('without hard links the former file still shows what was written just before the rename', async () => {
  const { dir, path } = await makeFile();
  world.hasLinks = false;
  let former: FormerFile | undefined;
  world.before.set('renameSync', () => appendFileSync(path, 'theirs\n'));
  const isReplaced = await replaceFile(path, 'ours\n', {
    isCurrent: isOld,
    onReplaced: (file) => {
      former = file;
    },
  });
  expect(isReplaced).toBe(true);
  expect(former?.readNow().toString()).toBe('old\ntheirs\n');
  former?.close();
  expect(readdirSync(dir)).toEqual(['a.yaml']);
});

test('a file that is deleted just before the rename is not made again as the old one', async () => {
  const { dir, path } = await makeFile();
  world.after.set('readSync', () => unlinkSync(path));
  await expect(replaceFile(path, 'ours\n', { isCurrent: isOld })).resolves.toBe(false);
  expect(readdirSync(dir)).toEqual([]);
});

test('a replacement waits for the draft of another program, and for one that is forgotten not for long', async () => {
  const { dir, path } = await makeFile();
  const draft = join(dir, 'a.yaml.draft');
  await writeFile(draft, 'theirs\n');
  setTimeout(() => unlinkSync(draft), 20);
  let wasThere: boolean | undefined;
  await replaceFile(path, 'old\n', {
    isCurrent() {
      wasThere = existsSync(draft);
      return true;
    },
  });
  expect(wasThere).toBe(false);
  await writeFile(draft, 'theirs\n');
  expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(true);
  expect(existsSync(draft)).toBe(true);
});

test('a file that another program puts there is not deleted in the place of the former', async () => {
  const { dir, path } = await makeFile();
  world.before.set('renameSync', () => replaceByRename(path, 'theirs\n'));
  expect(await removeFile(path, isOld)).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('theirs\n');
  expect(readdirSync(dir)).toEqual(['a.yaml']);
  expect(await removeFile(path, () => true)).toBe(true);
  expect(readdirSync(dir)).toEqual([]);
});
