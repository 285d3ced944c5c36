import { watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { textSplice } from '../base/text/splice.ts';
import { createPrompt } from './arrange/create-prompt.ts';
import { openLibrary } from './open-library.ts';
import { makeWorkspace, promptText, put } from './testing/workspace.ts';
import type { Library, LibrarySnapshot } from './types.ts';

async function open(dir: string, watch = true): Promise<Library> {
  const library = await openLibrary(dir, { watch });
  onTestFinished(() => library.close());
  return library;
}

const server = (...names: string[]) => `Name: S\nMCPPrompts:\n${names.map((name) => `  - ${name}\n`).join('')}`;

const servedNames = (library: Library, name = 'S') =>
  library
    .server(name)
    .current()
    .prompts.map((prompt) => prompt.name);

const problems = (snapshot: LibrarySnapshot) =>
  snapshot.problems.map(({ file, line, column, tag }) => `${file}:${line}:${column} ${tag}`);

/** Windows lets only administrators make symbolic links. */
const testWithLinks = test.skipIf(process.platform === 'win32');

test('an empty folder has the four built-in servers, and the search prompts that they list', async () => {
  const library = await open(await makeWorkspace());
  expect([...library.snapshot().servers.keys()].sort()).toEqual([
    'Wolfram',
    'WolframAlpha',
    'WolframLanguage',
    'WolframPacletDevelopment',
  ]);
  expect(servedNames(library, 'Wolfram')).toEqual(['Search']);
});

test('a missing folder is an error that names it', async () => {
  const dir = join(await makeWorkspace(), 'nowhere');
  await expect(openLibrary(dir)).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining(dir) });
});

test('a workspace file replaces a built-in prompt and server of its name', async () => {
  const library = await open(
    await makeWorkspace({
      'prompts/WolframSearch.yaml': promptText('Mine'),
      'servers/WolframAlpha.yaml': 'Name: WolframAlpha\nMCPPrompts: WolframSearch\n',
    }),
  );
  expect(servedNames(library, 'Wolfram')).toEqual(['Mine']);
  expect(library.snapshot().servers.get('WolframAlpha')).toMatchObject({
    builtin: false,
    file: 'servers/WolframAlpha.yaml',
  });
});

test('servers have the same order whether they existed at the start or were added later', async () => {
  const dir = await makeWorkspace({ 'servers/B.yaml': 'Name: B\n' });
  const library = await open(dir);
  await put(dir, 'servers/A.yaml', 'Name: A\n');
  await vi.waitFor(() => expect(library.snapshot().servers.has('A')).toBe(true));
  const restartedLibrary = await open(dir, false);
  expect([...library.snapshot().servers.keys()]).toEqual([...restartedLibrary.snapshot().servers.keys()]);
  expect([...library.snapshot().servers.keys()].slice(0, 2)).toEqual(['A', 'B']);
});

test('a file that cannot be parsed affects only itself', async () => {
  const library = await open(
    await makeWorkspace({
      'servers/S.yaml': server('A', 'B', 'C'),
      'prompts/A.yaml': promptText('a'),
      'prompts/B.yaml': 'Name: [\n',
      'prompts/C.yaml': promptText('c'),
    }),
  );
  expect(servedNames(library)).toEqual(['a', 'c']);
  expect(problems(library.snapshot())).toContainEqual(expect.stringMatching(/^prompts\/B\.yaml:\d+:\d+ Syntax$/));
});

test('a server whose own file is broken stays, with nothing to serve, until it is fixed', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A'), 'prompts/A.yaml': promptText('a') });
  const library = await open(dir);
  await put(dir, 'servers/S.yaml', 'Name: [\n');
  await library.settled();
  expect(servedNames(library)).toEqual([]);
  await put(dir, 'servers/S.yaml', server('A'));
  await library.settled();
  expect(servedNames(library)).toEqual(['a']);
});

