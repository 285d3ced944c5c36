import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text as collected } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
let folder: string;
let program: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompt-workbench-code-'));
  program = join(folder, 'cli.cjs');
});

/** Bundles a program as dist/cli.cjs is bundled. */
async function bundle(source: string): Promise<void> {
  const { bundlePrograms } = await import('../../tools/build/bundle-programs.mjs');
  await writeFile(join(folder, 'source.cjs'), source);
  await bundlePrograms(folder, { cli: join(folder, 'source.cjs') });
}

async function output(...args: string[]): Promise<string> {
  return (await run(process.execPath, [program, ...args], { env: environment() })).stdout;
}

const environment = () => ({ ...process.env, PROMPT_WORKBENCH_STATE: join(folder, 'state') });

const codeFolder = () => join(folder, 'state', 'cache', 'code');
async function keptFile(): Promise<string> {
  const [name] = await readdir(codeFolder());
  return join(codeFolder(), name ?? 'none');
}

const greeting = 'function greet(name) { return "Hello, " + name } console.log(greet(process.argv[2] ?? "World"))';

/** Enough compiled code that a damaged byte is one that V8 reads. */
const manyFunctions = Array.from(
  { length: 400 },
  (_, index) => `function f${index}(a) { return a.map((x) => x * ${index} + "${index}") } f${index}([1])`,
).join(';');

function flipBit(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  return bytes;
}

