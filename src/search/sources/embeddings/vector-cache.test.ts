import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { openVectorCache } from './vector-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'vectors-')), 'embeddings');
});

const open = (dependencies = ['http://one', 'model'], maxBytes?: number) =>
  openVectorCache({ folder, dependencies, ...(maxBytes !== undefined && { maxBytes }) });
const entry = (text: string, ...values: number[]) => ({ text, vector: Float32Array.from(values) });
const fileOf = async () => join(folder, (await readdir(folder))[0] ?? '');

it('returns the vectors of another process by their text, for the same address and model only', async () => {
  const [firstCache, secondCache] = [await open(), await open()];
  await firstCache.add([entry('a', 1, 2)]);
  await Promise.all([firstCache.add([entry('b', 3, 4)]), secondCache.add([entry('c', 5, 6)])]);
  const cacheRead = await open();
  expect(['a', 'b', 'c', 'd'].map((text) => cacheRead.get(text)?.[0])).toEqual([1, 3, 5, undefined]);
  expect(cacheRead.dimension).toBe(2);
  expect((await open(['http://one', 'other'])).get('a')).toBeUndefined();
});

it('has the vectors of all processes that add some at the same time', async () => {
  const caches = await Promise.all(Array.from({ length: 6 }, () => open()));
  await Promise.all(caches.map((cache, index) => cache.add([entry(`first ${index}`, index)])));
  await Promise.all(caches.map((cache, index) => cache.add([entry(`second ${index}`, index)])));
  const cacheRead = await open();
  for (const index of caches.keys())
    for (const text of ['first', 'second']) expect(cacheRead.get(`${text} ${index}`)?.[0]).toBe(index);
});

it('is a file that only its owner can read', async () => {
  await (await open()).add([entry('a', 1)]);
  expect((await stat(await fileOf())).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('never returns a wrong vector from a damaged or truncated file, and repairs it', async () => {
  const texts = ['a', 'b', 'c', 'd'];
  await (await open()).add(texts.map((text, index) => entry(text, index, 0.5)));
  const file = await fileOf();
  const wholeFile = await readFile(file);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(wholeFile.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (at, flip, cuts) => {
        const damagedBytes = Buffer.from(cuts ? wholeFile.subarray(0, at) : wholeFile);
        if (!cuts) damagedBytes[at] = (wholeFile[at] as number) ^ flip;
        await writeFile(file, damagedBytes);
        const cacheRead = await open();
        for (const [index, text] of texts.entries()) {
          const vector = cacheRead.get(text);
          if (vector) expect([...vector]).toEqual([index, 0.5]);
        }
        await cacheRead.add([entry('e', 9, 9)]);
        const secondCache = await open();
        expect([...(secondCache.get('e') ?? [])]).toEqual([9, 9]);
        expect(texts.filter((text) => secondCache.get(text)).length).toBeGreaterThanOrEqual(cacheRead.get('a') ? 1 : 0);
      },
    ),
    { numRuns: 60 },
  );
});

it('stays within its bound by dropping the older half', async () => {
  const maxBytes = 16 + 10 * (16 + 8 + 4);
  const cache = await open(['http://one', 'model'], maxBytes);
  for (let index = 0; index < 25; index++) await cache.add([entry(String(index), index, index)]);
  expect((await stat(await fileOf())).size).toBeLessThanOrEqual(maxBytes);
  const cacheRead = await open(['http://one', 'model'], maxBytes);
  expect(cacheRead.get('0')).toBeUndefined();
  expect(cacheRead.get('24')?.[0]).toBe(24);
});

it('keeps at most eight files', async () => {
  for (let index = 0; index < 11; index++) await (await open([`model ${index}`])).add([entry('a', 1)]);
  expect(await readdir(folder)).toHaveLength(8);
});

it('drops vectors of another dimension', async () => {
  const cache = await open();
  await cache.add([entry('a', 1, 2)]);
  await cache.add([entry('b', 1, 2, 3)]);
  const cacheRead = await open();
  expect(cacheRead.dimension).toBe(3);
  expect(cacheRead.get('a')).toBeUndefined();
  await cacheRead.clear();
  expect((await open()).dimension).toBeUndefined();
});

it('works without a folder that it can write', async () => {
  await writeFile(folder, 'a file in its place');
  const cache = await open();
  await cache.add([entry('a', 1)]);
  expect(cache.get('a')?.[0]).toBe(1);
  await rm(folder);
});