test('an unknown name is reported at its place in the list', async () => {
  const library = await open(
    await makeWorkspace({ 'servers/S.yaml': server('A', 'Greet'), 'prompts/A.yaml': promptText('a') }),
  );
  expect(problems(library.snapshot())).toEqual(['servers/S.yaml:4:5 PromptNameNotFound']);
  expect(library.snapshot().servers.get('S')?.entries[1]).toMatchObject({ isServed: false, catalogueName: 'Greet' });
});

test('two prompts with one MCP name are reported at both places, and neither is served', async () => {
  const library = await open(
    await makeWorkspace({
      'servers/S.yaml': server('A', 'B'),
      'prompts/A.yaml': promptText('same'),
      'prompts/B.yaml': promptText('same'),
    }),
  );
  expect(servedNames(library)).toEqual([]);
  expect(problems(library.snapshot())).toEqual([
    'servers/S.yaml:3:5 InvalidMCPPromptsSpecification',
    'servers/S.yaml:4:5 InvalidMCPPromptsSpecification',
  ]);
});

test('two files with one catalogue name are reported at both, and neither is served', async () => {
  const library = await open(
    await makeWorkspace({
      'servers/S.yaml': server('A'),
      'prompts/A.yaml': promptText('a'),
      'prompts/A.json': '{"Name": "a", "Content": "b"}',
    }),
  );
  expect(servedNames(library)).toEqual([]);
  const files = library
    .snapshot()
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ file }) => file);
  expect(files).toEqual(['prompts/A.json', 'prompts/A.yaml']);
});

test('only files directly inside the four folders are definitions', async () => {
  const library = await open(
    await makeWorkspace({
      'prompts/A.yaml': promptText('a'),
      'prompts/deeper/B.yaml': promptText('b'),
      'prompts/notes.txt': 'no',
      'prompts/.C.yaml.0123456789abcdef.tmp': 'left by a crash',
      'prompts/.D.yaml': promptText('d'),
      'E.yaml': promptText('e'),
      'tools/T.yaml': 'Name: T\n',
    }),
  );
  expect(library.snapshot().files.map(({ file }) => file)).toEqual(['prompts/A.yaml', 'tools/T.yaml']);
});

test('a file of more than 5 MB is refused without being read', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('a') });
  await truncate(join(dir, 'prompts/A.yaml'), 5 * 1024 * 1024 + 1);
  expect(problems((await open(dir)).snapshot())).toEqual(['prompts/A.yaml:1:1 Limit']);
});

testWithLinks('links that leave the workspace are not followed', async () => {
  const otherWorkspace = await makeWorkspace({ 'secret.yaml': promptText('secret'), 'folder/B.yaml': promptText('b') });
  const dir = await makeWorkspace({ 'prompts/Own.yaml': promptText('own') });
  await symlink(join(otherWorkspace, 'secret.yaml'), join(dir, 'prompts/A.yaml'));
  await symlink(join(dir, 'prompts/Own.yaml'), join(dir, 'prompts/Link.yaml'));
  await symlink(join(otherWorkspace, 'folder'), join(dir, 'tools'));
  const library = await open(dir);
  expect(
    library
      .snapshot()
      .files.filter(({ prompt }) => prompt)
      .map(({ name }) => name),
  ).toEqual(['Link', 'Own']);
  expect(problems(library.snapshot())).toEqual(['tools:1:1 Syntax', 'prompts/A.yaml:1:1 Syntax']);
  await expect(library.write('prompts/A.yaml', 'x', 'Name: x\n')).rejects.toMatchObject({ code: 'refused' });
  await expect(library.write('tools/New.yaml', '', 'Name: x\n')).rejects.toMatchObject({ code: 'refused' });
});

test.each([
  '../x.yaml',
  '/etc/passwd',
  'prompts/../servers/x.yaml',
  'prompts/a/b.yaml',
  'prompts/x.txt',
  'x.yaml',
  'prompts/.x.yaml',
])('%s cannot be opened or written as a definition', async (file) => {
  const library = await open(await makeWorkspace(), false);
  await expect(library.open(file, [])).rejects.toMatchObject({ code: 'refused' });
  await expect(library.write(file, '', 'x')).rejects.toMatchObject({ code: 'refused' });
});

