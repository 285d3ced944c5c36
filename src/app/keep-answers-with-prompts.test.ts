/** Answers of runs whose prompts get other names, over the real library and handlers. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepResult, readResults } from '../run/results.ts';
import { openWorkbench } from './workbench.ts';

async function open(files: Readonly<Record<string, string>>) {
  const home = await mkdtemp(join(tmpdir(), 'prompt-workbench-answers-'));
  const workspaceDir = join(home, 'workspace');
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(workspaceDir, file, '..'), { recursive: true });
    await writeFile(join(workspaceDir, file), text);
  }
  const stateDir = join(home, 'state');
  const workbench = await openWorkbench({
    workspaceDir,
    stateDir,
    cliFile: join(home, 'cli.cjs'),
    samplesDir: join(home, 'samples'),
    log: () => {},
  });
  onTestFinished(() => workbench.close());
  const place = (server: string, prompt: string) => ({ stateDir, workspaceDir, server, prompt });
  return {
    calls: workbench.handlers,
    write: (file: string, text: string) => writeFile(join(workspaceDir, file), text),
    read: (file: string) => readFile(join(workspaceDir, file), 'utf8'),
    keep: (server: string, prompt: string, text: string) =>
      keepResult(place(server, prompt), {
        time: new Date().toISOString(),
        runner: 'r',
        values: {},
        outcome: { kind: 'answer', text, durationMs: 1, stopReason: 'end' },
      }),
    answers: async (server: string, prompt: string) =>
      (await readResults(place(server, prompt))).map(({ outcome }) => outcome.text),
  };
}

test('the answers of a prompt follow its new name, and undo brings both back', async () => {
  const world = await open({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
    'prompts/greet.yaml': 'Name: greet\nContent: Hello\n',
  });
  await world.keep('Docs', 'greet', 'Hi!');
  const { version } = await world.calls['definition.open']({ file: 'prompts/greet.yaml', at: [] });
  const text = 'Name: welcome\nContent: Hello\n';
  await world.calls['file.write']({ file: 'prompts/greet.yaml', baseVersion: version, text });
  await expect.poll(() => world.answers('Docs', 'welcome')).toEqual(['Hi!']);
  expect(await world.answers('Docs', 'greet')).toEqual([]);
  // An error in between does not lose them.
  await world.write('prompts/greet.yaml', 'Name: [\n');
  await expect.poll(async () => (await world.calls['workspace.get']({})).problems.length).toBeGreaterThan(0);
  await world.write('prompts/greet.yaml', 'Name: greet\nContent: Hello\n');
  await expect.poll(() => world.answers('Docs', 'greet')).toEqual(['Hi!']);
});

test('the answers of a server’s prompts follow its new name, including those of prompts inside its file', async () => {
  const world = await open({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, {Name: inside, Content: Hello}]\n',
    'prompts/greet.yaml': 'Name: greet\nContent: Hello\n',
  });
  await world.keep('Docs', 'greet', 'Hi!');
  await world.keep('Docs', 'inside', 'Hello!');
  await world.calls['server.rename']({ file: 'servers/Docs.yaml', name: 'Guides' });
  await expect.poll(() => world.answers('Guides', 'greet')).toEqual(['Hi!']);
  await expect.poll(() => world.answers('Guides', 'inside')).toEqual(['Hello!']);
});

test('a prompt that takes the place of another in a list gets none of its answers', async () => {
  const world = await open({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [{Name: first, Content: A}, {Name: second, Content: B}]\n',
  });
  await world.keep('Docs', 'first', 'One');
  await world.keep('Docs', 'second', 'Two');
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [{Name: second, Content: B}]\n');
  await expect.poll(async () => JSON.stringify(await world.calls['workspace.get']({})).includes('"first"')).toBe(false);
  expect([await world.answers('Docs', 'first'), await world.answers('Docs', 'second')]).toEqual([['One'], ['Two']]);
});
