import type { Page } from '@playwright/test';
import { Shell } from '../pages/shell.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, inBrowserOnly, test } from '../support/fixtures.ts';

/** The sessions that the dialog lists. */
const sessionRows = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

const details = inBrowserOnly('One window is the only page, and it needs no session.');

test(
  'each link opens one page, and a page can end the session of another',
  details,
  async ({ page, context, world }) => {
    const link = await world.start();
    const workbench = new WorkbenchPage(page);
    await workbench.open(link);
    const secondPage = await context.newPage();

    await test.step('a link opens one page: a second one shows what to do, and a reload keeps the first', async () => {
      expect(page.url()).not.toContain('code');
      await page.reload();
      await expect(workbench.prompt('explain').first()).toBeVisible();

      await secondPage.goto(link);
      await expect(secondPage.getByText('This link has already been used').first()).toBeVisible();
      await expect(secondPage.getByRole('row', { name: 'explain' })).toHaveCount(0);
      const thirdPage = await context.newPage();
      await thirdPage.goto(new URL(link).origin);
      await expect(thirdPage.getByText('This page has no session').first()).toBeVisible();

      // The link of a second start, put into that tab, opens it.
      await secondPage.goto(await world.start());
      await expect(secondPage.getByRole('row', { name: 'explain' }).first()).toBeVisible();
    });

    await test.step('the pages that are signed in are listed, and one ends another', async () => {
      await page.bringToFront();
      const shell = new Shell(page);
      await shell.runCommand('Sessions of this workbench');
      const rows = sessionRows(page);
      await expect(rows).toHaveCount(2);
      await expect(rows.filter({ hasText: 'This page' })).toHaveCount(1);
      await rows.filter({ hasNotText: 'This page' }).getByRole('button', { name: 'End' }).click();
      await expect(rows).toHaveCount(1);
      await expect(page.getByRole('button', { name: 'End all others' })).toBeDisabled();
      await secondPage.bringToFront();
      await expect(secondPage.getByText('The session of this page has ended').first()).toBeVisible();
    });
  },
);
