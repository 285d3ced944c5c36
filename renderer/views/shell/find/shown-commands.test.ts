import { expect, test } from 'vitest';
import { commandsWithKeys, keyGroups } from './shown-commands.ts';

const keysOf = (isInBrowser: boolean) => commandsWithKeys(isInBrowser).find(({ id }) => id === 'new-prompt')?.keys;

test('a key that the browser keeps for itself is shown only in the desktop app', () => {
  expect(keysOf(true)).toEqual(['Mod+Alt+N']);
  expect(keysOf(false)).toEqual(['Mod+N', 'Mod+Alt+N']);
});

test('the keyboard map has each key of a group once', () => {
  for (const { group, rows } of keyGroups()) {
    const keys = rows.flatMap((row) => row.keys);
    expect([group, ...keys]).toEqual([group, ...new Set(keys)]);
  }
});
