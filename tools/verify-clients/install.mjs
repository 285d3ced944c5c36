/** Installs the pinned client applications into the cache folder. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cacheFolder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.cache', 'verify-clients');

/** Finds OpenCode's program: npm installs a package for each platform beside the folder. @param {string} folder */
export function findOpenCode(folder) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const file = process.platform === 'win32' ? 'opencode.exe' : 'opencode';
  const names = ['', '-baseline', '-musl'].map((kind) => `opencode-${platform}-${process.arch}${kind}`);
  const match = names.map((name) => join(dirname(folder), name, 'bin', file)).find((path) => existsSync(path));
  if (match === undefined) throw new Error('OpenCode has no program for this system.');
  return match;
}

/** Installs a package into its own folder. @param {{ package: string, version: string }} program @returns {Promise<string>} the package's folder */
export async function install({ package: name, version }) {
  const dir = join(cacheFolder, `${name.replace('@', '').replace('/', '-')}-${version}`);
  const folder = join(dir, 'node_modules', ...name.split('/'));
  if (existsSync(join(dir, 'complete'))) return folder;
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'package.json'), '{"private": true}\n');
  console.log(`Installing ${name} ${version} …`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Claude Code's own script installs its program.
  const scripts = name.startsWith('@anthropic-ai/') ? [] : ['--ignore-scripts'];
  const options = ['install', '--save-exact', '--no-audit', '--no-fund', '--loglevel=error', ...scripts];
  const run = spawnSync(npm, [...options, `${name}@${version}`], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) throw new Error(`npm could not install ${name} ${version}: check the network connection.`);
  await writeFile(join(dir, 'complete'), '');
  return folder;
}

/** Finds a Node of at least version 22, which Qwen Code needs: this one, or one from npm. */
export async function findNewerNode() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const folder = await install({ package: `node-${process.platform}-${process.arch}`, version: '22.20.0' });
  return join(folder, 'bin', 'node');
}
