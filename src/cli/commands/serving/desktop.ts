import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { sentence, WorkbenchError } from '../../../base/errors.ts';
import { logToStderr } from '../../log.ts';
import { findElectron, hasDownloadFailed, installElectron, noWindowReason } from './electron.ts';
import type { OpenOptions } from './open.ts';

/** A failure of a program that ran for longer is not a failure to start. */
const maxStartMs = 10_000;

/** Opens the workbench as the desktop app until it is closed. Downloads Electron if it is missing. */
export async function desktop(options: Pick<OpenOptions, 'workspace'>): Promise<void> {
  const reason = noWindowReason();
  const failure = reason ?? (await runElectron(findElectron() ?? (await installElectron()), options.workspace));
  if (failure !== undefined)
    throw new WorkbenchError(
      'unavailable',
      `Couldn't open the desktop app: ${failure}. Use prompt-workbench open for the browser.`,
    );
}

/**
 * Opens the desktop app if Electron is installed and can open a window, otherwise the browser.
 * @param options.download whether to download Electron once if it is missing
 */
export async function openPreferred(options: OpenOptions & { readonly download?: boolean }): Promise<void> {
  if (options.download || findElectron() !== undefined) {
    const failure = noWindowReason() ?? (await openDesktop(options.workspace));
    if (failure === undefined) return;
    logToStderr(`Opening the workbench in the browser instead of Electron: ${failure}.`);
  }
  const { open } = await import('./open.ts');
  return open(options);
}

/** @returns why the desktop app did not open, if it did not */
async function openDesktop(workspace: string | undefined): Promise<string | undefined> {
  const electronPath = findElectron();
  if (electronPath === undefined && (await hasDownloadFailed()))
    return 'its last download failed. Use prompt-workbench desktop (or npm start -- --desktop) to try it again';
  try {
    return await runElectron(electronPath ?? (await installElectron()), workspace);
  } catch (error) {
    logToStderr(sentence(error));
    return 'it could not be downloaded';
  }
}

/** Runs the desktop app to its end, and ends with its exit code. @returns why it did not start, if it did not */
async function runElectron(binary: string, workspace: string | undefined): Promise<string | undefined> {
  const startedAtMs = performance.now();
  const env: NodeJS.ProcessEnv = { ...process.env, PROMPT_WORKBENCH_NODE: process.execPath };
  // A terminal inside an Electron editor sets it; the binary would be a plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  const packageFolder = dirname(dirname(__filename));
  const args = [packageFolder, ...(workspace === undefined ? [] : ['--workspace', workspace])];
  const { code, wasStopped } = await runAttached(binary, args, env);
  if (code === 0 || wasStopped) return undefined;
  const end = typeof code === 'number' ? `exit code ${code}` : code;
  if (performance.now() - startedAtMs < maxStartMs)
    return `Electron did not start (${end})${sandboxAdvice(binary, code)}`;
  logToStderr(`Electron ended unexpectedly (${end}).`);
  process.exitCode = typeof code === 'number' ? code : 1;
  return undefined;
}

/**
 * Chromium ends with SIGTRAP when it has no sandbox. Ubuntu 23.10 and later allow user namespaces to programs with an
 * AppArmor profile only; a setuid helper, which npm cannot make, replaces them.
 */
function sandboxAdvice(binary: string, code: number | string): string {
  if (process.platform !== 'linux' || code !== 'SIGTRAP') return '';
  const helper = join(dirname(binary), 'chrome-sandbox');
  return `. If this system forbids its sandbox (Ubuntu 23.10 or later), run: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
}

/**
 * Runs a program with this terminal. A signal that asks us to stop goes to the program, which then closes its window.
 * @returns the exit code, or the name of the signal or error that ended it
 */
function runAttached(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | string; readonly wasStopped: boolean }> {
  return new Promise((resolve) => {
    let wasStopped = false;
    const forward = (signal: NodeJS.Signals) => {
      wasStopped = true;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    // Before the program starts: a signal at once after its start would end this process alone.
    for (const signal of signals) process.on(signal, forward);
    const child = spawn(program, args, { stdio: 'inherit', env });
    const end = (code: number | string) => {
      for (const signal of signals) process.off(signal, forward);
      resolve({ code, wasStopped });
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal ?? code ?? 0));
  });
}
