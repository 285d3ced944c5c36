/** `test`: checks that clients receive what the tests of the prompts and tools expect. */
import { writeFile } from 'node:fs/promises';
import type { Services } from '../../../app/create-services.ts';
import { WorkbenchError } from '../../../base/errors.ts';
import { nearestName } from '../../../base/text/near-names.ts';
import type { TestResult } from '../../../expectations/results.ts';
import type { TestRunOptions } from '../../../expectations/run-tests.ts';
import { findServerName } from '../../../library/live-server.ts';
import type { Library, ServerEntry } from '../../../library/types.ts';
import type { Problem } from '../../../model/problems/problems.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { createCliServices } from '../../cli-services.ts';
import { didYouMean, exitCodes, UsageError } from '../../outcome.ts';
import { print, printError, printJson } from '../../print.ts';
import { problemLine } from '../../problem-line.ts';
import { createStopSignal } from '../../stop-signals.ts';
import { showCount } from './show-count.ts';

interface TestOptions {
  readonly workspace?: string;
  readonly update?: boolean;
  /** The id of a runner. */
  readonly with?: string;
  readonly model?: string;
  /** Seconds of one run. */
  readonly timeout?: number;
  readonly watch?: boolean;
  readonly json?: boolean;
  /** The file to write. */
  readonly junit?: string;
  readonly markdown?: boolean;
}

interface TestRun {
  readonly results: readonly TestResult[];
  /** The errors because of which definitions of these servers are not tested. */
  readonly errors: readonly Problem[];
  readonly milliseconds: number;
  /** Sentences about snapshots without a test, and tests that no server runs. */
  readonly notes: readonly string[];
}

