import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpointToken } from './endpoint-token.ts';

let state: string;
beforeEach(async () => {
  state = join(await mkdtemp(join(tmpdir(), 'token-')), 'state');
});
afterEach(() => rm(join(state, '..'), { recursive: true }));

test('the token is made once, long and random, in a file for the user alone', async () => {
  const { token, file } = await endpointToken(state);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await endpointToken(state)).toEqual({ token, file });
});

test('processes that start together end up with one token', async () => {
  const tokens = await Promise.all(Array.from({ length: 8 }, () => endpointToken(state)));
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
  expect(await readdir(state)).toEqual(['token']);
});
