import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { processTests } from './tools/process-tests.ts';

const include = ['src/**/*.test.ts', 'electron/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'];

export default defineConfig({
  test: {
    // Many tests wait for processes that they start, so one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include,
          exclude: [...configDefaults.exclude, ...processTests],
          setupFiles: ['tools/refuse-processes.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'process', include: processTests, globalSetup: ['tools/vitest-setup.ts'] },
      },
    ],
  },
});
