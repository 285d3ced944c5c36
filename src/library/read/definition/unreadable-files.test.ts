import fs, { realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLibrary } from '../../open-library.ts';
import { openServer } from '../../open-server.ts';
import { makeWorkspace, promptText, put } from '../../testing/workspace.ts';

// Permissions do not stop root, so the operating system's refusals are simulated.
vi.mock(import('node:fs'), { spy: true });
beforeEach(() => {
  vi.resetAllMocks();
});

type SyncCall = 'lstatSync' | 'realpathSync' | 'statSync' | 'readdirSync' | 'accessSync' | 'openSync';

/** Lets these calls fail for paths that `isRefused` names, as the operating system does. */
async function refuse(code: string, calls: readonly SyncCall[], isRefused: (path: string) => boolean) {
  const realFs = await vi.importActual<typeof fs>('node:fs');
  for (const call of calls) {
    vi.mocked(fs[call]).mockImplementation(((path: string, ...otherArguments: unknown[]) => {
      if (isRefused(String(path))) throw Object.assign(new Error(`${code}: refused`), { code });
      return (realFs[call] as (...args: unknown[]) => unknown)(path, ...otherArguments);
    }) as never);
  }
}

async function open(dir: string) {
  const library = await openLibrary(dir, { watch: false });
  onTestFinished(() => library.close());
  return library;
}

async function serve(dir: string, name = 'S') {
  const source = await openServer(dir, name, { watch: false });
  onTestFinished(() => source.close());
  return source;
}

const longName = 'a'.repeat(300);
const picture = (file: string) =>
  `Name: pic\nContent:\n  Messages:\n    - Role: user\n      Content: {Type: image, File: ${file}}\n`;

const withPicture = (file: string) => ({
  'servers/S.yaml': 'Name: S\nMCPPrompts: [Pic, Good]\n',
  'prompts/Pic.yaml': picture(file),
  'prompts/Good.yaml': promptText('Good'),
});

test('a picture with a name that no file can have is a problem at its place, and the other prompts are served', async () => {
  const dir = await makeWorkspace({ ...withPicture(`${longName}.png`), 'media/a.png': 'png' });
  const problem = {
    file: 'prompts/Pic.yaml',
    line: 5,
    tag: 'Media',
    message: expect.stringMatching(
      /\.png cannot be read \(ENAMETOOLONG\): its name is too long, so give it a shorter name\.$/,
    ),
  };
  expect((await open(dir)).snapshot().problems).toMatchObject([problem, { file: 'servers/S.yaml' }]);
  const source = await serve(dir);
  expect(source.current().prompts.map(({ name }) => name)).toEqual(['Good']);
  expect(source.problems()).toMatchObject([problem, { file: 'servers/S.yaml' }]);
});

test('a media folder without access is a problem of the prompts that need it', async () => {
  const dir = await makeWorkspace({ ...withPicture('a.png'), 'media/a.png': 'png' });
  await refuse('EACCES', ['realpathSync'], (path) => path.includes('media'));
  expect((await open(dir)).snapshot().problems).toMatchObject([
    {
      file: 'prompts/Pic.yaml',
      tag: 'Media',
      message: 'media/a.png cannot be read (EACCES): you have no permission, so give yourself access to it.',
    },
    { file: 'servers/S.yaml' },
  ]);
});

test.each<[string, readonly SyncCall[]]>([
  ['cannot be listed', ['readdirSync', 'accessSync']],
  ['cannot be entered', ['readdirSync', 'accessSync', 'lstatSync']],
  ['cannot even be found', ['lstatSync']],
])('a prompts folder that %s is reported as a folder, and servers are still read', async (_, calls) => {
  const dir = await makeWorkspace({
    'servers/S.yaml': 'Name: S\nMCPPrompts: [Nope]\n',
    'prompts/A.yaml': promptText('A'),
  });
  await refuse('EACCES', calls, (path) => path.startsWith(join(dir, 'prompts')));
  const folder = {
    file: 'prompts',
    message: 'This folder cannot be read (EACCES): you have no permission, so give yourself access to it.',
  };
  const { problems, servers } = (await open(dir)).snapshot();
  expect(problems).toMatchObject([folder, { file: 'servers/S.yaml', tag: 'PromptNameNotFound' }]);
  expect([...servers.keys()]).toContain('S');
  expect((await serve(dir)).problems()).toMatchObject([folder, { tag: 'PromptNameNotFound' }]);
});

test.each([
  ['the servers folder', 'servers'],
  ['the whole workspace', ''],
])('a server is not missing where %s cannot be read', async (_, folder) => {
  const dir = await makeWorkspace({ 'servers/S.yaml': 'Name: S\nMCPPrompts: []\n' });
  const refusedFolder = join(dir, folder, '/');
  await refuse('EACCES', ['lstatSync', 'readdirSync', 'accessSync'], (path) => `${path}/`.startsWith(refusedFolder));
  const error = {
    code: 'refused',
    message: 'servers: This folder cannot be read (EACCES): you have no permission, so give yourself access to it.',
  };
  await expect(serve(dir)).rejects.toMatchObject(error);
  const library = await open(dir);
  expect(() => library.server('S')).toThrow(expect.objectContaining(error));
});

