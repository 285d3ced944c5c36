import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readBounds, writeBounds } from './bounds.ts';

const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];
const bounds = { x: 100, y: 80, width: 1200, height: 800, maximized: false, theme: 'dark' as const };
let dir: string;
let file: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bounds-'));
  file = join(dir, 'state', 'window.json');
});

test('the window restores its last bounds', () => {
  writeBounds(file, bounds);
  expect(readBounds(file, screens)).toEqual(bounds);
});

test('the first start has no stored bounds', () => {
  expect(readBounds(file, screens)).toBeUndefined();
});

test.each([
  ['half a file', '{"x": 1'],
  ['words for numbers', '{"x":"left","y":0,"width":800,"height":600,"maximized":false}'],
  ['a window of no size', JSON.stringify({ ...bounds, width: 0 })],
  ['fractions of a pixel', JSON.stringify({ ...bounds, x: 0.5 })],
])('%s is forgotten', async (_what, text) => {
  writeBounds(file, bounds);
  await writeFile(file, text);
  expect(readBounds(file, screens)).toBeUndefined();
});

test.each([
  ['on a screen that is gone', { x: 2500 }],
  ['above the screen, where its title bar cannot be grabbed', { y: -200 }],
  ['almost off the screen on the right', { x: 1900 }],
  ['almost off the screen on the left', { x: -1150 }],
])('a window %s is forgotten', (_where, change) => {
  writeBounds(file, { ...bounds, ...change });
  expect(readBounds(file, screens)).toBeUndefined();
});

test('a window stays on the second screen while that screen exists', () => {
  const movedBounds = { ...bounds, x: 2500 };
  writeBounds(file, movedBounds);
  expect(readBounds(file, [...screens, { x: 1920, y: 0, width: 1920, height: 1080 }])).toEqual(movedBounds);
});

test('a failed write of the bounds does not prevent closing', async () => {
  await writeFile(join(dir, 'state'), 'a file, not a folder');
  writeBounds(file, bounds);
  expect(await readFile(join(dir, 'state'), 'utf8')).toBe('a file, not a folder');
});
