/** A test goes with its snapshots, and comes back with them. */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeWorkspace } from '../../../library/testing/workspace.ts';
import { openWorkbench, type Workbench } from '../../workbench.ts';

const prompt = { file: 'prompts/hi.yaml', at: [] };

async function open(tests: string, otherFiles: Readonly<Record<string, string>> = {}) {
  const root = await makeWorkspace({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [hi]\n',
    'servers/Team.yaml': 'Name: Team\nMCPPrompts: [hi]\n',
    'prompts/hi.yaml': `Name: hi\nContent: Hello\nTests:\n${tests}`,
    ...otherFiles,
  });
  const stateDir = await mkdtemp(join(tmpdir(), 'prompt-workbench-snapshots-'));
  let workbench: Workbench | undefined;
  onTestFinished(async () => {
    await workbench?.close();
  });
  const start = async () => {
    await workbench?.close();
    const [cliFile, samplesDir] = [join(stateDir, 'cli.cjs'), join(stateDir, 'samples')];
    workbench = await openWorkbench({ workspaceDir: root, stateDir, cliFile, samplesDir, log: () => {} });
    return workbench.handlers;
  };
  const handlers = await start();
  for (const server of ['Docs', 'Team']) await handlers['tests.run']({ server, updates: true });
  return {
    start,
    handlers,
    path: (file: string) => join(root, file),
    snapshots: async () =>
      (await readdir(join(root, 'snapshots'), { recursive: true, withFileTypes: true }))
        .flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name).slice(root.length + 1) : []))
        .sort(),
  };
}

const twoTests = `  - Name: a
    Expect: [{ snapshot: true }, { snapshot: true, as: [claude-code] }]
  - Name: b
    Expect: [{ snapshot: true }]
`;
const snapshotsOfB = ['snapshots/Docs/hi/b.txt', 'snapshots/Team/hi/b.txt'];
const allSnapshots = ['Docs', 'Team'].flatMap((server) =>
  ['a.claude-code', 'a', 'b'].map((name) => `snapshots/${server}/hi/${name}.txt`),
);

test('a deleted test takes its snapshots of all servers and clients along; undo and redo follow', async () => {
  const { handlers, path, snapshots } = await open(twoTests);
  expect(await snapshots()).toEqual(allSnapshots);
  const texts = await Promise.all(allSnapshots.map((file) => readFile(path(file), 'utf8')));
  const definition = await readFile(path(prompt.file), 'utf8');
  await handlers['tests.delete']({ ...prompt, test: 'a' });
  expect(await snapshots()).toEqual(snapshotsOfB);
  expect(await handlers['history.step']({ direction: 'undo' })).toMatchObject({ kind: 'done' });
  expect(await readFile(path(prompt.file), 'utf8')).toBe(definition);
  expect(await Promise.all(allSnapshots.map((file) => readFile(path(file), 'utf8')))).toEqual(texts);
  await handlers['history.step']({ direction: 'redo' });
  expect(await snapshots()).toEqual(snapshotsOfB);
});

test('the snapshots of a deleted test come back after a restart, and with an earlier version', async () => {
  const { handlers, start, snapshots } = await open(twoTests);
  await handlers['tests.delete']({ ...prompt, test: 'a' });
  const restarted = await start();
  await restarted['history.step']({ direction: 'undo' });
  expect(await snapshots()).toEqual(allSnapshots);
  await restarted['tests.delete']({ ...prompt, test: 'b' });
  expect(await snapshots()).not.toContain('snapshots/Docs/hi/b.txt');
  const { versions } = await restarted['history.list'](prompt);
  await restarted['history.restore']({ ...prompt, id: versions.at(-1)?.id ?? '' });
  expect(await snapshots()).toEqual(allSnapshots);
});

test('a snapshot that a tool’s test also names stays', async () => {
  const tests = '  - { Name: a, Expect: [{ snapshot: true }] }\n';
  const { handlers, snapshots } = await open(tests, {
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [hi]\nTools: [hi]\n',
    'tools/hi.yaml': `Name: hi\nContent: Hello\nTests:\n${tests}`,
  });
  expect(await snapshots()).toEqual(['snapshots/Docs/hi/a.txt', 'snapshots/Team/hi/a.txt']);
  await handlers['tests.delete']({ ...prompt, test: 'a' });
  expect(await snapshots()).toEqual(['snapshots/Docs/hi/a.txt']);
});

test('redo keeps a snapshot that has been rewritten since', async () => {
  const { handlers, path, snapshots } = await open(twoTests);
  await handlers['tests.delete']({ ...prompt, test: 'a' });
  await handlers['history.step']({ direction: 'undo' });
  await writeFile(path('snapshots/Docs/hi/a.txt'), 'By hand\n');
  await handlers['history.step']({ direction: 'redo' });
  expect(await snapshots()).toEqual(['snapshots/Docs/hi/a.txt', ...snapshotsOfB]);
});

test('deleting a test that is already gone changes nothing', async () => {
  const { handlers, snapshots } = await open(twoTests);
  await expect(handlers['tests.delete']({ ...prompt, test: 'c' })).rejects.toMatchObject({ code: 'not-found' });
  expect(await snapshots()).toEqual(allSnapshots);
});
