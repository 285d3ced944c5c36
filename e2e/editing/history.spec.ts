import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator } from '@playwright/test';
import { ArgumentsPage } from '../pages/arguments.ts';
import { HistoryPage } from '../pages/history.ts';
import { ServerPage } from '../pages/server-page.ts';
import { Shell } from '../pages/shell.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, inBrowserOnly, test } from '../support/fixtures.ts';
import { copySamples, type World } from '../support/world.ts';

const twoInline = `Name: Pair
MCPPrompts:
  - Name: one
    Content: First
  - Name: two
    Content: Second
`;

const team = `Name: team
MCPPrompts:
  - plain
Tools:
  - Name: add-numbers
    Content:
      Function: return JSON.stringify(args)
`;

const restarts = inBrowserOnly(
  'It starts the workbench again under an open page, and the window ends with its workbench.',
);

const twoWindows = inBrowserOnly('It opens a second page of the same workbench.');

/** Ends the workbench and starts it again. */
async function restart(world: World, workbench: WorkbenchPage, prompt: string): Promise<void> {
  await world.stop();
  await workbench.page.goto('about:blank');
  await workbench.open(await world.start());
  await workbench.choose(prompt);
}

/** Opening a prompt requests its undo steps: a key before the answer undoes nothing. */
async function waitForUndo({ page }: WorkbenchPage): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
}

/** A step of undo or redo ends with its notice, after the page of its result is open. */
async function expectStepDone({ page }: WorkbenchPage, word: 'Undone' | 'Redone'): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: `${word}: ` })).toBeVisible();
}

/** At once: how fast single keys come depends on the machine, and a pause between them would be a step. */
async function insertAtEnd({ promptText, page }: WorkbenchPage, text: string): Promise<void> {
  await promptText.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(text);
}

test('right after a restart, undo and redo reach the steps before it', restarts, async ({ page, world }) => {
  const server = new ServerPage(page);
  const { workbench } = server;
  await workbench.open(await world.start());
  await world.write('servers/Pair.yaml', twoInline);
  const original = await world.read('prompts/explain.yaml');

  await test.step('fields are changed, and a prompt is shared', async () => {
    await workbench.choose('explain');
    await workbench.field('Title').fill('Before the night');
    await workbench.waitUntilSaved();
    await workbench.field('Description').fill('Also before the night');
    await workbench.waitUntilSaved();
    await workbench.prompt('one').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Share with other servers…' }).click();
    await expect(page.getByRole('dialog', { name: 'Share one' })).toBeVisible();
    await page.keyboard.press('Escape');
    await server.open('Pair');
    await server.chooseAction('one', 'Share this prompt…');
    await server.dialog.getByRole('textbox').fill('Shared');
    await server.dialog.getByRole('button', { name: 'Share' }).click();
    await expect.poll(() => world.read('servers/Pair.yaml')).toContain('- Shared\n');
  });

  await test.step('Ctrl+Z makes the shared prompt local again after a restart, and it is shared again', async () => {
    await restart(world, workbench, 'one');
    await expect(workbench.editor).toContainText('prompts/Shared.yaml');
    await waitForUndo(workbench);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.editor).toContainText('servers/Pair.yaml');
    await expect.poll(() => world.read('servers/Pair.yaml')).toBe(twoInline);
    await expect(world.read('prompts/Shared.yaml')).rejects.toThrow();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(workbench.editor).toContainText('prompts/Shared.yaml');
    await expect.poll(() => world.read('servers/Pair.yaml')).toContain('- Shared\n');
  });

  await test.step('more undo reaches the original, and redo follows after another restart', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => world.read('servers/Pair.yaml')).toBe(twoInline);
    await expectStepDone(workbench, 'Undone');
    await workbench.choose('explain');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.field('Description')).not.toHaveValue('Also before the night');
    await workbench.undo();
    await expect.poll(() => world.read('prompts/explain.yaml')).toBe(original);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
    await restart(world, workbench, 'explain');
    await workbench.redo();
    await expect(workbench.field('Title')).toHaveValue('Before the night');
  });
});

