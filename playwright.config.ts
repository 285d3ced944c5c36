import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { scriptFlags } from './tools/chromium.mjs';

/** The built product end to end: the workbench in its browser host, and the desktop app by the stand-in for Electron. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  // A journey waits for a fifth of its time, so one worker more than there are cores keeps the cores busy.
  workers: availableParallelism() + 1,
  // Limits that a busy machine does not reach: a test judges the outcome, not the time.
  timeout: 180_000,
  // `npm test` lists under FLAKY what passes only at the second attempt.
  retries: 1,
  expect: { timeout: 20_000 },
  // One project, so that no worker has to end with its browser before another project begins.
  testIgnore: 'electron.spec.ts',
  use: {
    viewport: { width: 1280, height: 800 },
    // A click on what never comes fails with its name, and does not use up the time of the whole test.
    actionTimeout: 60_000,
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs about as much as the test itself; the second attempt records one.
    trace: 'on-first-retry',
    // Tests of a worker share a process for pages, which takes less time than one for each; storage and cookies are reset.
    reuseContext: true,
    launchOptions: {
      ...(process.env.PROMPT_WORKBENCH_CHROMIUM ? { executablePath: process.env.PROMPT_WORKBENCH_CHROMIUM } : {}),
      // Chromium refuses its own sandbox as root, which is what CI runs as; nothing but our page is loaded.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        scriptFlags,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
