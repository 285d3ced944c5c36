import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asksOfSource } from '../../../model/asks.ts';
import type { DocumentationSource } from '../../../model/definitions.ts';
import { readSource } from '../../../model/source.ts';
import { trustOf } from '../../../trust/testing/trust-of.ts';
import type { Trust } from '../../../trust/trust.ts';
import { startWebSite, type WebSite } from '../testing/web-site.ts';
import { copyFolder, readManifest, writeManifest } from './copy.ts';
import { createSourceCopies, type SourceCopies } from './source-copies.ts';

let dir: string;
let site: WebSite;
let trust: Trust;
let copies: SourceCopies;
const loggedLines: string[] = [];

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'source-copies-')));
  site = await startWebSite({ '/': '<h1>Home</h1><a href="a.html">A</a>', '/a.html': '<h1>A</h1>' });
  trust = trustOf(dir);
  loggedLines.length = 0;
  copies = open();
});
afterEach(async () => {
  vi.useRealTimers();
  await copies.close();
  await site.close();
  expect(loggedLines).toEqual([]);
});

function open(): SourceCopies {
  const workerFile = join(process.cwd(), 'dist', 'indexer.cjs');
  return createSourceCopies({
    cacheDir: join(dir, 'cache'),
    workerFile,
    trust,
    onchange: () => {},
    log: (line) => loggedLines.push(line),
  });
}

function manual(entry: object = {}): DocumentationSource {
  const { source } = readSource({ Type: 'Documentation', Web: [{ Url: `${site.origin}/`, Delay: 0.1, ...entry }] });
  if (source?.type !== 'Documentation') throw new Error('The test has no source.');
  return source;
}

const allow = () => trust.allow(asksOfSource(manual(), () => undefined));
const folder = (source: DocumentationSource) => copyFolder(join(dir, 'cache'), dir, source.web?.[0] as never);
const day = 24 * 3_600_000;

test('a schedule repeats a fetch with the same settings when it is due, if that is allowed', async () => {
  const source = manual({ Refresh: 'Daily' });
  expect(await copies.fetchDue('Manual', source)).toBe(false);
  await allow();
  expect(await copies.fetchDue('Manual', source)).toBe(false);
  expect(site.requests).toEqual([]);

  const { outcome } = await copies.start('Manual', source);
  expect(await outcome).toMatchObject([{ url: `${site.origin}/`, pages: 2, changedCount: 2 }]);
  expect(await copies.fetchDue('Manual', source)).toBe(false);
  const manifest = readManifest(folder(source));
  if (!manifest) throw new Error('There is no manifest.');
  const [state] = copies.stateOf('Manual', source);
  expect(state).toMatchObject({ pages: 2, fetchedAt: manifest.fetchedAt, nextAt: manifest.triedAt + day });

  await writeManifest(folder(source), { ...manifest, triedAt: Date.now() - day - 1_000 });
  site.requests.length = 0;
  expect(await copies.fetchDue('Manual', manual({ Refresh: 'Daily', Depth: 9 }))).toBe(false);
  expect(copies.stateOf('Manual', manual({ Refresh: 'Daily', Depth: 9 }))).toMatchObject([{ isChanged: true }]);
  await trust.revokeAll();
  expect(await copies.fetchDue('Manual', source)).toBe(false);
  expect(site.requests).toEqual([]);
  await allow();
  expect(await copies.fetchDue('Manual', source)).toBe(true);
  expect(site.requests).toEqual(['/robots.txt', '/', '/a.html']);

  // A copy stays while a source names it.
  await copies.removeUnnamed([manual({ Version: '2', Depth: 1 })]);
  expect(readManifest(folder(source))).toBeDefined();
  await copies.removeUnnamed([manual({ Below: '/docs' })]);
  expect(readManifest(folder(source))).toBeUndefined();
});

test('the worker of a fetch ends by itself', async () => {
  await allow();
  // Without timers, nothing terminates it.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { outcome } = await copies.start('Manual', manual());
  expect(await outcome).toMatchObject([{ pages: 2 }]);
});

test('a fetch shows its progress and can be stopped even while the server hangs; another program waits for it', async () => {
  await allow();
  const source = manual();
  site.pages.set('/a.html', () => {});
  const { outcome } = await copies.start('Manual', source);
  await expect(copies.start('Manual', source)).rejects.toThrow('Manual is being fetched already: wait for it.');
  await vi.waitFor(() => expect(site.requests).toContain('/a.html'), 20_000);
  await vi.waitFor(() => expect(copies.stateOf('Manual', source)).toMatchObject([{ fetching: { done: 1, total: 2 } }]));
  const otherCopies = open();
  const { outcome: refusedCopies } = await otherCopies.start('Manual', source);
  const failure = `${site.origin}/ could not be fetched: another program is fetching it: wait for it.`;
  expect(await refusedCopies).toMatchObject([{ failure }]);
  expect(otherCopies.stateOf('Manual', source)).toMatchObject([{ failure }]);
  await otherCopies.close();
  copies.stop('Manual');
  expect(await outcome).toMatchObject([{ isStopped: true, pages: 1 }]);
  expect(copies.stateOf('Manual', source)[0]).not.toHaveProperty('fetching');
  expect(readManifest(folder(source))).toMatchObject({ isComplete: false, pages: 1 });
});