test('undo and redo go through the fields, the text and the arguments of a prompt', async ({ page, world }) => {
  const workbench = new ArgumentsPage(page);
  const url = await world.start();
  await copySamples(world, {
    edited: 'explain',
    dragged: 'translate',
    continued: 'explain',
    restored: 'explain',
    burst: 'explain',
    shared: 'explain',
  });
  await workbench.open(url);

  await test.step('fields, text and YAML of a prompt are one history', async () => {
    await workbench.choose('edited');
    const original = await world.read('prompts/edited.yaml');
    await workbench.field('Title').fill('Another title');
    await workbench.waitUntilSaved();
    await insertAtEnd(workbench, 'One more line.');
    await workbench.waitUntilSaved();
    await workbench.view('YAML').click();
    await workbench.yamlText.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText('# At the top.\n');
    await expect.poll(() => world.read('prompts/edited.yaml')).toMatch(/^# At the top\.\n/);

    // In the source editor itself: the keys are those of everywhere.
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => world.read('prompts/edited.yaml')).not.toContain('# At the top.');
    await workbench.view('Form').click();
    await workbench.promptText.click();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.promptText).not.toContainText('One more line.');
    await workbench.field('Title').click();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.field('Title')).toHaveValue('Explain a topic');
    await expect.poll(() => world.read('prompts/edited.yaml')).toBe(original);
    for (const key of ['ControlOrMeta+Shift+z', 'ControlOrMeta+y', 'ControlOrMeta+Shift+z']) {
      await page.keyboard.press(key);
      await workbench.waitUntilSaved();
    }
    await expect.poll(() => world.read('prompts/edited.yaml')).toMatch(/^# At the top\.\n(.*\n)*.*One more line\./);
    await expectStepDone(workbench, 'Redone');
  });

  await test.step('the dragging of an argument is undone', async () => {
    await workbench.choose('dragged');
    const original = await world.read('prompts/dragged.yaml');
    const names = await workbench.names();
    await workbench.drag(names[1] ?? '', names[0] ?? '');
    await expect.poll(() => world.read('prompts/dragged.yaml')).not.toBe(original);
    await workbench.waitUntilSaved();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => world.read('prompts/dragged.yaml')).toBe(original);
    await expect.poll(() => workbench.names()).toEqual(names);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(async () => (await workbench.names()).toSorted()).toEqual(names.toSorted());
    await expect.poll(() => world.read('prompts/dragged.yaml')).not.toBe(original);
    await expectStepDone(workbench, 'Redone');
  });

  await test.step('typing continues at once, from the undone text', async () => {
    await workbench.choose('continued');
    await insertAtEnd(workbench, ' alpha');
    await workbench.waitUntilSaved();
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.type(' beta gamma', { delay: 30 });
    await expect(workbench.promptText).toContainText(' beta gamma');
    await workbench.waitUntilSaved();
    await expect.poll(() => world.read('prompts/continued.yaml')).toContain(' beta gamma');
    expect(await world.read('prompts/continued.yaml')).not.toContain('alpha');
    await expect(page.getByText('was changed elsewhere')).toHaveCount(0);
    await workbench.undo();
    await expect(workbench.promptText).not.toContainText('gamma');
    await workbench.redo();
    await expect(workbench.promptText).toContainText(' beta gamma');
    await expectStepDone(workbench, 'Redone');
  });

  await test.step('the cursor is after the text that a step brings back', async () => {
    await workbench.choose('restored');
    await insertAtEnd(workbench, '');
    for (let letter = 0; letter < 'notice it.'.length; letter++) await page.keyboard.press('Backspace');
    await workbench.waitUntilSaved();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.promptText).toContainText('how to notice it.');
    await page.keyboard.insertText(' one');
    await expect(workbench.promptText).toContainText('how to notice it. one');
    await workbench.waitUntilSaved();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.promptText).not.toContainText(' one');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(workbench.promptText).toContainText(' one');
    await page.keyboard.insertText(' two');
    await expect(workbench.promptText).toContainText('how to notice it. one two');
  });

  await test.step('the cursor of a field stays where the text changes', async () => {
    await workbench.choose('restored');
    const cells = [
      workbench.field('Title'),
      workbench.field('Description'),
      workbench.editor.getByRole('group', { name: 'Argument topic' }).getByRole('textbox', { name: 'Description' }),
    ];
    for (const cell of cells) await cell.fill('quick fox');
    for (const cell of cells) {
      await cell.press('End');
      for (let letter = 0; letter < 'fox'.length; letter++) await cell.press('ArrowLeft');
      await page.keyboard.insertText('brown ');
      await workbench.waitUntilSaved();
      await page.keyboard.press('ControlOrMeta+z');
      await expect(cell).toHaveValue('quick fox');
      await page.keyboard.insertText('red ');
      await expect(cell).toHaveValue('quick red fox');
      await workbench.waitUntilSaved();
      await page.keyboard.press('ControlOrMeta+z');
      await expect(cell).toHaveValue('quick fox');
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await expect(cell).toHaveValue('quick red fox');
      await page.keyboard.insertText('old ');
      await expect(cell).toHaveValue('quick red old fox');
      await workbench.waitUntilSaved();
    }
  });

  await test.step('no key of a burst with undo and redo in it is lost', async () => {
    await workbench.choose('burst');
    await insertAtEnd(workbench, '');
    for (let round = 0; round < 4; round++) {
      await page.keyboard.type(` one${round}`, { delay: round * 2 });
      await page.keyboard.press('ControlOrMeta+z');
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await page.keyboard.type(` two${round}`, { delay: round * 2 });
    }
    await workbench.waitUntilSaved();
    await expect(workbench.promptText).toContainText(' two3');
    const text = [0, 1, 2, 3].map((round) => ` one${round} two${round}`).join('');
    await expect(workbench.promptText).toContainText(text);
    await expect.poll(() => world.read('prompts/burst.yaml')).toContain(text);
  });

  await test.step('outside changes stay', async () => {
    await workbench.choose('shared');
    await workbench.field('Description').fill('Mine');
    await workbench.waitUntilSaved();
    const text = await world.read('prompts/shared.yaml');
    await world.write('prompts/shared.yaml', text.replace('Title: Explain a topic', 'Title: Theirs'));
    await expect(workbench.field('Title')).toHaveValue('Theirs');
    await workbench.undo();
    await expect(workbench.field('Description')).not.toHaveValue('Mine');
    expect(await world.read('prompts/shared.yaml')).toContain('Title: Theirs');
  });
});

