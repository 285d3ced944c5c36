import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

test('the help opens with F1, is searched and read with the keyboard, follows its links, and closes', async ({
  page,
  world,
}) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  const help = page.getByRole('dialog', { name: 'Help' });
  const text = help.getByRole('article');

  await test.step('the help opens on the page about the focused part, and on a short start page elsewhere', async () => {
    await workbench.choose('explain');
    await workbench.promptText.click();
    await page.keyboard.press('F1');
    await expect(text.getByRole('heading', { name: 'Write a prompt in the form' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    await expect(text.getByRole('heading', { level: 3 })).toHaveText('Start here');
    await expectAccessible(page, '[role=dialog]');
    await text.getByRole('button', { name: 'slots' }).click();
    await expect(text.getByRole('heading', { name: 'Slots', exact: true })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
  });

  await test.step('a search finds sections and marks the words in them', async () => {
    await page.keyboard.press('F1');
    await expect(help.getByRole('searchbox')).toBeFocused();
    const matches = help.getByRole('list', { name: 'Matches' }).getByRole('button');
    await page.keyboard.type('renaming an argument');
    await expect(matches.first()).toContainText('Add, rename and remove an argument');
    await help.getByRole('searchbox').fill('context.log');
    await expect(help.getByRole('status')).toContainText('match');
    await matches.filter({ hasText: 'Functions' }).first().press('Enter');
    await expect(text.getByRole('heading', { name: 'Functions' })).toBeInViewport();
    await expect(text.locator('mark', { hasText: 'context.log' }).first()).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
  });

  await test.step('the pages and their links lead to each other', async () => {
    await help.getByRole('button', { name: 'Clear the search' }).click();
    await help.getByRole('button', { name: 'Inspecting other servers' }).click();
    await text.getByRole('button', { name: 'an import' }).click();
    await expect(text.getByRole('heading', { level: 3 })).toHaveText(/^Importing prompts/);
    await help.getByRole('button', { name: 'Keyboard', exact: true }).click();
    await expect(text.getByRole('row', { name: /^Connect a client application/ })).toContainText('Ctrl/⌘ + Shift + E');
    await expectAccessible(page, '[role=dialog]');
  });

  await test.step('a question mark beside a field leads to its section', async () => {
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await workbench.editor.getByRole('button', { name: 'About arguments' }).click();
    await page.getByRole('dialog', { name: 'About arguments' }).getByRole('button').click();
    await expect(text.getByRole('heading', { name: 'Arguments', exact: true })).toBeInViewport();
  });

  await test.step('a narrow window shows the pages as a menu', async () => {
    await page.setViewportSize({ width: 640, height: 800 });
    await help.getByRole('button', { name: /Page/ }).click();
    await page.getByRole('option', { name: 'Command line' }).click();
    await expect(text.getByRole('heading', { level: 3 })).toHaveText('Command line');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
  });
});