describe('a program that caches its compiled code', () => {
  it('runs the same with and without it', async () => {
    await bundle(greeting);
    expect(await output('Ada')).toBe('Hello, Ada\n');
    const { mtimeMs } = await stat(await keptFile());
    expect(await output('Grace')).toBe('Hello, Grace\n');
    expect((await stat(await keptFile())).mtimeMs).toBe(mtimeMs);
  });

  it('uses the code that the build left beside it, and stores its own if that is damaged', async () => {
    await bundle(greeting);
    await output();
    const builtPath = join(folder, 'code');
    await rename(codeFolder(), builtPath);
    expect(await output()).toBe('Hello, World\n');
    await expect(readdir(codeFolder())).rejects.toThrow('ENOENT');
    const [name = 'none'] = await readdir(builtPath);
    await truncate(join(builtPath, name), 500);
    expect(await output()).toBe('Hello, World\n');
    expect(await readdir(codeFolder())).toEqual([name]);
  });

  it('sees the file that starts it as its own, and imports modules of Node', async () => {
    await bundle(`
      const { basename } = require('node:path');
      const later = import('node:os');
      later.then((os) => console.log(basename(__filename), basename(__dirname), typeof os.EOL))`);
    const line = `cli.cjs ${basename(folder)} string\n`;
    expect([await output(), await output()]).toEqual([line, line]);
  });

  it('runs a part when it is first needed, and stores the code of each part that has run', async () => {
    await writeFile(join(folder, 'part.js'), 'console.log("part"); export const part = "value"');
    await bundle(`
      if (process.argv[2] === 'part') import('./part.js').then(({ part }) => console.log(part));
      else console.log('whole');`);
    expect(await output('whole')).toBe('whole\n');
    const { size } = await stat(await keptFile());
    expect(await output('part')).toBe('part\nvalue\n');
    expect((await stat(await keptFile())).size).toBeGreaterThan(size);
    expect(await output('part')).toBe('part\nvalue\n');
  });

  it('does not write all code again for a small part', async () => {
    await writeFile(join(folder, 'part.js'), 'console.log("part")');
    await bundle(`${manyFunctions}; if (process.argv[2] === 'part') import('./part.js')`);
    await output('whole');
    const { mtimeMs } = await stat(await keptFile());
    expect(await output('part')).toBe('part\n');
    expect((await stat(await keptFile())).mtimeMs).toBe(mtimeMs);
  });

  it('loads its parts from the version that it started with when an update replaces it', async () => {
    const part = (version: string) => writeFile(join(folder, 'part.js'), `console.log("part of ${version}")`);
    await part('the old version');
    await bundle("process.stdin.once('data', () => import('./part.js')); console.log('started')");
    const child = spawn(process.execPath, [program], { env: environment() });
    const printedText = collected(child.stdout);
    await once(child.stdout, 'data');
    await part('the new version');
    await bundle("import('./part.js')");
    child.stdin.end('go');
    expect(await printedText).toBe('started\npart of the old version\n');
    expect(await output()).toBe('part of the new version\n');
  });

  it.skipIf(process.platform === 'win32')('names the file when it was overwritten in its place', async () => {
    await writeFile(join(folder, 'part.js'), 'console.log("part")');
    await bundle("process.stdin.once('data', () => import('./part.js')); console.log('started')");
    const child = spawn(process.execPath, [program], { env: environment() });
    const errors = collected(child.stderr);
    await once(child.stdout, 'data');
    const file = join(folder, 'program.chunks');
    await writeFile(file, (await readFile(file, 'utf8')).replace('part', 'trap'));
    child.stdin.end('go');
    expect(await errors).toContain(`${file} has changed since this program started: start it again.`);
  });

  it('keeps the code of serve and of open, the default, apart from that of other commands', async () => {
    await bundle(greeting);
    for (const command of [['serve'], ['open'], [], ['list'], ['check']]) await output(...command);
    expect(await readdir(codeFolder())).toHaveLength(3);
  });

  it.each([
    ['is garbage', (file: string) => writeFile(file, 'not compiled code')],
    ['is cut off', (file: string) => truncate(file, 500)],
    ['is empty', (file: string) => writeFile(file, '')],
  ])('runs when the cached code %s, and replaces it', async (_, spoil) => {
    await bundle(greeting);
    await output();
    const file = await keptFile();
    const wholeCount = (await readFile(file)).length;
    await spoil(file);
    expect(await output()).toBe('Hello, World\n');
    expect((await readFile(file)).length).toBeGreaterThan(wholeCount / 2);
  });

  it.each([
    ['one bit in the middle is flipped', (bytes: Buffer) => flipBit(bytes, bytes.length >> 1)],
    ['one bit near the end is flipped', (bytes: Buffer) => flipBit(bytes, bytes.length - 100)],
    ['one bit of the hash is flipped', (bytes: Buffer) => flipBit(bytes, 3)],
    ['one page holds zeros', (bytes: Buffer) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 4096)],
    ['the second half holds zeros', (bytes: Buffer) => bytes.fill(0, bytes.length >> 1)],
    ['the second half is missing', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ])('compiles the program again when %s', async (_, damage) => {
    await bundle(`${greeting};${manyFunctions}`);
    await output();
    const file = await keptFile();
    const wholeFile = await readFile(file);
    const damagedBytes = damage(Buffer.from(wholeFile));
    await writeFile(file, damagedBytes);
    expect(await output()).toBe('Hello, World\n');
    expect((await readFile(file)).equals(damagedBytes)).toBe(false);
    // The file is valid again: the next start leaves it alone.
    const { mtimeMs } = await stat(file);
    expect(await output('Ada')).toBe('Hello, Ada\n');
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe in place of the file', async () => {
    await bundle(greeting);
    await output();
    const file = await keptFile();
    await rm(file);
    await run('mkfifo', [file]);
    expect(await output()).toBe('Hello, World\n');
  });

  it('keeps the code of a worker beside that of its program, also of a worker without variables', async () => {
    await bundle(`
      const { isMainThread, Worker } = require('node:worker_threads');
      if (isMainThread) new Worker(__filename, { env: {} });`);
    await output();
    expect((await readdir(codeFolder())).filter((name) => name.includes('-cli-worker-'))).toHaveLength(1);
  });

  it('leaves no draft behind when the file cannot be replaced', async () => {
    await bundle(greeting);
    await output();
    const file = await keptFile();
    await rm(file);
    await mkdir(file);
    expect(await output()).toBe('Hello, World\n');
    expect(await readdir(codeFolder())).toHaveLength(1);
  });

  it('runs when nothing can be cached', async () => {
    await bundle(greeting);
    await mkdir(join(folder, 'state'));
    await writeFile(join(folder, 'state', 'cache'), 'a file where a folder should be');
    expect(await output()).toBe('Hello, World\n');
  });

  it('lets only its owner read the cached code', async () => {
    await bundle(greeting);
    await output();
    expect((await stat(await keptFile())).mode & 0o777).toBe(0o600);
  });

  it('does not collect the cached code of old programs', async () => {
    await bundle(greeting);
    await mkdir(codeFolder(), { recursive: true });
    for (let version = 0; version < 40; version += 1) {
      const file = join(codeFolder(), `old-${version}`);
      await writeFile(file, '');
      await utimes(file, version, version);
    }
    await output();
    const names = await readdir(codeFolder());
    expect(names).toHaveLength(24);
    expect(names.filter((name) => /^old-[0-9]$/.test(name))).toEqual([]);
    expect(names.filter((name) => !name.startsWith('old-'))).toHaveLength(1);
  });
});
