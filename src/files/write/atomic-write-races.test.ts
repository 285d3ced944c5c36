/** What other programs do to a file between two steps of its replacement. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeWorkspace } from '../../library/testing/workspace.ts';
import { removeFile, replaceFile } from './atomic-write.ts';
import type { FormerFile } from './exchange-files.ts';

type Step = 'linkSync' | 'readSync' | 'renameSync';

const world = vi.hoisted(() => ({
  before: new Map<string, () => void>(),
  after: new Map<string, () => void>(),
  hasLinks: true,
  canSwap: true,
  /** Runs what the test plans around a function, when it is called for the first time. */
  runOnce(plans: Map<string, () => void>, name: string) {
    const plan = plans.get(name);
    plans.delete(name);
    plan?.();
  },
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const watch = (name: Step) => {
    const call = fs[name] as (...args: unknown[]) => unknown;
    return (...args: unknown[]) => {
      world.runOnce(world.before, name);
      if (name === 'linkSync' && !world.hasLinks) throw Object.assign(new Error('no links'), { code: 'EPERM' });
      const result = call(...args);
      world.runOnce(world.after, name);
      return result;
    };
  };
  return { ...fs, linkSync: watch('linkSync'), readSync: watch('readSync'), renameSync: watch('renameSync') };
});

vi.mock('fs-native-extensions', async (original) => {
  const { default: extensions } = await original<typeof import('fs-native-extensions')>();
  const swapSync = (from: string, to: string) => {
    if (!world.canSwap) throw Object.assign(new Error('no swap'), { code: 'EINVAL' });
    world.runOnce(world.before, 'swapSync');
    extensions.swapSync(from, to);
    world.runOnce(world.after, 'swapSync');
  };
  return { default: { ...extensions, swapSync } };
});

const realFs = await vi.importActual<typeof import('node:fs')>('node:fs');

afterEach(() => {
  world.before.clear();
  world.after.clear();
  world.hasLinks = true;
  world.canSwap = true;
});

async function makeFile(): Promise<{ dir: string; path: string }> {
  const dir = await makeWorkspace({ 'a.yaml': 'old\n' });
  return { dir, path: join(dir, 'a.yaml') };
}

const isOld = (bytes: Uint8Array) => Buffer.from(bytes).toString() === 'old\n';

function replaceByRename(path: string, text: string): void {
  realFs.writeFileSync(`${path}.theirs`, text);
  realFs.renameSync(`${path}.theirs`, path);
}

