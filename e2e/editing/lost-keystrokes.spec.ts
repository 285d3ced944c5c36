import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ArgumentsPage } from '../pages/arguments.ts';
import { BlocksPage } from '../pages/blocks.ts';
import { HistoryPage } from '../pages/history.ts';
import { SearchPage } from '../pages/search.ts';
import { Shell } from '../pages/shell.ts';
import { TrafficPage } from '../pages/traffic.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, holdCalls, inBrowserOnly, test } from '../support/fixtures.ts';

test('no keystroke is lost while the window is still loading some of its code', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  const shell = new Shell(page);
  await workbench.open(await world.start());
  await workbench.choose('explain');
  await workbench.promptText.click();
  await expect(workbench.promptText).toBeFocused();
  const before = await world.read('prompts/explain.yaml');
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  // Chunks that are not loaded yet arrive at the end.
  await page.route('**/*.js', async (route) => {
    await arrival;
    await route.continue();
  });

  for (const [keys, name] of [
    ['p', 'Find anything'],
    ['k', 'All commands'],
    ['Shift+f', 'Find in all text'],
  ] as const) {
    await test.step(`the first letters after Ctrl+${keys} are the query, even if nothing more can be loaded`, async () => {
      await page.keyboard.press(`ControlOrMeta+${keys}`);
      await page.keyboard.type('tra');
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expect(shell.query).toHaveValue('tra');
      await page.keyboard.press('Escape');
      await expect(workbench.promptText).toBeFocused();
      await workbench.waitUntilSaved();
      expect(await world.read('prompts/explain.yaml')).toBe(before);
    });
  }

  await test.step('a tool whose page is still loading shows its outline', async () => {
    await workbench.prompt('count-words').click();
    await expect(workbench.editor.locator('[data-skeleton]').first()).toBeVisible();
    await workbench.choose('explain');
    await workbench.promptText.click();
  });

  await test.step('no letter goes into the text while a dialog is opening', async () => {
    await page.keyboard.press('F1');
    await page.keyboard.type('typed too early');
    arrive();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await workbench.waitUntilSaved();
    expect(await world.read('prompts/explain.yaml')).toBe(before);
  });

  await test.step('text typed while a new prompt is being made becomes its text', async () => {
    let make = () => {};
    const creation = new Promise<void>((resolve) => {
      make = resolve;
    });
    await page.route('**/api/call/**', async (route) => {
      await creation;
      await route.continue();
    });
    await workbench.chooseNew('New prompt');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('typed-at-once');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Hellp');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('o, this is');
    make();
    await page.keyboard.type(' typed\nat once.');
    await expect(workbench.promptText).toBeFocused();
    await page.keyboard.type(' And this later.');
    await expect(workbench.promptText).toHaveText('Hello, this is typedat once. And this later.');
    await expect.poll(() => world.read('prompts/typed-at-once.yaml')).toContain('at once. And this later.');
    await page.unroute('**/api/call/**');
  });

  await test.step('the text and the focus of a deleted file stay, and the file is recreated with all typing', async () => {
    await workbench.choose('explain');
    await workbench.typeAtEnd(' K123');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('K123');
    const text = await world.read('prompts/explain.yaml');
    await rm(join(world.workspace, 'prompts/explain.yaml'));
    await expect(workbench.editor).toContainText('There is no file prompts/explain.yaml');
    await expect(workbench.promptText).toBeFocused();
    await page.keyboard.type('4567');
    await expect(workbench.promptText).toContainText('K1234567');
    await workbench.editor.getByRole('button', { name: 'Recreate the file' }).click();
    // It is not there at first.
    const readPrompt = () => world.read('prompts/explain.yaml').catch(() => '');
    await expect.poll(readPrompt).toBe(text.replace('K123', 'K1234567'));
    await expect(workbench.editor.getByRole('button', { name: 'Recreate the file' })).toHaveCount(0);
    await workbench.waitUntilSaved();
  });
});

const holdsCalls = inBrowserOnly('it holds back calls of the page, which are not HTTP requests in the desktop app');

