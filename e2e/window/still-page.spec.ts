import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, inBrowserOnly, test } from '../support/fixtures.ts';

/** Long enough for the window to draw each part by itself. */
const lateMs = 400;

/** Makes the code of the window arrive late. Returns what waits until the window asks for no more. */
async function loadSlowly(page: Page): Promise<() => Promise<void>> {
  let waitingCount = 0;
  let lastArrival = Date.now();
  await page.route(/\/assets\/[^/]+\.(?:js|css)$/, async (route) => {
    waitingCount += 1;
    await delay(lateMs);
    await route.continue();
    waitingCount -= 1;
    lastArrival = Date.now();
  });
  return async () => {
    await delay(lateMs);
    await expect.poll(() => waitingCount === 0 && Date.now() - lastArrival > 2 * lateMs).toBe(true);
  };
}

interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Records what moves up or down in the editor by itself. Returns what reads the record, a line each, and empties it. */
async function recordShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  const record = await page.evaluateHandle(() => {
    const lines: string[] = [];
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as LayoutShift[]) {
        for (const { node, previousRect, currentRect } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (!element?.closest('main') || previousRect.y === currentRect.y) continue;
          lines.push(`"${element.textContent.slice(0, 20)}" from ${previousRect.y} to ${currentRect.y}`);
        }
      }
    }).observe({ type: 'layout-shift' });
    return lines;
  });
  return () => record.evaluate((lines) => lines.splice(0));
}

const files = {
  'prompts/cut.yaml': `Name: cut
Title: 7
Tags: 7
Skill: true
Arguments: [{ Name: topic }, { Name: topic }]
Content: { StringTemplate: 'Explain \`subject\`.' }
`,
  'tools/seek.yaml': `Name: seek
Description: 7
Content: { Search: { Sources: [handbook], Query: crank } }
`,
  'tools/look.yaml': `Name: look
Parameters: [{ Name: city }]
OutputSchema: { type: object, properties: { sky: { type: string } } }
Content: { Blocks: [Sunny, Rainy] }
`,
  'skills/notes.yaml': 'Name: notes\nDescription: For notes\nContent: Write them.\n',
  'sources/handbook.yaml': 'Type: Documentation\nFolders: [handbook]\n',
  'handbook/engine.md': '# Engine\n\nTurn the crank.\n',
  'servers/Still.yaml': 'Name: Still\nMCPPrompts: [cut]\nTools: [seek, look]\nSkills: [notes]\n',
};

test(
  'a page that opens does not move under the pointer, however late its parts arrive',
  inBrowserOnly('the desktop app reads its code from its own files'),
  async ({ page, world }) => {
    const workbench = new WorkbenchPage(page);
    const url = await world.start();
    for (const [file, text] of Object.entries(files)) await world.write(file, text);
    const finishLoading = await loadSlowly(page);
    await workbench.open(url);
    const readShifts = await recordShifts(page);

    for (const name of ['cut', 'seek', 'look', 'notes']) {
      await workbench.choose(name);
      await finishLoading();
      expect.soft(await readShifts(), name).toEqual([]);
    }
  },
);
