import { expect, it } from 'vitest';
import { summaryWithout } from './version-words.ts';

it('a version in the list of one prompt does not repeat its name', () => {
  expect(summaryWithout('greet', 'greet: argument tone added')).toBe('Argument tone added');
  expect(summaryWithout('greet', 'Undone: greet: argument tone added')).toBe('Undone: argument tone added');
  expect(summaryWithout('greet', 'other: title changed')).toBe('other: title changed');
  expect(summaryWithout(undefined, 'greet: title changed')).toBe('greet: title changed');
});