const picture =
  'Name: pic\nContent:\n  Messages:\n    - Role: user\n      Content: {Type: image, File: a.png, MimeType: image/png}\n';

test('a missing picture of a prompt is reported at the file name, and the prompt is served when the picture exists', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('Pic'), 'prompts/Pic.yaml': picture });
  const library = await open(dir);
  expect(servedNames(library)).toEqual([]);
  expect(problems(library.snapshot())).toContain('prompts/Pic.yaml:5:36 Media');
  await put(dir, 'media/a.png', 'png');
  await vi.waitFor(() => expect(servedNames(library)).toEqual(['pic']));
  await expect(library.server('S').readMedia('a.png')).resolves.toEqual(Buffer.from('png'));
  await rm(join(dir, 'media'), { recursive: true });
  await vi.waitFor(() => expect(servedNames(library)).toEqual([]));
});

test('a replaced picture is reported, however its path is spelled', async () => {
  const dir = await makeWorkspace({
    'prompts/Pic.yaml': picture.replace('a.png', './images/./a.png'),
    'servers/S.yaml': server('Pic'),
    'media/images/a.png': 'old',
  });
  const library = await open(dir);
  await library.settled();
  const [onChange, onMediaChange] = [vi.fn(), vi.fn()];
  library.subscribe(onChange);
  const stop = library.server('S').subscribeToMedia(onMediaChange);
  await put(dir, 'media/images/a.png', 'new');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(onMediaChange).toHaveBeenCalled();
  stop();
  onMediaChange.mockClear();
  await library.settled();
  expect(onMediaChange).not.toHaveBeenCalled();
});

testWithLinks('media never leave the workspace, not even through links', async () => {
  const otherWorkspace = await makeWorkspace({ 'a.png': 'secret' });
  const dir = await makeWorkspace({
    'servers/S.yaml': server('Pic'),
    'prompts/Pic.yaml': picture,
    'notes.txt': 'mine',
  });
  await mkdir(join(dir, 'media'));
  await symlink(join(otherWorkspace, 'a.png'), join(dir, 'media/a.png'));
  await symlink(otherWorkspace, join(dir, 'media/folder'));
  const library = await open(dir);
  expect(servedNames(library)).toEqual([]);
  for (const file of ['a.png', 'folder/a.png', '../notes.txt', '/etc/passwd', '..\\notes.txt'])
    await expect(library.server('S').readMedia(file)).rejects.toMatchObject({ code: 'refused' });
  await expect(library.server('S').readMedia('b.png')).rejects.toMatchObject({ code: 'not-found' });
  expect(await library.server('S').listFiles('**/*', 100)).not.toContain('media/a.png');
});

test('files are listed by glob, workspace-relative and within the limit', async () => {
  const dir = await makeWorkspace({
    'docs/a.md': '',
    'docs/b.md': '',
    'docs/deep/c.md': '',
    'd.txt': '',
    '.git/e.md': '',
  });
  const liveServer = (await open(dir, false)).server('Wolfram');
  expect(await liveServer.listFiles('**/*.md', 100)).toEqual(['docs/a.md', 'docs/b.md', 'docs/deep/c.md']);
  expect(await liveServer.listFiles('**/*.md', 2)).toEqual(['docs/a.md', 'docs/b.md']);
  expect(await liveServer.listFiles('../**', 100)).toEqual([]);
});

test('edited, new, renamed and deleted files are noticed', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A', 'B') });
  const library = await open(dir);
  await put(dir, 'prompts/A.yaml', promptText('a'));
  await vi.waitFor(() => expect(servedNames(library)).toEqual(['a']));
  await put(dir, 'prompts/A.yaml', promptText('a2'));
  await vi.waitFor(() => expect(servedNames(library)).toEqual(['a2']));
  await rename(join(dir, 'prompts/A.yaml'), join(dir, 'prompts/B.yaml'));
  await vi.waitFor(() =>
    expect(
      library
        .snapshot()
        .servers.get('S')
        ?.entries.map((entry) => entry.isServed),
    ).toEqual([false, true]),
  );
  await rm(join(dir, 'prompts'), { recursive: true });
  await vi.waitFor(() => expect(servedNames(library)).toEqual([]));
  await put(dir, 'prompts/B.yaml', promptText('b'));
  await vi.waitFor(() => expect(servedNames(library)).toEqual(['b']));
});

