/** The Debian package, which dpkg installs into a folder instead of the system. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../build.mjs';
import { buildDeb, thisArchitecture } from './deb.mjs';

const hasDpkg = spawnSync('dpkg', ['--version']).status === 0;
const dir = realpathSync(mkdtempSync(join(tmpdir(), 'deb-test-')));

test.skipIf(!hasDpkg)('the Debian package can be installed, used and removed with dpkg', async () => {
  const database = join(dir, 'database');
  const system = join(dir, 'system');
  mkdirSync(join(database, 'info'), { recursive: true });
  mkdirSync(join(database, 'updates'));
  mkdirSync(system);
  const listPackages = (...names: string[]) =>
    writeFileSync(join(database, 'status'), names.map((name) => describeInstalledPackage(name)).join('\n'));
  const dpkg = (...args: string[]) => {
    const options = [`--admindir=${database}`, `--instdir=${system}`, '--log=/dev/null', '--force-not-root'];
    return spawnSync('dpkg', [...options, ...args], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  };

  await build();
  const file = buildDeb({ out: join(dir, 'out'), compression: 'none' });

  // dpkg refuses it without Debian's Node.
  listPackages('libc6');
  const refusal = dpkg('--install', file);
  expect(refusal.status).not.toBe(0);
  expect(refusal.stderr).toContain('depends on nodejs (>= 20.19.0)');

  // The database lists the Node that runs this test as Debian's package.
  listPackages('libc6', 'nodejs');
  const installation = dpkg('--install', file);
  expect(installation.status, installation.stderr).toBe(0);
  expect(existsSync(join(system, 'usr/share/applications/prompt-workbench.desktop'))).toBe(true);
  expect(
    execFileSync('gzip', ['-dc', join(system, 'usr/share/man/man1/prompt-workbench.1.gz')], { encoding: 'utf8' }),
  ).toMatch(/^\.TH PROMPT-WORKBENCH 1/);

  // The command, a prompt of the samples and a connection work.
  const home = join(dir, 'home');
  mkdirSync(join(home, 'project'), { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, PROMPT_WORKBENCH_STATE: join(home, 'state') };
  const command = join(system, 'usr/bin/prompt-workbench');
  const run = (...args: string[]) => execFileSync(command, args, { cwd: home, env, encoding: 'utf8', stdio: 'pipe' });
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(run('--version').trim()).toBe(version);
  expect(run('search', 'WolframLanguageDocumentation', 'nth', 'prime')).toContain('Prime');
  const workspace = join(home, 'workspace');
  cpSync(join(system, 'usr/lib/prompt-workbench/samples'), workspace, { recursive: true });
  expect(run('get', 'Samples', 'explain', 'topic=gravity', '--workspace', workspace)).toContain('gravity');
  run('connect', 'Samples', '--to', 'cursor', '--project', join(home, 'project'), '--workspace', workspace);
  const { mcpServers } = JSON.parse(readFileSync(join(home, 'project/.cursor/mcp.json'), 'utf8'));
  // An update of the package replaces this file in place, so the entry needs no copy of the program.
  expect(mcpServers.Samples.args[0]).toBe(join(system, 'usr/lib/prompt-workbench/dist/cli.cjs'));
  expect(existsSync(join(home, 'state', 'runtime'))).toBe(false);

  const removal = dpkg('--remove', 'prompt-workbench');
  expect(removal.status, removal.stderr).toBe(0);
  const remainingFiles = readdirSync(system, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory(),
  );
  expect(remainingFiles.map(({ name }) => name)).toEqual([]);
});

/** Writes an entry of dpkg's database. */
function describeInstalledPackage(name: string): string {
  const version = name === 'nodejs' ? process.version.slice(1) : '2.41';
  return `Package: ${name}
Status: install ok installed
Maintainer: This test
Architecture: ${thisArchitecture === 'all' ? 'amd64' : thisArchitecture}
Version: ${version}
Description: for the test
`;
}
