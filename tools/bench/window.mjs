/**
 * How fast the window feels, in a real Chromium on the built product. Every figure is measured inside the page, by its own clock
 * and at the frame that shows the change.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../chromium.mjs';
import { readWorkbenchLink } from '../workbench-link.mjs';
import { promptName } from './workspace.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Milliseconds between two keys of a fast typist. */
const PACE = 110;

export async function openBrowser() {
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking'],
  });
}

/** Starts the workbench on a workspace; `open` gives a new page of it. */
export async function startWindow(browser, workspace, state) {
  const start = () =>
    spawn(process.execPath, [join(root, 'dist', 'cli.cjs'), 'open', '--no-browser', '--workspace', workspace], {
      env: { ...process.env, PROMPT_WORKBENCH_STATE: state },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const workbench = start();
  await readWorkbenchLink(workbench);
  return {
    async open() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.addInitScript(() => localStorage.setItem('prompt-workbench', JSON.stringify({ toured: true })));
      await page.addInitScript(watchPage);
      // Each link opens one page; another start prints the next one.
      await page.goto(await readWorkbenchLink(start()));
      await page.waitForFunction(() => /** @type {BenchWindow} */ (window).bench.listAfter !== undefined);
      return page;
    },
    async close() {
      workbench.kill();
      await once(workbench, 'exit');
    },
  };
}

/**
 * What the page records while it runs.
 * @typedef {{
 *   listAfter: number | undefined,
 *   frames: { duration: number, startTime: number }[],
 *   answers: number[],
 *   from?: number,
 *   expect?: (text: string, isCounted: boolean) => void,
 *   isAnswered?: () => boolean,
 * }} Bench
 * @typedef {Window & typeof globalThis & { bench: Bench }} BenchWindow
 */

/** Runs in the page before its own scripts: records when the list is first drawn, and every slow frame. */
function watchPage() {
  /** @type {Bench} */
  const bench = { listAfter: undefined, frames: [], answers: [] };
  /** @type {BenchWindow} */ (window).bench = bench;
  const observer = new MutationObserver(() => {
    if (bench.listAfter !== undefined || !document.querySelector('[role=treegrid] [role=row]')) return;
    requestAnimationFrame(() => {
      bench.listAfter ??= performance.now();
    });
  });
  observer.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) bench.frames.push({ duration, startTime });
  }).observe({ type: 'long-animation-frame', buffered: true });
}

/** From the start of loading to the frame that shows the list. Milliseconds. */
export async function measureFirstList(window) {
  const page = await window.open();
  const milliseconds = await page.evaluate(() => window.bench.listAfter);
  await page.context().close();
  return { milliseconds };
}

/**
 * Types `keys` letters at the start of a prompt's text.
 * @param {boolean} [hasPanel] whether the panel for runs is open below the preview
 * @returns p50 and p95 from key press to the frame with the new answer, and the longest frame meanwhile (0 if none took longer
 *   than 50 ms, because the browser reports no shorter ones); all in milliseconds
 */
