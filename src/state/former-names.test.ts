import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formerNamesIn } from './former-names.ts';

const among =
  (...names: readonly string[]) =>
  (name: string) =>
    names.includes(name);

async function newNames() {
  const state = await mkdtemp(join(tmpdir(), 'former-names-'));
  return formerNamesIn(state, '/home/ada/prompts');
}

test('a former name leads to the present one, after each rename and each undo', async () => {
  const names = await newNames();
  expect(names.currentName('Samples', among('Team'))).toBeUndefined();
  await names.remember('Samples', 'Team');
  await names.remember('Team', 'Crew');
  expect(names.currentName('Samples', among('Crew'))).toBe('Crew');
  expect(names.currentName('Crew', among('Team'))).toBe('Team');
  expect(names.formerNames('Crew', among('Crew'))).toEqual(['Samples', 'Team']);
});

test('a name that another server has taken belongs to that one', async () => {
  const names = await newNames();
  await names.remember('Samples', 'Team');
  await names.remember('Notes', 'Samples');
  expect(names.currentName('Notes', among('Samples', 'Team'))).toBe('Samples');
  expect(names.formerNames('Team', among('Samples', 'Team'))).toEqual([]);
});

test('a new server with a former name has that name alone', async () => {
  const names = await newNames();
  await names.remember('Samples', 'Team');
  await names.forget('Samples');
  expect(names.formerNames('Team', among('Team'))).toEqual([]);
  expect(names.currentName('Team', among('Samples'))).toBeUndefined();
});
