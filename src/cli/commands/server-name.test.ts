/** The `Name` of a server, which is not the name of its file, on the command line. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/command-line.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld({
    'servers/docs.yaml': 'Name: Our Docs\nMCPPrompts: [greet]\n',
    'prompts/greet.yaml': 'Name: greet\nContent: Hello\n',
  });
});
afterEach(() => world.dispose());

test.each([
  ['replay', 'Our Docs'],
  ['blame', 'Our Docs', 'greet'],
  ['test', 'Our Docs'],
  ['export', 'Our Docs', '--as', 'wolfram'],
  ['export', 'Our Docs', '--as', 'promptfoo'],
  ['get', 'Our Docs', 'greet'],
])('%s accepts the Name of a server', async (...args) => {
  execFileSync('git', ['-C', world.workspace, 'init', '--quiet']);
  expect(await world.run(...args)).toMatchObject({ code: 0 });
});

test.each([
  ['replay', 'Our Docs'],
  ['blame', 'Our Docs', 'greet'],
  ['export', 'Our Docs', '--as', 'wolfram'],
  ['import', 'new.md', '--server', 'Our Docs'],
])('%s accepts a Name only if a single server has it', async (...args) => {
  await world.write('servers/more.yaml', 'Name: Our Docs\nMCPPrompts: []\n');
  await writeFile(`${world.project}/new.md`, 'Say hello.');
  const { code, stderr } = await world.run(...args);
  expect(code).toBe(1);
  expect(stderr).toBe('2 servers have the Name "Our Docs": choose one by its file name, "docs" or "more".\n');
});

test('import adds to the server with the given Name', async () => {
  await world.write('new.md', 'Say hello.');
  await world.run('import', `${world.workspace}/new.md`, '--server', 'Our Docs');
  expect(await readFile(`${world.workspace}/servers/docs.yaml`, 'utf8')).toContain('MCPPrompts: [greet, new]');
});
