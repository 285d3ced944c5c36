/** A file that is not UTF-8, from the store: shown, converted, and only then written. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { selectFileText, valueIn } from '../selectors.ts';
import { worldOf } from '../testing/world.ts';
import { selectSaved } from './save-state.ts';

const text = 'Name: Cafe\nContent: A caf\u00e9\n';
const world = worldOf({ 'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Cafe]\n', 'prompts/Cafe.yaml': text });
const { state } = world;
const path = (file: string) => join(world.home, 'workspace', file);
const latin = Buffer.from(text, 'latin1');

test('a file that is not UTF-8 can be edited after conversion, and a backup keeps its bytes', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Cafe' });
  await writeFile(path('prompts/Cafe.yaml'), latin);
  await world.until(({ definition }) => definition.status === 'open' && definition.view.encoding);
  expect(selectFileText(state())).toBe(text);
  await world.store.actions.convertToUtf8();
  expect(state().notices.at(-1)?.message).toContain('prompts/Cafe.yaml.original');
  expect(await readFile(path('prompts/Cafe.yaml.original'))).toEqual(latin);
  expect(valueIn(state(), ['Content'])).toBe('A caf\u00e9');
  world.store.actions.editFileText(`${text}# More\n`);
  await world.store.actions.flush();
  expect(await world.disk('prompts/Cafe.yaml')).toBe(`${text}# More\n`);
});

test('typing into such a file is kept, and its bytes do not change', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Cafe' });
  await writeFile(path('prompts/Cafe.yaml'), latin);
  await world.until(({ definition }) => definition.status === 'open' && definition.view.encoding);
  world.store.actions.editFileText(`${text}x`);
  await vi.waitFor(() => expect(selectSaved(state())).toBe('failed'));
  expect(await readFile(path('prompts/Cafe.yaml'))).toEqual(latin);
  expect(selectFileText(state())).toBe(`${text}x`);
  expect(state().saves['prompts/Cafe.yaml']).toMatchObject({
    message: 'prompts/Cafe.yaml is not written in UTF-8. Convert it in the YAML view first.',
  });
});
