import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openServer } from './open-server.ts';
import { readDefinition } from './read/definition/read-definition.ts';
import { makeWorkspace, promptText, put } from './testing/workspace.ts';

vi.mock(import('./read/definition/read-definition.ts'), { spy: true });
beforeEach(() => {
  vi.mocked(readDefinition).mockClear();
});

const server = (...names: string[]) => `Name: S\nMCPPrompts:\n${names.map((name) => `  - ${name}\n`).join('')}`;

async function open(dir: string, options: { cacheDir?: string; watch?: boolean; name?: string } = {}) {
  const { name = 'S', watch = false, cacheDir } = options;
  const server = await openServer(dir, name, { watch, ...(cacheDir !== undefined && { cacheDir }) });
  onTestFinished(() => server.close());
  return server;
}

/** What one start serves and says. With a cache folder, the cache is written when it returns. */
async function start(dir: string, cacheDir?: string) {
  const server = await open(dir, cacheDir === undefined ? {} : { cacheDir });
  await server.close();
  const problems = server.problems().map(({ file, line, column, tag }) => `${file}:${line}:${column} ${tag}`);
  return { prompts: server.current().prompts, names: server.current().prompts.map(({ name }) => name), problems };
}

const filesRead = () =>
  vi
    .mocked(readDefinition)
    .mock.calls.map(([{ file }]) => file)
    .sort();

test('only the files of the server and of the prompts that it lists are read', async () => {
  const dir = await makeWorkspace({
    'servers/S.yaml': server('A', 'B', 'WolframSearch'),
    'servers/T.yaml': server('C'),
    'prompts/A.yaml': promptText('a'),
    'prompts/B.json': '{"Name": "b", "Content": "x"}',
    'prompts/C.yaml': 'broken: [',
  });
  expect((await start(dir)).names).toEqual(['a', 'b', 'Search']);
  expect(filesRead()).toEqual(['prompts/A.yaml', 'prompts/B.json', 'servers/S.yaml']);
});

test('problems of the listed files are reported with their places', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A', 'B'), 'prompts/A.yaml': 'Name: [\n' });
  const { names, problems } = await start(dir);
  expect(names).toEqual([]);
  expect(problems).toContain('servers/S.yaml:4:5 PromptNameNotFound');
  expect(problems).toContainEqual(expect.stringMatching(/^prompts\/A\.yaml:\d+:\d+ Syntax$/));
});

test('a built-in server needs no file', async () => {
  const server = await open(await makeWorkspace(), { name: 'WolframAlpha' });
  expect(server.current().prompts.map(({ name }) => name)).toEqual(['Search']);
});

test('an unknown server is an error with a similar name', async () => {
  const dir = await makeWorkspace({ 'servers/Documentation.yaml': server() });
  await expect(openServer(dir, 'documentation')).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('did you mean "Documentation"?'),
  });
  await expect(openServer(dir, '../servers/Documentation')).rejects.toMatchObject({ code: 'not-found' });
});

test('a second start parses nothing, and serves and says the same', async () => {
  const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
  await put(dir, 'servers/S.yaml', server('A', 'Nope', 'B'));
  await put(dir, 'prompts/A.yaml', promptText('a'));
  await put(dir, 'prompts/B.yaml', 'Name: b\nTitel: B\nContent: x\n');
  const firstResult = await start(dir, cacheDir);
  vi.mocked(readDefinition).mockClear();
  expect(await start(dir, cacheDir)).toEqual(firstResult);
  expect(filesRead()).toEqual([]);
});

test('a start with a warm cache loads no parser, no validator and no reader', async () => {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'open-server.ts')],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  const loadedFiles = new Set<string>();
  const visit = (file: string) => {
    if (loadedFiles.has(file)) return;
    loadedFiles.add(file);
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) if (kind === 'import-statement') visit(path);
  };
  visit(Object.keys(metafile.outputs).find((file) => file.endsWith('open-server.js')) ?? '');
  const sources = [...loadedFiles].flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}));
  expect(sources).toContain('src/library/read/catalogue.ts');
  // `src/model/prompt/read-value.ts` loads nothing but words.
  const heavyModule =
    /node_modules|model\/(?:schemas|prompt(?!\/read-value)|server|content|canonical)|read-definition|picomatch/;
  expect(sources.filter((file) => heavyModule.test(file))).toEqual([]);
});

test('a change made between two starts is read, and only that', async () => {
  const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
  await put(dir, 'servers/S.yaml', server('A', 'B'));
  await put(dir, 'prompts/A.yaml', promptText('a'));
  await put(dir, 'prompts/B.yaml', promptText('b'));
  await start(dir, cacheDir);
  vi.mocked(readDefinition).mockClear();
  await put(dir, 'prompts/B.yaml', promptText('b2'));
  expect((await start(dir, cacheDir)).names).toEqual(['a', 'b2']);
  expect(filesRead()).toEqual(['prompts/B.yaml']);
});

