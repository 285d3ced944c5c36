import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formerNamesIn } from './former-names.ts';

const isAmong =
  (...names: readonly string[]) =>
  (name: string) =>
    names.includes(name);

async function newNames() {
  const state = await mkdtemp(join(tmpdir(), 'former-names-'));
  return formerNamesIn(state, '/home/ada/prompts');
}

test('a former name leads to the present one, after each rename and each undo', async () => {
  const names = await newNames();
  expect(names.currentName('Samples', isAmong('Team'))).toBeUndefined();
  await names.remember('Samples', 'Team');
  await names.remember('Team', 'Crew');
  expect(names.currentName('Samples', isAmong('Crew'))).toBe('Crew');
  expect(names.currentName('Crew', isAmong('Team'))).toBe('Team');
  expect(names.formerNames('Crew', isAmong('Crew'))).toEqual(['Samples', 'Team']);
});

test('a name that another server has taken belongs to that one', async () => {
  const names = await newNames();
  await names.remember('Samples', 'Team');
  await names.remember('Notes', 'Samples');
  expect(names.currentName('Notes', isAmong('Samples', 'Team'))).toBe('Samples');
  expect(names.formerNames('Team', isAmong('Samples', 'Team'))).toEqual([]);
});

test('a new server with a former name has that name alone', async () => {
  const names = await newNames();
  await names.remember('Samples', 'Team');
  await names.forget('Samples');
  expect(names.formerNames('Team', isAmong('Team'))).toEqual([]);
  expect(names.currentName('Team', isAmong('Samples'))).toBeUndefined();
});
