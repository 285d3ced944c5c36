import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasUpdateFeed, offerUpdate, type Updater } from './updates.ts';

/** Runs the dialogs with the index of each answer. @returns the messages and what the updater did */
async function checkWith(answers: readonly number[], updater: Partial<Updater> = {}) {
  const messages: string[] = [];
  const steps: string[] = [];
  const queue = [...answers];
  const model: Updater = {
    autoDownload: true,
    checkForUpdates: async () => {
      steps.push(`check${model.autoDownload ? ' and download' : ''}`);
      return { isUpdateAvailable: true, updateInfo: { version: '2.0.0' } };
    },
    downloadUpdate: async () => void steps.push('download'),
    quitAndInstall: () => void steps.push('restart'),
    ...updater,
  };
  await offerUpdate(model, '1.0.0', async ({ message, detail = '' }) => {
    messages.push(`${message} ${detail}`.trim());
    return queue.shift() ?? 0;
  });
  return { messages, steps };
}

test('nothing is downloaded before the person agrees', async () => {
  const { messages, steps } = await checkWith([1]);
  expect(messages).toEqual(['Prompt Workbench 2.0.0 is available. You have 1.0.0.']);
  expect(steps).toEqual(['check']);
});

test('a download restarts the app only when the person agrees', async () => {
  expect((await checkWith([0, 1])).steps).toEqual(['check', 'download']);
  expect((await checkWith([0, 0])).steps).toEqual(['check', 'download', 'restart']);
});

test('the newest version reports that it is the newest', async () => {
  const newest = async () => ({ isUpdateAvailable: false, updateInfo: { version: '1.0.0' } });
  expect((await checkWith([], { checkForUpdates: newest })).messages).toEqual([
    'Prompt Workbench 1.0.0 is the newest version.',
  ]);
});

test('a failed update says what to do', async () => {
  const fail = () => Promise.reject(new Error('getaddrinfo ENOTFOUND\n  at somewhere'));
  const { messages, steps } = await checkWith([0], { downloadUpdate: fail });
  expect(messages.at(-1)).toMatch(/^Couldn't download 2\.0\.0\. getaddrinfo ENOTFOUND\nCheck the connection/);
  expect(steps).toEqual(['check']);
  expect((await checkWith([], { checkForUpdates: fail })).messages).toHaveLength(1);
});

test('only a packed app with an update feed looks for updates', () => {
  const resources = mkdtempSync(join(tmpdir(), 'resources-'));
  expect(hasUpdateFeed({ isPackaged: true }, resources)).toBe(false);
  writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\n');
  expect(hasUpdateFeed({ isPackaged: true }, resources)).toBe(true);
  expect(hasUpdateFeed({ isPackaged: false }, resources)).toBe(false);
  expect(hasUpdateFeed({ isPackaged: true }, undefined)).toBe(false);
});
