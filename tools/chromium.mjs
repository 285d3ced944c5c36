/**
 * Finds a Chromium that Playwright can drive, or installs one: first one of this machine, then Playwright's download, then
 * (Debian, as root) the package `chromium-headless-shell` or `chromium`. Started as a program, it prints the path.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// The headless shell comes first: it draws the same pages with a third less processor time.
const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
];
const knownFiles = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * For tests, whose pages live for seconds: V8's optimizing compilers, threads of its garbage collector, and collecting
 * its young objects often, take more processor time than they save.
 */
export const scriptFlags = '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16';

/** The file that the environment names, or the first one that exists. */
function findInstalled() {
  const chosenPath = process.env.PROMPT_WORKBENCH_CHROMIUM;
  if (chosenPath) return chosenPath;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((dir) => programNames.map((name) => join(dir, name)));
  return [...onPath, ...knownFiles].find((file) => existsSync(file));
}

async function findDownloaded() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** @param {string} command @param {readonly string[]} args */
const succeeds = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 600_000 }).status === 0;

/**
 * @returns {Promise<string>} path of the executable
 * @throws {Error} one sentence, when there is none and none can be installed
 */
export async function ensureChromium() {
  const program = findInstalled() ?? (await findDownloaded());
  if (program) return program;
  console.log('No Chromium found. Downloading Playwright’s …');
  if (succeeds(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'])) {
    const downloadedPath = await findDownloaded();
    if (downloadedPath) return downloadedPath;
  }
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Playwright’s download failed. Installing Debian’s package …');
    succeeds('apt-get', ['update']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      succeeds('apt-get', ['install', '-y', '--no-install-recommends', name]);
      const packagedPath = findInstalled();
      if (packagedPath) return packagedPath;
    }
  }
  throw new Error('Couldn’t find or install Chromium. Install one and set PROMPT_WORKBENCH_CHROMIUM to its path.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await ensureChromium());