test('a change with the same size and time is read too', async () => {
  const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
  await put(dir, 'servers/S.yaml', server('A'));
  const path = join(dir, 'prompts/A.yaml');
  await put(dir, 'prompts/A.yaml', promptText('one'));
  const { atime, mtime } = await stat(path);
  for (const name of ['one', 'two', 'six']) {
    await writeFile(path, promptText(name));
    await utimes(path, atime, mtime);
    expect((await start(dir, cacheDir)).names).toEqual([name]);
  }
});

test.each<[string, (dir: string) => Promise<void>, string[]]>([
  ['a prompt that was missing', (dir) => put(dir, 'prompts/C.yaml', promptText('c')), ['a', 'b', 'c']],
  ['a second file of one name', (dir) => put(dir, 'prompts/A.yml', promptText('a')), ['b']],
  ['a deleted file', (dir) => rm(join(dir, 'prompts/A.yaml')), ['b']],
  ['another list', (dir) => put(dir, 'servers/S.yaml', server('D')), ['d']],
  ['a deleted prompts folder', (dir) => rm(join(dir, 'prompts'), { recursive: true }), []],
])('%s is noticed by a start with a warm cache', async (_, change, names) => {
  const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
  await put(dir, 'servers/S.yaml', server('A', 'B', 'C'));
  for (const name of ['A', 'B', 'D']) await put(dir, `prompts/${name}.yaml`, promptText(name.toLowerCase()));
  await start(dir, cacheDir);
  await change(dir);
  expect((await start(dir, cacheDir)).names).toEqual(names);
});

/** Windows lets only administrators make symbolic links. */
test.skipIf(process.platform === 'win32')(
  'a start with a warm cache notices that the target of a link has appeared',
  async () => {
    const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
    await put(dir, 'servers/S.yaml', server('A', 'P'));
    await put(dir, 'prompts/A.yaml', promptText('a'));
    await mkdir(join(dir, 'shared'));
    await symlink('../shared/P.yaml', join(dir, 'prompts/P.yaml'));
    // As if the folder had been left alone for a while: its stat is believed then.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    onTestFinished(() => clock.mockRestore());
    expect((await start(dir, cacheDir)).names).toEqual(['a']);
    await put(dir, 'shared/P.yaml', promptText('p'));
    expect((await start(dir, cacheDir)).names).toEqual(['a', 'p']);
    await rm(join(dir, 'shared/P.yaml'));
    expect((await start(dir, cacheDir)).names).toEqual(['a']);
    await put(dir, 'shared/P.yaml', promptText('p again'));
    expect((await start(dir, cacheDir)).names).toEqual(['a', 'p again']);
  },
);

/** A cache with manipulated content and a valid seal. */
const reseal = (change: (cache: string) => string) => (sealedText: string) => {
  const text = change(sealedText.slice(sealedText.indexOf('\n') + 1));
  return `${createHash('sha256').update(text).digest('hex')}\n${text}`;
};

test.each<[string, (cache: string) => string]>([
  ['is empty', () => ''],
  ['is cut off', (cache) => cache.slice(0, cache.length / 2)],
  ['is of another program', reseal((cache) => cache.replace(/"builtBy":"[^"]*"/, '"builtBy":"older"'))],
  ['is of another format', reseal((cache) => cache.replace(/"format":\d+/, '"format":0'))],
  ['holds something else', () => '{"files":[1,null]}'],
  ['has lost its problems', (cache) => cache.replaceAll('"problems":[]', '"x":[]')],
  ['has an empty server', (cache) => cache.replace(/"server":\{.*?\]\}/, '"server":{}')],
  ['has other media', (cache) => cache.replaceAll('"media":[]', '"media":"x"')],
])('a cache that %s is not used', async (_, spoil) => {
  const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
  await put(dir, 'servers/S.yaml', server('A'));
  await put(dir, 'prompts/A.yaml', promptText('a'));
  await start(dir, cacheDir);
  const [file = ''] = (await readdir(cacheDir, { recursive: true })).filter((name) => name.endsWith('.json'));
  const cache = await readFile(join(cacheDir, file), 'utf8');
  expect(spoil(cache)).not.toBe(cache);
  await writeFile(join(cacheDir, file), spoil(cache));
  vi.mocked(readDefinition).mockClear();
  expect((await start(dir, cacheDir)).names).toEqual(['a']);
  expect(filesRead()).toEqual(['prompts/A.yaml', 'servers/S.yaml']);
});

test.skipIf(process.platform === 'win32')('a cache that is not a regular file does not block', async () => {
  const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
  await put(dir, 'servers/S.yaml', server('A'));
  await put(dir, 'prompts/A.yaml', promptText('a'));
  await start(dir, cacheDir);
  const [file = ''] = (await readdir(cacheDir, { recursive: true })).filter((name) => name.endsWith('.json'));
  await rm(join(cacheDir, file));
  execFileSync('mkfifo', [join(cacheDir, file)]);
  expect((await start(dir, cacheDir)).names).toEqual(['a']);
});

test('a cache folder that cannot be written is not a failure, and the workspace is unchanged', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A'), 'prompts/A.yaml': promptText('a'), file: '' });
  expect((await start(dir, join(dir, 'file'))).names).toEqual(['a']);
  expect((await readdir(dir, { recursive: true })).sort()).toEqual([
    'file',
    'prompts',
    'prompts/A.yaml',
    'servers',
    'servers/S.yaml',
  ]);
});

