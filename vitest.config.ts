import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { processTests, splitByModules } from './tools/test/test-groups.ts';

const cliFile = join(import.meta.dirname, 'dist', 'cli.cjs');
const allTests = ['src/**/*.test.ts', 'electron/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'];
const { sharedTests, isolatedTests } = splitByModules(import.meta.dirname);

const fastGroup = {
  include: allTests,
  exclude: processTests,
  setupFiles: ['tools/test/patient-waits.ts', 'tools/test/property-tests.ts', 'tools/test/refuse-processes.ts'],
  globalSetup: ['tools/test/temporary-folder.ts'],
};
const processGroup = {
  include: processTests,
  exclude: [],
  setupFiles: ['tools/test/patient-waits.ts', 'tools/test/property-tests.ts'],
  globalSetup: ['tools/test/temporary-folder.ts', 'tools/test/vitest-setup.ts'],
};

/**
 * Two projects for a group: the tests that share their worker's modules, and the isolated ones. Vitest runs projects in the
 * order of their names: the longest file is an isolated one, and a core idles beside the last file of the run.
 */
function projectsOf(name: string, group: typeof fastGroup | typeof processGroup) {
  const { exclude, ...options } = group;
  const project = (test: { name: string; isolate: boolean }, otherTests: readonly string[]) => ({
    extends: true as const,
    test: { ...options, ...test, exclude: [...configDefaults.exclude, ...exclude, ...otherTests] },
  });
  return [
    project({ name, isolate: false }, isolatedTests),
    project({ name: `isolated-${name}`, isolate: true }, sharedTests),
  ];
}

/** Files that the programs have as text. */
const sqlAsText = {
  name: 'SQL as text',
  enforce: 'pre' as const,
  load(id: string) {
    return id.endsWith('.sql') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))};` : undefined;
  },
};

/**
 * In the built program, every file of the command line is `cli.cjs`. Tests run the source of the command line, and the
 * workers and client applications that it starts need the built file.
 */
const builtCommandLine = {
  name: 'built command line',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const isCommandLine = id.includes('/src/cli/') && !id.includes('.test.');
    return isCommandLine ? code.replaceAll(/\b__filename\b/g, JSON.stringify(cliFile)) : undefined;
  },
};

export default defineConfig({
  plugins: [sqlAsText, builtCommandLine],
  test: {
    // Many tests wait for processes that they start, so one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // tools/test/property-tests.ts: more cases take longer.
    testTimeout: 60_000 * Number(process.env.PROMPT_WORKBENCH_RUNS ?? 1),
    hookTimeout: 60_000,
    // As tools/test/patient-waits.ts: a limit that a busy machine does not reach.
    expect: { poll: { timeout: 30_000 } },
    projects: [...projectsOf('fast', fastGroup), ...projectsOf('process', processGroup)],
  },
});
