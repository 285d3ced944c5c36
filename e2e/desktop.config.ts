import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import type { HostOption } from './fixtures.ts';

/**
 * `npm run e2e:desktop`: all journeys in the desktop app by the stand-in for Electron. What is left out is about the
 * browser host: its links, its sessions, its requests over HTTP, or a restart under an open page.
 */
export default defineConfig<HostOption>({
  ...base,
  testDir: '.',
  outputDir: '../.cache/e2e-desktop',
  projects: [
    { name: 'desktop by stand-in', testMatch: 'desktop*.spec.ts' },
    {
      name: 'all journeys, desktop by stand-in',
      testIgnore: ['desktop*.spec.ts', 'electron.spec.ts'],
      use: { host: 'desktop' },
    },
  ],
});
