import { defineConfig } from '@playwright/test';

/** One set of specs; the browser host needs no project of its own until Electron can be driven beside it. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  // Machines are shared and noisy: what passes only at the second attempt is named as flaky at the end of the run.
  retries: 1,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env.PROMPT_WORKBENCH_CHROMIUM ? { executablePath: process.env.PROMPT_WORKBENCH_CHROMIUM } : {}),
      // Chromium refuses its own sandbox as root, which is what CI runs as; nothing but our page is loaded.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