test(
  'no field that is ready late takes the focus from where a person has moved it',
  holdsCalls,
  async ({ page, world }) => {
    const workbench = new ArgumentsPage(page);
    const search = new SearchPage(page);
    const url = await world.start();
    await world.write('docs/guide.md', '# Guide\n\nCut roses back in early spring.\n');
    await world.write(
      'prompts/talk.yaml',
      'Name: talk\nContent:\n  Messages:\n    - Role: user\n      Content: { StringTemplate: First. }\n',
    );
    await world.write('servers/Talks.yaml', 'Name: Talks\nMCPPrompts: [talk]\n');
    await workbench.open(url);

    await test.step('a field that is chosen while an argument is being added keeps the keyboard', async () => {
      await workbench.choose('explain');
      await workbench.typeAtEnd(' For `audience`.');
      await workbench.waitUntilSaved();
      const letPass = await holdCalls(page, 'definition.edit', 'explain.yaml');
      await workbench.table.getByRole('button', { name: 'Add argument audience' }).click();
      await expect(workbench.row('audience')).toBeVisible();
      await workbench.value('topic').fill('');
      await page.keyboard.type('que');
      letPass();
      await workbench.waitUntilSaved();
      await page.keyboard.type('ues');
      await expect(workbench.value('topic')).toHaveValue('queues');
    });

    await test.step('text typed while a message, a block or an argument is being added goes into its first field', async () => {
      const blocks = new BlocksPage(page);
      const fileOf = async () => {
        await workbench.waitUntilSaved();
        return world.read('prompts/talk.yaml');
      };
      await workbench.choose('talk');
      let letPass = await holdCalls(page, 'definition.edit', 'talk.yaml');
      await blocks.addMessage('user');
      await page.keyboard.type('Second');
      letPass();
      await page.keyboard.type(' message.');
      await expect(blocks.text(2)).toHaveText('Second message.');
      expect(await fileOf()).toContain('Second message.');

      letPass = await holdCalls(page, 'definition.edit', 'talk.yaml');
      await blocks.addBlock(2, 'Text');
      await page.keyboard.type('For `whom`');
      letPass();
      await page.keyboard.type('.');
      await expect(blocks.text(2).last()).toHaveText('For `whom`.');
      expect(await fileOf()).toContain('For `whom`.');

      letPass = await holdCalls(page, 'definition.edit', 'talk.yaml');
      await workbench.table.getByRole('button', { name: 'Add argument whom' }).click();
      await page.keyboard.type('The rea');
      letPass();
      await page.keyboard.type('der');
      await expect(workbench.row('whom').getByRole('textbox', { name: 'Description' })).toHaveValue('The reader');
      expect(await fileOf()).toContain('Description: The reader');
    });

    await test.step('a page that opens late neither takes the focus nor receives keys meant for another', async () => {
      const letPass = await holdCalls(page, 'definition.open', 'left-at-once.yaml');
      await workbench.createPrompt('left-at-once');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.type('For the new prompt');
      await workbench.prompt('translate').first().click();
      letPass();
      await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('translate');
      await workbench.field('Title').click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type('Another title');
      await expect(workbench.field('Title')).toHaveValue('Another title');
      await workbench.waitUntilSaved();
      expect(await world.read('prompts/translate.yaml')).not.toContain('For the new prompt');
      await expect(page.getByRole('status').filter({ hasText: 'For the new prompt' })).toBeVisible();
    });

    await test.step('a query is typed right after the new source has opened', async () => {
      await search.newSource('Garden', 'Documentation');
      await search.query.click();
      await page.keyboard.type('early spring');
      await expect(search.firstFolder).toHaveValue('docs');
      await expect(search.query).toHaveValue('early spring');
    });

    await test.step('a shortcut works while a new page is being opened', async () => {
      const letPass = await holdCalls(page, 'definition.open', 'found-elsewhere.yaml');
      await workbench.createPrompt('found-elsewhere');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('Enter');
      await page.keyboard.press('ControlOrMeta+p');
      await page.keyboard.type('transl');
      await expect(new Shell(page).query).toHaveValue('transl');
      letPass();
      await expect(workbench.promptText).toHaveCount(1);
      await page.keyboard.type('ate');
      await expect(new Shell(page).query).toHaveValue('translate');
      await page.keyboard.press('Escape');
      // Enter alone isn't text.
      await expect(page.getByRole('status').filter({ hasText: /copy it from here:\s*$/ })).toHaveCount(0);
    });
  },
);

test(
  'while a page loads what was just chosen, no button acts on the previous choice',
  holdsCalls,
  async ({ page, world }) => {
    const workbench = new WorkbenchPage(page);
    await workbench.open(await world.start());
    await workbench.choose('explain');

    await test.step('in a history', async () => {
      const history = new HistoryPage(workbench);
      await workbench.typeAtEnd(' Be brief.');
      await workbench.waitUntilSaved();
      await history.show('History');
      await history.choose('Text changed');
      const letPass = await holdCalls(page, 'history.read');
      await history.version('Original version').click();
      await expect(history.restoreButton.and(page.locator('[inert] *'))).toHaveCount(1);
      letPass();
      await history.choose('Original version');
      await expect(history.restoreButton.and(page.locator('[inert] *'))).toHaveCount(0);
    });

    await test.step('in the traffic', async () => {
      const traffic = new TrafficPage(page);
      await traffic.open();
      await traffic.choose('prompts/get', 'explain');
      const letPass = await holdCalls(page, 'traffic.open');
      await traffic.rows('initialize').last().click();
      await expect(traffic.message).toHaveAttribute('inert');
      letPass();
      await expect(traffic.message).toContainText('initialize');
      await expect(traffic.message).not.toHaveAttribute('inert');
    });
  },
);
