import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applySplice, spliceBetween } from '../../base/text/splice.ts';
import { appendToLog, readLog, rewriteLog } from './log-file.ts';
import { thinOut, Versions } from './versions.ts';

const facts = (id: number) =>
  ({ id, when: id, origin: 'form', summary: '', place: '', isStep: true, touches: [''] }) as const;

function versionsOf(texts: readonly (string | undefined)[]): Versions {
  const versions = new Versions();
  for (const [id, text] of texts.entries()) versions.push({ ...facts(id), touches: [''] }, text);
  return versions;
}

const text = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom('a', 'b\n', 'word ', '🙂', '\ud83d'), { maxLength: 40 }).map((parts) => parts.join('')),
);

/** What a UTF-8 file can hold: no half of a surrogate pair. */
const fileText = text.map((value) => Buffer.from(value).toString());

test('one replacement turns one text into the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applySplice(before, spliceBetween(before, after))).toBe(after);
    }),
  );
});

test('the version log returns every text, in any order', () => {
  const texts = fc.array(fc.option(fileText, { nil: undefined }), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(119)), (allTexts, indexes) => {
      const versions = versionsOf(allTexts);
      for (const index of indexes) if (index < allTexts.length) expect(versions.textAt(index)).toBe(allTexts[index]);
    }),
    { numRuns: 50 },
  );
});

test('the version log keeps typing in a long text small', () => {
  const longText = 'A line of a long prompt.\n'.repeat(8_000);
  const texts = Array.from({ length: 100 }, (_, index) => longText + 'x'.repeat(index));
  const { all } = versionsOf(texts);
  expect(JSON.stringify(all).length).toBeLessThan(longText.length / 4);
});

test('the version log keeps the newest when there are too many, thins the rest, and does not change their texts', () => {
  const texts = Array.from({ length: 501 }, (_, index) => `Text ${index}`);
  const versions = thinOut(versionsOf(texts), { versions: 500, bytes: 1_000_000 });
  expect(versions.all.length).toBeLessThan(400);
  for (const [index, { id }] of versions.all.entries()) expect(versions.textAt(index)).toBe(`Text ${id}`);
  expect(versions.all.filter(({ isStep }) => isStep).map(({ id }) => id)).toEqual(
    Array.from({ length: 250 }, (_, index) => index + 251),
  );
});

test('the version log keeps no more than fits', () => {
  const noise = (seed: number) =>
    Array.from({ length: 3_000 }, (_, index) => ((index * 7919 + seed * 104_729) % 9973).toString(36)).join('');
  const versions = versionsOf(Array.from({ length: 60 }, (_, index) => noise(index)));
  const fewerVersions = thinOut(versions, { versions: 500, bytes: 100_000 });
  expect(fewerVersions.all.length).toBeGreaterThan(0);
  expect(JSON.stringify(fewerVersions.all).length).toBeLessThan(100_000);
  expect(fewerVersions.lastText).toBe(noise(59));
});

test('the version log reads the written versions from its log, whichever part is lost', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'history-log-'));
  const path = join(dir, 'a.log');
  const texts = ['One', undefined, 'Two', 'Two and a half', 'Three', 'Three and more'];
  const versions = versionsOf(texts);
  await appendToLog(path, versions.all.slice(0, 2));
  await appendToLog(path, versions.all.slice(2));
  const wholeFile = await readFile(path, 'utf8');
  expect((await readLog(path)).versions).toEqual(versions.all);
  await rewriteLog(path, versions.all);
  expect(await readFile(path, 'utf8')).toBe(wholeFile);
  for (let cutLength = 0; cutLength < wholeFile.length; cutLength += 7) {
    await writeFile(path, wholeFile.slice(0, cutLength));
    const logContent = await readLog(path);
    const keptVersions = new Versions(logContent.versions);
    // An empty log has lost its first line, which nothing shortens.
    expect(logContent.isDamaged).toBe(cutLength === 0);
    for (const [index, { id }] of keptVersions.all.entries()) expect(keptVersions.textAt(index)).toBe(texts[id]);
    await writeFile(path, `${wholeFile.slice(0, cutLength)}#${wholeFile.slice(cutLength + 1)}`);
    const damagedVersions = new Versions((await readLog(path)).versions);
    for (const [index, { id }] of damagedVersions.all.entries()) expect(damagedVersions.textAt(index)).toBe(texts[id]);
  }
});
