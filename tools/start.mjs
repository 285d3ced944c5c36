/**
 * `npm start`: installs what is missing, builds what has changed, and opens the workbench — in Electron where its binary
 * can be had and there is a screen, otherwise in the browser, saying in one line why. Arguments are passed to the workbench.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);

/** Why Electron cannot open a window here, or undefined. Nothing is downloaded to find out. */
function noScreenReason() {
  if (args.includes('--browser')) return '--browser was given';
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  if (process.getuid?.() === 0) return 'Electron keeps its sandbox on and therefore does not run as root';
  return undefined;
}

/** Runs a program to its end. @returns {Promise<{ code: number | null, error?: Error }>} */
function run(command, argv, options) {
  return new Promise((resolve) => {
    const child = spawn(command, argv, options);
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    const done = (result) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(result);
    };
    child.on('error', (error) => done({ code: null, error }));
    child.on('exit', (code, signal) => done({ code: signal ? 0 : code }));
  });
}

/** Electron's executable, fetched by its own installer if need be; undefined where it cannot be had. */
async function electronBinary() {
  const require = createRequire(join(root, 'package.json'));
  const folder = dirname(require.resolve('electron/package.json'));
  const binary = () => {
    try {
      return require('electron');
    } catch {
      return undefined;
    }
  };
  if (existsSync(join(folder, 'path.txt'))) return binary();
  console.log('Fetching Electron (first time) …');
  const installer = await run(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' });
  return installer.code === 0 ? binary() : undefined;
}

/** @returns {Promise<number | { reason: string }>} the exit code, or why Electron could not open a window */
async function openInElectron(env) {
  const reason = noScreenReason();
  if (reason) return { reason };
  const binary = await electronBinary();
  if (!binary) return { reason: "Electron's binary could not be fetched" };
  const started = Date.now();
  const { code, error } = await run(binary, [root, ...args], { stdio: 'inherit', env });
  // A binary that ends at once lacks a system library or may not use its sandbox: that is a reason, not a session.
  if (error || (code !== 0 && Date.now() - started < 10_000))
    return { reason: `Electron did not start (${error?.message ?? `exit code ${code}`})` };
  return code ?? 0;
}

async function openInBrowser(reason, env) {
  console.log(`Opening the workbench in the browser instead of Electron: ${reason}.`);
  const rest = args.filter((arg) => arg !== '--browser');
  const { code } = await run(process.execPath, [join(root, 'dist', 'cli.cjs'), 'open', ...rest], {
    stdio: 'inherit',
    env,
  });
  return code ?? 1;
}

async function main() {
  ensureInstalled(root, 'runtime');
  const { build } = await import('./build.mjs');
  const built = await build();
  if (built.length > 0) console.log('Built the workbench.');
  // The plain Node with which client applications start the server, also when Electron's own Node runs the app.
  const env = { ...process.env, PROMPT_WORKBENCH_NODE: process.execPath };
  const outcome = await openInElectron(env);
  process.exitCode = typeof outcome === 'number' ? outcome : await openInBrowser(outcome.reason, env);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
