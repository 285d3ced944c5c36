import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stableCliFile, updateStableRuntime } from './stable-runtime.ts';

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

test('a start of another version moves the entries to it, and running servers keep theirs', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'stable-runtime-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const cliFile = join(dir, '_npx', '01', 'node_modules', 'prompt-workbench', 'dist', 'cli.cjs');
  const install = (text: string) => {
    mkdirSync(join(dirname(cliFile), 'native'), { recursive: true });
    for (const name of ['program.cjs', 'indexer.mjs', 'reference.index'])
      writeFileSync(join(dirname(cliFile), name), '');
    writeFileSync(cliFile, text);
  };
  const state = join(dir, 'state');
  const current = () => {
    const [, version = ''] = /"(\.\.\/[^"]+)"/.exec(readFileSync(stableCliFile(cliFile, state), 'utf8')) ?? [];
    return readFileSync(join(state, 'runtime', 'current', version), 'utf8');
  };
  install('first');
  await Promise.all([updateStableRuntime(cliFile, state), updateStableRuntime(cliFile, state)]);
  expect(current()).toBe('first');
  install('second');
  await updateStableRuntime(cliFile, state);
  expect(current()).toBe('second');
  const versions = readdirSync(join(state, 'runtime'));
  expect(versions.filter((name) => name !== 'current')).toHaveLength(2);
  expect(versions.some((name) => name.endsWith('.tmp'))).toBe(false);
});

test('a copy that fails says where', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'stable-runtime-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const missing = join(dir, '_npx', '01', 'cli.cjs');
  await expect(updateStableRuntime(missing, join(dir, 'state'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(join(dir, 'state', 'runtime')),
  });
});
