import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

test('the details of a prompt are one line until they are needed, and its tags are written to its file', async ({
  page,
  world,
}) => {
  await world.write('servers/Own.yaml', 'Name: Own\nMCPPrompts: [note, draft]\n');
  await world.write('prompts/note.yaml', 'Name: note\nTitle: A note\nDescription: Takes a note\nContent: Note\n');
  await world.write('prompts/draft.yaml', 'Name: draft\nContent: Draft\n');
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start(), false);
  const details = page.getByRole('region', { name: 'Details' });
  const edit = details.getByRole('button', { name: 'Edit details' });
  const close = details.getByRole('button', { name: 'Close details' });
  const newTag = details.getByRole('combobox', { name: 'New tag' });

  await test.step('the text fills the page below one line of details, and keeps its height when its size is known', async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await workbench.choose('note');
    await expect(details).toContainText('A noteTakes a note');
    await expect(workbench.field('Title')).toHaveCount(0);
    await expect(workbench.promptText).toBeVisible();
    const text = await workbench.promptText.boundingBox();
    expect(text?.height).toBeGreaterThan(300);
    await expect(workbench.editor.getByText(/^text ≈/)).toHaveCount(0);
    await page.clock.resume();
    await expect(workbench.editor.getByText(/^text ≈/)).toBeVisible();
    expect(await workbench.promptText.boundingBox()).toEqual(text);
    await workbench.promptText.click({ position: { x: 100, y: (text?.height ?? 0) - 10 } });
    await page.keyboard.type('!');
    await expect.poll(() => world.read('prompts/note.yaml')).toContain('Content: Note!');
  });

  await test.step('a prompt without a description shows its fields', async () => {
    await workbench.choose('draft');
    await workbench.field('Description').fill('D');
    await expect(workbench.field('Description')).toBeFocused();
    await workbench.choose('note');
    await expect(edit).toBeVisible();
  });

  await test.step('F2 in the text leads to the name', async () => {
    await workbench.promptText.focus();
    await page.keyboard.press('F2');
    await expect(workbench.field('Name')).toBeFocused();
    await page.keyboard.type('memo');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('memo');
    await close.press('Enter');
    await expect(edit).toBeFocused();
  });

  await test.step('an undo opens the field that it changed', async () => {
    await edit.press('Enter');
    await workbench.field('Title').fill('A memo');
    await workbench.waitUntilSaved();
    await close.press('Enter');
    await workbench.undo();
    await expect(workbench.field('Title')).toHaveValue('A note');
  });

  await test.step('a tag is added by Enter, a comma or leaving the field, and is removed again', async () => {
    // A slow disk: all three are typed before the first one is saved.
    let save = () => {};
    const savePermit = new Promise<void>((resolve) => {
      save = resolve;
    });
    await page.route('**/api/call/definition.edit', async (route) => {
      await savePermit;
      await route.continue();
    });
    await newTag.fill('git');
    await newTag.press('Enter');
    await page.keyboard.type('review,');
    await page.keyboard.type('writing');
    await workbench.field('Title').focus();
    await expect(details.getByRole('button', { name: /^Remove the tag/ })).toHaveCount(3);
    save();
    await expect
      .poll(() => world.read('prompts/memo.yaml'))
      .toMatch(/Tags:\s*(\[git, review, writing\]|- git\n\s*- review\n\s*- writing)/);
    await details.getByRole('button', { name: 'Remove the tag review' }).press('Enter');
    await expect(newTag).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect.poll(() => world.read('prompts/memo.yaml')).toMatch(/Tags:\s*(\[git\]|- git\n(?!\s*-))/);
  });

  await test.step('the window remembers that the details are open, and closed', async () => {
    await expectAccessible(page);
    await close.press('Enter');
    await edit.press('Enter');
    await page.reload();
    await expect(close).toBeVisible();
    await close.press('Enter');
    await expect(details.getByRole('list', { name: 'Tags' })).toHaveText('git');
    await expectAccessible(page);
    await page.reload();
    await expect(edit).toBeVisible();
  });

  await test.step('a problem of a field opens the details', async () => {
    await world.write('prompts/memo.yaml', 'Name: memo\nTitle: 7\nDescription: Takes a note\nContent: Note\n');
    await expect(workbench.field('Title')).toHaveAttribute('aria-invalid', 'true');
  });
});
