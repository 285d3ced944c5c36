/** How `npm start` runs Electron, with a stand-in for its npm package and its binary. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

const scriptUrl = pathToFileURL(join(import.meta.dirname, 'electron.mjs')).href;

/** A script that records its environment and ends as `end` says. */
const binaryThat = (end: string) => `#!${process.execPath}
require('node:fs').appendFileSync(require('node:path').join(__dirname, 'runs'), JSON.stringify(process.env) + '\\n');
${end}`;

interface StandIn {
  /** Source of the binary; absent until `installer` wrote it. */
  readonly binary?: string;
  /** Source of the package's installer. */
  readonly installer?: string;
}

function makePackage({ binary, installer = 'process.exit(1)' }: StandIn) {
  const dir = mkdtempSync(join(tmpdir(), 'electron-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const packageDir = join(dir, 'electron');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(packageDir, name)), { recursive: true });
    writeFileSync(join(packageDir, name), text);
    chmodSync(join(packageDir, name), 0o755);
  };
  const read = (name: string) => readFileSync(join(packageDir, name), 'utf8').trimEnd().split('\n');
  write('package.json', '{"version": "45.0.0"}');
  // As in Electron's package: the variable names another folder.
  write(
    'index.js',
    "module.exports = require('path').join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? __dirname + '/dist', 'electron');",
  );
  write('install.js', `require('node:fs').appendFileSync(__dirname + '/downloads', '.');\n${installer}`);
  if (binary !== undefined) {
    write('dist/electron', binaryThat(binary));
    write('path.txt', 'electron');
  }

  /** Runs Electron in a process of its own, because signals are part of it. */
  const start = ({ env = {}, mayRetry = false, nowMs = [] as readonly number[] } = {}) => {
    const options = { packageDir, failureFile: join(dir, 'cache', 'failed.json'), mayRetry, args: ['app'] };
    const code = `
      const { runElectron } = await import(${JSON.stringify(scriptUrl)});
      const times = ${JSON.stringify(nowMs)};
      if (times.length > 0) Date.now = () => times.shift();
      const outcome = await runElectron({ ...${JSON.stringify(options)}, env: process.env });
      process.stdout.write('\\n' + JSON.stringify(outcome));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const outcome = async () => {
      await once(child, 'close');
      return { stdout, stderr, ...JSON.parse(stdout.split('\n').at(-1) || '{"kind": "none"}') };
    };
    return { child, outcome };
  };
  return {
    dir: packageDir,
    write,
    read,
    start,
    run: (options?: Parameters<typeof start>[0]) => start(options).outcome(),
  };
}

describe('a stand-in for Electron’s binary', () => {
  test('that ends by itself is a session', async () => {
    expect(await makePackage({ binary: 'process.exit(0)' }).run()).toMatchObject({ kind: 'ended', code: 0 });
  });

  test('that a signal ends at once is no session, and a missing sandbox is explained', async () => {
    const trapped = await makePackage({
      binary: "process.kill(process.pid, 'SIGTRAP'); setInterval(() => {}, 1000)",
    }).run();
    expect(trapped).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('it was ended by SIGTRAP') });
    if (process.platform === 'linux') expect(trapped.reason).toContain('sudo chmod 4755');
    const crashed = await makePackage({
      binary: "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)",
    }).run();
    expect(crashed).toMatchObject({ kind: 'unavailable', reason: 'Electron did not start (it was ended by SIGSEGV)' });
  });

  test('that ends with an exit code at once is no session', async () => {
    const outcome = await makePackage({ binary: 'process.exit(127)' }).run();
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: 'Electron did not start (exit code 127)' });
  });

  test('that crashes after a session ends npm start with a sentence', async () => {
    const electron = makePackage({ binary: "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)" });
    const outcome = await electron.run({ nowMs: [0, 60_000] });
    expect(outcome).toMatchObject({ kind: 'ended', code: 1, stderr: expect.stringContaining('ended by SIGSEGV') });
  });

  test('ends with a signal to npm start, as a session', async () => {
    const electron = makePackage({ binary: "console.log('started'); setInterval(() => {}, 1000)" });
    const { child, outcome } = electron.start();
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await outcome()).toMatchObject({ kind: 'ended', code: 0 });
  });

  test('runs as Electron although a terminal inside an Electron editor started it', async () => {
    const electron = makePackage({ binary: 'process.exit(0)' });
    await electron.run({ env: { ELECTRON_RUN_AS_NODE: '1' } });
    expect(JSON.parse(electron.read('dist/runs')[0] ?? '')).not.toHaveProperty('ELECTRON_RUN_AS_NODE');
  });

  test('is taken from ELECTRON_OVERRIDE_DIST_PATH, and nothing is downloaded', async () => {
    const electron = makePackage({});
    electron.write('elsewhere/electron', binaryThat('process.exit(0)'));
    const env = { ELECTRON_OVERRIDE_DIST_PATH: join(electron.dir, 'elsewhere') };
    expect(await electron.run({ env })).toMatchObject({ kind: 'ended', code: 0 });
    expect(() => electron.read('downloads')).toThrow('ENOENT');
    const missing = { ELECTRON_OVERRIDE_DIST_PATH: join(electron.dir, 'nowhere') };
    expect(await electron.run({ env: missing })).toMatchObject({ reason: expect.stringContaining('is missing') });
  });
});

describe('the download of a stand-in for Electron’s binary', () => {
  const succeeding = `const fs = require('node:fs');
    console.log('42 of 110 MB');
    fs.mkdirSync(__dirname + '/dist', { recursive: true });
    fs.writeFileSync(__dirname + '/dist/electron', ${JSON.stringify(binaryThat('process.exit(0)'))}, { mode: 0o755 });
    fs.writeFileSync(__dirname + '/path.txt', 'electron');`;

  test('shows its progress, and happens once', async () => {
    const electron = makePackage({ installer: succeeding });
    const first = await electron.run();
    expect(first).toMatchObject({ kind: 'ended', code: 0, stdout: expect.stringContaining('42 of 110 MB') });
    expect(await electron.run()).toMatchObject({ kind: 'ended', code: 0 });
    expect(electron.read('downloads')).toEqual(['.']);
  });

  test('that fails shows its reason, and is repeated only on request', async () => {
    const electron = makePackage({ installer: "console.error('getaddrinfo ENOTFOUND'); process.exit(1)" });
    const first = await electron.run();
    expect(first).toMatchObject({ kind: 'unavailable', stderr: expect.stringContaining('getaddrinfo ENOTFOUND') });
    expect(await electron.run()).toMatchObject({ reason: expect.stringContaining('npm start -- --desktop') });
    expect(electron.read('downloads')).toEqual(['.']);
    electron.write('install.js', succeeding);
    expect(await electron.run({ mayRetry: true })).toMatchObject({ kind: 'ended', code: 0 });
  });

  test('ends with Ctrl+C, and so does npm start', async () => {
    const electron = makePackage({ installer: "console.log('downloading'); setInterval(() => {}, 1000)" });
    const { child, outcome } = electron.start();
    child.stdout.on('data', (text: string) => text.includes('downloading') && child.kill('SIGINT'));
    expect(await outcome()).toMatchObject({ kind: 'ended', code: 130 });
    expect(electron.read('downloads')).toEqual(['.']);
  });
});
