/**
 * Installs a package folder's dependencies when they are missing or when the lock file has changed since, and does
 * nothing otherwise. A stamp inside node_modules records the lock file of the last install.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampName = '.installed-by-prompt-workbench.json';

/** @param {string} dir @returns {{ lock: string, scope: 'all' | 'runtime' } | undefined} */
function readStamp(dir) {
  try {
    return JSON.parse(readFileSync(join(dir, 'node_modules', stampName), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * A hash of what an install depends on: the lock file and the platform.
 * @param {string} dir
 */
function lockKey(dir) {
  const lock = readFileSync(join(dir, 'package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
}

/**
 * @param {string} dir folder with package.json and package-lock.json
 * @param {'all' | 'runtime'} scope `runtime` leaves the development dependencies out
 * @returns {boolean} whether anything was installed
 * @throws {Error} one sentence, when npm fails
 */
export function ensureInstalled(dir, scope) {
  const lock = lockKey(dir);
  const stamp = readStamp(dir);
  if (stamp?.lock === lock && (stamp.scope === 'all' || stamp.scope === scope)) return false;
  const what = scope === 'all' ? 'dependencies' : 'what the workbench needs to run';
  console.log(
    `Installing ${what} (${existsSync(join(dir, 'node_modules')) ? 'the lock file has changed' : 'first time'}) …`,
  );
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(scope === 'runtime' ? ['--omit=dev'] : [])];
  const run = spawnSync(npm, args, {
    cwd: dir,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) {
    throw new Error(
      `npm could not install the packages in ${dir}; check the network connection and run the command again.`,
    );
  }
  writeFileSync(join(dir, 'node_modules', stampName), JSON.stringify({ lock, scope }));
  return true;
}
