import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import type { HostOption } from './fixtures.ts';

/** The journeys that pass in the desktop app as they do in the browser. */
const journeys = ['accessible', 'details', 'edit', 'keyboard', 'navigate', 'outside-edits'];

/**
 * `npm run e2e:desktop`: the desktop app by the stand-in for Electron. The other journeys run in the browser host alone:
 * they are about its links, its sessions, its requests over HTTP or a restart under an open page (connect, nothing-lost,
 * serve, sessions, shell, trust), or are not adapted to the window of the app yet.
 */
export default defineConfig<HostOption>({
  ...base,
  testDir: '.',
  outputDir: '../.cache/e2e-desktop',
  projects: [
    { name: 'desktop by stand-in', testMatch: 'desktop*.spec.ts' },
    {
      name: 'journeys, desktop by stand-in',
      testMatch: journeys.map((name) => `${name}.spec.ts`),
      use: { host: 'desktop' },
    },
  ],
});
