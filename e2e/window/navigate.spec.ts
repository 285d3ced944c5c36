import { Shell } from '../pages/shell.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, test } from '../support/fixtures.ts';

test('every page has an address, which Back, Forward and a reload follow', async ({ page, world, host }) => {
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
    await expect(workbench.yamlText).toBeVisible();
    await expect(title).toHaveText('translate');
  });

  await test.step('the tabs of a server and the pages of the help come back, too', async () => {
    await workbench.choose('Samples');
    await workbench.editor.getByRole('tab', { name: /Settings/ }).click();
    await expect(page).toHaveURL(/#\/servers\/Samples\?tab=settings$/);
    await page.keyboard.press('F1');
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.getByRole('button', { name: 'Command line' }).click();
    await help.getByRole('button', { name: 'Importing prompts' }).click();
    await page.goBack();
    await expect(help.getByRole('article', { name: 'Command line' })).toBeVisible();
    await page.reload();
    await expect(help.getByRole('article', { name: 'Command line' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/#\/servers\/Samples\?tab=settings$/);
    await expect(workbench.editor.getByRole('tab', { name: /Settings/ })).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('the address of a deleted prompt says that it is deleted and leads on', async () => {
    await page.goto(page.url().replace(/#.*/, '#/servers/Samples/prompts/forgotten'));
    await expect(workbench.editor).toContainText('There is no prompt called forgotten');
    await workbench.editor.getByRole('button', { name: 'Open Samples' }).click();
    await expect(title).toHaveText('Samples');
  });

  await test.step('the link of another start keeps the page', async () => {
    // In the desktop app, another start brings the window to the front, without a link.
    if (host === 'desktop') return;
    await page.goto(await world.start());
    await expect(page).not.toHaveURL(/code=/);
    await shell.runCommand('Show history');
    await expect(page).toHaveURL(/#\/servers\/Samples\?tab=settings&view=history$/);
  });
});
