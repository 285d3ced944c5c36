import { expect, test } from 'vitest';
import { pages } from './pages.ts';
import { searchHelp } from './sections.ts';

test.each([
  ['deleted', 'Recently deleted'],
  ['restore', 'Recently deleted'],
  ['undo', 'Undo and redo'],
  ['trust', 'Trust and permissions'],
  ['permission', 'Trust and permissions'],
  ['backup', 'History and backups'],
  ['rename', 'Names'],
  ['disconnect', 'Set up and running'],
  ['favourite', 'Find, favourites and tags'],
  ['dark', 'Appearance'],
  ['zoom', 'Appearance'],
  ['workspace', 'Workspaces'],
])('a person who searches for %j finds %j', (word, title) => {
  expect(searchHelp(pages, word).map(({ section }) => section.title)).toContain(title);
});
