/** Installs the packages that the bench compares with into `.cache/`, when it first needs them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @param {string} name of the folder in `.cache`
 * @param {Record<string, string>} packages exact versions by package
 * @returns {NodeJS.Require} resolves from the folder that holds them
 */
export function installPeers(name, packages) {
  const folder = join(root, '.cache', name);
  mkdirSync(folder, { recursive: true });
  const isInstalled = Object.entries(packages).every(([peer, version]) => installedVersion(folder, peer) === version);
  // Other processes of the bench may be reading the file.
  if (!isInstalled) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const { status } = spawnSync(npm, ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm could not install ${Object.keys(packages).join(' and ')} in ${folder}.`);
  }
  return createRequire(join(folder, 'package.json'));
}

/** @param {string} folder @param {string} peer @returns {string | undefined} */
function installedVersion(folder, peer) {
  try {
    return JSON.parse(readFileSync(join(folder, 'node_modules', peer, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}
