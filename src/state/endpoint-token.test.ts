import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as RegularFile from '../files/regular-file.ts';
import { readRegularFileWithStats } from '../files/regular-file.ts';
import { dialogueKey, endpointToken } from './endpoint-token.ts';

vi.mock(import('../files/regular-file.ts'), { spy: true });

let state: string;
let file: string;
const log: string[] = [];
const say = (line: string) => log.push(line);
beforeEach(async () => {
  state = join(await mkdtemp(join(tmpdir(), 'token-')), 'state');
  file = join(state, 'token');
  log.length = 0;
});

test('the token is created once, long and random, in a file that only the user can read', async () => {
  const { token, file } = await endpointToken(state, say);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await endpointToken(state, say)).toEqual({ token, file });
  expect(log).toEqual([]);
});

test('processes that start together end up with one token', async () => {
  const tokens = await Promise.all(Array.from({ length: 8 }, () => endpointToken(state)));
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
  expect(await readdir(state)).toEqual(['token']);
});

test('the key of dialogues is another secret, created once by processes that start together', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => dialogueKey(state)));
  const { token } = await endpointToken(state);
  expect(new Set([...keys, token]).size).toBe(2);
  expect((await stat(join(state, 'dialogue-key'))).mode & 0o777).toBe(0o600);
  await writeFile(join(state, 'dialogue-key'), 'short');
  const [firstKey, secondKey] = await Promise.all([dialogueKey(state), dialogueKey(state)]);
  expect(firstKey).toBe(secondKey);
  expect(keys).not.toContain(firstKey);
});

const isRoot = process.getuid?.() === 0;
const damages: Record<string, () => Promise<unknown>> = {
  'is empty': () => writeFile(file, '', { mode: 0o600 }),
  'holds two characters': () => writeFile(file, '[]', { mode: 0o600 }),
  'holds 44 characters': () => writeFile(file, 'x'.repeat(44), { mode: 0o600 }),
  'holds zero bytes': () => writeFile(file, Buffer.alloc(43), { mode: 0o600 }),
  'is large': () => writeFile(file, 'x'.repeat(1_000_000), { mode: 0o600 }),
  'is a link to nothing': () => symlink('/nowhere/at/all', file),
  'is a folder': () => mkdir(join(file, 'deeper'), { recursive: true }),
};
if (process.platform !== 'win32') {
  damages['is a pipe'] = async () => spawnSync('mkfifo', ['-m', '600', file]);
  damages['is open to other accounts'] = async () => {
    await endpointToken(state);
    await chmod(file, 0o644);
  };
}
if (isRoot)
  damages['belongs to another account'] = async () => {
    await endpointToken(state);
    await chown(file, 65_534, 65_534);
  };

describe.each(Object.keys(damages))('a token file that %s', (damage) => {
  test('is moved aside, and a new token replaces it with one sentence', async () => {
    await mkdir(state);
    await damages[damage]?.();
    const { token } = await endpointToken(state, say);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await readFile(file, 'utf8')).toBe(`${token}\n`);
    expect(await readdir(state)).toContainEqual(expect.stringMatching(/^token\.damaged-/));
    expect(log).toEqual([expect.stringMatching(/token file .* was replaced: give its new content/)]);
    expect((await endpointToken(state, say)).token).toBe(token);
    expect(log).toHaveLength(1);
  });

  test('is replaced once by processes that start together', async () => {
    await mkdir(state);
    await damages[damage]?.();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => endpointToken(state)));
    const now = await endpointToken(state);
    expect(new Set(tokens.map(({ token }) => token))).toEqual(new Set([now.token]));
  });
});

test('a token that replaced a damaged one while another process still held the old text is kept', async () => {
  await mkdir(state);
  await writeFile(file, '[]', { mode: 0o600 });
  let newToken: string | undefined;
  vi.mocked(readRegularFileWithStats).mockImplementationOnce(async () => {
    const stats = await stat(file);
    newToken = (await endpointToken(state)).token;
    return { bytes: Buffer.from('[]'), stats };
  });
  expect((await endpointToken(state)).token).toBe(newToken);
});

test.skipIf(process.platform === 'win32')(
  'a token that was open to other accounts is not used, even if it is replaced while it is read',
  async () => {
    const { token: openToken } = await endpointToken(state);
    await chmod(file, 0o644);
    const { readRegularFileWithStats: read } = await vi.importActual<typeof RegularFile>('../files/regular-file.ts');
    vi.mocked(readRegularFileWithStats).mockImplementationOnce(async (...args) => {
      const reading = await read(...args);
      await endpointToken(state);
      return reading;
    });
    const { token } = await endpointToken(state);
    expect(token).not.toBe(openToken);
    expect(await readFile(file, 'utf8')).toBe(`${token}\n`);
  },
);

test('a token that cannot be saved is a refusal that names the file', async () => {
  await writeFile(state, 'a file where the folder should be');
  await expect(endpointToken(state, say)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(file),
  });
});
