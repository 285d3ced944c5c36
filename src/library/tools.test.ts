/** Tools of a workspace: read with their server, kept by the cache, followed on disk. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openLibrary } from './open-library.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { readDefinition } from './read/definition/read-definition.ts';
import { makeWorkspace, promptText, put } from './testing/workspace.ts';
import type { Library } from './types.ts';

vi.mock('./read/definition/read-definition.ts', { spy: true });

const toolText = (name: string, moreText = '') => `Name: ${name}\nContent: Hello.\n${moreText}`;
const server = (...tools: string[]) => `Name: S\nTools:\n${tools.map((tool) => `  - ${tool}\n`).join('')}`;

const toClose: (OpenServer | Library)[] = [];
afterEach(async () => {
  for (const closable of toClose.splice(0)) await closable.close();
});

async function open(dir: string, cacheDir?: string, watch = false): Promise<OpenServer> {
  const server = await openServer(dir, 'S', { watch, ...(cacheDir !== undefined && { cacheDir }) });
  toClose.push(server);
  return server;
}

/** A separate start: its offers, and the files that it had to read. */
async function start(dir: string, cacheDir: string) {
  vi.mocked(readDefinition).mockClear();
  const server = await openServer(dir, 'S', { watch: false, cacheDir });
  const names = server.current().tools.map(({ name }) => name);
  const readPaths = vi.mocked(readDefinition).mock.calls.map(([{ file }]) => file);
  await server.close();
  return { names, read: readPaths.sort() };
}

test('a start reads the tools that its server lists, and the prompts that they give; a second start reads nothing', async () => {
  const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
  await put(dir, 'servers/S.yaml', server('A', '{ Name: here, Content: { Prompt: P } }', 'WolframAlpha'));
  await put(dir, 'tools/A.yaml', toolText('a'));
  await put(dir, 'tools/Unlisted.yaml', toolText('u'));
  await put(dir, 'prompts/P.yaml', promptText('p'));
  await put(dir, 'prompts/Unlisted.yaml', promptText('u'));
  const names = ['a', 'here', 'WolframAlpha'];
  expect(await start(dir, cacheDir)).toEqual({ names, read: ['prompts/P.yaml', 'servers/S.yaml', 'tools/A.yaml'] });
  expect(await start(dir, cacheDir)).toEqual({ names, read: [] });
  await put(dir, 'tools/A.yaml', toolText('other'));
  expect(await start(dir, cacheDir)).toMatchObject({
    names: ['other', 'here', 'WolframAlpha'],
    read: ['tools/A.yaml'],
  });
  await put(dir, 'tools/WolframAlpha.yaml', toolText('mine'));
  expect(await start(dir, cacheDir)).toMatchObject({ names: ['other', 'here', 'mine'] });
  await rm(join(dir, 'tools'), { recursive: true });
  expect(await start(dir, cacheDir)).toMatchObject({ names: ['here', 'WolframAlpha'] });
});

test('changed and new tools on disk are followed', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A', 'B'), 'tools/A.yaml': toolText('a') });
  const source = await open(dir, undefined, true);
  const names = () => source.current().tools.map(({ name }) => name);
  expect(names()).toEqual(['a']);
  await put(dir, 'tools/B.yaml', toolText('b'));
  await expect.poll(names, { timeout: 5_000 }).toEqual(['a', 'b']);
  await put(dir, 'tools/A.yaml', toolText('a2'));
  await expect.poll(names, { timeout: 5_000 }).toEqual(['a2', 'b']);
  await rm(join(dir, 'servers'), { recursive: true });
  await expect.poll(names, { timeout: 5_000 }).toEqual([]);
});

test('a limit of a tool that the server does not have is reported at its key', async () => {
  const dir = await makeWorkspace({
    'servers/S.yaml': `${server('A')}RateLimit:\n  PerTool:\n    a: 5\n    b: 5\n`,
    'tools/A.yaml': toolText('a'),
  });
  const library = await openLibrary(dir);
  toClose.push(library);
  const problems = () => library.snapshot().problems.map(({ line, column, message }) => ({ line, column, message }));
  expect(problems()).toEqual([
    { line: 7, column: 5, message: expect.stringContaining('no tool with the MCP name "b"') },
  ]);
});

test('problems of tools are located in their files, and only these tools are not served', async () => {
  const dir = await makeWorkspace({
    'servers/S.yaml': server('A', 'Broken', 'Missing', 'Pictures'),
    'tools/A.yaml': toolText('a'),
    'tools/Broken.yaml': toolText('b', 'InputSchema:\n  type: object\n  properties:\n    city: { type: text }\n'),
    'tools/Pictures.yaml': 'Name: p\nContent:\n  Blocks:\n    - { Type: image, File: gone.png }\n',
  });
  const library = await openLibrary(dir);
  toClose.push(library);
  const { servers, problems } = library.snapshot();
  expect(servers.get('S')?.resolvedServer.tools.map(({ name }) => name)).toEqual(['a']);
  expect(servers.get('S')?.tools.map(({ isServed }) => isServed)).toEqual([true, false, false, false]);
  expect(problems.map(({ file, line, column, tag }) => `${file}:${line}:${column} ${tag}`).sort()).toEqual([
    'servers/S.yaml:4:5 InvalidMCPToolSpecification',
    'servers/S.yaml:5:5 ToolNameNotFound',
    'servers/S.yaml:6:5 InvalidMCPToolSpecification',
    'tools/Broken.yaml:6:19 InvalidMCPToolSpecification',
    'tools/Pictures.yaml:4:28 Media',
  ]);
});
