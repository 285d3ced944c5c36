/** Kills inside changes of several files: after the next start, the whole change is on the disk, or nothing of it. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorld, randomFrom, readFiles, waitFor } from '../world.mjs';

export const title = 'a change of several files is all or nothing, whenever the program is killed';

/** Lines of each file: writing them takes a moment. */
const linesOfFile = 400;

/** The operations of the short form: a change of the window, its undo, and a change of the command line. */
const shortOperations = new Set(['rename', 'undo', 'import']);

const folders = ['servers', 'prompts', 'tools', 'sources'];
const greet = { file: 'prompts/greet.yaml', at: [] };

export async function run({ short, seed, log }) {
  const random = randomFrom(seed);
  const rounds = short ? 1 : 60;
  // Files that one change writes: enough for a kill to come between two of them.
  const servers = short ? 12 : 30;
  const failures = [];
  const counts = { finished: 0, undone: 0 };
  let cases = 0;
  // src/library/arrange/recover-change.test.ts stops a change at every place; the short form has one of each way to begin it.
  for (const operation of operations.filter(({ name }) => !short || shortOperations.has(name))) {
    const world = await makeWorld(`kills-${operation.name}`);
    try {
      await fill(world, servers);
      const durationMs = await measureChange(world, operation, short ? 1 : 2);
      log(`${operation.name}: ${Math.round(durationMs)} ms`);
      for (let round = 0; round < rounds; round++, cases++) {
        const delayMs = random() * durationMs;
        const fail = (what) => failures.push(`${operation.name}, killed after ${delayMs.toFixed(1)} ms: ${what}`);
        const outcome = await killOnce(world, operation, servers, delayMs, fail).catch((error) => fail(String(error)));
        if (outcome) counts[outcome]++;
      }
    } finally {
      await world.dispose();
    }
  }
  const facts = `${counts.finished} finished, ${counts.undone} undone`;
  return { cases, failures, facts };
}

/** The changes: `begin` starts one, and returns the process to kill and a promise of the end. */
const operations = [
  windowOperation('rename', (host) => host.call('catalogue.rename', { file: greet.file, name: 'welcome' })),
  windowOperation('delete', (host) => host.call('catalogue.delete', { file: greet.file })),
  windowOperation('share', (host) => host.call('list.share', { server: 'S0', index: 1, catalogueName: 'shared' })),
  windowOperation(
    'revert',
    (host, { changes }) => host.call('changes.revert', { changes }),
    (host) => host.call('catalogue.rename', { file: greet.file, name: 'welcome' }),
  ),
  windowOperation(
    'undo',
    (host) => host.call('history.step', { direction: 'undo' }),
    (host) => host.call('catalogue.rename', { file: greet.file, name: 'welcome' }),
  ),
  {
    name: 'import',
    /** The time counts from the first file, because the command line takes long to start. */
    async begin(world) {
      const child = world.start(['import', join(world.home, 'incoming')], { stdio: ['ignore', 'pipe', 'pipe'] });
      await waitFor(() => hasStarted(world), { what: 'the import', until: child.ended, output: child.output });
      return { victim: child, done: child.ended };
    },
  },
];

/**
 * @param {string} name
 * @param {(host: import('../world.mjs').Host, prepared: any) => Promise<unknown>} change
 * @param {(host: import('../world.mjs').Host) => Promise<unknown>} prepare
 */
function windowOperation(name, change, prepare = async () => undefined) {
  return {
    name,
    prepare,
    async begin(_world, host, preparation) {
      const finishedChange = change(host, preparation).catch(() => undefined);
      return { victim: host.child, done: finishedChange };
    },
  };
}

/** Whether the import has written a file. */
async function hasStarted({ workspace }) {
  const names = [...(await readdir(workspace)), ...(await readdir(join(workspace, 'prompts')))];
  return names.some((name) => name.includes('prompt-workbench') || name.includes('incoming') || name.endsWith('.tmp'));
}

async function fill(world, servers) {
  const text = Array.from({ length: linesOfFile }, (_, line) => `# Line ${line} of a long file.\n`).join('');
  for (let index = 0; index < servers; index++) {
    const inline = '  - Name: own\n    Content: Own\n';
    await world.write(`servers/S${index}.yaml`, `${text}Name: S${index}\nMCPPrompts:\n  - greet\n${inline}`);
  }
  await world.write(greet.file, `${text}Name: greet\nContent: Hello\n`);
  await mkdir(join(world.home, 'incoming'));
  for (let index = 0; index < servers; index++)
    await writeFile(join(world.home, 'incoming', `incoming-${index}.md`), `${text}Say ${index}.\n`);
}

