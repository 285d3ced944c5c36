/** Finds or downloads Electron, which the desktop app needs and the package does not contain. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { makePrivateFolder } from '../../../files/make-folder.ts';
import { onOneLine } from '../../../outside/reason.ts';
import { stateDir } from '../../../state/paths.ts';
import { logToStderr } from '../../log.ts';

/** The version that the workbench is tested with and downloads; the build sets it. */
const version = process.env.PROMPT_WORKBENCH_ELECTRON ?? 'latest';

const executables: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const executable = executables[process.platform] ?? 'electron';

/** The folder that `installElectron` downloads to. */
function downloadFolder(): string {
  return join(stateDir(), 'desktop');
}

/**
 * Returns the path of Electron's executable, or undefined if it is not complete on this computer. Its package alone is
 * not enough: it downloads the executable at its first use. `ELECTRON_OVERRIDE_DIST_PATH` names the folder of another
 * build, as in Electron's own package.
 */
export function findElectron(): string | undefined {
  const replacement = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  // The package writes path.txt after it has unpacked everything.
  const complete = packageFolders().filter((folder) => existsSync(join(folder, 'path.txt')));
  const folders = replacement ? [replacement] : complete.map((folder) => join(folder, 'dist'));
  return folders.map((folder) => join(folder, executable)).find((file) => existsSync(file));
}

/** Why Electron cannot open a window here, or undefined. */
export function noWindowReason(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  if (process.getuid?.() === 0) return 'Electron keeps its sandbox on and therefore does not run as root';
  return undefined;
}

/** Remembers the version whose download failed, so that not every start repeats it. */
const failureFile = () => join(downloadFolder(), 'failed-download');

/** Whether the last download of this version failed. */
export async function hasDownloadFailed(): Promise<boolean> {
  return (await readFile(failureFile(), 'utf8').catch(() => '')) === version;
}

/**
 * Downloads Electron with its own installer, which checks it against pinned checksums.
 * @returns the path of the executable
 * @throws WorkbenchError `unavailable`, with the reason
 */
export async function installElectron(): Promise<string> {
  try {
    const [installedFolder] = packageFolders();
    logToStderr(
      `Downloading Electron ${version} (about 120 MB) to ${installedFolder ?? downloadFolder()}. Ctrl+C stops it.`,
    );
    const folder = installedFolder ?? (await installPackage());
    await downloadExecutable(folder);
    await rm(failureFile(), { force: true });
  } catch (error) {
    await makePrivateFolder(downloadFolder());
    await writeFile(failureFile(), version);
    throw new WorkbenchError(
      'unavailable',
      `Couldn't download Electron ${version}: ${reasonOf(error)}. Try again later, or use prompt-workbench open for the browser.`,
    );
  }
  const file = findElectron();
  if (file === undefined) throw new WorkbenchError('unavailable', "Electron's download is incomplete; try again.");
  return file;
}

/** The folders of Electron's package: beside this package, and in the download folder. */
function packageFolders(): string[] {
  const places = [__filename, join(downloadFolder(), 'package.json')];
  return places.flatMap((place) => {
    try {
      return [dirname(createRequire(place).resolve('electron/package.json'))];
    } catch {
      return [];
    }
  });
}

/** Installs Electron's package with npm, which knows the proxies and registries of this computer. */
async function installPackage(): Promise<string> {
  const cwd = downloadFolder();
  await makePrivateFolder(cwd);
  // Without this file npm would install into a folder above.
  await writeFile(join(cwd, 'package.json'), '{ "private": true }\n');
  const isWindows = process.platform === 'win32';
  const options = ['--prefix=.', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runToEnd(
    isWindows ? 'npm.cmd' : 'npm',
    ['install', `electron@${version}`, ...options],
    { cwd, shell: isWindows },
  );
  if (code !== 0)
    throw new Error(`npm could not install its package (${/error code (\S+)/.exec(output)?.[1] ?? code})`);
  return join(cwd, 'node_modules', 'electron');
}

/** The part of `@electron/get` that Electron's own installer uses; its cache makes the second call find the file. */
interface ElectronGet {
  downloadArtifact(options: {
    readonly version: string;
    readonly artifactName: string;
    readonly platform: string;
    readonly arch: string;
    readonly checksums: Readonly<Record<string, string>>;
    readonly downloadOptions: {
      readonly quiet: boolean;
      readonly getProgressCallback: (progress: { readonly percent: number }) => Promise<void>;
    };
  }): Promise<string>;
}

async function downloadExecutable(folder: string): Promise<void> {
  const proxy = process.env.HTTPS_PROXY ?? process.env.https_proxy;
  if (proxy) process.env.ELECTRON_GET_USE_PROXY ??= '1';
  const require = createRequire(join(folder, 'package.json'));
  const { downloadArtifact } = require('@electron/get') as ElectronGet;
  const manifest = require('./package.json') as { readonly version: string };
  await downloadArtifact({
    version: manifest.version,
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    checksums: require('./checksums.json') as Record<string, string>,
    downloadOptions: { quiet: true, getProgressCallback: createProgress() },
  });
  const { code, output } = await runToEnd(process.execPath, [join(folder, 'install.js')], {});
  if (code !== 0) throw new Error(`its installer failed (${output.trim().split('\n')[0] || code})`);
}

/** The message of an error, with the code of its cause: Node's `fetch` only says "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return onOneLine(code === undefined ? message : `${message} (${code})`);
}

/** Prints the progress in steps of 10 percent, each once. */
function createProgress(): (progress: { readonly percent: number }) => Promise<void> {
  let printedPercent = 0;
  return async ({ percent }) => {
    const step = Math.floor(percent * 10) * 10;
    if (step > printedPercent) logToStderr(`${step} %`);
    printedPercent = Math.max(step, printedPercent);
  };
}

function runToEnd(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly shell?: boolean },
): Promise<{ readonly code: number | string | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? error.message, output }));
    child.once('close', (code, signal) => resolve({ code: signal ?? code, output }));
  });
}
