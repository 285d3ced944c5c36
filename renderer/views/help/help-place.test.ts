import { expect, test } from 'vitest';
import type { Selection } from '../../store/state/workspace.ts';
import { initialState } from '../../store/state.ts';
import { helpPlace } from './help-place.ts';
import { pages } from './pages.ts';
import { sectionAt } from './sections.ts';
import start from './start.md?raw';

const placeFor = (selection: Selection, at: (string | number)[] = []) =>
  helpPlace({ ...initialState, selection }, { pane: 'editor', at });

test('the help opens on the section about what has the focus', () => {
  const prompt: Selection = { kind: 'prompt', server: 'Docs', key: 'a' };
  const places = [
    placeFor(prompt),
    placeFor(prompt, ['Arguments', 0, 'Name']),
    placeFor(prompt, ['Content']),
    placeFor({ kind: 'tool', server: 'Docs', key: 'a' }),
    placeFor({ kind: 'server', server: 'Docs' }),
    placeFor({ kind: 'source', source: 'Manual' }),
    placeFor({ kind: 'inspected', id: 'one' }),
  ];
  expect(places).toEqual([
    'window.md#write-a-prompt-in-the-form',
    'window.md#add-rename-and-remove-an-argument',
    'window.md#write-a-prompt-in-the-form',
    'format.md#a-tool',
    'format.md#a-server',
    'format.md#a-source',
    'inspect.md',
  ]);
  for (const place of places) expect(sectionAt(pages, place ?? ''), place).toBeDefined();
});

test('a prompt as YAML opens the keys of its file, and its history opens the section about versions', () => {
  const selection: Selection = { kind: 'prompt', server: 'Docs', key: 'a' };
  const places = (['yaml', 'history'] as const).map((editorView) =>
    helpPlace({ ...initialState, selection, editorView }, { pane: 'editor', at: [] }),
  );
  expect(places).toEqual(['format.md#a-prompt', 'window.md#history-and-backups']);
  for (const place of places) expect(sectionAt(pages, place ?? ''), place).toBeDefined();
});

test('outside the panes it opens on the start page, whose links all lead somewhere', () => {
  expect(helpPlace(initialState, { pane: undefined, at: [] })).toBeUndefined();
  const links = [...start.matchAll(/\]\(([^)]+)\)/g)].flatMap(([, place]) => place ?? []);
  expect(links.length).toBeGreaterThan(10);
  for (const place of links) expect(sectionAt(pages, place), place).toBeDefined();
});
