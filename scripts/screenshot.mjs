/**
 * Makes the pictures of docs/screenshots anew from the real product, each page in both themes:
 * `node scripts/screenshot.mjs`. A workspace and a state folder of its own, the built command line, a real Chromium.
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

const panes = (page) => ({
  list: page.getByRole('treegrid', { name: 'Servers and prompts' }),
  editor: page.getByRole('main', { name: 'Editor' }),
  preview: page.getByRole('complementary', { name: 'Preview' }),
});

/** Each page brought into a state that says something, then pictured. */
const pages = {
  async prompt(page) {
    const { list, preview } = panes(page);
    await list.getByRole('row', { name: 'translate', exact: true }).click();
    await preview.getByRole('button', { name: /^Samples/ }).click();
    await page.getByRole('button', { name: 'Fill from the sample Into Japanese' }).click();
    await preview.getByText('Japanese', { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: 'translate', level: 2 }).click();
  },
  async messages(page) {
    const { list, preview } = panes(page);
    await list.getByRole('row', { name: 'chart-style', exact: true }).click();
    await preview.getByRole('button', { name: 'Fill with examples' }).click();
    await preview.getByRole('img').first().waitFor();
  },
  async server(page) {
    const { list, editor } = panes(page);
    await list.getByRole('row', { name: 'Samples', exact: true }).click();
    await editor.getByRole('button', { name: 'New prompt' }).waitFor();
  },
  async history(page) {
    const { list, editor } = panes(page);
    await list.getByRole('row', { name: 'explain', exact: true }).click();
    const description = editor.getByRole('textbox', { name: 'Description', exact: true }).first();
    await description.fill('Explains a topic to a colleague who is new to it, with one example');
    await page.getByRole('contentinfo').getByText('Saved', { exact: true }).waitFor();
    await editor.getByRole('radio', { name: 'History' }).click();
    await editor.getByText('Description').first().waitFor();
  },
  async 'wire-log'(page) {
    const { list } = panes(page);
    await list.getByRole('row', { name: 'compare', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+j');
    await page.getByText('prompts/get').first().click();
  },
  async palette(page) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('option').first().waitFor();
  },
};

async function takePictures(url, colorScheme) {
  for (const [name, bring] of Object.entries(pages)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
    await page.addInitScript(() => localStorage.setItem('prompt-workbench', JSON.stringify({ toured: true })));
    await page.goto(url);
    await bring(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({
      path: join(root, 'docs', 'screenshots', `${name}-${colorScheme}.png`),
      animations: 'disabled',
    });
    await page.close();
  }
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
  const url = await addressOf(workbench);
  for (const theme of ['light', 'dark']) await takePictures(url, theme);
} finally {
  await browser.close();
  workbench.kill();
  await once(workbench, 'exit');
  rmSync(home, { recursive: true, force: true });
}
