import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

test('everything can be reached by keyboard, and axe finds nothing serious in any size', async ({ page, world }) => {
  test.setTimeout(90_000);
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());

  await test.step('everything can be reached by keyboard alone', async () => {
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

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1024, height: 700 },
  ]) {
    await test.step(`axe finds nothing serious at ${viewport.width} by ${viewport.height}`, async () => {
      await page.setViewportSize(viewport);
      for (const name of ['translate', 'suggest-names', 'compare']) {
        await workbench.choose(name);
        await expectAccessible(page);
      }
      const connect = await workbench.openConnect();
      await expectAccessible(page);
      await connect.close();
    });
  }
});