test('the focus stays in the name field while a rename is undone and redone', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  await workbench.choose('explain');
  const heading = workbench.editor.getByRole('heading', { level: 2 });
  await workbench.field('Name').fill('clarify');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('clarify');
  await workbench.waitUntilSaved();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(heading).toHaveText('explain');
  await expect(workbench.field('Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(heading).toHaveText('clarify');
  await expect(workbench.field('Name')).toBeFocused();
});

test('undo in text that is not in a file yet undoes the typing, not the newest step', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  const url = await world.start();
  await world.write('docs/engine.md', '# Engine\n\nTurn the crank.\n');
  await world.write('sources/Handbook.yaml', 'Name: Handbook\nType: Documentation\nFolders: [docs]\n');
  await workbench.open(url);
  await workbench.choose('explain');
  const details = workbench.editor.getByRole('region', { name: 'Details' });
  await details.getByRole('combobox', { name: 'New tag' }).fill('teaching');
  await page.keyboard.press('Enter');
  await expect.poll(() => world.read('prompts/explain.yaml')).toContain('teaching');
  const original = await world.read('prompts/explain.yaml');

  const expectOwnUndo = async (field: Locator) => {
    await field.click();
    await page.keyboard.insertText('half');
    await expect(field).toHaveValue('half');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(field).toHaveValue('');
    await workbench.waitUntilSaved();
    expect(await world.read('prompts/explain.yaml')).toBe(original);
  };
  await test.step('a tag', () => expectOwnUndo(details.getByRole('combobox', { name: 'New tag' })));
  await test.step('the filter of a page', async () => {
    await workbench.prompt('Samples').first().click();
    await expectOwnUndo(workbench.editor.getByRole('searchbox', { name: 'Filter this list' }).first());
  });
  await test.step('a folder and the patterns of a source', async () => {
    await workbench.prompt('Handbook').first().click();
    await expectOwnUndo(workbench.editor.getByRole('combobox', { name: 'Add a folder or file' }));
    await expectOwnUndo(workbench.editor.getByRole('textbox', { name: 'Exclude' }));
  });

  await test.step('without unsaved text, undo takes back the newest step', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => world.read('prompts/explain.yaml')).not.toContain('teaching');
  });
});

