import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ServerPage } from '../pages/server-page.ts';
import { addressOf, startHttpClient } from '../pages/traffic.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import type { World } from '../support/world.ts';

/** The names in `prompts/list` of the open server, in order, as a new client gets them. */
async function listServedPrompts(page: Page, world: World): Promise<string[]> {
  const client = await startHttpClient(world, 'a-client', await addressOf(page));
  const { prompts } = await client.listPrompts();
  await client.close();
  return prompts.map(({ name }) => name);
}

const comments = (text: string) => text.split('\n').filter((line) => line.includes('#'));

const docs = `# What the documentation offers.
Name: Docs
MCPPrompts:
  # in place
  - Name: greet
    Title: Say hello # on every page
    Arguments:
      - Name: name
        Required: true
    Content:
      StringTemplate: "Hello, \`name\`!"
  - WolframSearch # the large one
`;

const samples = [
  'commit-message',
  'explain',
  'translate',
  'change-tone',
  'suggest-names',
  'chart-style',
  'review-code',
  'compare',
  'explain-error',
];

const inlineServer = (name: string, prompts: readonly string[]) =>
  `Name: ${name}\nMCPPrompts:\n${prompts.map((prompt) => `  - Name: ${prompt}\n    Content: Text\n`).join('')}`;

/** The server of the documentation under another name. */
const docsAs = (name: string) => docs.replace('Name: Docs', `Name: ${name}`);

test('the entries of a server are moved, and clients get the new order', async ({ page, world }) => {
  const server = new ServerPage(page);
  await server.workbench.open(await world.start());
  /** Opens a server whose prompts are in their first order. */
  const openFresh = async () => {
    await world.write('servers/Fresh.yaml', inlineServer('Fresh', samples));
    await server.open('Fresh');
    await server.expectOrder(samples);
  };

  await test.step('an entry is moved with Alt and the arrow keys; the file keeps its comments, and clients get the new order', async () => {
    await server.open('Samples');
    const before = await world.read('servers/Samples.yaml');
    await server.expectOrder(samples);
    await server.focus('translate');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    const movedSamples = ['translate', 'commit-message', 'explain', ...samples.slice(3)];
    await server.expectOrder(movedSamples);
    await expect(server.entry('translate')).toBeFocused();
    await expect(page.getByText('Moved translate to position 1 of 9.')).toBeAttached();
    await expect.poll(() => listServedPrompts(page, world)).toEqual(movedSamples);
    const after = await world.read('servers/Samples.yaml');
    expect(after).not.toBe(before);
    expect(comments(after).sort()).toEqual(comments(before).sort());
    await server.undoNotice(/translate/);
    await expect.poll(() => world.read('servers/Samples.yaml')).toBe(before);
    await server.expectOrder(samples);
  });

  await test.step('an entry is dragged by keyboard from its handle, which announces its place', async () => {
    await openFresh();
    await server.focus('commit-message');
    await page.keyboard.press('Tab');
    await expect(server.entry('commit-message').getByRole('button', { name: 'Move commit-message' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => server.order()).not.toEqual(samples);
    await expect.poll(() => listServedPrompts(page, world)).toEqual(await server.order());
  });

  await test.step('an entry is dragged with the pointer', async () => {
    await openFresh();
    await server.drag('explain', 'translate');
    const movedSamples = ['commit-message', 'translate', 'explain', ...samples.slice(3)];
    await server.expectOrder(movedSamples);
    await expect.poll(() => listServedPrompts(page, world)).toEqual(movedSamples);
  });

  await test.step('moving in the list never scrolls the window', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await openFresh();
    await server.focus('translate');
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(() => listServedPrompts(page, world))
      .toEqual([...samples.slice(0, -2), 'explain-error', 'compare']);
    await expect(server.entry('explain-error')).toBeFocused();
    const scrollOffsets = await page.evaluate(() => {
      const boxes = [document.documentElement, document.body];
      for (const box of boxes) box.scrollTo(0, 200);
      return [window.scrollY, ...boxes.map(({ scrollTop }) => scrollTop)];
    });
    expect(scrollOffsets).toEqual([0, 0, 0]);
  });

  await test.step('a list of two thousand prompts is scrolled and moved in', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `p${String(index).padStart(4, '0')}`);
    await world.write('servers/Long.yaml', inlineServer('Long', names));
    await server.open('Long');
    await expect(server.entry('p0000')).toBeVisible();
    expect(await server.list.getByRole('row').count()).toBeLessThan(100);
    await server.focus('p0000');
    await page.keyboard.press('End');
    await expect(server.entry('p1999')).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    // The file of two thousand prompts is edited, checked and read again; a busy machine takes a while.
    await expect
      .poll(async () => (await listServedPrompts(page, world)).slice(-2), { timeout: 30_000 })
      .toEqual(['p1999', 'p1998']);
  });
});

