/**
 * Makes the README's picture anew from the real product: `node scripts/screenshot.mjs`. A workspace and a state folder of
 * its own, the built command line, a real Chromium.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Starts the workbench and answers its address. */
async function addressOf(workbench) {
  for await (const line of createInterface({ input: workbench.stdout })) {
    const url = /http:\/\/\S+#\S+/.exec(line)?.[0];
    if (url) return url;
  }
  throw new Error('The workbench ended before it printed its address.');
}

await build();
const home = mkdtempSync(join(tmpdir(), 'prompt-workbench-'));
const workbench = spawn(
  process.execPath,
  [join(root, 'dist', 'cli.cjs'), 'open', '--no-browser', '--workspace', join(home, 'Prompt Workbench')],
  { env: { ...process.env, PROMPT_WORKBENCH_STATE: join(home, 'state') }, stdio: ['ignore', 'pipe', 'inherit'] },
);
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 });
  await page.addInitScript(() => localStorage.setItem('prompt-workbench', JSON.stringify({ toured: true })));
  await page.goto(await addressOf(workbench));
  await page.getByRole('row', { name: 'translate', exact: true }).click();
  await page.getByRole('button', { name: 'Samples', exact: true }).click();
  await page.getByRole('button', { name: 'Fill from the sample Into Japanese' }).click();
  await page.getByRole('complementary', { name: 'Preview' }).getByText('into Japanese').waitFor();
  await page.getByRole('heading', { name: 'translate', level: 2 }).click();
  await page.screenshot({ path: join(root, 'docs', 'workbench.png') });
} finally {
  await browser.close();
  workbench.kill();
  await once(workbench, 'exit');
  rmSync(home, { recursive: true, force: true });
}
