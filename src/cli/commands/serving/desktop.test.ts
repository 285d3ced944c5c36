/** The desktop app started from the command line, with a stand-in for Electron that prints what it is given. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf, said } from '../../testing/command-line.ts';

const dist = fileURLToPath(new URL('../../../../dist', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** The account "nobody": Electron does not run as root, so neither do these tests. */
const account = isRoot ? { uid: 65_534, gid: 65_534 } : {};

let dir: string;
let children: ChildProcessWithoutNullStreams[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'prompt-workbench-desktop-'));
  children = [];
  // A copy, because Electron's package is installed beside the program in this repository.
  for (const file of ['cli.cjs', 'program.chunks']) cpSync(join(dist, file), join(dir, 'package', 'dist', file));
  cpSync(join(dist, '..', 'samples'), join(dir, 'package', 'samples'), { recursive: true });
  // In the place of the program that opens a real browser.
  write(join(dir, 'bin', 'xdg-open'), '#!/bin/sh\n', 0o755);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

const electronFolder = () => join(dir, 'state', 'desktop', 'node_modules', 'electron');

function write(file: string, text: string, mode?: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}

/** @param script a shell script in the place of Electron's executable */
function installStandIn(script = 'echo "stand-in: $*; node $PROMPT_WORKBENCH_NODE; $ELECTRON_RUN_AS_NODE"'): void {
  write(join(electronFolder(), 'package.json'), '{ "name": "electron", "version": "45.0.0" }');
  write(join(electronFolder(), 'dist', 'electron'), `#!/bin/sh\n${script}\n`, 0o755);
  write(join(electronFolder(), 'path.txt'), 'electron');
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  if (isRoot) execFileSync('chown', ['-R', '65534:65534', dir]);
  const child = spawn(process.execPath, [join(dir, 'package', 'dist', 'cli.cjs'), ...args], {
    ...account,
    cwd: dir,
    env: {
      PATH: `${join(dir, 'bin')}:${process.env.PATH}`,
      HOME: dir,
      DISPLAY: ':99',
      PROMPT_WORKBENCH_STATE: join(dir, 'state'),
      PROMPT_WORKBENCH_WORKSPACE: join(dir, 'workspace'),
      ...env,
    },
  });
  children.push(child);
  return child;
}
const run = (args: readonly string[], env?: NodeJS.ProcessEnv) => outcomeOf(start(args, env));