test('the prompts of a server are found, duplicated, shared and removed', async ({ page, world }) => {
  const server = new ServerPage(page);
  for (const name of ['Docs', 'Copies', 'Shared']) await world.write(`servers/${name}.yaml`, docsAs(name));
  await world.write('servers/Clash.yaml', `${docsAs('Clash')}  - Name: greet\n    Content: Hi.\n`);
  await world.write('prompts/weather.yaml', 'Name: forecast\nDescription: Tells the weather\nContent: Rain.\n');
  await world.write('servers/Faulty.yaml', `${docsAs('Faulty')}  - WolframAlphaSearch\n  - Nowhere\n`);
  await server.workbench.open(await world.start());

  await test.step('a prompt of the catalogue is found, described, and added', async () => {
    await server.open('Docs');
    await server.addFromCatalogue();
    await expect(server.option('WolframSearch')).toBeDisabled();
    await expect(server.option('WolframAlphaSearch')).toContainText('built in');
    await expect(server.option('WolframAlphaSearch')).toContainText('Docs already has Search');
    await page.keyboard.type('weather');
    await expect(server.dialog.getByRole('option')).toHaveCount(1);
    await expect(server.option('weather')).toContainText('Tells the weather');
    await expect(server.option('weather')).toContainText('Clients call it forecast');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(server.option('weather')).toContainText('In this list');
    await server.dialog.getByRole('button', { name: 'Done' }).click();
    await server.expectOrder(['greet', 'Search', 'forecast']);
    await expect.poll(() => listServedPrompts(page, world)).toEqual(['greet', 'Search', 'forecast']);
    expect(comments(await world.read('servers/Docs.yaml'))).toEqual(comments(docs));
  });

  await test.step('two entries with one MCP name are both not served, and each offers a fix', async () => {
    await server.open('Clash');
    const clashingRows = server.list.getByRole('row', { name: 'greet, not served' });
    await expect(clashingRows).toHaveCount(2);
    await expect(clashingRows.first()).toContainText('Two prompts of Clash have the MCP name');
    expect(await listServedPrompts(page, world)).toEqual(['Search']);
    await clashingRows.last().getByRole('button', { name: 'Rename to greet-2' }).click();
    await server.expectOrder(['greet', 'Search', 'greet-2']);
    await expect(clashingRows).toHaveCount(0);
    await expect.poll(() => listServedPrompts(page, world)).toEqual(['greet', 'Search', 'greet-2']);
  });

  await test.step('an entry is duplicated beside itself, removed, and restored byte for byte', async () => {
    await server.open('Copies');
    await server.focus('greet');
    await page.keyboard.press('ControlOrMeta+d');
    await expect.poll(() => server.order()).toHaveLength(3);
    const copy = (await server.order())[1] ?? '';
    expect(copy).not.toBe('greet');
    await expect.poll(() => listServedPrompts(page, world)).toEqual(['greet', copy, 'Search']);
    const before = await world.read('servers/Copies.yaml');
    await server.focus(copy);
    await page.keyboard.press('Delete');
    await server.expectOrder(['greet', 'Search']);
    await expect.poll(() => listServedPrompts(page, world)).toEqual(['greet', 'Search']);
    await server.undoNotice(/Removed/);
    await server.expectOrder(['greet', copy, 'Search']);
    await expect.poll(() => world.read('servers/Copies.yaml')).toBe(before);
  });

  await test.step('an inline prompt is shared as a file, and a catalogue prompt is copied inline', async () => {
    await server.open('Shared');
    await server.chooseAction('greet', 'Share this prompt…');
    await server.dialog.getByRole('textbox', { name: 'File name' }).fill('Greeting');
    await server.dialog.getByRole('button', { name: 'Share' }).click();
    await expect(server.entry('greet')).toContainText('Greeting');
    await expect.poll(() => world.read('prompts/Greeting.yaml')).toContain('Title: Say hello # on every page');
    expect(await world.read('servers/Shared.yaml')).toContain('- Greeting');
    expect(await listServedPrompts(page, world)).toEqual(['greet', 'Search']);

    await server.chooseAction('greet', 'Make a separate copy for this server');
    await expect(server.entry('greet')).toContainText('inline');
    await expect.poll(() => world.read('servers/Shared.yaml')).toContain('Title: Say hello');
    expect(existsSync(join(world.workspace, 'prompts/Greeting.yaml'))).toBe(true);
    expect(await listServedPrompts(page, world)).toEqual(['greet', 'Search']);
  });

  await test.step('axe finds nothing serious on the page and in its dialogs', async () => {
    await server.open('Faulty');
    await expectAccessible(page);
    await server.entry('greet').getByRole('button', { name: 'Actions for greet' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await server.addFromCatalogue();
    await expect(server.option('WolframSearch')).toBeVisible();
    await expectAccessible(page);
  });
});

test('servers are made, copied, described and deleted, and their prompts renamed', async ({ page, world }) => {
  const server = new ServerPage(page);
  const url = await world.start();
  await world.write('servers/Docs.yaml', docs);
  await server.workbench.open(url);

  await test.step('a new server is empty and says what to do; its first prompt is inline', async () => {
    await server.workbench.chooseNew('New server');
    await server.dialog.getByRole('textbox', { name: 'Name' }).fill('Notes');
    await server.dialog.getByRole('button', { name: 'Create' }).click();
    await expect(server.workbench.editor).toContainText('No prompts yet');
    await server.workbench.editor.getByRole('button', { name: 'New prompt' }).click();
    await server.dialog.getByRole('textbox', { name: 'Name' }).fill('jot');
    await server.dialog.locator('summary', { hasText: 'Location' }).click();
    await server.dialog.getByRole('radio', { name: 'Server file' }).click();
    await server.dialog.getByRole('button', { name: 'Create' }).click();
    await expect(server.workbench.prompt('jot')).toBeVisible();
    await expect.poll(() => world.read('servers/Notes.yaml')).toContain('Name: jot');
    await expect.poll(() => listServedPrompts(page, world)).toEqual(['jot']);
  });

  await test.step('the fields of the server are saved in its file', async () => {
    await server.open('Samples');
    await server.show('Settings');
    await server.field('Version').fill('2.0.0');
    await server.field('Website').fill('https://example.com');
    await server.field('Instructions').fill('First line\nSecond line');
    await expect.poll(() => world.read('servers/Samples.yaml')).toContain('https://example.com');
    await expect.poll(() => world.read('servers/Samples.yaml')).toContain('Second line');
    await server.field('Name').fill('');
    await expect(server.workbench.editor).toContainText('A server needs a name');
    await expect(server.field('Name')).toHaveAttribute('aria-invalid', 'true');
    expect(await world.read('servers/Samples.yaml')).toContain('Name: Samples');
    await server.field('Name').fill('Samples');
    await server.show('Prompts');
    await server.expectOrder(samples);
  });

  await test.step('a built-in server is read-only, and copied to the workspace with one press', async () => {
    await server.open('Wolfram');
    await expect(server.entry('Search')).toContainText('built in');
    await expect(server.list.getByRole('button')).toHaveCount(0);
    await expect(server.list.getByRole('checkbox')).toHaveCount(0);
    await server.workbench.editor.getByRole('button', { name: 'Make a copy' }).click();
    await server.show('Settings');
    await expect(server.field('Name')).toHaveValue('Wolfram');
    expect(await world.read('servers/Wolfram.yaml')).toContain('WolframSearch');
    await server.field('Title').fill('My Wolfram');
    await expect.poll(() => world.read('servers/Wolfram.yaml')).toContain('My Wolfram');
    await server.workbench.undo();
    await server.workbench.undo();
    await expect(server.workbench.editor.getByRole('button', { name: 'Make a copy' })).toBeVisible();
    expect(existsSync(join(world.workspace, 'servers/Wolfram.yaml'))).toBe(false);
  });

  await test.step('a server is deleted, and restored with its notice’s undo', async () => {
    await server.open('Docs');
    await server.show('Settings');
    await server.workbench.editor.getByRole('button', { name: 'Delete server' }).click();
    await server.dialog.getByRole('button', { name: 'Delete Docs' }).click();
    await expect(server.workbench.prompt('Docs')).toHaveCount(0);
    expect(existsSync(join(world.workspace, 'servers/Docs.yaml'))).toBe(false);
    await server.undoNotice(/Docs/);
    await expect(server.workbench.prompt('Docs')).toBeVisible();
    await expect(server.workbench.editor.getByRole('heading', { level: 2 })).toHaveText('Docs');
    expect(await world.read('servers/Docs.yaml')).toBe(docs);
  });

  await test.step('a catalogue prompt gets another catalogue name, and clients notice nothing', async () => {
    await server.open('Samples');
    await server.chooseAction('explain', 'Rename file…');
    await server.dialog.getByRole('textbox', { name: 'File name' }).fill('Explanation');
    await server.dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(server.entry('explain')).toContainText('Explanation');
    await expect.poll(() => existsSync(join(world.workspace, 'prompts/explain.yaml'))).toBe(false);
    expect(await world.read('servers/Samples.yaml')).toContain('- Explanation');
    expect(await listServedPrompts(page, world)).toEqual(samples);
  });

  await test.step('F2 renames in place: an empty or taken name is reported at the field, and Escape changes nothing', async () => {
    await server.open('Samples');
    await server.focus('explain');
    await page.keyboard.press('F2');
    await expect(server.newName).toBeFocused();
    await page.keyboard.type('translate');
    await page.keyboard.press('Enter');
    await expect(server.list).toContainText('already has a prompt called translate');
    await server.newName.fill('');
    await expect(server.list).toContainText('A prompt needs a name');
    await page.keyboard.press('Escape');
    await server.expectOrder(samples);
    await expect(server.entry('explain')).toBeFocused();
    await server.entry('explain').click({ button: 'right' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(server.newName).toBeFocused();
    await page.keyboard.type('clarify');
    await page.keyboard.press('Enter');
    await expect(server.entry('clarify')).toBeFocused();
    await expect.poll(() => world.read('prompts/Explanation.yaml')).toContain('Name: clarify');
    await expect.poll(() => listServedPrompts(page, world)).toContain('clarify');
  });
});

test('a large server is filtered, and several entries are tagged, added elsewhere, removed and deleted at once', async ({
  page,
  world,
}) => {
  const server = new ServerPage(page);
  await server.workbench.open(await world.start());
  await server.open('Samples');
  await test.step('tabs move with the arrow keys, show counts, and are remembered for each server', async () => {
    await server.show('Prompts');
    await expect(server.workbench.editor.getByRole('tab', { name: 'Prompts 9' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(server.workbench.editor.getByRole('grid', { name: 'Tools of Samples' })).toBeVisible();
    await server.open('Wolfram');
    await expect(server.list).toBeVisible();
    await server.open('Samples');
    await expect(server.workbench.editor.getByRole('tab', { name: 'Tools 2', selected: true })).toBeVisible();
    await server.show('Prompts');
  });
  const bulk = (name: string) => server.workbench.editor.getByRole('button', { name, exact: true });
  await test.step('Ctrl+click and Shift+click select a range, which gets a tag', async () => {
    await server.entry('explain').click({ modifiers: ['ControlOrMeta'] });
    await server.entry('change-tone').click({ modifiers: ['Shift'] });
    await expect(server.workbench.editor.getByText('3 selected')).toBeVisible();
    await expect(server.workbench.editor.getByRole('searchbox', { name: 'Filter this list' })).toBeVisible();
    await bulk('Edit tags').click();
    await expect(server.dialog.locator('input:focus')).toHaveCount(1);
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.type('writing');
    await page.keyboard.press('Enter');
    await expect.poll(() => world.read('prompts/translate.yaml')).toContain('- writing');
    await expect(server.entry('explain').getByRole('list', { name: 'Tags' })).toHaveText('writing');
    await bulk('Clear the selection').click();
  });
  await test.step('the filter finds by words and tag, and selects all that match', async () => {
    await server.filter.fill('writing tone');
    await server.expectOrder(['change-tone']);
    await server.filter.fill('writing');
    await server.workbench.editor.getByRole('checkbox', { name: 'Select all 3 matching' }).press('Space');
    await bulk('Remove from Samples').click();
    await expect.poll(() => listServedPrompts(page, world)).not.toContain('explain');
    await server.undoNotice('Removed 3 prompts');
    await expect.poll(() => listServedPrompts(page, world)).toEqual(samples);
  });
  await test.step('deleting says what it does, and comes back with one Undo', async () => {
    await server.entry('explain').getByRole('checkbox').press('Space');
    await server.entry('translate').getByRole('checkbox').press('Space');
    await bulk('Delete').click();
    await expect(server.dialog).toContainText('You can undo this');
    await expectAccessible(page, '[role=dialog]');
    await server.dialog.getByRole('button', { name: 'Delete 2 prompts' }).click();
    await expect.poll(() => existsSync(join(world.workspace, 'prompts/explain.yaml'))).toBe(false);
    await server.undoNotice('Deleted 2 prompts');
    await expect.poll(() => listServedPrompts(page, world)).toEqual(samples);
    await expectAccessible(page);
  });
});
