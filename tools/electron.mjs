/**
 * Runs the app in Electron: finds the binary, downloads it once if it is missing, and tells a session that ended from a
 * binary that cannot run here.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A binary that ends within this time lacks a system library or may not use its sandbox: it had no session. */
const startMs = 10_000;

/**
 * @typedef {{ readonly kind: 'ended', readonly code: number }} Ended the exit code for `npm start`
 * @typedef {{ readonly kind: 'unavailable', readonly reason: string }} Unavailable `reason` is a clause or a sentence without its period
 */

/**
 * Runs a program to its end and passes SIGINT and SIGTERM on to it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number | null, signal?: NodeJS.Signals | null, error?: Error, isInterrupted: boolean }>}
 *   `isInterrupted` when this process received a signal meanwhile
 */
export function runProgram(command, args, options) {
  return new Promise((resolve) => {
    let isInterrupted = false;
    const child = spawn(command, args, options);
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      isInterrupted = true;
      child.kill(signal);
    };
    process.on('SIGINT', forward).on('SIGTERM', forward);
    const stopForwarding = () => process.off('SIGINT', forward).off('SIGTERM', forward);
    child.on('error', (error) => {
      stopForwarding();
      resolve({ code: null, error, isInterrupted });
    });
    child.on('exit', (code, signal) => {
      stopForwarding();
      resolve({ code, signal, isInterrupted });
    });
  });
}

/**
 * @param {object} options
 * @param {string} options.packageDir the folder of the npm package `electron`
 * @param {string} options.failureFile remembers a failed download, so that not every start repeats it
 * @param {boolean} options.mayRetry download again after a failure
 * @param {readonly string[]} options.args of Electron: the app's folder and the app's own arguments
 * @param {NodeJS.ProcessEnv} options.env
 * @returns {Promise<Ended | Unavailable>}
 */
export async function runElectron({ packageDir, failureFile, mayRetry, args, env }) {
  const found = await findBinary(packageDir, failureFile, mayRetry, env);
  if (found.kind !== 'binary') return found;
  // An inherited ELECTRON_RUN_AS_NODE (a terminal inside an Electron editor has it) makes Electron a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...appEnv } = env;
  const started = Date.now();
  const { code, signal, error, isInterrupted } = await runProgram(found.file, args, { stdio: 'inherit', env: appEnv });
  if (isInterrupted || code === 0) return { kind: 'ended', code: 0 };
  const end = error?.message ?? (signal ? `it was ended by ${signal}` : `exit code ${code}`);
  const isEarly = error !== undefined || Date.now() - started < startMs;
  if (isEarly)
    return { kind: 'unavailable', reason: `Electron did not start (${end})${sandboxAdvice(found.file, signal)}` };
  console.error(`Electron ended unexpectedly (${end}). Run npm start to open the workbench again.`);
  return { kind: 'ended', code: code ?? 1 };
}

/**
 * @param {string} packageDir
 * @param {string} failureFile
 * @param {boolean} mayRetry
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ readonly kind: 'binary', readonly file: string } | Ended | Unavailable>}
 */
async function findBinary(packageDir, failureFile, mayRetry, env) {
  const manifest = join(packageDir, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const require = createRequire(manifest);
  /** @returns {{ readonly kind: 'binary', readonly file: string } | Unavailable} */
  const installed = () => {
    const file = /** @type {string} */ (require('./index.js'));
    return existsSync(file)
      ? { kind: 'binary', file }
      : { kind: 'unavailable', reason: `Electron's binary is missing: ${file}` };
  };
  // The package itself reads the variable; distributions that ship Electron set it.
  if (env.ELECTRON_OVERRIDE_DIST_PATH || existsSync(join(packageDir, 'path.txt'))) return installed();

  if (!mayRetry && failedVersion(failureFile) === version) {
    const reason = 'the last download of Electron failed. Run npm start -- --desktop to try it again';
    return { kind: 'unavailable', reason };
  }
  console.log(`Downloading Electron ${version} (about 110 MB, first time only); Ctrl+C stops it …`);
  const installer = join(packageDir, 'install.js');
  const { code, isInterrupted } = await runProgram(process.execPath, [installer], { stdio: 'inherit', env });
  if (isInterrupted) return { kind: 'ended', code: 130 };
  if (code === 0) {
    rmSync(failureFile, { force: true });
    return installed();
  }
  mkdirSync(dirname(failureFile), { recursive: true });
  writeFileSync(failureFile, JSON.stringify({ version }));
  return { kind: 'unavailable', reason: 'Electron could not be downloaded, for the reason above' };
}

/** @param {string} file @returns {unknown} the version whose download failed */
function failedVersion(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).version;
  } catch {
    return undefined;
  }
}

/**
 * Chromium ends with SIGTRAP when it has no sandbox. Ubuntu 23.10 and later allow user namespaces to programs with an
 * AppArmor profile only, and npm cannot make the other way, a setuid helper.
 * @param {string} binary
 * @param {NodeJS.Signals | null | undefined} signal
 */
function sandboxAdvice(binary, signal) {
  if (process.platform !== 'linux' || signal !== 'SIGTRAP') return '';
  const helper = join(dirname(binary), 'chrome-sandbox');
  return `. If this system forbids its sandbox (Ubuntu 23.10 or later), run: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
}
