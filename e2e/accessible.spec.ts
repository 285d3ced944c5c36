import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
]) {
  test(`axe finds nothing serious at ${viewport.width} by ${viewport.height}`, async ({ page, world }) => {
    await page.setViewportSize(viewport);
    const workbench = new WorkbenchPage(page);
    await workbench.open(await world.start());
    for (const name of ['translate', 'suggest-names', 'compare']) {
      await workbench.choose(name);
      await expectAccessible(page);
    }
    await workbench.openConnect();
    await expectAccessible(page);
  });
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
