import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

/** `npm run e2e:electron`: the desktop app in Electron itself. Without its binary or a screen the test is skipped. */
export default defineConfig({
  ...base,
  testDir: '.',
  outputDir: '../.cache/e2e-electron',
  projects: [{ name: 'Electron', testMatch: 'electron.spec.ts', testIgnore: [] }],
});
