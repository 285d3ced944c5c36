import { setImmediate as nextTask } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

/** The session of an app that has just become ready, and the dictionaries that it requested. */
async function readyApp(platform: NodeJS.Platform) {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  const { lifecycle } = await import('./lifecycle.mjs');
  const { session } = await import('./network.mjs');
  const { system } = await import('./system.mjs');
  lifecycle.isReady = true;
  return { session: session.defaultSession, dictionaries: () => system.requests.map(({ value }) => value) };
}

test('stand-in for Electron: the first use of the session downloads the dictionary of the system’s language', async () => {
  const { dictionaries } = await readyApp('linux');
  await nextTask();
  expect(dictionaries()).toEqual(['https://redirector.gvt1.com/edgedl/chrome/dict/en-US']);
});

test('stand-in for Electron: no dictionary is downloaded for an app without languages, or on macOS', async () => {
  const { session, dictionaries } = await readyApp('win32');
  session.setSpellCheckerLanguages([]);
  await nextTask();
  expect(dictionaries()).toEqual([]);
  vi.resetModules();
  const mac = await readyApp('darwin');
  await nextTask();
  expect(mac.dictionaries()).toEqual([]);
});
