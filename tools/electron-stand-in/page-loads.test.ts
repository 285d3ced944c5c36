import { beforeEach, expect, test } from 'vitest';
import { PageLoads } from './page-loads.mjs';

let loads: PageLoads;
beforeEach(() => {
  loads = new PageLoads();
});

/** Reads how a load has ended so far. */
const readOutcome = (load: Promise<void>) =>
  Promise.race([
    load.then(
      () => 'loaded',
      (error: Error) => error.message,
    ),
    new Promise<string>((resolve) => setImmediate(() => resolve('loading'))),
  ]);

test('stand-in for Electron: a load ends when its own document has loaded, not the one before', async () => {
  const load = loads.begin('workbench://app/');
  loads.handleFinish('former');
  loads.handleCommit('own');
  expect(await readOutcome(load)).toBe('loading');
  loads.handleFinish('own');
  expect(await readOutcome(load)).toBe('loaded');
});

test('stand-in for Electron: a document that loads before Chromium has answered ends its load', async () => {
  const load = loads.begin('workbench://app/');
  loads.handleFinish('own');
  loads.handleCommit('own');
  expect(await readOutcome(load)).toBe('loaded');
});

test('stand-in for Electron: another load rejects the one that it replaces', async () => {
  const firstLoad = loads.begin('workbench://app/#one');
  const secondLoad = loads.begin('workbench://app/#two');
  expect(await readOutcome(firstLoad)).toBe("ERR_ABORTED (-3) loading 'workbench://app/#one'");
  loads.handleCommit('second');
  loads.handleStart('by the page');
  expect(await readOutcome(secondLoad)).toBe("ERR_ABORTED (-3) loading 'workbench://app/#two'");
});

test('stand-in for Electron: a page that ends rejects its load', async () => {
  const load = loads.begin('workbench://app/');
  loads.fail();
  expect(await readOutcome(load)).toBe("ERR_FAILED (-2) loading 'workbench://app/'");
});

test('stand-in for Electron: a change of the fragment alone ends a load', async () => {
  const load = loads.begin('workbench://app/#one');
  loads.handleSamePage();
  expect(await readOutcome(load)).toBe('loaded');
});