test('redo in a field whose typing was undone restores the typing, not the newest step', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  const url = await world.start();
  await workbench.open(url);
  await workbench.choose('explain');
  const original = await world.read('prompts/explain.yaml');
  const details = workbench.editor.getByRole('region', { name: 'Details' });
  const newTag = details.getByRole('combobox', { name: 'New tag' });
  await newTag.fill('teaching');
  await page.keyboard.press('Enter');
  await expect.poll(() => world.read('prompts/explain.yaml')).toContain('teaching');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => world.read('prompts/explain.yaml')).toBe(original);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Redo', exact: true })).toBeEnabled();

  const expectOwnRedo = async (field: Locator) => {
    await field.click();
    await page.keyboard.insertText('half');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(field).toHaveValue('');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(field).toHaveValue('half');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(field).toHaveValue('');
    await page.keyboard.press('ControlOrMeta+y');
    await expect(field).toHaveValue('half');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(field).toHaveValue('');
    await workbench.waitUntilSaved();
    expect(await world.read('prompts/explain.yaml')).toBe(original);
  };
  await test.step('a tag', () => expectOwnRedo(newTag));
  await test.step('the filter of a page', async () => {
    await workbench.prompt('Samples').first().click();
    await expectOwnRedo(workbench.editor.getByRole('searchbox', { name: 'Filter this list' }).first());
  });

  await test.step('in another field, redo brings back the newest step', async () => {
    await workbench.choose('explain');
    await newTag.click();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('teaching');
  });

  await test.step('after undo of the text and then of a step, redo begins with the step', async () => {
    await newTag.click();
    await page.keyboard.insertText('half');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(newTag).toHaveValue('');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => world.read('prompts/explain.yaml')).toBe(original);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('teaching');
  });
});

test('undo and redo take the newest step of the whole window first, name it, and open its page', async ({
  page,
  world,
}) => {
  const server = new ServerPage(page);
  const { workbench } = server;
  await world.write('servers/team.yaml', team);
  await world.write('prompts/plain.yaml', 'Name: plain\nContent: Plain\n');
  await workbench.open(await world.start());
  const code = workbench.editor.locator('.cm-content').first();
  await workbench.choose('add-numbers');
  await code.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(' // changed');
  await workbench.waitUntilSaved();
  await server.open('team');
  await server.focus('plain');
  await page.keyboard.press('F2');
  await server.newName.fill('hello');
  await page.keyboard.press('Enter');
  await expect(server.entry('hello')).toBeVisible();
  const undo = page.getByRole('banner').getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeEnabled();
  // A tooltip follows a moving pointer, not one that a key press leaves where it is.
  await page.mouse.move(300, 300);
  await undo.hover();
  await expect(page.getByRole('tooltip')).toContainText('Undo rename of plain to hello');

  await page.keyboard.press('ControlOrMeta+z');
  await expect(server.notices.filter({ hasText: 'Undone: rename of plain to hello.' })).toBeVisible();
  await expect(server.entry('plain')).toBeVisible();
  expect(await world.read('servers/team.yaml')).toContain('// changed');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(
    server.notices.filter({ hasText: 'Undone: change of the function in the tool add-numbers.' }),
  ).toBeVisible();
  await expect.poll(() => world.read('servers/team.yaml')).toBe(team);
  await expect(code).toContainText('JSON.stringify');
  await server.notices.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => world.read('servers/team.yaml')).toContain('// changed');
  await expect(undo).toBeEnabled();
});