export async function measureTyping(window, index, keys, hasPanel = false) {
  const page = await window.open();
  await page
    .getByRole('row', { name: promptName(index), exact: true })
    .first()
    .click();
  const value = page
    .getByRole('complementary', { name: 'Preview' })
    .getByRole('textbox', { name: 'topic', exact: true });
  await value.fill('the sea');
  if (hasPanel) await openRunPanel(page);
  await page.getByRole('textbox', { name: 'Prompt text' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  const beginning = await page.evaluate(watchAnswers);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  let typedText = '';
  for (let at = 0; at < keys + 5; at += 1) {
    typedText += letters[at % 26];
    // The first few warm the page up and are not counted.
    await page.evaluate(
      ([text, isCounted]) => window.bench.expect(text, isCounted),
      [`${typedText}${beginning}`, at >= 5],
    );
    const next = new Promise((resolve) => setTimeout(resolve, PACE));
    await page.keyboard.press(letters[at % 26]);
    await page.waitForFunction(() => window.bench.isAnswered());
    await next;
  }
  const { answers, longest } = await page.evaluate(() => ({
    answers: window.bench.answers,
    longest: Math.max(
      0,
      ...window.bench.frames.filter(({ startTime }) => startTime > window.bench.from).map(({ duration }) => duration),
    ),
  }));
  await page.context().close();
  const sortedAnswers = answers.toSorted((a, b) => a - b);
  return {
    p50: sortedAnswers[sortedAnswers.length >> 1],
    p95: sortedAnswers[Math.ceil(sortedAnswers.length * 0.95) - 1],
    longest,
  };
}

/** Opens the panel without a run. If a runner is ready, the window asks first. */
async function openRunPanel(page) {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Run', exact: true });
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await cancel.or(panel.getByText('Nothing on this computer can answer yet')).first().waitFor();
  if (await cancel.isVisible()) await cancel.click();
  await panel.waitFor();
}

/**
 * Runs in the page. `bench.expect` starts the clock with the next key; it stops at the frame that shows the answer.
 * @returns the beginning of the current text
 */
function watchAnswers() {
  const { bench } = /** @type {BenchWindow} */ (window);
  const preview = /** @type {HTMLElement} */ (document.querySelector('aside[aria-label=Preview]'));
  let waiting;
  bench.expect = (text, isCounted) => {
    waiting = { text, isCounted, pressed: undefined };
  };
  bench.isAnswered = () => waiting === undefined;
  addEventListener(
    'keydown',
    (event) => {
      if (!waiting) return;
      if (waiting.isCounted) bench.from ??= event.timeStamp;
      waiting.pressed ??= event.timeStamp;
    },
    true,
  );
  const beginsWith = (text) => {
    const walker = document.createTreeWalker(preview.querySelector('[role=tabpanel]') ?? preview, NodeFilter.SHOW_TEXT);
    let begin = '';
    // The description and the role are before the text.
    while (begin.length < 400 && walker.nextNode()) begin += (walker.currentNode.nodeValue ?? '').slice(0, 400);
    return begin.includes(text);
  };
  const checkAnswer = () => {
    if (!waiting?.pressed || !beginsWith(waiting.text)) return;
    const { pressed, isCounted } = waiting;
    waiting = undefined;
    requestAnimationFrame((now) => {
      if (isCounted) bench.answers.push(now - pressed);
    });
  };
  new MutationObserver(checkAnswer).observe(preview, { childList: true, subtree: true, characterData: true });
  return document.querySelector('[aria-label="Prompt text"] .cm-line, .cm-line')?.textContent.slice(0, 8) ?? '';
}

/** Gzipped script: what the first page loads, and the editors' chunks together. Kilobytes (1,000 bytes). */
export async function scriptSizes() {
  const dist = join(root, 'dist', 'renderer');
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const size = async (file) => gzipSync(await readFile(file)).length / 1000;
  const firstFiles = [...html.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map(([, file]) => join(dist, file));
  const files = (await readdir(join(dist, 'assets'))).filter((file) => /^CodeMirror.*\.js$/.test(file));
  const editors = await withImports(
    files.map((file) => join(dist, 'assets', file)),
    firstFiles,
  );
  const sum = (sizes) => sizes.reduce((total, value) => total + value, 0);
  return {
    first: sum(await Promise.all(firstFiles.map(size))),
    editors: sum(await Promise.all(editors.map(size))),
  };
}

/** The chunks and everything that they import, except `loadedFiles`. */
async function withImports(chunks, loadedFiles) {
  const foundChunks = new Set(chunks);
  for (const chunk of foundChunks) {
    const text = await readFile(chunk, 'utf8');
    for (const [, file] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) {
      const importedPath = join(dirname(chunk), file);
      if (!loadedFiles.includes(importedPath)) foundChunks.add(importedPath);
    }
  }
  return [...foundChunks];
}
