import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { withSlowFrames } from '../support/slow-frames.ts';

const file = 'prompts/notes.yaml';

test('a text with other slots and with code becomes a template, by quick fixes, menu, / and drag', async ({
  page,
  world,
}) => {
  test.slow();
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [notes]\n');
  await world.write(
    file,
    'Name: notes\nArguments:\n  - Name: tone\nContent:\n  StringTemplate: "Notes for {{version}} with `git` and {left}"\n',
  );
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  await workbench.choose('notes');
  const text = workbench.promptText;
  const fix = async (part: string, name: string) => {
    await expect(async () => {
      await page.mouse.move(1, 1);
      await text.getByText(part).hover();
      await page.locator('.cm-tooltip').getByRole('button', { name }).click({ timeout: 2000 });
    }).toPass();
  };

  await test.step("another program's slot becomes an argument, with one undo", async () => {
    await fix('{{version}}', 'Convert to the argument version');
    await expect.poll(() => world.read(file)).toContain('Notes for `version` with');
    expect(await world.read(file)).toContain('- Name: version');
    await workbench.undo();
    await expect.poll(() => world.read(file)).toContain('{{version}}');
    expect(await world.read(file)).not.toContain('- Name: version');
  });

  await test.step('one bar converts the slots of all other programs, or one of them, with one undo', async () => {
    const bar = page.getByRole('group', { name: 'Prompt text: slots of another program' });
    await expect(bar).toContainText('2 slots of another program: {{version}}, {left}');
    await expectAccessible(page, '[aria-label="Prompt text: slots of another program"]');
    await bar.getByRole('button', { name: 'Convert all' }).click();
    await expect.poll(() => world.read(file)).toContain('Notes for `version` with <*\\"`git`\\"*> and `left`');
    await expect(bar).toBeHidden();
    await expect(page.getByText('Kept `git` as text.')).toBeVisible();
    await workbench.undo();
    await expect.poll(() => world.read(file)).toContain('Notes for {{version}} with `git` and {left}');
    await bar.getByRole('button', { name: 'Convert one slot' }).click();
    await page.getByRole('menuitem', { name: 'Convert {{version}} to version' }).click();
    await expect(bar).toContainText('1 slot of another program: {left}');
    await workbench.undo();
    await expect.poll(() => world.read(file)).not.toContain('- Name: version');
  });

  await test.step('the preview warns at a slot that no argument fills', async () => {
    const slot = workbench.preview.locator('[data-origin="argument git"]');
    await expect(slot).toHaveText('git');
    await expect(slot).toHaveAccessibleDescription('There is no argument git, so clients get nothing here');
    await expect(slot).toHaveCSS('border-top-style', 'dashed');
    await slot.hover();
    await expect(page.getByRole('tooltip')).toHaveText('There is no argument git, so clients get nothing here');
    await expectAccessible(page, 'aside[aria-label="Preview"]');
  });

  await test.step('code between backticks is kept', async () => {
    await fix('git', 'Leave `git` as text');
    await expect.poll(() => world.read(file)).toContain('<*\\"`git`\\"*>');
    await expect(text.locator('.cm-kept')).toHaveText('`git`');
    await expect(workbench.answerAs('Text')).resolves.toBeTruthy();
    await expect(workbench.preview).toContainText('with `git` and {left}');
  });

  await test.step('text that looks like a slot can be kept as text, and is not offered again', async () => {
    await fix('{left}', 'Leave {left} as text');
    await expect(text.locator('.cm-kept')).toHaveText(['`git`', '{left}']);
    await expect(workbench.preview).toContainText('with `git` and {left}');
  });

  await test.step('several backticked words are left as text by the keyboard', async () => {
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' on `main` with `DEBUG` by `make`');
    await expect.poll(() => world.read(file)).toContain('by `make`');
    await expect(workbench.editor.getByRole('button', { name: 'Add all 3' })).toBeVisible();
    const leave = workbench.editor.getByRole('button', { name: 'Leave all as text' });
    await leave.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => world.read(file)).toContain('<*\\"`make`\\"*>');
    await expect(leave).toBeHidden();
    await expect(text).toBeFocused();
    await expect(page.getByText('Kept `main`, `DEBUG` and `make` as text.')).toBeVisible();
  });

  await test.step('the menu inserts an argument at the cursor', async () => {
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' in ');
    await page.getByRole('button', { name: 'Prompt text: insert argument' }).click();
    await expectAccessible(page);
    // The text has the focus at once, so the first keys go into it even if the window is slow.
    await withSlowFrames(page, async () => {
      await page.getByRole('menuitem', { name: 'tone' }).click();
      await page.keyboard.type(' tone');
    });
    await expect.poll(() => world.read(file)).toContain('in `tone` tone');
  });

  await test.step('a slash inserts an argument with the keyboard', async () => {
    await page.keyboard.type(' and /');
    await expect(page.getByRole('option', { name: 'tone' })).toBeVisible();
    // Without waits, as quick fingers type.
    await Promise.all(['t', 'o', 'Enter'].map((key) => page.keyboard.press(key)));
    await expect.poll(() => world.read(file)).toContain('tone and `tone`');
  });

  await test.step('a slash adds an argument, which is named at once, and the person writes on', async () => {
    await page.keyboard.type(' for /new');
    await expect(page.getByRole('option')).toHaveText([/New argument/]);
    // The name gets every key from the first one, even before its row is drawn.
    await withSlowFrames(page, async () => {
      await page.keyboard.press('Enter');
      await page.keyboard.type('audience');
    });
    const name = page.getByRole('group', { name: 'Argument audience' }).getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('audience');
    await page.keyboard.press('Enter');
    await expect(text).toBeFocused();
    await page.keyboard.type('.');
    await expect.poll(() => world.read(file)).toContain('for `audience`.');
  });

  await test.step("an argument's handle is dragged into the text", async () => {
    await page.getByRole('button', { name: 'Move argument tone', exact: true }).hover();
    await page.mouse.down();
    const box = await text.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 18, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => world.read(file)).toMatch(/StringTemplate: .*"?`tone`Notes/);
  });

  await test.step('a possible slot is mentioned, and one press makes it an argument', async () => {
    await world.write(
      file,
      `Name: notes\nContent:\n  StringTemplate: 'Write \${language} like {style}, as {"a": 1}'\n`,
    );
    const bar = page.getByRole('group', { name: 'Prompt text: left as text' });
    await expect(bar).toContainText(`Left as text: \${language}, {style}`);
    await expectAccessible(page, '[aria-label="Prompt text: left as text"]');
    await bar.getByRole('button', { name: 'Make them all arguments' }).click();
    await expect.poll(() => world.read(file)).toContain('Write `language` like `style`, as {"a": 1}');
    expect(await world.read(file)).toContain('- Name: language');
    await expect(bar).toHaveCount(0);
  });
});