describe.runIf(process.platform === 'linux')('With a stand-in for Electron', () => {
  test('no arguments open the desktop app if Electron is installed, with the workspace and the plain Node', async () => {
    installStandIn();
    const args = ['--workspace', join(dir, 'mine')];
    const { code, stdout, stderr } = await run(args, { ELECTRON_RUN_AS_NODE: '1' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`stand-in: ${join(dir, 'package')} ${args.join(' ')}; node ${process.execPath}; \n`);
  });

  test('ELECTRON_OVERRIDE_DIST_PATH names another Electron', async () => {
    installStandIn('echo the wrong one');
    write(join(dir, 'other', 'electron'), '#!/bin/sh\necho the other one\n', 0o755);
    const { stdout } = await run(['desktop'], { ELECTRON_OVERRIDE_DIST_PATH: join(dir, 'other') });
    expect(stdout).toBe('the other one\n');
  });

  test('if a signal ends Electron at its start, the browser opens, with the reason', async () => {
    installStandIn('kill -TRAP $$');
    const child = start([]);
    const outcome = outcomeOf(child);
    await said(child, /^Workbench: http/m);
    child.kill();
    expect((await outcome).stderr).toContain(
      'Opening the workbench in the browser instead of Electron: Electron did not start (SIGTRAP). If this system forbids its sandbox',
    );
    const { code, stderr } = await run(['desktop']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Couldn't open the desktop app: Electron did not start \(SIGTRAP\).*chrome-sandbox'\. Use prompt-workbench open for the browser\.\n$/,
    );
  });

  test('desktop says what it downloads and how far it is, then opens', async () => {
    write(join(electronFolder(), 'package.json'), '{ "name": "electron", "version": "45.0.0" }');
    write(join(electronFolder(), 'checksums.json'), '{}');
    write(
      join(electronFolder(), 'node_modules', '@electron', 'get', 'index.js'),
      `exports.downloadArtifact = async ({ downloadOptions }) => {
         for (const percent of [0, 0.5, 0.51, 1]) await downloadOptions.getProgressCallback({ percent });
       };`,
    );
    write(
      join(electronFolder(), 'install.js'),
      `const { mkdirSync, writeFileSync } = require('node:fs');
       mkdirSync(__dirname + '/dist');
       writeFileSync(__dirname + '/dist/electron', '#!/bin/sh\\necho the downloaded one\\n', { mode: 0o755 });
       writeFileSync(__dirname + '/path.txt', 'electron');`,
    );
    const { code, stdout, stderr } = await run(['desktop']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'the downloaded one\n' });
    expect(stderr).toMatch(/^Downloading Electron \d\S+ \(about 120 MB\) to \S+\. Ctrl\+C stops it\.\n50 %\n100 %\n$/);
  });

  test('Ctrl+C during the download ends the command, and nothing else starts', async () => {
    write(join(electronFolder(), 'package.json'), '{ "name": "electron", "version": "45.0.0" }');
    write(join(electronFolder(), 'checksums.json'), '{}');
    write(
      join(electronFolder(), 'node_modules', '@electron', 'get', 'index.js'),
      `exports.downloadArtifact = async ({ downloadOptions }) => {
         await downloadOptions.getProgressCallback({ percent: 0.1 });
         await new Promise(() => setInterval(() => {}, 1000));
       };`,
    );
    const child = start(['--download']);
    const outcome = outcomeOf(child);
    await once(createInterface(child.stderr), 'line');
    child.kill('SIGINT');
    expect(await outcome).toEqual({
      code: null,
      stdout: '',
      stderr: expect.stringMatching(/^Downloading .*\n(10 %\n)?$/),
    });
    expect(child.signalCode).toBe('SIGINT');
    expect(existsSync(join(dir, 'state', 'desktop', 'failed-download')), 'it counts as no failure').toBe(false);
  });

  test('a signal to the command line ends the desktop app, and the command with it', async () => {
    installStandIn('echo "started"; exec sleep 60');
    const child = start([]);
    const outcome = outcomeOf(child);
    await said(child, /started/);
    // Not SIGINT: the shell drops one that arrives right before its `exec`.
    child.kill('SIGTERM');
    expect(await outcome).toMatchObject({ code: 0, stderr: '' });
  });
});

describe.runIf(process.platform === 'linux')('Without Electron', () => {
  test('desktop says in one sentence why it cannot be downloaded', async () => {
    const { code, stderr } = await run(['desktop'], {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    });
    expect(code).toBe(1);
    expect(stderr.split('\n').slice(1)).toEqual([
      expect.stringMatching(
        /^Couldn't download Electron \d\S+: npm could not install its package \(ECONNREFUSED\)\. Try again later, or use prompt-workbench open for the browser\.$/,
      ),
      '',
    ]);
  });

  test('npm start tries the download once, and opens the browser', async () => {
    const env = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
    const openOnce = async () => {
      const child = start(['--download'], env);
      const outcome = outcomeOf(child);
      await said(child, /^Workbench: http/m);
      child.kill();
      return (await outcome).stderr;
    };
    expect(await openOnce()).toMatch(/Couldn't download Electron .*instead of Electron: it could not be downloaded\./s);
    const secondOutput = await openOnce();
    expect(secondOutput).toContain(
      'its last download failed. Use prompt-workbench desktop (or npm start -- --desktop)',
    );
    expect(secondOutput).not.toContain('Downloading');
    expect((await run(['desktop'], env)).stderr, 'asked for, it is tried again').toMatch(/^Downloading Electron /);
  });

  test('desktop downloads nothing where no window can open', async () => {
    const { code, stderr } = await run(['desktop'], { DISPLAY: '' });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "Couldn't open the desktop app: there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set). Use prompt-workbench open for the browser.\n",
    });
    expect(existsSync(join(dir, 'state', 'desktop'))).toBe(false);
  });
});
