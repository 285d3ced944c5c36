import type { Page } from '@playwright/test';
import { Shell } from '../pages/shell.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectCursorBefore } from '../support/cursor.ts';
import { allowReadingClipboard, expect, inBrowserOnly, test } from '../support/fixtures.ts';
import { nextFocus, twoFrames, withSlowFrames } from '../support/slow-frames.ts';
import type { World } from '../support/world.ts';

const codeRequests = inBrowserOnly('the desktop app reads the code of the window from its own files');

async function open(page: Page, world: World) {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  return { workbench, shell: new Shell(page) };
}

test('the first start leads from a prompt to a connected client, once for all workspaces', async ({
  page,
  world,
  desktop,
}) => {
  const shell = new Shell(page);
  const workbench = new WorkbenchPage(page);
  const start = page.getByRole('region', { name: 'Get started' });
  const step = (name: string | RegExp) => start.getByRole('button', { name });
  await shell.openFirst(await world.start());

  await test.step('the first prompt shows a complete answer, and an empty value keeps its place', async () => {
    await expect(workbench.preview).toContainText('Explain Bloom filters to a colleague');
    // The person has written nothing of it yet.
    await expect(step('See what a client gets')).not.toHaveAccessibleName(/done/);
    await workbench.fillValue('topic', '');
    await expect(workbench.preview.getByRole('tabpanel')).toContainText('Explain topic to a colleague');
    await expect(workbench.preview).toContainText('Fill in one more value');
    await workbench.preview.getByRole('button', { name: 'Fill in topic: it has no value' }).first().press('Enter');
    await expect(workbench.value('topic')).toBeFocused();
    await page.keyboard.type('Bits');
    await page.keyboard.press('Enter');
    await expect(workbench.value('topic')).toHaveValue('Bits');
    await workbench.preview.getByRole('tabpanel').getByText('Explain Bits to a colleague').waitFor();
    await workbench.fillValue('topic', '');
    await workbench.preview.getByRole('status').getByRole('button', { name: 'topic' }).click();
    await expect(workbench.value('topic')).toBeFocused();
  });

  await test.step('a step is done when the person has done it', async () => {
    await expect(step('Write a prompt')).not.toHaveAccessibleName(/done/);
    await step('Write a prompt').click();
    const dialog = page.getByRole('dialog', { name: 'New prompt' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('first');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(start).toContainText('2 of 3');
    await expect(start.getByRole('listitem')).toHaveText('Connect a client');
    await step('Show all steps').click();
    await expect(step(/^Write a prompt.*done/)).toBeVisible();
    await expect(step(/^See what a client gets.*done/)).toBeVisible();
    // A new prompt has no arguments: its message is what a client gets.
    await workbench.preview.getByRole('tab', { name: 'JSON-RPC' }).click();
    await step(/^See what a client gets/).click();
    await expect(workbench.preview.getByRole('tab', { name: 'Messages' })).toBeFocused();
    await expect(workbench.preview.getByRole('tab', { name: 'Messages', selected: true })).toBeVisible();
    await step('Connect a client').click();
    const connect = page.getByRole('dialog', { name: 'Connect' });
    await expect(connect).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'nav');
    await start.getByRole('button', { name: 'Close' }).click();
    await expect(start).toHaveCount(0);
    await shell.runCommand('Get started');
    await step('Connect a client').click();
    await connect.getByRole('combobox', { name: 'Project folder' }).fill(world.project);
    await connect.getByRole('button', { name: /^Connect in / }).click();
    await connect.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('once all steps are done, “Get started” stays open, and the next press closes it for good', async () => {
    await expect(start.getByRole('heading', { name: 'All three steps are done' })).toBeVisible();
    await workbench.choose('explain');
    await expect(start).toHaveCount(0);
    await page.reload();
    await expect(workbench.list).toBeVisible();
    await expect(start).toHaveCount(0);
  });

  await test.step('a new workspace opens from the status line', async () => {
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /^Workspace / })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Workspace' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('radio', { name: 'New folder' }).click();
    await dialog.getByRole('combobox', { name: 'New folder' }).fill(`${world.project}/Team prompts`);
    // In a browser, each workbench has its own port.
    const before = new URL(page.url()).origin;
    await dialog.getByRole('button', { name: 'Create' }).click();
    await (desktop
      ? expect(dialog).toHaveCount(0, { timeout: 30_000 })
      : page.waitForURL((url) => url.origin !== before));
  });
  await useNewWorkspace(desktop ? await desktop.otherPage() : page);
});

/** The journey goes on in the page of the new workspace: in the desktop app, it is another window. */
async function useNewWorkspace(page: Page): Promise<void> {
  const shell = new Shell(page);
  const workbench = new WorkbenchPage(page);

  await test.step('a new workspace is empty, and is filled only when a person asks for it', async () => {
    await expect(page.getByText('This workspace is empty')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Get started' })).toHaveCount(0);
    await workbench.chooseNew('New prompt');
    await page.getByRole('dialog', { name: 'New prompt' }).getByRole('button', { name: 'New server' }).click();
    await expect(page.getByRole('dialog', { name: 'New server' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start with samples' }).click();
    await expect(workbench.prompt('explain')).toBeVisible();
    await expect(page.getByText('This workspace is empty')).toHaveCount(0);
  });

  await test.step('a prompt is created from the gallery', async () => {
    await workbench.chooseNew('New prompt');
    const dialog = page.getByRole('dialog', { name: 'New prompt' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await dialog.getByRole('combobox', { name: 'Filter the gallery' }).fill('release');
    await expect(dialog.getByRole('option')).toHaveText(/^Write release notes/);
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('region', { name: 'Text of Write release notes' })).toContainText('StringTemplate');
    await expectAccessible(page, '[role=dialog]');
    const [list, text] = await Promise.all([
      dialog.getByRole('listbox', { name: 'Start from' }).boundingBox(),
      dialog.locator('pre').boundingBox(),
    ]);
    // Its frame ends where the list does, and the text scrolls inside.
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeCloseTo((list?.y ?? 0) + (list?.height ?? 0), 0);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('write-release-notes');
    await workbench.prompt('Samples').first().click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Connect a client application' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'New tool' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the keyboard goes to the open prompt and to its first value', async () => {
    await workbench.choose('translate');
    await workbench.prompt('Samples').first().click({ button: 'right' });
    await page.keyboard.press('Escape');
    await workbench.choose('translate');
    await page.keyboard.press('ControlOrMeta+1');
    await expect(workbench.prompt('translate')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+3');
    await expect(workbench.value('language')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+p');
    await shell.query.fill('count-words');
    await expect(shell.options.first()).toContainText('Tool · Samples');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('count-words');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toBeFocused();
  });
}

test('commands have keys and a place in the palette, and the focus returns when a layer closes', async ({
  page,
  world,
  host,
}) => {
  const { workbench, shell } = await open(page, world);

  await test.step('Escape closes one layer and gives the focus back', async () => {
    await workbench.field('Title').click();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(shell.query).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await expect(shell.finder).toHaveAccessibleName('Find in all text');
    await page.keyboard.press('Escape');
    await expect(shell.finder).toHaveCount(0);
    await expect(workbench.field('Title')).toBeFocused();
  });

  await test.step('behind a dialog, no key changes anything; its own text field undoes', async () => {
    await workbench.choose('translate');
    const title = workbench.field('Title');
    const before = await title.inputValue();
    await title.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' kept');
    await workbench.waitUntilSaved();
    const file = await world.read('prompts/translate.yaml');
    await workbench.chooseNew('New prompt');
    const dialog = page.getByRole('dialog', { name: 'New prompt' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('draft');
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    for (const keys of ['z', 'Shift+z', 'd', 'Alt+s']) await page.keyboard.press(`ControlOrMeta+${keys}`);
    await name.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(name).not.toHaveValue('draft');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await workbench.waitUntilSaved();
    await expect(title).toHaveValue(`${before} kept`);
    expect(await world.read('prompts/translate.yaml')).toBe(file);
  });

  await test.step('the keys for commands and for names begin with commands and with names', async () => {
    await page.keyboard.press('ControlOrMeta+p');
    await expect(shell.options.first()).not.toContainText('Command');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(shell.finder).toHaveAccessibleName('All commands');
    await expect(shell.options.first()).toContainText('Command');
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Escape');
  });

  await test.step('while an input method is composing, no key is a command', async () => {
    await workbench.field('Title').focus();
    await page.evaluate(() => {
      const press = { key: 'k', code: 'KeyK', ctrlKey: true, isComposing: true, bubbles: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
    });
    await expect(shell.finder).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(shell.finder).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('F6 goes from pane to pane and returns to the former focus', async () => {
    await workbench.field('Title').click();
    await page.keyboard.press('F6');
    await expect(workbench.preview.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('F6');
    await expect(page.getByRole('navigation').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+2');
    await expect(workbench.field('Title')).toBeFocused();
  });

  await test.step('the palette finds a command by a few of its letters, shows its keys, and runs it', async () => {
    await workbench.choose('translate');
    await page.keyboard.press('ControlOrMeta+Shift+p');
    await shell.query.fill('shyml');
    await expect(shell.options.first()).toHaveText(/Show as YAML.*Alt\+2/);
    await page.keyboard.press('Enter');
    await expect(workbench.yamlText).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Alt+1');
    await expect(workbench.field('Name')).toBeVisible();
  });

  await test.step('a question mark opens the keyboard map, except in a text field', async () => {
    await workbench.field('Title').fill('Why');
    await workbench.field('Title').press('End');
    await page.keyboard.type('?');
    await expect(workbench.field('Title')).toHaveValue('Why?');
    await workbench.prompt('translate').click();
    await page.keyboard.press('?');
    const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(map.getByRole('region', { name: 'Find' })).toContainText(/Find in all text.*Shift\+F/);
    await page.keyboard.press('Escape');
    await expect(map).toHaveCount(0);
  });

  await test.step('a prompt is duplicated, renamed and removed by its row’s menu, and restored', async () => {
    await workbench.prompt('explain').click({ button: 'right' });
    await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 });
    await page.getByRole('menuitem', { name: /^Rename…/ }).click();
    const rename = page.getByRole('dialog', { name: 'Rename explain' });
    await expect(rename.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('compare');
    await page.keyboard.press('Enter');
    await rename.getByRole('button', { name: 'compare-2' }).waitFor();
    await withSlowFrames(page, async () => {
      const focusReturn = nextFocus(page);
      await page.keyboard.press('Escape');
      await focusReturn;
      await page.keyboard.press('F2');
      // In the desktop app, the key comes by the menu.
      if (host === 'desktop') await expect(rename.getByRole('textbox')).toBeFocused();
      await page.keyboard.type('tell');
      // The row does not take the focus back from the field.
      await twoFrames(page);
      await page.keyboard.type('-me');
      await page.keyboard.press('Enter');
    });
    await expect(workbench.prompt('tell-me')).toBeFocused();
    await expect(rename).toHaveCount(0);
    await workbench.prompt('tell-me').focus();
    await page.keyboard.press('Delete');
    const neighbour = workbench.list.locator('[role=row][aria-selected=true]');
    await expect(neighbour).toBeFocused();
    await expect(neighbour).toHaveAttribute('aria-level', '2');
    // The file has followed the name.
    await expect.poll(() => world.read('servers/Samples.yaml')).not.toContain('- tell-me');
    // The notice of the rename is still there; only the newest change can be undone.
    const removalNotice = page.getByRole('status').filter({ hasText: 'Removed' });
    await expect(removalNotice.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(shell.notices.getByRole('button', { name: 'Undo' })).toHaveCount(1);
    await page.keyboard.press('F8');
    await expect(shell.notices.getByRole('button').first()).toBeFocused();
    await shell.notices.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => world.read('servers/Samples.yaml')).toContain('- tell-me');
  });
});

test('prompts and servers are found by name, by text and by place', async ({ page, world }) => {
  const { workbench, shell } = await open(page, world);

  await test.step('quick open goes to a prompt by its title, and to a server', async () => {
    await page.keyboard.press('ControlOrMeta+p');
    await shell.query.fill('rev');
    await expect(shell.options.first()).toContainText('review-code');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('review-code');
    await page.keyboard.press('ControlOrMeta+p');
    await shell.query.fill('samples');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('Samples');
  });

  await test.step('favourites are at the top of the list, even after a reload', async () => {
    await workbench.choose('translate');
    await page.keyboard.press('ControlOrMeta+Alt+s');
    await workbench.prompt('Samples').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to favourites' }).click();
    await page.reload();
    await expect(workbench.list.getByRole('row').first()).toHaveAccessibleName('Favourites');
    await expect(workbench.prompt('translate')).toHaveCount(2);
    await workbench.prompt('translate').first().click();
    await expect(workbench.prompt('translate').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ControlOrMeta+Alt+s');
    await workbench.prompt('Samples').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Remove from favourites' }).click();
    await expect(workbench.prompt('Favourites')).toHaveCount(0);
  });

  await test.step('the list is grouped by tag', async () => {
    const text = await world.read('prompts/translate.yaml');
    await world.write('prompts/translate.yaml', `${text}\nTags: [writing]\n`);
    await page.getByRole('button', { name: 'Group by tag' }).click();
    await expect(workbench.prompt('translate')).toHaveAttribute('aria-level', '3');
    await workbench.prompt('writing').click();
    await expect(workbench.prompt('translate')).toHaveCount(0);
    await shell.runCommand('Show the list in the order of the servers');
    await expect(workbench.prompt('translate')).toHaveAttribute('aria-level', '2');
    await world.write('prompts/translate.yaml', text);
  });

  await test.step('a server is duplicated by its row’s menu', async () => {
    await workbench.prompt('Samples').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('Samples-2');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.prompt('Samples-2')).toHaveCount(0);
  });

  await test.step('a long line that was found is cut off beside the name of its server', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await shell.query.fill('Wolfram Language code');
    const option = shell.options.filter({ hasText: 'WolframLanguageEvaluator' }).first();
    await expect(option).toBeVisible();
    const [finderBox, optionBox] = await Promise.all([shell.finder.boundingBox(), option.boundingBox()]);
    expect((optionBox?.x ?? 0) + (optionBox?.width ?? 0)).toBeLessThanOrEqual(
      (finderBox?.x ?? 0) + (finderBox?.width ?? 0),
    );
    await page.keyboard.press('Escape');
  });

  await test.step('find everywhere shows the line, marks the word, and leads to the exact place', async () => {
    await page.keyboard.press('ControlOrMeta+p');
    await shell.query.fill('NATIVE speaker');
    await expect(shell.options.last()).toContainText('Search all text for “NATIVE speaker”');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Find in all text' })).toHaveValue('NATIVE speaker');
    await expect(shell.options).toHaveCount(1);
    await expect(shell.options.first().locator('mark')).toHaveText('native speaker');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('translate');
    await expect(workbench.promptText).toBeFocused();
    await expect.poll(() => page.evaluate(() => String(document.getSelection()))).toBe('native speaker');
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await expect(shell.query).toHaveValue('NATIVE speaker');
    await page.keyboard.press('Escape');
    const text = await world.read('prompts/translate.yaml');
    await world.write('prompts/translate.yaml', text.replace('native speaker', 'fluent speaker'));
    await expect(workbench.promptText).toContainText('fluent speaker');
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await expect(shell.finder).toContainText('No matches in prompts, tools, skills or servers.');
    await shell.query.fill('the language to translate into');
    await expect(shell.options.first()).toContainText('Argument language');
    await shell.query.fill('nobody wrote this anywhere');
    await expect(shell.finder).toContainText('No matches in prompts, tools, skills or servers.');
    await page.keyboard.press('Escape');
  });

  await test.step('a match in an argument or in one of several messages is selected there', async () => {
    const messages = ['First of all, greet.', 'Then say marmalade.'].map(
      (text) => `    - Role: user\n      Content: ${text}\n`,
    );
    await world.write('prompts/talk.yaml', `Name: talk\nContent:\n  Messages:\n${messages.join('')}`);
    await expect(workbench.prompt('talk')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await shell.query.fill('marmalade');
    await expect(shell.options).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('talk');
    await expect.poll(() => page.evaluate(() => String(document.getSelection()))).toBe('marmalade');
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await shell.query.fill('language to translate');
    await expect(shell.options.first()).toContainText('Argument language');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.locator('input:focus, textarea:focus')).toHaveValue('The language to translate into');
  });

  await test.step('a match in a sample or a test is selected in the file', async () => {
    await world.write(
      'prompts/tested.yaml',
      'Name: tested\nContent: Hello.\nSamples:\n  - Name: A pelican\n    Arguments: {}\nTests:\n  - Name: Greets\n    Expect:\n      - not-contains: does not occur\n',
    );
    await expect(workbench.prompt('tested')).toBeVisible();
    for (const [words, place] of [
      ['pelican', 'Sample A pelican'],
      ['does not occur', 'Test Greets'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+Shift+f');
      await shell.query.fill(words);
      await expect(shell.options).toHaveCount(1);
      await expect(shell.options.first()).toContainText(place);
      await page.keyboard.press('Enter');
      await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('tested');
      await expect.poll(() => page.evaluate(() => String(document.getSelection()))).toBe(words);
    }
  });

  await test.step('a file that another program has just changed is searched with its current text', async () => {
    await world.write('prompts/new-one.yaml', 'Name: new-one\nContent: |\n  Mind the\n  quokkas, please.\n');
    await expect(workbench.prompt('new-one')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await shell.query.fill('quokka');
    await expect(shell.options).toHaveCount(1);
    await expect(shell.options.first()).toContainText('quokkas, please.');
    await page.keyboard.press('Escape');
  });

  await test.step('three thousand prompts are listed at once, scrolled through and found by their letters', async () => {
    const serverText = (name: string, prompts: readonly string[]) =>
      `Name: ${name}\nMCPPrompts:\n${prompts.map((prompt) => `  - Name: ${prompt}\n    Content: Text of ${prompt}\n`).join('')}`;
    const makeNames = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index}`);
    // On a busy computer, the second server comes before the scroll event of the first.
    await page.evaluate(() => {
      const pause = new AbortController();
      addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true, signal: pause.signal });
      Object.assign(window, { endPause: () => pause.abort() });
    });
    await world.write('servers/Many.yaml', serverText('Many', makeNames('p', 2000)));
    await expect(workbench.list).toHaveAttribute('aria-rowcount', /^2\d{3}$/);
    await world.write('servers/More.yaml', serverText('More', makeNames('m', 1000)));
    await expect(workbench.list).toHaveAttribute('aria-rowcount', /^3\d{3}$/);
    await workbench.list.evaluate((list) => {
      (window as unknown as { endPause(): void }).endPause();
      list.dispatchEvent(new Event('scroll'));
    });
    // The open page stays in view below them.
    await expect(workbench.list.getByRole('row', { selected: true })).toBeInViewport();
    await page.getByRole('searchbox', { name: 'Filter prompts' }).fill('Many');
    await expect(workbench.prompt('Many')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(workbench.prompt('Many')).toBeFocused();
    expect(await workbench.list.getByRole('row').count()).toBeLessThan(100);
    await page.keyboard.press('End');
    await page.keyboard.type('p1999');
    await expect(workbench.prompt('p1999')).toBeFocused();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('p1999');
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await shell.query.fill('Text of p1234');
    await expect(shell.options).toHaveCount(1);
  });
});

test('each problem leads to its place', async ({ page, world }) => {
  const { workbench, shell } = await open(page, world);

  await test.step('a problem leads to its field, or to its line in the file', async () => {
    await workbench.choose('explain');
    await workbench.typeAtEnd('And `listener`.');
    await workbench.waitUntilSaved();
    await workbench.choose('translate');
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await shell.dock.getByRole('button', { name: /The slot listener/ }).click();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('explain');
    await expect(workbench.promptText).toBeFocused();
    await shell.dock.getByRole('button', { name: /Show line/ }).click();
    await expect(workbench.yamlText).toBeFocused();
    await expectCursorBefore(page, '`listener`');
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await expect(shell.dock).toHaveCount(0);
    await workbench.view('Form').click();
  });

  await test.step('advice leads to the field that it is about, or to its line, and the next key replaces nothing', async () => {
    const bareText = 'Name: bare\nTitle: BARE\nArguments:\n  - Name: who\nContent:\n  StringTemplate: Hi `who`\n';
    await world.write('prompts/bare.yaml', bareText);
    await page.keyboard.press('ControlOrMeta+Shift+m');
    const advice = shell.dock.getByRole('region', { name: 'Advice' });
    await advice.getByRole('button', { name: /prompt has no Description/ }).click();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('bare');
    await expect(workbench.field('Description')).toBeFocused();
    await advice.getByRole('button', { name: /argument "who" has no Description/ }).click();
    await expect(
      workbench.editor.getByRole('group', { name: 'Argument who' }).getByRole('textbox', { name: 'Description' }),
    ).toBeFocused();
    await advice.getByRole('button', { name: /^prompts\/bare.yaml:2:/ }).click();
    await expect(workbench.yamlText).toBeFocused();
    await expectCursorBefore(page, 'BARE');
    await page.keyboard.type('Very ');
    await expect.poll(() => world.read('prompts/bare.yaml')).toContain('Title: Very BARE\n');
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await workbench.view('Form').click();
  });

  await test.step('a problem of an entry of a server’s list leads to its row', async () => {
    await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts:\n  - WolframSearch\n  - missing\n');
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await shell.dock
      .getByRole('button', { name: /missing/ })
      .first()
      .click();
    await expect(page.getByRole('row', { name: 'missing, not served' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+m');
  });

  await test.step('a broken file opens as text at the line that is wrong', async () => {
    await world.write('prompts/broken.yaml', 'Name: broken\nTitle: "never ends\nContent: x\n');
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /problem/ })
      .click();
    await expect(shell.dock.getByRole('region', { name: 'prompts/broken.yaml' })).toBeVisible();
    await shell.dock.getByRole('region', { name: 'prompts/broken.yaml' }).getByRole('button').first().click();
    await expect(workbench.yamlText).toBeFocused();
  });

  await test.step('the problems below the text lead to its lines, and Ctrl+. fixes a key there', async () => {
    await world.write('prompts/broken.yaml', 'Name: broken\nTitel: A title\nContent: x\n');
    const problems = workbench.editor.getByRole('list', { name: 'Problems in this definition' });
    // Until the new text is read, the list is open for the error before it.
    await expect(workbench.yamlText).toContainText('Titel');
    await expect(workbench.editor.getByText('never')).toHaveCount(0);
    await expect(problems).toBeHidden();
    await workbench.editor.getByText('1 problem').click();
    await problems.getByRole('button', { name: /Titel/ }).click();
    await expect(workbench.yamlText).toBeFocused();
    await expectCursorBefore(page, 'Titel: A title');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('F8');
    await expectCursorBefore(page, 'Titel: A title');
    await page.keyboard.press('ControlOrMeta+.');
    await page.getByRole('option', { name: 'Rename to Title' }).click();
    await expect.poll(() => world.read('prompts/broken.yaml')).toBe('Name: broken\nTitle: A title\nContent: x\n');
  });

  await test.step('the dock keeps its height as problems come and go', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await expect(shell.dock).toHaveCount(0);
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
    for (const name of names) await world.write(`prompts/${name}.yaml`, `Name: ${name}\nTitel: A title\nContent: x\n`);
    await page.keyboard.press('ControlOrMeta+Shift+m');
    const fixes = shell.dock.getByRole('button', { name: 'Rename to Title' });
    await expect(fixes).toHaveCount(names.length);
    // It may have opened before the last file was read.
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await page.keyboard.press('ControlOrMeta+Shift+m');
    const size = await shell.dock.boundingBox();
    await fixes.last().click();
    await expect(fixes).toHaveCount(names.length - 1);
    expect(await shell.dock.boundingBox()).toEqual(size);
  });
});

test('the layout fits the window, and the window is remembered', async ({ page, world }) => {
  const { workbench, shell } = await open(page, world);

  await test.step('sizes, hidden panes and the dock survive a reload, until they are reset', async () => {
    const before = await shell.sizeOf('Preview width');
    await shell.separator('Preview width').focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => shell.sizeOf('Preview width')).toBe(before + 48);
    await page.keyboard.press('ControlOrMeta+j');
    await expect(shell.dock).toBeVisible();
    await page.keyboard.press('ControlOrMeta+b');
    await expect(workbench.list).toBeHidden();
    await page.reload();
    await expect(shell.dock).toBeVisible();
    await expect(workbench.list).toBeHidden();
    expect(await shell.sizeOf('Preview width')).toBe(before + 48);
    await shell.runCommand('reset');
    await expect(workbench.list).toBeVisible();
    await expect(shell.dock).toHaveCount(0);
    await expect.poll(() => shell.sizeOf('Preview width')).toBe(before);
  });

  await test.step('notices appear beside the editor, are announced, and close with Escape', async () => {
    await workbench.choose('explain');
    await page.keyboard.press('ControlOrMeta+d');
    await expect(shell.notices).toContainText('explain');
    await expect(shell.notices).toHaveAttribute('aria-live', 'polite');
    const [notice, text] = await Promise.all([shell.notices.boundingBox(), workbench.editor.boundingBox()]);
    expect(notice?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0) - 1);
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    await expect(shell.notices.getByRole('button')).toHaveCount(0);
  });

  await test.step('in a narrow window, where notices take the room of a field, the newest is enough', async () => {
    const visibleNotices = shell.notices.getByRole('status').filter({ visible: true });
    await workbench.choose('explain');
    await page.keyboard.press('ControlOrMeta+d');
    await expect(visibleNotices).toHaveCount(1);
    await workbench.choose('translate');
    await workbench.editor.getByRole('button', { name: 'Remove argument language' }).click();
    await expect(visibleNotices).toHaveCount(2);
    await page.setViewportSize({ width: 640, height: 700 });
    await expect(visibleNotices).toHaveCount(1);
    await expect(visibleNotices).toHaveText(/Removed the argument language/);
    await visibleNotices.getByRole('button', { name: 'Undo' }).click();
    await expect(workbench.editor.getByRole('button', { name: 'Remove argument language' })).toBeVisible();
    // Remaining notices would cover what the next steps look at.
    const dismiss = shell.notices.getByRole('button', { name: 'Dismiss' });
    await expect(async () => {
      if ((await dismiss.count()) > 0) await dismiss.last().click({ timeout: 500 });
      await expect(dismiss).toHaveCount(0, { timeout: 100 });
    }).toPass();
  });

  await test.step('at 1024 by 700 the editor is wider than the preview, and nothing is cut off', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await workbench.choose('translate');
    const [editor, preview] = await Promise.all([workbench.editor.boundingBox(), workbench.preview.boundingBox()]);
    expect(editor?.width).toBeGreaterThan(preview?.width ?? Number.POSITIVE_INFINITY);
    expect(await shell.overflows()).toBe(false);
  });

  await test.step('at 200 % zoom panes are shown one at a time, all can be reached, and nothing is cut off', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await expect(workbench.editor).toBeVisible();
    await expect(workbench.preview).toBeHidden();
    await shell.choosePaneTab('List');
    await workbench.prompt('translate').click();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('translate');
    await page.keyboard.press('ControlOrMeta+3');
    await expect(workbench.value('language')).toBeVisible();
    expect(await shell.overflows()).toBe(false);
    await workbench.fillValue('language', 'Latin');
    // The answer is in sight beside the field, without scrolling.
    await expect(workbench.preview.getByText('Translate the text below')).toBeInViewport();
    await page.keyboard.press('ControlOrMeta+j');
    await expect(shell.dock).toBeVisible();
    expect(await shell.overflows()).toBe(false);
    await page.keyboard.press('ControlOrMeta+/');
    await expect(page.getByRole('dialog').getByText('Reset to the default size')).toBeVisible();
    expect(await shell.overflows()).toBe(false);
  });
});

test('themes are chosen by a person or by the system, and axe finds nothing serious in high contrast', async ({
  page,
  world,
}) => {
  const { workbench, shell } = await open(page, world);

  await test.step('the window follows the system’s request for high contrast', async () => {
    await page.emulateMedia({ contrast: 'more' });
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
    await workbench.choose('translate');
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await expect(shell.dock).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(shell.options.first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await page.emulateMedia({ contrast: null });
    await expect(page.locator('html')).not.toHaveAttribute('data-contrast', 'more');
  });

  await test.step('high contrast is chosen', async () => {
    await shell.chooseTheme('High contrast');
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
    await workbench.choose('translate');
    await page.keyboard.press('ControlOrMeta+Shift+m');
    await expect(shell.dock).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(shell.options.first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('a chosen theme is there before the first paint of the next start', async () => {
    await shell.chooseTheme('Dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test('the window loads nothing from other hosts, and a part that fails does not affect the rest', async ({
  page,
  world,
  host,
}) => {
  const workbench = new WorkbenchPage(page);
  const url = await world.start();
  const foreignUrls: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      foreignUrls.push(request.url());
  });
  await page.route('**/assets/SearchPanel-*.js', (route) => route.abort());
  await workbench.open(url);
  await allowReadingClipboard(page);

  await test.step('the typefaces come with the page, and nothing from elsewhere', async () => {
    await page.evaluate(() => document.fonts.ready);
    const isLoaded = (family: string) => page.evaluate((name) => document.fonts.check(`13px "${name}"`), family);
    expect(await isLoaded('Inter Variable')).toBe(true);
    expect(await isLoaded('JetBrains Mono Variable')).toBe(true);
    expect(foreignUrls).toEqual([]);
  });

  await test.step('the status line copies what a person needs to connect a client by hand', async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: "Copy the server's address and token" }).click();
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Copied' })).toBeVisible();
    const [url, header] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    const [name, value] = header?.split(': ') ?? [];
    const answer = await fetch(url ?? '', {
      method: 'POST',
      headers: {
        [name ?? '']: value ?? '',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
      }),
    });
    expect(answer.status).toBe(200);
  });

  // The desktop app answers the requests of its page before a route can abort them.
  if (host === 'desktop') return;
  await test.step('a part of the window that cannot be drawn reports it and does not affect the rest', async () => {
    await workbench.prompt('WolframLanguage').click();
    await page.keyboard.press('ArrowRight');
    await workbench.prompt('Search').first().click();
    await workbench.fillValue('query', 'primes');
    await workbench.preview.getByRole('tab', { name: 'Search' }).click();
    await expect(workbench.preview).toContainText('The preview could not be displayed');
    await workbench.choose('explain');
    await workbench.typeAtEnd(' Typed beside it.');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Typed beside it.');
  });
});

test(
  'a view or dialog whose code could not be loaded is loaded again by a press',
  codeRequests,
  async ({ page, world }) => {
    const workbench = new WorkbenchPage(page);
    await workbench.open(await world.start());
    await workbench.choose('explain');
    const failed = '**/assets/*.{js,css}';
    const tryAgain = page.getByRole('button', { name: 'Try again' });

    await test.step('a view', async () => {
      await page.route(failed, (route) => route.abort());
      await page.getByRole('tab', { name: 'Tests' }).click();
      await expect(workbench.preview.getByText('The preview could not be displayed')).toBeVisible();
      await tryAgain.click();
      await page.getByRole('tab', { name: 'Tests' }).click();
      await expect(workbench.preview.getByText('The preview could not be displayed')).toBeVisible();
      await page.unroute(failed);
      await tryAgain.click();
      await page.getByRole('tab', { name: 'Tests' }).click();
      await expect(workbench.preview.getByRole('button', { name: 'Add test…' })).toBeVisible();
      // With its style sheet, too.
      const allTests = workbench.preview.getByRole('region', { name: /^All tests of / });
      await expect(allTests).toHaveCSS('border-top-style', 'solid');
    });

    await test.step('a dialog', async () => {
      await page.route(failed, (route) => route.abort());
      await new Shell(page).runCommand('Keyboard shortcuts');
      const failure = page.getByRole('dialog', { name: 'The dialog could not be displayed' });
      await expect(failure).toBeVisible();
      await page.unroute(failed);
      await tryAgain.click();
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    });
  },
);
