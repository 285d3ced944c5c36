import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consentIn } from './consent.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'consent-'));
});
afterEach(() => rm(dir, { recursive: true }));

const command = ['TOKEN=1', 'node', 'server.js'];

describe('What a person has allowed', () => {
  it('is allowed in another program too, until it is taken back', async () => {
    await consentIn(dir, '/workspace').give(command);
    expect(await consentIn(dir, '/workspace').isGiven(command)).toBe(true);
    await consentIn(dir, '/workspace').takeBack(command);
    expect(await consentIn(dir, '/workspace').isGiven(command)).toBe(false);
  });

  it.each([
    ['another argument', [...command, '--all']],
    ['another environment', ['TOKEN=2', 'node', 'server.js']],
    ['words put together otherwise', ['TOKEN=1 node', 'server.js']],
  ])('is not %s', async (_, other) => {
    await consentIn(dir, '/workspace').give(command);
    expect(await consentIn(dir, '/workspace').isGiven(other)).toBe(false);
  });

  it('is nothing in another workspace', async () => {
    await consentIn(dir, '/workspace').give(command);
    expect(await consentIn(dir, '/elsewhere').isGiven(command)).toBe(false);
  });

  it('is kept together when several things are allowed at once, in a file of one’s own', async () => {
    const consent = consentIn(dir, '/workspace');
    const all = Array.from({ length: 20 }, (_, index) => ['run', String(index)]);
    await Promise.all(all.map((each) => consent.give(each)));
    for (const each of all) expect(await consent.isGiven(each)).toBe(true);
    const [file = ''] = await readdir(join(dir, 'consent'));
    expect((await stat(join(dir, 'consent', file))).mode & 0o777).toBe(0o600);
  });

  it('is nothing where the file is damaged', async () => {
    const consent = consentIn(dir, '/workspace');
    await consent.give(command);
    const [file = ''] = await readdir(join(dir, 'consent'));
    await writeFile(join(dir, 'consent', file), '{"');
    expect(await consent.isGiven(command)).toBe(false);
  });
});
