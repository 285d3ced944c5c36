/** The package that `npm pack` makes, installed on a computer with nothing but Node, without a network. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, test } from 'vitest';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const dir = mkdtempSync(join(tmpdir(), 'prompt-workbench-package-'));
const home = join(dir, 'home');
const project = join(dir, 'project');
const workspace = join(home, 'Prompt Workbench');
const installedPath = join(project, 'node_modules');
const cliFile = join(installedPath, 'prompt-workbench', 'dist', 'cli.cjs');

/** Prints each native library that a process loads. */
const nativeLog = join(dir, 'native-log.cjs');

const { DISPLAY: _, WAYLAND_DISPLAY: __, NODE_PATH: ___, ...inherited } = process.env;
const env: NodeJS.ProcessEnv = {
  ...inherited,
  HOME: home,
  USERPROFILE: home,
  PROMPT_WORKBENCH_STATE: join(home, 'state'),
  PROMPT_WORKBENCH_WORKSPACE: workspace,
};

interface PackedFile {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}
let packageFile: PackedFile;

const npm = (cwd: string, ...args: string[]) =>
  execFileSync(isWindows ? 'npm.cmd' : 'npm', args, { cwd, env, encoding: 'utf8', shell: isWindows, stdio: 'pipe' });

/** Runs a command to its end. @param args the program, and its arguments @returns what it prints */
function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: project, env, encoding: 'utf8', stdio: 'pipe' });
}

beforeAll(async () => {
  await build();
  mkdirSync(home);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
  // It is built already; `prepack` builds the same.
  const output = npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', dir);
  const result = JSON.parse(output) as PackedFile[] | Record<string, PackedFile>;
  const [firstPackage] = Object.values(result);
  if (!firstPackage) throw new Error(`npm pack printed ${output}`);
  packageFile = firstPackage;
  const offlineOptions = ['--offline', '--registry=http://127.0.0.1:9', `--cache=${join(dir, 'cache')}`];
  npm(project, 'install', join(dir, packageFile.filename), ...offlineOptions, '--no-audit', '--no-fund');
});

test('the package has no dependencies to install, and Electron and PGlite are optional', () => {
  const folders = readdirSync(installedPath).filter((name) => !name.startsWith('.'));
  expect(folders).toEqual(['prompt-workbench']);
  const description = JSON.parse(readFileSync(join(installedPath, 'prompt-workbench', 'package.json'), 'utf8'));
  expect(description).not.toHaveProperty('dependencies');
  expect(description).not.toHaveProperty('optionalDependencies');
  expect(Object.keys(description.peerDependencies)).toEqual(['@electric-sql/pglite', 'electron']);
  expect(description.peerDependenciesMeta).toEqual({
    '@electric-sql/pglite': { optional: true },
    electron: { optional: true },
  });
});

test('the package is smaller than 5 MB and has only what runs', () => {
  expect(packageFile.size).toBeLessThan(5_000_000);
  const kinds = new Set(
    packageFile.files.map(({ path }) => path.replace(/^(dist\/(?:native|renderer)|samples)\/.*/, '$1')),
  );
  expect([...kinds].sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/cli.cjs',
    'dist/indexer.cjs',
    'dist/languages.txt',
    'dist/licenses.txt',
    'dist/main.cjs',
    'dist/native',
    'dist/packed.json',
    'dist/preload.cjs',
    'dist/program.chunks',
    'dist/reference.index.br',
    'dist/renderer',
    'package.json',
    'samples',
  ]);
});

test('the package has the licences of the packages in its bundles', () => {
  const read = (file: string) => readFileSync(join(dirname(cliFile), file), 'utf8');
  expect(read('licenses.txt')).toMatch(/^zod \d\S+ \(MIT\)\n\nMIT License/m);
  expect(read('licenses.txt')).toMatch(/^fs-native-extensions \d\S+ \(Apache-2\.0\)/m);
  expect(read('renderer/licenses.txt')).toMatch(/^react \d\S+ \(MIT\)\n\nMIT License/m);
  expect(read('renderer/licenses.txt')).toMatch(/^@fontsource-variable\/inter \d\S+ \(OFL-1\.1\)/m);
});

