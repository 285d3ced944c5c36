import { expect, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

test('every page has an address, in Back, Forward and a reload', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  const shell = new Shell(page);
  const title = workbench.editor.getByRole('heading', { level: 2 });
  await workbench.open(await world.start());

  await test.step('Back and Forward go through the pages', async () => {
    await workbench.choose('translate');
    await expect(page).toHaveURL(/#\/servers\/Samples\/prompts\/translate$/);
    await workbench.choose('count-words');
    await page.goBack();
    await expect(title).toHaveText('translate');
    await page.goForward();
    await expect(title).toHaveText('count-words');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(title).toHaveText('translate');
  });

  await test.step('a reload comes back to the page and its dialog', async () => {
    await page.keyboard.press('ControlOrMeta+Alt+2');
    await workbench.openConnect();
    await expect(page).toHaveURL(/translate\?view=yaml&dialog=connect$/);
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Connect' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(workbench.source).toBeVisible();
    await expect(title).toHaveText('translate');
  });

  await test.step('the address of a deleted prompt says so and leads on', async () => {
    await page.goto(page.url().replace(/#.*/, '#/servers/Samples/prompts/forgotten'));
    await expect(workbench.editor).toContainText('There is no prompt “forgotten”');
    await workbench.editor.getByRole('button', { name: 'Open Samples' }).click();
    await expect(title).toHaveText('Samples');
  });

  await test.step('the link of another start keeps the page', async () => {
    await page.goto(await world.start());
    await expect(page).not.toHaveURL(/code=/);
    await shell.runCommand('Show history');
    await expect(page).toHaveURL(/#\/servers\/Samples\?view=history$/);
  });
});
