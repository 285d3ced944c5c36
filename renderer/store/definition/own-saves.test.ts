import { expect, test } from 'vitest';
import { createOwnSaves } from './own-saves.ts';

const news = (revision: number, files?: Record<string, string>) => ({
  revision,
  fingerprint: 'f',
  ...(files && { files }),
});

function createWorld() {
  const saves = createOwnSaves();
  saves.add('prompts/a.yaml', { version: 'a1', revision: 4 });
  saves.add('prompts/a.yaml', { version: 'a2', revision: 5 });
  return saves;
}

test('the news of each save is known, whatever was saved since', () => {
  const saves = createWorld();
  expect(saves.made(news(4, { 'prompts/a.yaml': 'a1' }))).toBe(true);
  expect(saves.made(news(5, { 'prompts/a.yaml': 'a2' }))).toBe(true);
});

test('another program that writes a saved version again makes a change', () => {
  const saves = createWorld();
  expect(saves.made(news(4, { 'prompts/a.yaml': 'a1' }))).toBe(true);
  expect(saves.made(news(5, { 'prompts/a.yaml': 'a2' }))).toBe(true);
  expect(saves.made(news(6, { 'prompts/a.yaml': 'a1' }))).toBe(false);
});

test('news of a save together with a change of another program is not known', () => {
  expect(createWorld().made(news(4, { 'prompts/a.yaml': 'other' }))).toBe(false);
  expect(createWorld().made(news(4, { 'prompts/a.yaml': 'a1', 'prompts/b.yaml': 'b1' }))).toBe(false);
});

test('a file that another program changed right after the save is read again', () => {
  const saves = createOwnSaves();
  saves.add('prompts/a.yaml', { version: 'a1' });
  expect(saves.made(news(4, { 'prompts/a.yaml': 'a1' }))).toBe(false);
});

test('the revisions of a workbench that has ended mean nothing to the next one', () => {
  const saves = createWorld();
  expect(saves.made(news(1))).toBe(false);
  expect(saves.made(news(4, { 'prompts/a.yaml': 'a1' }))).toBe(false);
});