test('a deletion asks first, and Recently deleted restores it after a restart', restarts, async ({ page, world }) => {
  const server = new ServerPage(page);
  const { workbench, dialog } = server;
  await world.write('servers/team.yaml', team);
  await world.write('servers/Other.yaml', 'Name: Other\nMCPPrompts:\n  - plain\n');
  await world.write('prompts/plain.yaml', 'Name: plain\nContent: Plain\n');
  await workbench.open(await world.start());
  await server.open('team');
  await test.step('a prompt that two servers list comes back to both', async () => {
    await server.chooseAction('plain', 'Delete prompt');
    await expect(dialog).toContainText('team no longer lists it.');
    await expect(dialog).toContainText('Other no longer lists it.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete plain' }).click();
    await expect(server.entry('plain')).toHaveCount(0);
  });
  await test.step('a server comes back with the tool inside it', async () => {
    await server.show('Settings');
    await workbench.editor.getByRole('button', { name: 'Delete server' }).click();
    await expect(dialog).toContainText('It lists 1 tool.');
    await dialog.getByRole('button', { name: 'Delete team' }).click();
    await expect(server.notices.filter({ hasText: 'Deleted the server team.' })).toBeVisible();
  });
  await restart(world, workbench, 'Other');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('recently');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog).toContainText('Server with 1 tool');
  await expect(dialog).toContainText('Prompt listed by Other and team');
  await expectAccessible(page);
  // The second press of a double press would fail.
  const restores: string[] = [];
  page.on(
    'request',
    (request) => request.url().endsWith('/deleted.restore') && restores.push(request.postData() ?? ''),
  );
  await dialog.getByRole('button', { name: 'Restore team' }).dblclick();
  await expect.poll(() => world.read('servers/team.yaml').catch(() => '')).toContain('add-numbers');
  // The dialog stays, with the focus on the next row.
  await expect(dialog.getByRole('button', { name: 'Restore plain' })).toBeFocused();
  expect(restores.length).toBeLessThan(2);
  await page.keyboard.press('Enter');
  await expect.poll(() => world.read('servers/team.yaml')).toBe(team);
  await expect(dialog).toContainText('Nothing to restore');
  await page.keyboard.press('Escape');
  await expect.poll(() => world.read('servers/Other.yaml')).toContain('- plain');
  await test.step('the history of a restored prompt says that its file was missing', async () => {
    const history = new HistoryPage(workbench);
    await workbench.choose('plain');
    await history.show('History');
    await expect(workbench.editor).toContainText('The file was missing before this version.');
  });
});

test('the history of a prompt shows each version and restores any of them', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  const history = new HistoryPage(workbench);
  await workbench.open(await world.start());

  await test.step('the history says what changed by argument and message, and goes back to any version', async () => {
    await workbench.choose('explain');
    const original = await world.read('prompts/explain.yaml');
    await history.show('History');
    await expect(workbench.editor).toContainText('No earlier versions yet');
    await history.show('Form');
    await workbench.field('Title').fill('Explain it well');
    await workbench.waitUntilSaved();
    await insertAtEnd(workbench, 'Be brief.');
    await workbench.waitUntilSaved();
    await history.show('History');
    await expect(history.version('Text changed')).toBeVisible();
    await expect(history.versions.getByRole('option')).toHaveCount(3);
    await expect(history.changes.getByRole('insertion').first()).toContainText('Be brief.');

    await history.choose('Title changed');
    await expect(history.changes).toContainText('Title');
    await expect(history.changes).not.toContainText('Be brief.');
    await expect(await history.text()).toContainText('Title: Explain it well');

    await history.choose('Original version');
    await history.compare('Since then');
    await history.restore();
    await expect.poll(() => world.read('prompts/explain.yaml')).toBe(original);
    await expect(page.getByText('Restored an earlier version.')).toBeVisible();
    await expect(history.versions.getByRole('option')).toHaveCount(4);
    // The restored text is the present one, so there is nothing to restore.
    await history.choose('Original version');
    await expect(history.restoreButton).toBeDisabled();
    await history.choose('Title changed');
    await expect(history.restoreButton).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Be brief.');
    await expectStepDone(workbench, 'Undone');
  });

  await test.step('the history shows outside changes, and a version that is not valid YAML as text', async () => {
    await workbench.choose('translate');
    const goodText = await world.read('prompts/translate.yaml');
    await history.show('History');
    await world.write('prompts/translate.yaml', `${goodText}Broken: [`);
    await expect(history.version('Became unreadable')).toBeVisible();
    await expect(
      history.version('Became unreadable').getByRole('img', { name: 'Changed outside the workbench' }),
    ).toBeVisible();
    await expect(workbench.editor.getByRole('region', { name: 'Text changes' })).toContainText('Broken: [');
    await history.choose('Original version');
    await history.restore();
    await expect.poll(() => world.read('prompts/translate.yaml')).toBe(goodText);
  });

  await test.step('the history can be used by keyboard', async () => {
    await workbench.choose('compare');
    await workbench.field('Title').fill('First');
    await workbench.waitUntilSaved();
    await workbench.field('Description').fill('Second');
    await workbench.waitUntilSaved();
    await history.show('History');
    await history.versions.getByRole('option').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(workbench.editor.getByRole('heading', { level: 3 })).toHaveText('Title changed');
    await page.keyboard.press('End');
    await expect(workbench.editor.getByRole('heading', { level: 3 })).toHaveText('Original version');
  });

  await test.step('axe finds nothing serious in the history', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await workbench.choose('review-code');
    await workbench.field('Title').fill('Another title');
    await workbench.addArgument();
    await workbench.waitUntilSaved();
    await history.show('History');
    await expect(history.changes).toBeVisible();
    await expectAccessible(page);
  });
});