test('a burst of 1,000 changes becomes one snapshot', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('P0'), 'prompts/P0.yaml': promptText('first') });
  const library = await open(dir);
  await library.settled();
  const listener = vi.fn();
  library.subscribe(listener);
  // The library's clock stops until every change is reported: how fast this machine writes files does not matter.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => put(dir, `prompts/P${index}.yaml`, promptText(`p${index}`))),
  );
  await allReported(join(dir, 'prompts'));
  expect(listener).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(library.snapshot().files).toHaveLength(1_001));
  await library.settled();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(servedNames(library)).toEqual(['p0']);
});

/** Resolves once all former changes of a folder have reached its watchers: reports arrive in the order of the changes. */
async function allReported(folder: string): Promise<void> {
  const watcher = watch(folder);
  const isReported = new Promise<void>((resolve) => {
    watcher.on('change', (_, name) => {
      if (name === 'last.tmp') resolve();
    });
  });
  await writeFile(join(folder, 'last.tmp'), '');
  await isReported;
  watcher.close();
}

test('many changes in a row end with the last one served', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A'), 'prompts/A.yaml': promptText('first') });
  const library = await open(dir);
  for (let turn = 0; turn < 100; turn++) await put(dir, 'prompts/A.yaml', promptText(`turn${turn}`));
  await vi.waitFor(() => expect(servedNames(library)).toEqual(['turn99']));
});

test('a change that makes no difference is not reported', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('a') });
  const library = await open(dir);
  await library.settled();
  const { revision } = library.snapshot();
  await utimes(join(dir, 'prompts/A.yaml'), new Date(), new Date());
  await put(dir, 'prompts/A.yaml', promptText('a'));
  await library.settled();
  expect(library.snapshot().revision).toBe(revision);
});

test('a second edit of the same size at the same time of day is seen', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': server('A'), 'prompts/A.yaml': promptText('one') });
  const library = await open(dir, false);
  const path = join(dir, 'prompts/A.yaml');
  const now = new Date();
  for (const name of ['two', 'six', 'ten']) {
    await writeFile(path, promptText(name));
    await utimes(path, now, now);
    await library.settled();
    expect(servedNames(library)).toEqual([name]);
  }
});

test('only the server whose list changed notifies its listeners', async () => {
  const dir = await makeWorkspace({
    'servers/S.yaml': server('A'),
    'servers/T.yaml': server('B'),
    'prompts/A.yaml': promptText('a'),
    'prompts/B.yaml': promptText('b'),
  });
  const library = await open(dir, false);
  const messages: string[] = [];
  library.server('S').subscribe(() => messages.push('S'));
  library.server('T').subscribe(() => messages.push('T'));
  const before = library.server('T').current();
  await put(dir, 'prompts/A.yaml', promptText('a2'));
  await library.settled();
  expect(messages).toEqual(['S']);
  expect(library.server('T').current()).toBe(before);
});

test('an unknown server is an error with a similar name', async () => {
  const library = await open(await makeWorkspace({ 'servers/Docs.yaml': server() }), false);
  expect(() => library.server('docs')).toThrow(/did you mean "Docs"/);
});

test('saving a value changes no other byte', async () => {
  const text = '\ufeff# mine\r\nname:   greet  # the name\r\n\r\nContent: >\r\n  Hello\r\n';
  const dir = await makeWorkspace({ 'prompts/A.yaml': text });
  const library = await open(dir);
  const result = await library.edit('prompts/A.yaml', [{ at: ['Name'], before: 'greet', after: 'hi' }]);
  const after = text.replace('greet', 'hi');
  expect(result).toMatchObject({ kind: 'saved', previousText: text, text: after, isMerged: false });
  expect(await readFile(join(dir, 'prompts/A.yaml'), 'utf8')).toBe(after);
  expect(library.snapshot().files[0]).toMatchObject({ prompt: { name: 'hi' }, version: result.version });
  expect(await readdir(join(dir, 'prompts'))).toEqual(['A.yaml']);
});

