import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import type { HostOption } from './support/fixtures.ts';

/**
 * `npm run e2e:desktop`: the desktop app by the stand-in for Electron, and every journey of the browser host in its window.
 * A test that only a browser can pass says so (`inBrowserOnly`); the end of the output lists these with their reasons.
 */
export default defineConfig<HostOption>({
  ...base,
  testDir: '.',
  reporter: [['list'], ['./desktop/list-skipped.ts']],
  outputDir: '../.cache/e2e-desktop',
  projects: [
    { name: 'desktop by stand-in', testMatch: 'desktop/desktop*.spec.ts' },
    {
      name: 'journeys, desktop by stand-in',
      testIgnore: 'desktop/*',
      use: { host: 'desktop' },
    },
  ],
});