describe.each([
  { how: 'swaps the files', canSwap: true, exchange: 'swapSync' },
  { how: 'renames its own', canSwap: false, exchange: 'renameSync' },
])('where a replacement $how', ({ canSwap, exchange }) => {
  beforeEach(() => {
    world.canSwap = canSwap;
  });

  test('a file that another program renames into place after the last reading stays', async () => {
    const { dir, path } = await makeFile();
    world.after.set('readSync', () => replaceByRename(path, 'theirs\n'));
    expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('theirs\n');
    expect(readdirSync(dir)).toEqual(['a.yaml']);
  });

  test.each(['in place', 'by appending'])('a write %s just before the replacement is kept', async (writeKind) => {
    const { dir, path } = await makeFile();
    const { ino } = statSync(path);
    world.before.set(exchange, () =>
      writeKind === 'in place' ? realFs.writeFileSync(path, 'theirs\n') : appendFileSync(path, 'theirs\n'),
    );
    expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(writeKind === 'in place' ? 'theirs\n' : 'old\ntheirs\n');
    expect(statSync(path).ino).toBe(ino);
    expect(readdirSync(dir)).toEqual(['a.yaml']);
  });

  test('a line appended to the former file is kept even if another line already follows ours', async () => {
    const { dir, path } = await makeFile();
    let formerFile: FormerFile | undefined;
    world.before.set(exchange, () => appendFileSync(path, 'first\n'));
    world.after.set(exchange, () => appendFileSync(path, 'second\n'));
    const isReplaced = await replaceFile(path, 'ours\n', {
      isCurrent: isOld,
      onReplaced: (file) => {
        formerFile = file;
      },
    });
    expect(isReplaced).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('ours\nsecond\n');
    expect(formerFile?.bytes.toString()).toBe('old\n');
    expect(formerFile?.readNow().toString()).toBe('old\nfirst\n');
    formerFile?.close();
    expect(readdirSync(dir)).toEqual(['a.yaml']);
  });

  test('the former file, even a large one, shows a change made just before the replacement', async () => {
    const largeText = `${'x'.repeat(100_000)}\n`;
    const path = join(await makeWorkspace({ 'a.yaml': largeText }), 'a.yaml');
    let formerFile: FormerFile | undefined;
    world.before.set(exchange, () => appendFileSync(path, 'late\n'));
    await replaceFile(path, 'ours\n', {
      isCurrent: (bytes) => bytes.length === largeText.length,
      onReplaced: (file) => {
        formerFile = file;
      },
    });
    expect(formerFile?.readNow().toString()).toBe(`${largeText}late\n`);
    formerFile?.close();
  });

  test('the former file shows what a program that had it open writes later', async () => {
    const { path } = await makeFile();
    const theirs = realFs.openSync(path, 'a');
    let formerFile: FormerFile | undefined;
    await replaceFile(path, 'ours\n', {
      isCurrent: isOld,
      onReplaced: (file) => {
        formerFile = file;
      },
    });
    expect(formerFile?.readNow().toString()).toBe('old\n');
    realFs.writeSync(theirs, 'late\n');
    expect(formerFile?.readNow().toString()).toBe('old\nlate\n');
    formerFile?.close();
    realFs.closeSync(theirs);
  });

  test('a file that is deleted just before the replacement is not recreated', async () => {
    const { dir, path } = await makeFile();
    world.after.set('readSync', () => unlinkSync(path));
    await expect(replaceFile(path, 'ours\n', { isCurrent: isOld })).resolves.toBe(false);
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('where a replacement swaps the files', () => {
  test('a file that another program renames into place just before stays', async () => {
    const { dir, path } = await makeFile();
    world.before.set('swapSync', () => replaceByRename(path, 'theirs\n'));
    expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('theirs\n');
    expect(readdirSync(dir)).toEqual(['a.yaml']);
  });

  test('the newest of two files that come just before and just after stays', async () => {
    const { dir, path } = await makeFile();
    world.before.set('swapSync', () => replaceByRename(path, 'theirs\n'));
    world.after.set('swapSync', () => replaceByRename(path, 'newer\n'));
    expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('newer\n');
    expect(readdirSync(dir)).toEqual(['a.yaml']);
  });

  test('a file that is deleted just before is not recreated, whatever came before', async () => {
    const { dir, path } = await makeFile();
    world.before.set('swapSync', () => unlinkSync(path));
    expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
    expect(readdirSync(dir)).toEqual([]);
    await writeFile(path, 'old\n');
    world.before.set('swapSync', () => replaceByRename(path, 'theirs\n'));
    world.after.set('swapSync', () => unlinkSync(path));
    expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('a file that cannot be put back, because ours has changed since, is left for the merge', async () => {
    const { dir, path } = await makeFile();
    const formers: FormerFile[] = [];
    world.before.set('swapSync', () => replaceByRename(path, 'theirs\n'));
    world.after.set('swapSync', () => appendFileSync(path, 'line\n'));
    expect(await replaceFile(path, 'ours\n', { isCurrent: isOld, onReplaced: (file) => formers.push(file) })).toBe(
      true,
    );
    expect(readFileSync(path, 'utf8')).toBe('ours\nline\n');
    expect(formers.map((formerFile) => [`${formerFile.bytes}`, `${formerFile.readNow()}`])).toEqual([
      ['old\n', 'old\n'],
      ['old\n', 'theirs\n'],
    ]);
    for (const formerFile of formers) formerFile.close();
    expect(readdirSync(dir)).toEqual(['a.yaml']);
  });

  test.each(['a folder', 'a link', 'a pipe'])('%s that appears in its place just before stays', async (kind) => {
    const { dir, path } = await makeFile();
    world.before.set('swapSync', () => {
      unlinkSync(path);
      if (kind === 'a folder') mkdirSync(path);
      else if (kind === 'a link') symlinkSync('nowhere', path);
      else execFileSync('mkfifo', [path]);
    });
    expect(await replaceFile(path, 'ours\n', { isCurrent: isOld })).toBe(false);
    const stats = lstatSync(path);
    expect([stats.isDirectory(), stats.isSymbolicLink(), stats.isFIFO()].indexOf(true)).toBe(
      ['a folder', 'a link', 'a pipe'].indexOf(kind),
    );
    expect(readdirSync(dir)).toEqual(['a.yaml']);
  });
});

test('without hard links the former file still has the text written just before the rename', async () => {
  const { dir, path } = await makeFile();
  world.canSwap = false;
  world.hasLinks = false;
  let formerFile: FormerFile | undefined;
  world.before.set('renameSync', () => appendFileSync(path, 'theirs\n'));
  const isReplaced = await replaceFile(path, 'ours\n', {
    isCurrent: isOld,
    onReplaced: (file) => {
      formerFile = file;
    },
  });
  expect(isReplaced).toBe(true);
  expect(formerFile?.readNow().toString()).toBe('old\ntheirs\n');
  formerFile?.close();
  expect(readdirSync(dir)).toEqual(['a.yaml']);
});

test('a replacement waits for the draft of another program, and only briefly for an abandoned one', async () => {
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

test('a replacement waits for a draft of the same millisecond, whose time is ahead of the clock', async () => {
  const { dir, path } = await makeFile();
  // The first replacement of a process loads the native calls, which takes longer than the draft is there.
  await replaceFile(path, 'first\n', { isCurrent: isOld });
  const draft = join(dir, 'a.yaml.draft');
  await writeFile(draft, 'theirs\n');
  const clock = vi.spyOn(Date, 'now').mockReturnValue(statSync(draft).birthtimeMs - 0.5);
  onTestFinished(() => clock.mockRestore());
  setTimeout(() => unlinkSync(draft), 20);
  expect(await replaceFile(path, 'ours\n', { isCurrent: () => !existsSync(draft) })).toBe(true);
});

test('a file that another program puts in its place is not deleted instead of the former one', async () => {
  const { dir, path } = await makeFile();
  world.before.set('renameSync', () => replaceByRename(path, 'theirs\n'));
  expect(await removeFile(path, isOld)).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('theirs\n');
  expect(readdirSync(dir)).toEqual(['a.yaml']);
  expect(await removeFile(path, () => true)).toBe(true);
  expect(readdirSync(dir)).toEqual([]);
});