test('a file that cannot be read from disk affects only itself', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('A'), 'prompts/B.yaml': promptText('B') });
  await refuse('EIO', ['lstatSync'], (path) => path.endsWith('A.yaml'));
  const { files } = (await open(dir)).snapshot();
  expect(files).toMatchObject([
    { file: 'prompts/A.yaml', problems: [{ message: expect.stringContaining('This file cannot be read (EIO)') }] },
    { file: 'prompts/B.yaml', prompt: { name: 'B' }, problems: [] },
  ]);
});

test('settings that cannot be read are a problem of the workspace until they can be read', async () => {
  const dir = await makeWorkspace({ 'workbench.yaml': 'Lint: {}\n', 'prompts/A.yaml': promptText('A') });
  await refuse('EACCES', ['openSync'], (path) => path === join(dir, 'workbench.yaml'));
  const library = await openLibrary(dir);
  onTestFinished(() => library.close());
  const fault = {
    file: 'workbench.yaml',
    tag: 'InvalidSettings',
    severity: 'error',
    line: 1,
    message: 'This file cannot be read (EACCES): you have no permission, so give yourself access to it.',
  };
  expect(library.snapshot().problems).toMatchObject([fault]);
  vi.resetAllMocks();
  await put(dir, 'workbench.yaml', 'Lint: {}\n');
  await vi.waitFor(() => expect(library.snapshot().problems).toEqual([]), 5_000);
});

test('a folder in place of the settings is a problem of the workspace', async () => {
  const dir = await makeWorkspace({ 'prompts/A.yaml': promptText('A') });
  await mkdir(join(dir, 'workbench.yaml'));
  expect((await open(dir)).snapshot().problems).toMatchObject([
    {
      file: 'workbench.yaml',
      tag: 'InvalidSettings',
      severity: 'error',
      message: 'This file cannot be read, because it is a folder: put a file with settings in its place.',
    },
  ]);
});

test('a server with a name that no file can have is not found', async () => {
  await expect(openServer(await makeWorkspace(), longName)).rejects.toMatchObject({ code: 'not-found' });
});

test('a file with a name that no file can have is refused with a sentence', async () => {
  const library = await open(await makeWorkspace());
  await expect(library.write(`prompts/${longName}.yaml`, '', promptText('A'))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(
      'cannot be written (ENAMETOOLONG): its name is too long, so give it a shorter name.',
    ),
  });
  await expect(library.open(`prompts/${longName}.yaml`, [])).rejects.toMatchObject({ code: 'not-found' });
});

test('a file with the longest name that there can be is saved', async () => {
  const dir = await makeWorkspace();
  const file = `prompts/${'a'.repeat(250)}.yaml`;
  const library = await open(dir);
  const createdResult = await library.write(file, '', promptText('A'));
  if (createdResult.kind !== 'saved') throw new Error(createdResult.kind);
  expect(await library.write(file, createdResult.version, promptText('B'))).toMatchObject({ kind: 'saved' });
  expect(await readdir(join(dir, 'prompts'))).toEqual([`${'a'.repeat(250)}.yaml`]);
  expect(await readFile(join(dir, file), 'utf8')).toBe(promptText('B'));
});

test('a picture that cannot be read is refused with a sentence', async () => {
  const source = await serve(await makeWorkspace({ 'media/a.png': 'png' }), 'Wolfram');
  await expect(source.readMedia(`${longName}.png`)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(
      '.png cannot be read (ENAMETOOLONG): its name is too long, so give it a shorter name.',
    ),
  });
});

test('a workspace folder that cannot be read is refused with a sentence', async () => {
  await expect(openLibrary(`/${longName}`)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('(ENAMETOOLONG)'),
  });
});

test('a file above the size limit is not read to open, edit or replace it', async () => {
  const dir = await makeWorkspace({ 'prompts/Big.yaml': promptText('Big') });
  await truncate(join(dir, 'prompts/Big.yaml'), 60 * 1024 * 1024);
  const library = await open(dir);
  const refusal = { code: 'refused', message: expect.stringContaining('prompts/Big.yaml is larger than 5 MB') };
  await expect(library.open('prompts/Big.yaml', [])).rejects.toMatchObject(refusal);
  await expect(library.edit('prompts/Big.yaml', [{ at: ['Name'], after: 'x' }])).rejects.toMatchObject(refusal);
  await expect(library.write('prompts/Big.yaml', 'some version', 'x')).rejects.toMatchObject(refusal);
});

test('the prompts folder is read twice for names that lead nowhere, however many there are', async () => {
  const list = Array.from({ length: 50 }, (_, index) => `Gree${index}`);
  const dir = await makeWorkspace({
    'servers/S.yaml': `Name: S\nMCPPrompts: [${list}]\n`,
    'prompts/Greet.yaml': promptText('Greet'),
  });
  expect((await serve(dir)).problems()[0]?.message).toContain('did you mean "Greet"?');
  // To suggest names, and for files there that are not read.
  const readings = vi.mocked(fs.readdirSync).mock.calls.filter(([path]) => path === join(realpathSync(dir), 'prompts'));
  expect(readings).toHaveLength(2);
});

test('folders in place of files are left alone', async () => {
  const dir = await makeWorkspace();
  await mkdir(join(dir, 'prompts', 'A.yaml'), { recursive: true });
  expect((await open(dir)).snapshot().files).toEqual([]);
});
