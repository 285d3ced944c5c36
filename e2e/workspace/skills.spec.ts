/** A prompt becomes a skill in its form, is installed for a project, followed, changed outside, and uninstalled. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BlocksPage, type GivenFile } from '../pages/blocks.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { pressBox } from '../support/press-box.ts';

test('a prompt becomes a skill, and agents of a project get it', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [explain]\n');
  await world.write('prompts/explain.yaml', 'Name: explain\nDescription: Explains things\nContent: Explain it.\n');
  await world.write('media/tone.md', 'Be kind.\n');
  await workbench.open(await world.start());
  await workbench.choose('explain');
  const folder = join(world.project, '.claude', 'skills', 'explain');
  const details = page.getByRole('region', { name: 'Details' });
  const dialog = page.getByRole('dialog', { name: 'Skills of Docs' });

  await test.step('the form of a prompt says that it is a skill, and when a model uses it', async () => {
    await pressBox(details.getByRole('checkbox', { name: 'Also a skill, which a model picks up by itself' }));
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Skill: true');
    await expect(details.getByLabel('New tool', { exact: true })).toBeVisible();
    await details.getByLabel('New file', { exact: true }).fill('tone.md');
    await page.keyboard.press('Enter');
    // The description stays the prompt's.
    await expect.poll(() => world.read('prompts/explain.yaml')).toMatch(/Skill:\n {2}Files:\n {4}- tone\.md\n/);
    await details.getByRole('textbox', { name: 'When to use it' }).fill('Explains things. Use it to answer why.');
    await expect
      .poll(() => world.read('prompts/explain.yaml'))
      .toMatch(/Skill:\n[\s\S]* {2}Description: Explains things\. Use it to answer why\.\n/);
  });

  await test.step('the dialog shows what models read and the exact change, and writes it', async () => {
    await details.getByRole('button', { name: 'Install skill…' }).click();
    await expect(dialog).toContainText('Use it to answer why.');
    await dialog.getByRole('combobox', { name: 'Project folder' }).fill(world.project);
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('region', { name: 'The change of SKILL.md' })).toContainText('Explain it.');
    await expectAccessible(page);
    expect(await readdir(world.project)).toEqual([]);
    await dialog.getByRole('button', { name: 'Install skill' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: 'Installed for Claude Code' })).toContainText(folder);
    expect(await readFile(join(folder, 'tone.md'), 'utf8')).toBe('Be kind.\n');
    expect(await readFile(join(folder, 'SKILL.md'), 'utf8')).toContain('\nExplain it.\n');
  });

  await test.step('undo takes it back, and a second press installs it again', async () => {
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: 'Undone' })).toContainText(
      'Every file is as it was before.',
    );
    expect(await readdir(world.project)).toEqual([]);
    await dialog.getByRole('button', { name: 'Review again' }).click();
    await dialog.getByRole('button', { name: 'Install skill' }).click();
    await expect(dialog.getByText('It matches the workspace.')).toBeVisible();
  });

  await test.step('without the dialog, Ctrl+Z takes the installation back, and redo makes it again', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText('Undone: installation of the skill explain for Claude Code.')).toBeVisible();
    expect(await readdir(world.project)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(page.getByText('Redone: installation of the skill explain for Claude Code.')).toBeVisible();
    expect(await readFile(join(folder, 'SKILL.md'), 'utf8')).toContain('\nExplain it.\n');
    await details.getByRole('button', { name: 'Install skill…' }).click();
    await expect(dialog.getByText('It matches the workspace.')).toBeVisible();
  });

  await test.step('the installed skill is kept in step with the workspace, if a person chooses it', async () => {
    await pressBox(dialog.getByRole('checkbox', { name: 'Keep in step while the workbench is open' }));
    await page.keyboard.press('Escape');
    const text = await world.read('prompts/explain.yaml');
    await world.write('prompts/explain.yaml', text.replace('Explain it.', 'Explain it to a child.'));
    await expect.poll(() => readFile(join(folder, 'SKILL.md'), 'utf8')).toContain('Explain it to a child.');
  });

  await test.step('an outside change is shown before a skill is deleted', async () => {
    await writeFile(join(folder, 'SKILL.md'), 'Mine.\n');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.insertText('Install skill');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('SKILL.md was changed after the installation');
    await dialog.getByRole('button', { name: 'Uninstall…' }).click();
    await expect(dialog.getByRole('region', { name: 'The change of SKILL.md' })).toContainText('Mine.');
    await dialog.getByRole('button', { name: 'Delete changed files' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: 'Uninstalled' })).toBeVisible();
    expect(await readdir(world.project)).toEqual([]);
  });
});

test('a skill without a prompt is created, written and listed in the window', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: []\n');
  await workbench.open(await world.start());
  await workbench.choose('Docs');

  await test.step('the new skill is in the lists of the server and of the window, with a form', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.insertText('New skill');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New skill' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('release-notes');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => world.read('servers/Docs.yaml')).toContain('release-notes');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('release-notes');
    await expect(workbench.editor.getByRole('textbox', { name: 'When to use it' })).toBeFocused();
    await expect(workbench.editor.getByRole('checkbox', { name: 'Docs' })).toBeChecked();
    await expectAccessible(page);
    await workbench.editor.getByRole('button', { name: 'Install skill…' }).click();
    const install = page.getByRole('dialog', { name: 'Skills of Docs' });
    await expect(install).toContainText('release-notes');
    await page.keyboard.press('Escape');
    await expect(install).toHaveCount(0);
  });

  await test.step('advice leads to a text that the workbench wrote for the person to replace', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+m');
    const advice = page.getByRole('region', { name: 'Advice' });
    await advice.getByRole('button', { name: /Content is still the placeholder of a new skill/ }).click();
    await expect(workbench.editor.getByRole('textbox', { name: 'Instructions' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+m');
  });

  await test.step('typed text is in its file, and the page says which servers do not list it', async () => {
    await workbench.editor.getByRole('textbox', { name: 'Instructions' }).fill('Read the log.');
    await workbench.editor.getByRole('textbox', { name: 'When to use it' }).fill('Writes release notes.');
    await expect
      .poll(() => world.read('skills/release-notes.yaml'))
      .toMatch(/Description: Writes release notes\.[\s\S]*Read the log\./);
    const undo = page.getByRole('banner').getByRole('button', { name: 'Undo', exact: true });
    await expect(async () => {
      await page.mouse.move(300, 300);
      await undo.hover();
      await expect(page.getByRole('tooltip')).toContainText('Undo change of When to use it', { timeout: 1_000 });
    }).toPass();
    await pressBox(workbench.editor.getByRole('checkbox', { name: 'Docs' }));
    await expect(workbench.editor.getByText('No server lists it yet')).toBeVisible();
    await expect(workbench.prompt('release-notes')).toContainText('not listed');
  });

  await test.step('the menu of a skill renames it for the servers that list it, and duplicates it', async () => {
    await pressBox(workbench.editor.getByRole('checkbox', { name: 'Docs' }));
    await expect.poll(() => world.read('servers/Docs.yaml')).toContain('release-notes');
    const choose = async (action: string | RegExp) => {
      await workbench.prompt('release-notes').click({ button: 'right' });
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose(/^Rename…/);
    const rename = page.getByRole('dialog', { name: 'Rename release-notes' });
    await rename.getByRole('textbox').fill('news');
    await expect(rename).toContainText('Its file and the servers that list it are updated too.');
    await page.keyboard.press('Enter');
    await expect(workbench.prompt('news')).toBeFocused();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('news');
    await expect.poll(() => world.read('servers/Docs.yaml')).toContain('news');
    expect(await world.read('skills/news.yaml')).toMatch(/Name: news\n[\s\S]*Read the log\./);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.prompt('news')).toHaveCount(0);
    await choose(/^Duplicate/);
    await expect(workbench.prompt('release-notes-2')).toBeVisible();
    await expect(workbench.prompt('release-notes-2')).not.toContainText('not listed');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('release-notes');
    expect(await world.read('servers/Docs.yaml')).toMatch(/- release-notes\n\s*- release-notes-2\n/);
    expect(await world.read('skills/release-notes-2.yaml')).toContain('Read the log.');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(workbench.prompt('release-notes-2')).toHaveCount(0);
    await expect.poll(() => world.read('servers/Docs.yaml')).not.toContain('release-notes-2');
  });

  await test.step('a skill is found by its name and by its text, which lead to its page', async () => {
    const query = page.getByRole('dialog').getByRole('combobox');
    await workbench.choose('Docs');
    await page.keyboard.press('ControlOrMeta+p');
    await query.fill('release-n');
    await expect(page.getByRole('option').first()).toContainText('Skill · Docs');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('release-notes');
    await workbench.choose('Docs');
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await query.fill('read the log');
    await expect(page.getByRole('option').first()).toContainText('Instructions');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('textbox', { name: 'Instructions' })).toBeFocused();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('release-notes');
  });

  await test.step('a skill that a server lists is deleted only after a question, and comes back to the list', async () => {
    await workbench.prompt('release-notes').click();
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: 'Delete release-notes?' });
    await expect(question.getByRole('list', { name: 'What stops working' })).toHaveText('Docs no longer lists it.');
    await expectAccessible(page, '[role=dialog]');
    await question.getByRole('button', { name: 'Delete release-notes' }).click();
    await expect(workbench.prompt('release-notes')).toHaveCount(0);
    expect(await world.read('servers/Docs.yaml')).not.toContain('release-notes');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.insertText('Recently deleted');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Restore release-notes', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(workbench.prompt('release-notes')).toHaveCount(1);
    expect(await world.read('servers/Docs.yaml')).toContain('release-notes');
  });
});

test('a skill with an error stays in the lists of its servers, and says why no client gets it', async ({
  page,
  world,
}) => {
  const workbench = new WorkbenchPage(page);
  await world.write('servers/Docs.yaml', 'Name: Docs\n');
  await world.write('servers/Team.yaml', 'Name: Team\nSkills: [notes]\n');
  await world.write('skills/notes.yaml', 'Name: notes\nDescription: Writes notes\nContent: Write them.\n');
  await workbench.open(await world.start());
  await workbench.choose('notes');
  const { editor } = workbench;
  const docs = editor.getByRole('checkbox', { name: 'Docs' });
  const team = editor.getByRole('checkbox', { name: 'Team' });
  await expect(team).toBeChecked();
  await editor.getByLabel('New file', { exact: true }).fill('nope.md');
  await page.keyboard.press('Enter');
  await expect(editor.getByText('Not served until you fix its error.')).toBeVisible();
  await expect(team).toBeChecked();
  await expect(workbench.prompt('notes')).not.toContainText('not listed');
  await expect(editor.getByRole('button', { name: 'Install skill…' })).toHaveCount(0);
  await expectAccessible(page);

  await test.step('the box of a server lists it and takes it out of the list', async () => {
    await pressBox(docs);
    await expect(docs).toBeChecked();
    expect(await world.read('servers/Docs.yaml')).toContain('- notes');
    await pressBox(docs);
    await expect(docs).not.toBeChecked();
    expect(await world.read('servers/Docs.yaml')).not.toContain('notes');
    await pressBox(team);
    await expect(editor.getByText('No server lists it yet')).toBeVisible();
    await expect(workbench.prompt('notes')).toContainText('not listed');
    await pressBox(team);
    await expect(team).toBeChecked();
  });

  await test.step('once the skill is fixed, clients get it', async () => {
    await editor.getByRole('button', { name: 'Remove the file nope.md' }).click();
    await expect(editor.getByText('Clients of these servers get it')).toBeVisible();
    await expect(editor.getByRole('button', { name: 'Install skill…' })).toBeVisible();
  });

  await test.step('the skills of a server whose file has an error are unknown', async () => {
    await world.write('servers/Team.yaml', 'Name: [Team\nSkills: [notes]\n');
    await expect(editor.getByText('What Team lists is not known until you fix the error in its file.')).toBeVisible();
    await expect(editor.getByText('No server lists it yet')).toHaveCount(0);
    await expect(team).toBeDisabled();
    await expect(workbench.prompt('notes')).not.toContainText('not listed');
  });
});

test('a server that names one skill without a list keeps it beside a second one, and its deletion counts both', async ({
  page,
  world,
}) => {
  const workbench = new WorkbenchPage(page);
  await world.write('servers/Team.yaml', 'Name: Team\nSkills: notes\n');
  for (const name of ['notes', 'other'])
    await world.write(`skills/${name}.yaml`, `Name: ${name}\nDescription: Does it\nContent: Do it.\n`);
  await workbench.open(await world.start());
  await workbench.choose('other');
  await pressBox(workbench.editor.getByRole('checkbox', { name: 'Team' }));
  await expect(workbench.editor.getByRole('checkbox', { name: 'Team' })).toBeChecked();
  expect(await world.read('servers/Team.yaml')).toMatch(/notes[\s\S]*other/);
  await workbench.choose('Team');
  await workbench.prompt('Team').press('Delete');
  await expect(page.getByRole('dialog', { name: 'Delete Team?' })).toContainText('It lists 2 skills.');
});

test('the files of a skill come from the computer, by a button or a drop, and undo takes them back', async ({
  page,
  world,
}) => {
  const blocks = new BlocksPage(page);
  const { workbench, editor } = blocks;
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [explain]\nSkills: [notes]\n');
  await world.write('prompts/explain.yaml', 'Name: explain\nDescription: Explains\nContent: Explain.\nSkill: {}\n');
  await world.write('skills/notes.yaml', 'Name: notes\nDescription: Writes notes\nContent: Write them.\n');
  await world.write('media/guide.md', 'Another guide.\n');
  await workbench.open(await world.start());
  const files = editor.getByRole('group', { name: 'Files', exact: true });
  const textOf = (name: string) => `This is ${name}.\n`;
  const fileNamed = (name: string): GivenFile => ({ name, type: 'text/plain', bytes: Buffer.from(textOf(name)) });
  const add = async (...names: readonly string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await files.getByRole('button', { name: 'Add a file' }).click();
    await (await chooser).setFiles(
      names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(textOf(name)) })),
    );
  };

  await test.step('the button copies the chosen files into media and lists them, even under a name that the list has', async () => {
    await workbench.choose('notes');
    await files.getByLabel('New file', { exact: true }).fill('checklist.md');
    await page.keyboard.press('Enter');
    await expect(files).toContainText('There is no file media/checklist.md: add it');
    await add('checklist.md', 'tone.txt');
    await expect.poll(() => world.read('skills/notes.yaml')).toMatch(/Files:\n {2}- checklist\.md\n {2}- tone\.txt\n/);
    expect(await world.read('media/tone.txt')).toBe('This is tone.txt.\n');
    await expect(files).not.toContainText('There is no file');
  });

  await test.step('a file that is dropped on the section gets a free name, and Ctrl+Z takes it back', async () => {
    await blocks.drop(files, fileNamed('guide.md'));
    await expect.poll(() => world.read('skills/notes.yaml')).toContain('  - guide-2.md\n');
    expect(await world.read('media/guide-2.md')).toBe('This is guide.md.\n');
    expect(await world.read('media/guide.md')).toBe('Another guide.\n');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(files).not.toContainText('guide-2.md');
    await expect.poll(() => readdir(join(world.workspace, 'media'))).not.toContain('guide-2.md');
    expect(await world.read('skills/notes.yaml')).toContain('  - tone.txt\n');
  });

  await test.step('a prompt that is also a skill takes dropped files there, and elsewhere as blocks', async () => {
    await workbench.choose('explain');
    await blocks.drop(files, fileNamed('rules.md'));
    await expect.poll(() => world.read('prompts/explain.yaml')).toMatch(/Content: Explain\.\n[\s\S]*- rules\.md\n/);
    await add('style.md');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('- style.md\n');
    await blocks.drop(workbench.promptText, fileNamed('block.md'));
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('File: block.md\n');
  });
});
