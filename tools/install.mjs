/**
 * Installs a package folder's dependencies unless node_modules holds what the lock file names. npm's own record of an
 * install tells, so a folder that a person installed with `npm ci` is left alone. Started as a program, it installs those of
 * the folder that its argument names, by default of the current one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What npm records of a package in a lock file.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean,
 *   os?: Platforms, cpu?: Platforms }} LockedPackage
 * @typedef {string | readonly string[]} Platforms npm writes what the package's manifest has
 */

/** @param {string} file a lock file @returns {Record<string, LockedPackage>} by path; empty when there is none */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** @param {LockedPackage} locked */
const isForThisPlatform = ({ os, cpu }) => allows(os, process.platform) && allows(cpu, process.arch);

/** @param {Platforms | undefined} platforms `!` excludes one @param {string} name */
function allows(platforms, name) {
  if (platforms === undefined) return true;
  const names = [platforms].flat();
  return names.some((value) => !value.startsWith('!')) ? names.includes(name) : !names.includes(`!${name}`);
}

/**
 * Whether node_modules holds what the lock file names, for this platform. npm writes its record last, so an interrupted
 * install has none.
 * @param {string} dir folder with package-lock.json
 */
export function isInstalled(dir) {
  const installedPackages = readLock(join(dir, 'node_modules', '.package-lock.json'));
  const isFromElsewhere = Object.values(installedPackages).some((value) => !isForThisPlatform(value));
  const lockedPackages = Object.entries(readLock(join(dir, 'package-lock.json')));
  const isIncomplete = lockedPackages.some(([path, locked]) => {
    const installedPackage = installedPackages[path];
    if (path === '') return false;
    if (!installedPackage) return !locked.optional;
    return installedPackage.version !== locked.version || installedPackage.integrity !== locked.integrity;
  });
  return lockedPackages.length > 0 && !isFromElsewhere && !isIncomplete;
}

/**
 * @param {string} dir folder with package.json and package-lock.json
 * @returns {boolean} whether anything was installed
 * @throws {Error} one sentence, when npm fails
 */
export function ensureInstalled(dir) {
  if (isInstalled(dir)) return false;
  console.log(
    `Installing dependencies (${existsSync(join(dir, 'node_modules')) ? 'the lock file has changed' : 'first time'}) …`,
  );
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
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
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  try {
    ensureInstalled(resolve(process.argv[2] ?? ''));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
