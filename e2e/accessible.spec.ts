import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, test } from './fixtures.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1024, height: 700 },
  ]) {
    test(`axe finds nothing serious in the ${colorScheme} theme at ${viewport.width} by ${viewport.height}`, async ({
      browser,
      world,
    }) => {
      // The content security policy forbids foreign scripts to the page itself; axe is let past it, nothing else.
      const context = await browser.newContext({ colorScheme, viewport, bypassCSP: true });
      const page = await context.newPage();
      const workbench = new WorkbenchPage(page);
      await workbench.open(await world.start());
      const seriousFindings = async () => {
        await page.addScriptTag({ path: axeFile });
        const results = await page.evaluate<AxeResults>('axe.run()');
        return results.violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      };
      for (const name of ['translate', 'suggest-names', 'compare']) {
        await workbench.choose(name);
        expect(await seriousFindings()).toEqual([]);
      }
      await workbench.openConnect();
      expect(await seriousFindings()).toEqual([]);
      await context.close();
    });
  }
}

test('everything can be reached by keyboard alone', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  await workbench.list.getByRole('row', { name: 'commit-message', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('explain');
  const reached: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40) ?? '';
    });
    reached.push(name);
    if (name === 'Connect') break;
  }
  expect(reached).toContain('Connect');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