test('an edit is merged with a change of another value made elsewhere', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('a', 'x') });
  const library = await open(dir, false);
  await put(dir, 'prompts/A.yaml', promptText('b', 'x'));
  const result = await library.edit('prompts/A.yaml', [{ at: ['Content'], before: 'x', after: 'y' }]);
  expect(result).toMatchObject({ kind: 'saved', isMerged: true, text: promptText('b', 'y') });
});

test('an edit waits for a file that another program has emptied to rewrite it', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('a', 'x') });
  const library = await open(dir, false);
  await put(dir, 'prompts/A.yaml', '');
  const editing = library.edit('prompts/A.yaml', [{ at: ['Title'], after: 'T' }]);
  await put(dir, 'prompts/A.yaml', promptText('theirs', 'x'));
  expect(await editing).toMatchObject({ kind: 'saved', isMerged: true });
  expect(await readFile(join(dir, 'prompts/A.yaml'), 'utf8')).toMatch(/^Name: theirs\nTitle: T\nContent/);
});

test('an edit of a value that was changed elsewhere is a conflict, and nothing is written', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('a', 'x') });
  const library = await open(dir, false);
  await put(dir, 'prompts/A.yaml', promptText('a', 'theirs'));
  const edits = [
    { at: ['Title'], after: 'T' },
    { at: ['Content'], before: 'x', after: 'mine' },
  ];
  expect(await library.edit('prompts/A.yaml', edits)).toMatchObject({
    kind: 'conflict',
    at: ['Content'],
    theirs: 'theirs',
  });
  expect(await readFile(join(dir, 'prompts/A.yaml'), 'utf8')).toBe(promptText('a', 'theirs'));
});

test('a long text can be sent as a replacement, which applies only to the text that it was made for', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('a', 'one') });
  const library = await open(dir);
  const splice = (before: string, after: string) => ({ at: ['Content'], splice: textSplice(before, after) });
  const version = (await library.open('prompts/A.yaml', [])).version;
  expect(await library.edit('prompts/A.yaml', [splice('another', 'mine')])).toEqual({
    kind: 'conflict',
    at: ['Content'],
    theirs: 'one',
    version,
  });
  expect(await library.edit('prompts/A.yaml', [splice('one', 'one more')])).toMatchObject({ kind: 'saved' });
  expect((await library.open('prompts/A.yaml', [])).value).toMatchObject({ Content: 'one more' });
});

test('the same value under another spelling of its keys is not a conflict', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': 'name: a\narguments:\n  - name: x\ncontent: y\n' });
  const library = await open(dir, false);
  const edit = { at: ['Arguments'], before: [{ Name: 'x' }], after: [{ Name: 'x' }, { Name: 'z' }] };
  expect(await library.edit('prompts/A.yaml', [edit])).toMatchObject({
    kind: 'saved',
    text: 'name: a\narguments:\n  - name: x\n  - name: z\ncontent: y\n',
  });
});

test('simultaneous edits all reach the file', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('a') });
  const library = await open(dir);
  await Promise.all(
    ['Title', 'Description'].map((key) => library.edit('prompts/A.yaml', [{ at: [key], after: key.toLowerCase() }])),
  );
  expect(library.snapshot().files[0]?.prompt).toMatchObject({ title: 'title', description: 'description' });
});

test('a file that cannot be parsed is not edited by value, but can be opened and written as text', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': 'Name: [\n' });
  const library = await open(dir);
  await expect(library.edit('prompts/A.yaml', [{ at: ['Name'], after: 'a' }])).rejects.toMatchObject({
    code: 'refused',
  });
  const server = await library.open('prompts/A.yaml', []);
  expect(server).toMatchObject({ text: 'Name: [\n', problems: [{ tag: 'Syntax' }] });
  expect(server).not.toHaveProperty('value');
  expect(await library.write('prompts/A.yaml', server.version, promptText('a'))).toMatchObject({ kind: 'saved' });
  expect(library.snapshot().problems).toEqual([]);
});

