import { expect, test } from 'vitest';
import { pages } from './pages.ts';
import { searchHelp } from './search.ts';

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

test.each([
  ['rename argument', 'Add, rename and remove an argument'],
  ['renaming an argument', 'Add, rename and remove an argument'],
  ['get back a deleted server', 'Recently deleted'],
  ['how do I add an image', 'Add an image, a sound or another file'],
  ['where are my files stored', 'Workspaces'],
  ['can I put a screenshot into a prompt', 'Add an image, a sound or another file'],
  ['what does the form do?', 'Write a prompt in the form'],
  ['make an argument optional', 'Add, rename and remove an argument'],
  ['restoring an old version of my prompt', 'History and backups'],
  ['is it safe to open a workspace from a stranger', 'Trust and permissions'],
  ['remove the server from Claude Code', 'Set up and running'],
  ['import prompts from VS Code', 'Importing prompts'],
  ['change the font size', 'Appearance'],
  ['keyboard shortcut for the preview', 'Window'],
  ['write JavaScript in a prompt', 'Functions'],
])('a person who asks %j finds %j among the first five', (question, title) => {
  const titles = searchHelp(pages, question).map(({ section }) => section.title);
  expect(titles.slice(0, 5)).toContain(title);
});

test('excerpts have no tags', () => {
  expect(searchHelp(pages, 'import prompts').find(({ section }) => section.page === 'import.md')?.excerpt).toContain(
    'Ctrl/⌘ + Shift + O',
  );
  for (const { excerpt } of searchHelp(pages, 'prompt')) expect(excerpt).not.toMatch(/<\/?kbd>/);
});
