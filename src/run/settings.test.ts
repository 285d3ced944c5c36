import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasConsent, recordConsent } from './consents.ts';
import { readSettings, removeSetting, saveSetting } from './settings.ts';

it('keeps every runner when several are added and removed at once', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'prompt-workbench-runners-'));
  const add = (id: string) => saveSetting(stateDir, { id, address: `http://127.0.0.1:1/${id}` });
  await add('old');
  await Promise.all([removeSetting(stateDir, 'old'), add('first'), add('second')]);
  expect((await readSettings(stateDir)).map(({ id }) => id).toSorted()).toEqual(['first', 'second']);
});

it('says how to write the address of a runner', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'prompt-workbench-runners-'));
  const advice = /^An address begins with http:\/\/ or https:\/\/: correct it\.$/;
  for (const address of ['ftp://example.com', 'example.com/v1'])
    await expect(saveSetting(stateDir, { id: 'router', address })).rejects.toThrow(advice);
  await expect(saveSetting(stateDir, { id: 'router', address: `https://a/${'a'.repeat(2_000)}` })).rejects.toThrow(
    /^An address has at most 2,000 characters: correct it\.$/,
  );
  await expect(saveSetting(stateDir, { id: 'router', address: 'https://a', model: '' })).rejects.toThrow(
    /^The runner's model is not valid: [^.]*\.$/,
  );
});

it('keeps every one of several agreements that are given at once', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'prompt-workbench-runners-'));
  const runners = ['first', 'second', 'third'].map((id) => ({ id, consent: `Prompts go to ${id}.` }));
  await Promise.all(runners.map((runner) => recordConsent(stateDir, runner)));
  for (const runner of runners) expect(await hasConsent(stateDir, runner)).toBe(true);
});
