import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

const workspace = {
  'servers/Docs.yaml': 'Name: Docs\nVersion: 2.0.0\nMCPPrompts: [explain]\n',
  'prompts/explain.yaml': 'Name: explain\nContent: {Function: "() => 1"}\nSkill: {Description: Explains}\n',
};

let world: World;
afterEach(() => world.dispose());

test('pack says what it writes, how large it is and what the person who installs it decides', async () => {
  world = await createWorld(workspace);
  const dryOutcome = await world.run('pack', 'Docs', '--as', 'plugin', '--to', 'out', '--dry-run');
  expect(dryOutcome.stdout).toMatch(/^docs 2\.0\.0: 1 prompt, 1 skill\nWould write \S+docs \(\d+ files, [\d.]+ MB\)\n/);
  expect(dryOutcome.stdout).toContain('  Run its functions (prompts/explain.yaml)\n');
  expect(dryOutcome.stderr).toContain('Note: The server Docs runs this prompt and has no tool for it');
  expect(await readdir(world.project)).toEqual([]);

  const { code, stdout } = await world.run('pack', 'Docs', '--as', 'plugin', '--marketplace', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    written: true,
    name: 'docs',
    folder: join(world.workspace, 'plugins', 'docs'),
    marketplace: join(world.workspace, '.claude-plugin', 'marketplace.json'),
    needs: [{ title: 'Run its functions', from: ['prompts/explain.yaml'], hasSwitch: true }],
  });
});

test('connect writes a bundle once, none in a dry run, and says why another cannot be written', async () => {
  world = await createWorld(workspace);
  const file = join(world.project, 'docs.mcpb');
  const connect = (bundle: string, ...options: readonly string[]) =>
    world.run('connect', 'Docs', '--to', 'claude-desktop', '--bundle', bundle, ...options);
  expect(await connect(file, '--dry-run')).toEqual({
    code: 0,
    stdout: `Would write: ${file}\n`,
    stderr: 'Nothing was written.\n',
  });
  expect(await readdir(world.project)).toEqual([]);
  expect(JSON.parse((await connect(file, '--json')).stdout)).toEqual({ file, written: true });
  const sentence = `Can't write ${file} (EEXIST): something else has its name, so move that away.\n`;
  expect(await connect(file)).toEqual({ code: 1, stdout: '', stderr: sentence });
});

test.each([
  [['pack', 'Docs', '--as', 'plugin'], 'Add --to DIR.'],
  [['pack', 'Docs', '--as', 'mcpb', '--to', ''], '--to is empty: name a folder, or remove the option.'],
  [['export', '--all', '--as', 'paclet', '--output='], '--output is empty: name a folder, or remove the option.'],
  [['doctor', '--project', ''], '--project is empty: name a folder, or remove the option.'],
  [['skill', 'installed', '--project', ''], '--project is empty: name a folder, or remove the option.'],
  [['usage', 'Docs', '--folder', ''], '--folder is empty: name a folder, or remove the option.'],
  [['check', '--workspace', ''], '--workspace is empty: name a folder, or remove the option.'],
  [['test', '--junit', ''], '--junit is empty: name a file, or remove the option.'],
  [['pack', 'Docs', '--as', 'mcpb', '--marketplace'], 'A marketplace lists plugins: use --as plugin.'],
])('%j ends with 2 and says what is missing, and writes nothing', async (args, message) => {
  world = await createWorld(workspace);
  expect(await world.run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(await readdir(world.project)).toEqual([]);
});
