/**
 * `npm start`: installs what is missing, builds what has changed, and opens the workbench — in Electron where its binary
 * is available and there is a screen, otherwise in the browser, with one line that says why. `--browser` and `--desktop`
 * choose; other arguments are passed to the workbench.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runElectron, runProgram } from './electron.mjs';
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

/** @returns {Promise<number | { reason: string }>} the exit code, or why Electron could not open a window */
async function openInElectron(env) {
  const reason = noScreenReason();
  if (reason) return { reason };
  const outcome = await runElectron({
    packageDir: dirname(createRequire(join(root, 'package.json')).resolve('electron/package.json')),
    failureFile: join(root, '.cache', 'electron-download-failed.json'),
    mayRetry: args.includes('--desktop'),
    args: [root, ...args.filter((arg) => arg !== '--desktop')],
    env,
  });
  return outcome.kind === 'ended' ? outcome.code : { reason: outcome.reason };
}

async function openInBrowser(reason, env) {
  console.log(`Opening the workbench in the browser instead of Electron: ${reason}.`);
  const rest = args.filter((arg) => arg !== '--browser' && arg !== '--desktop');
  const { code, isInterrupted } = await runProgram(process.execPath, [join(root, 'dist', 'cli.cjs'), 'open', ...rest], {
    stdio: 'inherit',
    env,
  });
  return isInterrupted ? 0 : (code ?? 1);
}

async function main() {
  ensureInstalled(root, 'all');
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
