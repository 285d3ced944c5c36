/**
 * Finds a Chromium to drive, or gets one: one already there is used, otherwise Playwright's download is tried, otherwise
 * (Debian and root) the package `chromium`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function installed() {
  const chosen = process.env.PROMPT_WORKBENCH_CHROMIUM;
  if (chosen) return chosen;
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
  return [...onPath, ...places].find((file) => existsSync(file));
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

const succeeds = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 600_000 }).status === 0;

/**
 * @returns {Promise<string>} path of the executable
 * @throws {Error} one sentence, where none can be had
 */
export async function ensureChromium() {
  const there = installed() ?? (await playwrightsOwn());
  if (there) return there;
  console.log('No Chromium found: trying Playwright’s download …');
  if (succeeds(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'])) {
    const own = await playwrightsOwn();
    if (own) return own;
  }
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Playwright’s download is out of reach: installing Debian’s package chromium …');
    succeeds('apt-get', ['update']);
    succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
    const packaged = installed();
    if (packaged) return packaged;
  }
  throw new Error('No Chromium could be found or installed; install one and name it in PROMPT_WORKBENCH_CHROMIUM.');
}