test('text that cannot be saved is kept and reported, and is saved later', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());

  await test.step('a file that is not UTF-8 is not changed until it is converted, and then a backup keeps its bytes', async () => {
    const latin = Buffer.from('Name: compare\nContent: caf\xe9\n', 'latin1');
    const file = join(world.workspace, 'prompts', 'compare.yaml');
    await workbench.choose('compare');
    await workbench.view('YAML').click();
    await writeFile(file, latin);
    await expect(workbench.editor.getByText('This file is not UTF-8')).toBeVisible();
    await expect(workbench.yamlText).toContainText('Content: caf\xe9');
    await workbench.yamlText.click();
    await page.keyboard.type('x');
    await workbench.waitUntilSaved();
    expect(await readFile(file)).toEqual(latin);
    await workbench.editor.getByRole('button', { name: 'Convert it to UTF-8' }).click();
    await expect.poll(() => world.read('prompts/compare.yaml')).toContain('Content: caf\xe9');
    expect(await readFile(`${file}.original`)).toEqual(latin);
    await workbench.yamlText.click();
    // The text becomes editable with the next answer, and keeps the focus.
    await expect(workbench.editor.getByText('This file is not UTF-8')).toBeHidden();
    await expect(workbench.yamlText).toBeFocused();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('# More');
    await expect.poll(() => world.read('prompts/compare.yaml')).toContain('# More');
  });

  await test.step('text for a read-only file is saved once the file is writable', async () => {
    await workbench.choose('translate');
    const file = join(world.workspace, 'prompts', 'translate.yaml');
    await chmod(file, 0o444);
    await workbench.field('Title').fill('Typed in vain');
    await expect(page.getByRole('alert')).toContainText('prompts/translate.yaml is read-only');
    await expect(workbench.field('Title')).toHaveValue('Typed in vain');
    expect(await world.read('prompts/translate.yaml')).not.toContain('Typed in vain');
    await chmod(file, 0o644);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => world.read('prompts/translate.yaml')).toContain('Typed in vain');
    await workbench.waitUntilSaved();
  });

  await test.step('text for a deleted folder is saved once the folder is back', async () => {
    await workbench.choose('explain');
    const movedFolder = join(dirname(world.workspace), 'away');
    await rename(world.workspace, movedFolder);
    await workbench.field('Title').fill('Typed into nothing');
    await expect(page.getByRole('alert')).toContainText("Couldn't save. Your text is still here");
    await expect(page.getByRole('alert')).toContainText('explain.yaml');
    await expect(workbench.field('Title')).toHaveValue('Typed into nothing');
    await rename(movedFolder, world.workspace);
    // The window may notice the folder first: then the text is already saved, and the button is gone.
    const tryAgainButton = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await tryAgainButton.click({ timeout: 5_000 }).catch(() => expect(tryAgainButton).toBeHidden());
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Title: Typed into nothing');
    await workbench.waitUntilSaved();
  });
});

test('Recently deleted lists what another window deletes', twoWindows, async ({ page, context, world }) => {
  await world.write('sources/Manual.yaml', 'Type: Documentation\nFolders: [manual]\n');
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  await new Shell(page).runCommand('Recently deleted…');
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
  await expect(dialog).toContainText('Nothing to restore');
  const otherWindow = new WorkbenchPage(await context.newPage());
  await otherWindow.open(await world.start());
  await otherWindow.choose('Manual');
  await otherWindow.editor.getByRole('button', { name: 'Delete source' }).click();
  await expect.poll(() => world.read('sources/Manual.yaml').catch(() => 'gone')).toBe('gone');
  await page.bringToFront();
  await expect(dialog.getByRole('listitem')).toContainText('Manual');
});