/** Exit code 1 if a test fails, or a definition with an error cannot be tested. */
export async function test(server: string | undefined, name: string | undefined, options: TestOptions): Promise<void> {
  if (options.watch && (options.json || options.markdown || options.junit !== undefined))
    throw new UsageError('--watch does not work with --json, --junit or --markdown: leave them out.');
  const { openLibrary } = await import('../../../library/open-library.ts');
  const dir = workspaceDir(options.workspace);
  const library = await openLibrary(dir, { watch: options.watch === true });
  const services = createCliServices(dir);
  const signal = createStopSignal();
  try {
    const runner = await chosenRunner(dir, options);
    const world = { library, services, runner, signal };
    const runAll = async () => {
      const run = await testServers(world, chosenServers(library, server), name, options);
      await report(run, options);
      const isFailed = run.errors.length > 0 || run.results.some(({ failures }) => failures.length > 0);
      process.exitCode = isFailed ? exitCodes.failure : exitCodes.ok;
    };
    await runAll();
    if (options.watch) await runAtChanges(library, runAll, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new WorkbenchError('failed', 'The tests were stopped.');
  } finally {
    await services.close();
    await library.close();
  }
}

/** The workspace's servers, or the one with this catalogue name or `Name`. @throws WorkbenchError `not-found` */
function chosenServers(library: Library, serverName: string | undefined): readonly string[] {
  if (serverName === undefined) return ownServers(library);
  const name = findServerName(library.snapshot(), serverName) ?? serverName;
  // Refuses an unknown name.
  library.server(name);
  return [name];
}

function ownServers(library: Library): readonly string[] {
  return [...library.snapshot().servers].flatMap(([name, { builtin }]) => (builtin ? [] : [name]));
}

/** The runner for tests of answers; undefined if the command line names none. */
async function chosenRunner(
  dir: string,
  { with: id, model, timeout: timeoutSeconds }: TestOptions,
): Promise<TestRunOptions['runner']> {
  if (id === undefined) return undefined;
  const [{ runnerOf }, { openRunnersHere }, { sayBefore }] = await Promise.all([
    import('../../../run/runners.ts'),
    import('../prompts/open-runners.ts'),
    import('../prompts/run.ts'),
  ]);
  const runner = runnerOf(await openRunnersHere(dir), id);
  await sayBefore(runner, []);
  return { runner, model, timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000 };
}

interface World extends Pick<TestRunOptions, 'runner'> {
  readonly library: Library;
  readonly services: Services;
  readonly signal: AbortSignal;
}

async function testServers(
  { library, services, runner, signal }: World,
  servers: readonly string[],
  onlyName: string | undefined,
  { update = false }: TestOptions,
): Promise<TestRun> {
  const [{ runTests }, { openSnapshots }, { realFolder }] = await Promise.all([
    import('../../../expectations/run-tests.ts'),
    import('../../../expectations/snapshots.ts'),
    import('../../../files/workspace-paths.ts'),
  ]);
  const begin = performance.now();
  const snapshots = openSnapshots(realFolder(library.dir));
  const { servers: entries } = library.snapshot();
  const chosenEntries = servers.flatMap((name) => {
    const entry = entries.get(name);
    return entry ? [{ name, entry }] : [];
  });
  const results: TestResult[] = [];
  const onResult = showCount((doneCount) => `${doneCount} tests …`);
  for (const { name } of chosenEntries) {
    const options = { only: onlyName, snapshots, updates: update, runner, signal, onResult };
    results.push(...(await runTests(name, library.server(name), services, options)));
  }
  onResult.end();
  const errors = new Set(chosenEntries.flatMap(({ entry }) => errorsOf(library, entry, onlyName)));
  if (onlyName !== undefined && results.length === 0 && errors.size === 0) refuseUnknown(onlyName, chosenEntries);
  const milliseconds = performance.now() - begin;
  const isWhole = onlyName === undefined && errors.size === 0 && chosenEntries.length === ownServers(library).length;
  const notes = isWhole ? [...(await snapshotNotes(library, update)), ...unlistedNotes(library)] : [];
  return { results, errors: [...errors], milliseconds, notes };
}

/** Names the snapshots without a test, or deletes them with `--update`. */
async function snapshotNotes(library: Library, deletes: boolean): Promise<readonly string[]> {
  const [{ findObsoleteSnapshots, removeSnapshots }, { realFolder }] = await Promise.all([
    import('../../../expectations/obsolete-snapshots.ts'),
    import('../../../files/workspace-paths.ts'),
  ]);
  const { servers } = library.snapshot();
  const root = realFolder(library.dir);
  const ownEntries = ownServers(library).flatMap((name) => {
    const entry = servers.get(name);
    return entry ? [[name, entry.resolvedServer] as const] : [];
  });
  const files = await findObsoleteSnapshots(root, new Map(ownEntries));
  if (deletes) await removeSnapshots(root, files);
  return files.map((file) =>
    deletes ? `${file} was deleted: no test names it.` : `No test names ${file}: --update deletes it.`,
  );
}

/** A note about prompts and tools with tests that no server lists, so that no client receives them. */
function unlistedNotes(library: Library): readonly string[] {
  const { files, servers } = library.snapshot();
  const listedFiles = new Set(
    [...servers.values()].flatMap(({ entries, tools }) => [...entries, ...tools].map(({ location }) => location?.file)),
  );
  const unlistedFiles = files.filter(
    ({ file, prompt, tool }) =>
      !listedFiles.has(file) && (prompt?.tests ?? prompt?.samples ?? tool?.tests ?? []).length > 0,
  );
  if (unlistedFiles.length === 0) return [];
  const names = unlistedFiles.map(({ name }) => name).join(', ');
  return [`Not tested, because no server lists them, so no client receives them: ${names}.`];
}

function errorsOf(library: Library, entry: ServerEntry, onlyName: string | undefined): readonly Problem[] {
  const entries = [...entry.entries, ...entry.tools].filter(
    (tool) => onlyName === undefined || [nameOf(tool), tool.catalogueName].includes(onlyName),
  );
  const file = library.snapshot().files.find((workspaceFile) => workspaceFile.file === entry.file);
  const ownProblems = onlyName === undefined ? (file?.problems ?? []) : [];
  return [...ownProblems, ...entries.flatMap(({ problems }) => problems)].filter(
    ({ severity }) => severity === 'error',
  );
}

function nameOf(entry: { readonly prompt?: { readonly name: string }; readonly tool?: { readonly name: string } }) {
  return (entry.prompt ?? entry.tool)?.name;
}

/** @throws WorkbenchError `not-found` unless one of the servers has a prompt or tool of this name */
function refuseUnknown(onlyName: string, servers: readonly { readonly entry: ServerEntry }[]): void {
  const names = servers.flatMap(({ entry }) =>
    [...entry.entries, ...entry.tools].flatMap((tool) => nameOf(tool) ?? []),
  );
  if (names.includes(onlyName)) return;
  const suggestion = nearestName(onlyName, names);
  const advice =
    suggestion === undefined ? '; prompt-workbench list SERVER and tools SERVER list them.' : didYouMean(suggestion);
  throw new WorkbenchError('not-found', `There is no prompt or tool "${onlyName}"${advice}`);
}

async function report({ results, errors, milliseconds, notes }: TestRun, options: TestOptions): Promise<void> {
  const [{ failureText, summaryText }, { junitReport }, { markdownReport }] = await Promise.all([
    import('../../../expectations/reports/text-report.ts'),
    import('../../../expectations/reports/junit-report.ts'),
    import('../../../expectations/reports/markdown-report.ts'),
  ]);
  if (options.junit !== undefined) await writeFile(options.junit, junitReport(results, milliseconds));
  if (options.json) return printJson({ tests: results, errors, notes, milliseconds: Math.round(milliseconds) });
  for (const error of errors) printError(problemLine(error));
  for (const note of notes) printError(`${note}\n`);
  if (options.markdown) return print(markdownReport(results, milliseconds));
  const failedTests = results.filter(({ failures }) => failures.length > 0);
  print(failedTests.map((result) => `${failureText(result)}\n`).join(''));
  if (results.length > 0) return printError(`${summaryText(results, milliseconds)}\n`);
  printError('There are no tests and no samples of listed prompts and tools: add Tests to the file of one.\n');
}

/** Runs the tests again after every change of the workspace, until the signal. */
async function runAtChanges(library: Library, run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let wake: (() => void) | undefined;
  let isChanged = false;
  const stop = library.subscribe(() => {
    isChanged = true;
    wake?.();
  });
  signal.addEventListener('abort', () => wake?.());
  // The watcher does not keep the process alive.
  const keepAlive = setInterval(() => undefined, 1 << 30);
  try {
    while (!signal.aborted) {
      if (!isChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      isChanged = false;
      await run();
    }
  } finally {
    clearInterval(keepAlive);
    stop();
  }
}
