import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { holdRuntime, moveStableRuntime, stableCliFile, updateStableRuntime } from './stable-runtime.ts';

test.each([
  '/home/me/.npm/_npx/0123456789abcdef/node_modules/prompt-workbench/dist/cli.cjs',
  '/home/me/.cache/pnpm/dlx/0123/node_modules/prompt-workbench/dist/cli.cjs',
  '/tmp/.mount_PromptAbCdEf/resources/app/dist/cli.cjs',
  '/Volumes/Prompt Workbench/Prompt Workbench.app/Contents/Resources/app/dist/cli.cjs',
  'C:\\Users\\me\\AppData\\Local\\npm-cache\\_npx\\0123\\node_modules\\prompt-workbench\\dist\\cli.cjs',
])('an entry never names the temporary place %s', (file) => {
  expect(stableCliFile(file, '/state')).toBe(join('/state', 'runtime', 'current', 'cli.cjs'));
});

test.each([
  '/usr/lib/node_modules/prompt-workbench/dist/cli.cjs',
  '/home/me/code/prompt-workbench/dist/cli.cjs',
  join(tmpdir(), 'a clone', 'dist', 'cli.cjs'),
])('an entry names %s itself', (file) => {
  expect(stableCliFile(file, '/state')).toBe(file);
});

/** A program that may move, and its state folder. */
function copiedProgram() {
  const dir = mkdtempSync(join(tmpdir(), 'stable-runtime-'));
  const cliFile = join(dir, '_npx', '01', 'node_modules', 'prompt-workbench', 'dist', 'cli.cjs');
  const state = join(dir, 'state');
  return {
    cliFile,
    state,
    install(text: string) {
      mkdirSync(join(dirname(cliFile), 'native'), { recursive: true });
      for (const name of ['program.chunks', 'indexer.cjs', 'languages.txt', 'reference.index.br'])
        writeFileSync(join(dirname(cliFile), name), '');
      writeFileSync(cliFile, text);
    },
    /** The program that entries start now. */
    current() {
      const [, version = ''] = /"(\.\.\/[^"]+)"/.exec(readFileSync(stableCliFile(cliFile, state), 'utf8')) ?? [];
      return join(state, 'runtime', 'current', version);
    },
    copies: () => readdirSync(join(state, 'runtime')).filter((name) => name !== 'current'),
  };
}

test('a start of another version moves the entries to it, and running servers keep theirs', async () => {
  const { cliFile, state, install, current, copies } = copiedProgram();
  install('first');
  await Promise.all([updateStableRuntime(cliFile, state), updateStableRuntime(cliFile, state)]);
  expect(readFileSync(current(), 'utf8')).toBe('first');
  install('second');
  await updateStableRuntime(cliFile, state);
  expect(readFileSync(current(), 'utf8')).toBe('second');
  expect(copies()).toHaveLength(2);
  expect(copies().some((name) => name.endsWith('.tmp'))).toBe(false);
});

test('an old version goes when no server runs it', async () => {
  const { cliFile, state, install, current, copies } = copiedProgram();
  const update = async (text: string) => {
    install(text);
    await updateStableRuntime(cliFile, state);
    return current();
  };
  const firstRuntime = await update('first');
  holdRuntime(firstRuntime, state);
  const secondRuntime = await update('second');
  await update('third');
  await update('fourth');
  expect(existsSync(firstRuntime), 'a version that this process runs').toBe(true);
  expect(existsSync(secondRuntime)).toBe(false);
  rmSync(join(dirname(firstRuntime), 'running'), { recursive: true });
  await update('fifth');
  expect(existsSync(firstRuntime)).toBe(false);
  expect(copies()).toHaveLength(2);
});

test('a program outside the copies marks none as running', () => {
  const { cliFile, state, install } = copiedProgram();
  install('first');
  holdRuntime(cliFile, state);
  expect(existsSync(join(dirname(cliFile), 'running'))).toBe(false);
});

test('entries keep working when the repository of the program moves', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'stable-runtime-'));
  const cliFile = join(dir, 'clone', 'dist', 'cli.cjs');
  mkdirSync(join(dir, 'clone', '.git'), { recursive: true });
  expect(stableCliFile(cliFile, '/state')).toBe(join('/state', 'runtime', 'current', 'cli.cjs'));
});

test('a start moves no entries before the first one is written', async () => {
  const { cliFile, state, install, current } = copiedProgram();
  install('first');
  await moveStableRuntime(cliFile, state);
  expect(existsSync(join(state, 'runtime'))).toBe(false);
  await updateStableRuntime(cliFile, state);
  install('second');
  await moveStableRuntime(cliFile, state);
  expect(readFileSync(current(), 'utf8')).toBe('second');
});

test('a copy that fails says where', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'stable-runtime-'));
  const missingFile = join(dir, '_npx', '01', 'cli.cjs');
  await expect(updateStableRuntime(missingFile, join(dir, 'state'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(join(dir, 'state', 'runtime')),
  });
});