/** Starts the installed program as npx does, and waits for its link. */
function open(...args: string[]): Promise<{ readonly link: URL; readonly child: ChildProcess }> {
  const program = join(installedPath, '.bin', isWindows ? 'prompt-workbench.cmd' : 'prompt-workbench');
  const child = spawn(program, args, { cwd: project, env, shell: isWindows });
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (text: string) => {
      output += text;
      const link = /^Workbench: (\S+)$/m.exec(output)?.[1];
      if (link) resolve({ link: new URL(link), child });
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

test('without arguments, the command opens the workbench in the browser, with the samples', async () => {
  const { link, child } = await open();
  try {
    const page = await (await fetch(link)).text();
    expect(page).toContain('<title>Prompt Workbench</title>');
    const [, script = ''] = /src="(\.\/assets\/[^"]+\.js)"/.exec(page) ?? [];
    expect((await fetch(new URL(script, link))).headers.get('content-type')).toContain('javascript');
    expect(existsSync(join(workspace, 'servers', 'Samples.yaml'))).toBe(true);
  } finally {
    const end = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await end;
  }
});

/** @param args a server's program, and its arguments */
async function withClient(args: string[], use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const command = { command: process.execPath, args, env: env as Record<string, string> };
  await client.connect(new StdioClientTransport(command));
  await use(client).finally(() => client.close());
}

test('the command serves prompts and tools over stdio, functions included', async () => {
  await withClient([cliFile, 'serve', 'Samples'], async (client) => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('explain');
    const { structuredContent } = await client.callTool({ name: 'count-words', arguments: { text: 'one two three' } });
    expect(structuredContent).toMatchObject({ words: 3 });
  });
});

test('the command gets a prompt as a client does', () => {
  expect(run(cliFile, 'get', 'Samples', 'explain', 'topic=gravity')).toContain('Explain gravity to a colleague');
});

test('the command searches its reference, and documentation that it reads itself', () => {
  expect(run(cliFile, 'search', 'WolframLanguageDocumentation', 'nth', 'prime')).toContain('Prime');
  mkdirSync(join(workspace, 'manual'));
  mkdirSync(join(workspace, 'sources'), { recursive: true });
  writeFileSync(join(workspace, 'manual', 'engine.html'), '<h1>Engine</h1><p>Turn the crank.</p>');
  writeFileSync(join(workspace, 'sources', 'Manual.yaml'), 'Type: Documentation\nFolders: [manual]\n');
  expect(run(cliFile, 'search', 'Manual', 'crank')).toContain('manual/engine.html');
});

test('the command imports prompts', () => {
  const file = join(project, '.claude', 'commands', 'fix.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'Fix issue $ARGUMENTS.\n');
  expect(run(cliFile, 'import', join(project, '.claude'), '--server', 'Mine')).toContain('prompts/fix.yaml');
  expect(run(cliFile, 'list', 'Mine')).toContain('fix');
});

test('the command connects a client application, and swaps its configuration file with the native library', () => {
  const config = join(project, '.cursor', 'mcp.json');
  mkdirSync(dirname(config));
  writeFileSync(config, '{ "mcpServers": {} }\n');
  writeFileSync(
    nativeLog,
    `const load = process.dlopen;
     process.dlopen = (...args) => { console.error('native: ' + args[1]); return load.apply(process, args); };`,
  );
  const args = [cliFile, 'connect', 'Samples', '--to', 'cursor', '--project', project];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    env: { ...env, NODE_OPTIONS: `--require "${nativeLog.replaceAll('\\', '/')}"` },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('the server answered prompts/list');
  const { args: entry } = JSON.parse(readFileSync(config, 'utf8')).mcpServers.Samples;
  expect(entry[0], 'the entry of a temporary package').toBe(join(home, 'state', 'runtime', 'current', 'cli.cjs'));
  const library = join(dirname(cliFile), 'native', `${process.platform}-${process.arch}.node`);
  if (existsSync(library)) expect(stderr).toContain(`native: ${library}`);
});

test('doctor repairs the program of an entry, which still works after the cache of npx was cleaned', async () => {
  const currentCli = join(home, 'state', 'runtime', 'current', 'cli.cjs');
  rmSync(join(home, 'state', 'runtime'), { recursive: true });
  spawnSync(process.execPath, [cliFile, 'doctor'], { cwd: project, env });
  rmSync(installedPath, { recursive: true, force: true });
  await withClient([currentCli, 'serve', 'Samples'], async (client) => {
    const { structuredContent } = await client.callTool({ name: 'count-words', arguments: { text: 'one two' } });
    expect(structuredContent).toMatchObject({ words: 2 });
  });
  expect(run(currentCli, 'search', 'Manual', 'crank')).toContain('manual/engine.html');
});