/** Measures a change that nothing interrupts. @returns the milliseconds of the slowest turn */
async function measureChange(world, operation, turns) {
  const files = await readFiles(world.workspace, folders);
  let slowestMs = 0;
  for (let turn = 0; turn < turns; turn++) {
    const host = await world.open();
    const preparation = await operation.prepare?.(host);
    const beforeMs = performance.now();
    const { done } = await operation.begin(world, host, preparation);
    const startMs = operation.name === 'import' ? performance.now() : beforeMs;
    await done;
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    await host.stop();
    await putBack(world, files);
  }
  return slowestMs;
}

async function killOnce(world, operation, servers, delayMs, fail) {
  const originalFiles = await readFiles(world.workspace, folders);
  let host = operation.name === 'import' ? undefined : await world.open();
  const lastStep = host && (await edit(host));
  const preparation = await operation.prepare?.(host);
  const before = await readFiles(world.workspace, folders);
  const { victim, done } = await operation.begin(world, host, preparation);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  victim.kill('SIGKILL');
  await Promise.all([victim.ended, done]);

  host = await world.open();
  try {
    const after = await readFiles(world.workspace, folders);
    const changedFiles = differences(before, after);
    const isWhole = changedFiles.length === 0 || changedFiles.length === countFiles(operation, servers);
    if (!isWhole) fail(`${changedFiles.length} files are changed: ${changedFiles.slice(0, 4).join(', ')} …`);
    const strays = await findStrays(world);
    if (strays.length > 0) fail(`left behind: ${strays.slice(0, 3).join(', ')}`);
    if (isWhole && operation.name !== 'import')
      await checkUndo(host, operation, { changed: changedFiles, before, lastStep }, world, fail);
    return changedFiles.length === 0 ? 'undone' : 'finished';
  } finally {
    await host.stop();
    await putBack(world, originalFiles);
  }
}

/** Counts the files of the whole change: a rename, done or undone, removes one file and adds one. */
function countFiles({ name }, servers) {
  switch (name) {
    case 'share':
      return 2;
    case 'import':
      return servers;
    case 'delete':
      return servers + 1;
    default:
      return servers + 2;
  }
}

/** Makes one edit before the change. @returns the label of its step, which undo offers if the change was undone */
async function edit(host) {
  const { value } = await host.call('definition.open', greet);
  await host.call('definition.edit', {
    ...greet,
    edits: [{ at: ['Content'], before: value.Content, after: 'Edited' }],
  });
  const { undo } = await host.call('history.next', {});
  if (!undo) throw new Error('the edit before the change has no step to undo');
  return undo.label;
}

/** Checks that undo offers the change and takes all of it back, or offers the step before it. */
async function checkUndo(host, { name }, { changed, before, lastStep }, world, fail) {
  const isForward = ['rename', 'delete', 'share'].includes(name);
  const isDone = changed.length > 0;
  if (isForward && !isDone) {
    const { undo } = await host.call('history.next', {});
    if (undo?.label !== lastStep) fail(`undo offers ${JSON.stringify(undo)} after the change was undone`);
    return;
  }
  // A finished revert or undo can be redone; after a reverted one, the change can still be undone.
  const direction = isForward || !isDone ? 'undo' : 'redo';
  const outcome = await host.call('history.step', { direction });
  if (outcome.kind !== 'done') return fail(`${direction} answers ${JSON.stringify(outcome).slice(0, 200)}`);
  const now = await readFiles(world.workspace, folders);
  const remainingDifferences = isDone ? differences(before, now) : [];
  if (remainingDifferences.length > 0) fail(`${direction} leaves ${remainingDifferences.length} files changed`);
}

async function findStrays({ workspace }) {
  const names = await readdir(workspace, { recursive: true });
  return names.filter((name) => /(^|\/)\./.test(name));
}

async function putBack(world, files) {
  for (const folder of folders) await rm(join(world.workspace, folder), { recursive: true, force: true });
  for (const [file, text] of files) await world.write(file, text);
  for (const name of await readdir(world.workspace))
    if (name.startsWith('.')) await rm(join(world.workspace, name), { recursive: true });
  // The history of another round would offer its steps.
  if (existsSync(join(world.state, 'history'))) await rm(join(world.state, 'history'), { recursive: true });
}

function differences(before, after) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