test('a missing picture is noticed by a start with a warm cache, at its place', async () => {
  const [dir, cacheDir] = [await makeWorkspace(), await makeWorkspace()];
  await put(dir, 'servers/S.yaml', server('Pic'));
  await put(dir, 'media/a.png', 'png');
  const message = '{Role: user, Content: {Type: image, File: a.png, MimeType: image/png}}';
  await put(dir, 'prompts/Pic.yaml', `Name: pic\nContent:\n  Messages:\n    - ${message}\n`);
  expect((await start(dir, cacheDir)).names).toEqual(['pic']);
  await rm(join(dir, 'media/a.png'));
  const { names, problems } = await start(dir, cacheDir);
  expect(names).toEqual([]);
  expect(problems).toContain('prompts/Pic.yaml:4:49 Media');
});

test('a replaced picture is reported to those who watch the media, and a changed prompt is not', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('Pic', 'A'), 'prompts/A.yaml': promptText('a') });
  const message = '{Role: user, Content: {Type: image, File: a.png, MimeType: image/png}}';
  await put(dir, 'prompts/Pic.yaml', `Name: pic\nContent:\n  Messages:\n    - ${message}\n`);
  await put(dir, 'media/a.png', 'old');
  const openedServer = await open(dir, { watch: true });
  const [onChange, onMediaChange] = [vi.fn(), vi.fn()];
  openedServer.subscribe(onChange);
  openedServer.subscribeToMedia(onMediaChange);
  await put(dir, 'media/a.png', 'new');
  await vi.waitFor(() => expect(onMediaChange).toHaveBeenCalled());
  expect(onChange).not.toHaveBeenCalled();
  // The first turn of the watcher reads everything.
  await vi.waitFor(() => expect(openedServer.readMedia('a.png')).resolves.toEqual(Buffer.from('new')));
  onMediaChange.mockClear();
  await put(dir, 'prompts/A.yaml', promptText('b'));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(onMediaChange).not.toHaveBeenCalled();
});

test('changes are followed: of listed files, of the list, and of a server that is deleted and restored', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A'), 'prompts/A.yaml': promptText('a') });
  const openedServer = await open(dir, { watch: true, cacheDir: await makeWorkspace() });
  const listener = vi.fn();
  openedServer.subscribe(listener);
  const names = () => openedServer.current().prompts.map(({ name }) => name);
  await put(dir, 'prompts/A.yaml', promptText('a2'));
  await vi.waitFor(() => expect(names()).toEqual(['a2']));
  expect(listener).toHaveBeenCalledTimes(1);
  await put(dir, 'prompts/B.yaml', promptText('b'));
  await put(dir, 'servers/S.yaml', server('B', 'A'));
  await vi.waitFor(() => expect(names()).toEqual(['b', 'a2']));
  await rm(join(dir, 'servers'), { recursive: true });
  await vi.waitFor(() => expect(names()).toEqual([]));
  await put(dir, 'servers/S.yaml', server('B'));
  await vi.waitFor(() => expect(names()).toEqual(['b']));
});

test('a change that no client can see is not reported', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A'), 'prompts/A.yaml': promptText('a') });
  const openedServer = await open(dir, { watch: true });
  const listener = vi.fn();
  openedServer.subscribe(listener);
  const before = openedServer.current();
  await put(dir, 'prompts/A.yaml', `# a comment\n${promptText('a')}Extra: 1\n`);
  await vi.waitFor(() => expect(openedServer.problems()).toHaveLength(1));
  expect(listener).not.toHaveBeenCalled();
  expect(openedServer.current()).toBe(before);
});

test('a change of a prompt that is not listed is not reported', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A'), 'prompts/A.yaml': promptText('a') });
  const openedServer = await open(dir, { watch: true });
  const listener = vi.fn();
  openedServer.subscribe(listener);
  await put(dir, 'prompts/Other.yaml', promptText('other'));
  await put(dir, 'prompts/A.yaml', promptText('a2'));
  await vi.waitFor(() => expect(listener).toHaveBeenCalled());
  expect(listener).toHaveBeenCalledTimes(1);
  expect(filesRead()).not.toContain('prompts/Other.yaml');
});
