import { expect, it } from 'vitest';
import { originOf, summaryWithout } from './version-words.ts';

it('a version in the list of one prompt does not repeat its name', () => {
  expect(summaryWithout('greet', 'greet: argument tone added')).toBe('Argument tone added');
  expect(summaryWithout('greet', 'Undone: greet: argument tone added')).toBe('Undone: argument tone added');
  expect(summaryWithout('greet', 'other: title changed')).toBe('other: title changed');
  expect(summaryWithout(undefined, 'greet: title changed')).toBe('greet: title changed');
});

it('a rename is not called a change of a list', () => {
  const words = (summary: string) => originOf({ origin: 'structure', summary }, false);
  expect(words('Renamed greet to hello')).toBe('Rename');
  expect(words('Moved greet')).toBe('Edited in a list');
});