test('a newer file on disk is never overwritten', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('a') });
  const library = await open(dir, false);
  const { version } = await library.open('prompts/A.yaml', []);
  await put(dir, 'prompts/A.yaml', promptText('theirs'));
  const result = await library.write('prompts/A.yaml', version, promptText('mine'));
  expect(result).toMatchObject({ kind: 'conflict', text: promptText('theirs') });
  expect(await library.write('prompts/A.yaml', result.version, promptText('mine'))).toMatchObject({ kind: 'saved' });
  expect(await library.write('prompts/A.yaml', '', promptText('again'))).toMatchObject({ kind: 'conflict' });
  expect(await readFile(join(dir, 'prompts/A.yaml'), 'utf8')).toBe(promptText('mine'));
});

test('a new prompt gets a file and a place at the end of the list', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': 'name: S\nmcpprompts: WolframSearch # one\n' });
  const library = await open(dir);
  expect(await library.arrange(createPrompt({ server: 'S', name: 'Greet' }))).toMatchObject({
    location: { file: 'prompts/Greet.yaml', at: [] },
    entry: { server: 'S', index: 1 },
  });
  expect(servedNames(library)).toEqual(['Search', 'Greet']);
  await expect(library.arrange(createPrompt({ server: 'S', name: 'Greet' }))).rejects.toMatchObject({
    code: 'invalid-input',
  });
  await expect(library.arrange(createPrompt({ server: 'Wolfram', name: 'New' }))).rejects.toMatchObject({
    code: 'refused',
  });
  await expect(library.arrange(createPrompt({ server: 'T', name: 'New' }))).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a new prompt whose name cannot be a free file name gets the nearest one', async () => {
  const library = await open(
    await makeWorkspace({ 'servers/S.yaml': 'Name: S\n', 'prompts/Greet.yaml': promptText('Hi') }),
  );
  for (const [name, file] of [
    ['Greet', 'prompts/Greet-2.yaml'],
    ['a-b?', 'prompts/a-b.yaml'],
    ['../../x', 'prompts/x.yaml'],
    ['con', 'prompts/named-con.yaml'],
    ['WolframSearch', 'prompts/WolframSearch-2.yaml'],
  ] as const)
    expect(await library.arrange(createPrompt({ server: 'S', name }))).toMatchObject({
      label: `Created ${name}`,
      location: { file },
    });
  expect(servedNames(library)).toEqual(['Greet', 'a-b?', '../../x', 'con', 'WolframSearch']);
});

test('a new prompt for a server whose file cannot be read leaves no file behind', async () => {
  const dir = await makeWorkspace({ 'servers/S.yaml': 'Name: [\n' });
  const library = await open(dir);
  await expect(library.arrange(createPrompt({ server: 'S', name: 'Greet' }))).rejects.toMatchObject({
    code: 'refused',
  });
  expect(library.snapshot().files.map(({ file }) => file)).toEqual(['servers/S.yaml']);
});

test('a new prompt whose name cannot be added to the list leaves no file behind', async () => {
  const server = 'Name: S\n? MCPPrompts\n';
  const dir = await makeWorkspace({ 'servers/S.yaml': server });
  const library = await open(dir);
  await expect(library.arrange(createPrompt({ server: 'S', name: 'Greet' }))).rejects.toMatchObject({
    code: 'refused',
  });
  expect(await readdir(dir)).toEqual(['servers']);
  expect(await readFile(join(dir, 'servers/S.yaml'), 'utf8')).toBe(server);
});

test('a new prompt is written without quotes where it can be', async () => {
  const library = await open(await makeWorkspace({ 'servers/S.yaml': 'Name: S\n' }));
  await library.arrange(createPrompt({ server: 'S', name: 'greet' }));
  await library.arrange(createPrompt({ server: 'S', name: 'yes' }));
  expect((await library.open('prompts/greet.yaml', [])).text).toMatch(/^Name: greet\n/);
  expect((await library.open('prompts/yes.yaml', [])).text).toMatch(/^Name: "yes"\n/);
});
