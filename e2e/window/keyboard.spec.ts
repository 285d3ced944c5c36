import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ConnectDialog, WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, test } from '../support/fixtures.ts';

/** The keyboard of a person: after each key, something has the focus. */
function keyboardOf(page: Page) {
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName), key).not.toBe('body');
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName), text).not.toBe('body');
  };
  /** Walks to a control as a person does who sees only where the focus is. */
  const walkTo = async (control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await expect(control).toBeEnabled();
    const isThere = () => control.evaluate((element) => element.contains(document.activeElement));
    for (let step = 0; step < 40 && !(await isThere()); step += 1) await press(key);
    await expect(control).toBeFocused();
  };
  return { press, type, walkTo };
}

test('an empty workspace becomes a connected client by keyboard alone, and the focus is never lost', async ({
  page,
  world,
}) => {
  const workbench = new WorkbenchPage(page);
  const dialog = page.getByRole('dialog');
  const connect = new ConnectDialog(page.getByRole('dialog', { name: 'Connect' }));
  const file = join(world.project, '.mcp.json');
  const otherText = '{\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "true", "args": [1.0e3] }\r\n\t}\r\n}';
  const isConnected = async () => (await readFile(file, 'utf8')).includes('"Team"');

  const { press, type, walkTo } = keyboardOf(page);

  await mkdir(world.workspace);
  await writeFile(file, otherText);
  await page.goto(await world.start());

  await test.step('a server is created, and the focus is where its first prompt is', async () => {
    await expect(page.getByRole('button', { name: 'Start with samples' })).toBeFocused();
    await walkTo(page.getByRole('button', { name: 'Start empty' }));
    await press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await type('Team');
    await press('Enter');
    await expect(workbench.editor.getByRole('button', { name: 'New prompt' })).toBeFocused();
  });

  await test.step('a prompt is created, and its text is ready to be replaced', async () => {
    await press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await type('greet');
    await press('Enter');
    await expect(workbench.promptText).toBeFocused();
  });

  await test.step('an argument is added, and inserted into the text', async () => {
    await press('ControlOrMeta+k');
    await type('add arg');
    await press('Enter');
    const row = workbench.editor.getByRole('group', { name: 'Argument argument', exact: true });
    await expect(row.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await type('guest');
    await press('Enter');
    await press('ControlOrMeta+e');
    await expect(workbench.promptText).toBeFocused();
    await press('ControlOrMeta+a');
    await type('Welcome /');
    await expect(page.getByRole('option', { name: 'guest' })).toBeVisible();
    await press('Enter');
    await type(' warmly.');
    await expect.poll(() => world.read('prompts/greet.yaml')).toContain('Welcome `guest` warmly.');
    // Several words arrive whole in Claude Code too.
    expect(await world.read('prompts/greet.yaml')).toContain('RestOfLine: true');
  });

  await test.step('a value is filled in, and the preview shows the answer', async () => {
    await press('ControlOrMeta+3');
    await expect(workbench.value('guest')).toBeFocused();
    await type('Ada');
    await expect(workbench.preview).toContainText('Welcome Ada warmly.');
  });

  await test.step('the suggestions of the project folder leave the dialog accessible, and close with a whole path', async () => {
    await press('ControlOrMeta+2');
    await press('ControlOrMeta+Shift+e');
    await expect(connect.folder).toBeFocused();
    await expect(connect.folder).toHaveAttribute('aria-expanded', 'false');
    await type(join(dirname(world.project), 'a p'));
    await expect(connect.folder).toHaveAttribute('aria-expanded', 'true');
    // Those for the first letters may still be shown.
    await expect(page.getByRole('listbox', { name: 'Project folder' }).getByRole('option')).toHaveText([world.project]);
    await expect(connect.dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await press('ArrowDown');
    await press('Enter');
    await expect(connect.folder).toHaveValue(world.project);
    await expect(connect.folder).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('Claude Code is connected to the project', async () => {
    await walkTo(connect.write);
    await press('Enter');
    await expect(connect.dialog).toContainText('prompts/list returned 1 prompt');
    expect(await isConnected()).toBe(true);
    await press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('undo restores every byte of the configuration, and redo connects again', async () => {
    await press('ControlOrMeta+z');
    await expect.poll(() => readFile(file, 'utf8')).toBe(otherText);
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Undone: connection of Claude Code');
    await press('ControlOrMeta+Shift+z');
    await expect.poll(isConnected).toBe(true);
  });

  await test.step('the dialog disconnects, and connects again', async () => {
    await press('ControlOrMeta+Shift+e');
    await expect(connect.folder).toBeFocused();
    await expect(connect.dialog.getByRole('button', { name: 'Disconnect', exact: true })).toBeInViewport();
    await walkTo(connect.dialog.getByRole('button', { name: 'Disconnect Team from Claude Code' }));
    await press('Enter');
    await expect(connect.connectAgain).toBeFocused();
    expect(await readFile(file, 'utf8')).toBe(otherText);
    await press('Enter');
    await expect(connect.folder).toBeFocused();
    await walkTo(connect.write);
    await press('Enter');
    await expect(connect.dialog).toContainText('prompts/list returned 1 prompt');
    expect(await isConnected()).toBe(true);
  });
});

test('an empty workspace becomes a connected client by keyboard alone in a window 640 pixels wide', async ({
  page,
  world,
}) => {
  const workbench = new WorkbenchPage(page);
  const dialog = page.getByRole('dialog');
  const connect = new ConnectDialog(page.getByRole('dialog', { name: 'Connect' }));
  const heading = workbench.editor.getByRole('heading', { level: 2 });
  const { press, type, walkTo } = keyboardOf(page);
  await page.setViewportSize({ width: 640, height: 800 });
  await mkdir(world.workspace);
  await page.goto(await world.start());

  await test.step('the first screen asks how to begin', async () => {
    await expect(page.getByText('This workspace is empty')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Start with samples' })).toBeFocused();
  });

  await test.step('a new server takes the place of the list, and one key creates its first prompt', async () => {
    await walkTo(page.getByRole('button', { name: 'Start empty' }));
    await press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await type('Team');
    await press('Enter');
    await expect(workbench.editor.getByRole('button', { name: 'New prompt' })).toBeFocused();
    await press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await type('greet');
    await press('Enter');
    await expect(workbench.promptText).toBeFocused();
  });

  await test.step('Enter and the space bar open the page of a row in place of the list', async () => {
    for (const [step, key, name] of [
      ['ArrowUp', 'Enter', 'Team'],
      ['ArrowDown', 'Space', 'greet'],
    ] as const) {
      await press('ControlOrMeta+1');
      await expect(workbench.list.locator('[role=row]:focus')).toBeVisible();
      await press(step);
      await expect(workbench.prompt(name)).toBeFocused();
      await page.keyboard.press(key);
      await expect(heading).toHaveText(name);
      await expect(heading).toBeFocused();
    }
  });

  await test.step('an argument is added and filled in, and the preview shows the answer', async () => {
    await press('ControlOrMeta+k');
    await type('add arg');
    await press('Enter');
    const row = workbench.editor.getByRole('group', { name: 'Argument argument', exact: true });
    await expect(row.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await type('guest');
    await press('Enter');
    await press('ControlOrMeta+e');
    await expect(workbench.promptText).toBeFocused();
    await press('ControlOrMeta+a');
    await type('Welcome `guest` warmly.');
    await press('ControlOrMeta+3');
    await expect(workbench.value('guest')).toBeFocused();
    await type('Ada');
    await expect(workbench.preview).toContainText('Welcome Ada warmly.');
  });

  await test.step('Claude Code is connected to the project', async () => {
    await press('ControlOrMeta+Shift+e');
    await expect(connect.folder).toBeFocused();
    await type(world.project);
    await walkTo(connect.write);
    await press('Enter');
    await expect(connect.dialog).toContainText('prompts/list returned 1 prompt');
    expect(await readFile(join(world.project, '.mcp.json'), 'utf8')).toContain('"Team"');
    await press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('No field received')).toHaveCount(0);
  });
});
