import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HistoryPage } from '../pages/history.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, test } from '../support/fixtures.ts';

test('files that change outside are followed, merged and reported', async ({ page, world, failCalls }) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());

  await test.step('a broken file shows its error, is fixed in the YAML view, and affects only itself', async () => {
    const goodText = await world.read('prompts/explain.yaml');
    await world.write('prompts/explain.yaml', `${goodText}\n  Broken: [\n`);
    await workbench.prompt('explain').click();
    await expect(workbench.editor).toContainText(/prompts\/explain\.yaml:\d+/);
    await workbench.choose('commit-message');
    await expect(await workbench.answerAs('Text')).toContainText('Write a commit message');
    await world.write('prompts/explain.yaml', goodText);
    await workbench.choose('explain');
    await expect(workbench.field('Title')).toHaveValue('Explain a topic');
  });

  await test.step("a prompt whose server's file is broken names that file instead of asking for a server", async () => {
    const goodText = await world.read('servers/Samples.yaml');
    await world.write('servers/Samples.yaml', goodText.replace('MCPPrompts:', 'MCPPrompts: {'));
    await expect(workbench.preview).toContainText('servers/Samples.yaml has an error');
    await expect(workbench.preview.getByRole('button', { name: 'Add to Samples' })).toHaveCount(0);
    await workbench.preview.getByRole('button', { name: 'Open the file' }).click();
    await expect(workbench.editor).toContainText(/servers\/Samples\.yaml:\d+/);
    for (const pane of [workbench.editor, workbench.preview])
      await expect(pane).toContainText(/Clients get no prompts until you fix line \d+ of servers\/Samples\.yaml\./);
    await expect(workbench.preview.getByRole('tab')).toHaveCount(0);
    await expect(workbench.prompt('explain')).toHaveAccessibleDescription('Not served');
    await world.write('servers/Samples.yaml', goodText);
    await expect(workbench.preview.getByRole('tab', { name: 'prompts/list' })).toBeVisible();
  });

  await test.step('an outside edit appears at once, and is merged with an edit here', async () => {
    await workbench.choose('explain');
    const text = await world.read('prompts/explain.yaml');
    await world.write('prompts/explain.yaml', text.replace('Title: Explain a topic', 'Title: Explained elsewhere'));
    await expect(workbench.field('Title')).toHaveValue('Explained elsewhere');
    await workbench.field('Description').fill('Described here');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Described here');
    expect(await world.read('prompts/explain.yaml')).toContain('Title: Explained elsewhere');
  });

  await test.step('the cursor stays in place while another program changes the same field', async () => {
    const text = await world.read('prompts/explain.yaml');
    await workbench.field('Title').press('Home');
    await world.write('prompts/explain.yaml', text.replace('Explained elsewhere', 'Explained there'));
    await expect(workbench.field('Title')).toHaveValue('Explained there');
    await page.keyboard.insertText('Well ');
    await expect(workbench.field('Title')).toHaveValue('Well Explained there');
    await workbench.waitUntilSaved();
  });

  await test.step('“Take theirs” keeps my text in History, which restores it', async () => {
    const file = 'prompts/explain.yaml';
    const text = await world.read(file);
    const succeed = await failCalls('definition.edit');
    await workbench.field('Description').fill('MYWORDS');
    await world.write(file, text.replace('Described here', 'Their words'));
    await succeed();
    await expect(workbench.conflict).toBeVisible();
    await workbench.takeTheirs();
    await expect(workbench.field('Description')).toHaveValue('Their words');
    await page.getByRole('button', { name: 'Show in History' }).click();
    const history = new HistoryPage(workbench);
    await history.choose('My version, in conflict with the file');
    await history.restore();
    await expect.poll(() => world.read(file)).toContain('MYWORDS');
    await history.show('Form');
  });

  await test.step('a new, renamed or deleted file is followed', async () => {
    await world.write('servers/Second.yaml', 'Name: Second\nMCPPrompts:\n  - Name: hi\n    Content: Hello\n');
    await expect(workbench.prompt('hi')).toBeVisible();
    await world.write('servers/Second.yaml', 'Name: Second\nMCPPrompts:\n  - Name: bye\n    Content: Goodbye\n');
    await expect(workbench.prompt('bye')).toBeVisible();
    await expect(workbench.prompt('hi')).toHaveCount(0);
  });

  await test.step('a fault in workbench.yaml is shown with its place, and is gone once it is corrected', async () => {
    await world.write('workbench.yaml', 'Lintt: {}\n');
    await page.getByRole('row', { name: 'workbench.yaml' }).click();
    await expect(workbench.editor).toContainText('Change this file in a text editor');
    const problems = workbench.editor.getByRole('list', { name: 'Problems in workbench.yaml' });
    await expect(problems).toContainText('did you mean Lint?workbench.yaml:1:1');
    await world.write('workbench.yaml', 'Lint: {}\n');
    await expect(page.getByRole('row', { name: 'workbench.yaml' })).toHaveCount(0);
  });

  await test.step('a folder in the place of workbench.yaml is shown with what to do, until it is gone', async () => {
    const path = join(world.workspace, 'workbench.yaml');
    await rm(path);
    await mkdir(path);
    await page.getByRole('row', { name: 'workbench.yaml' }).click();
    const problems = workbench.editor.getByRole('list', { name: 'Problems in workbench.yaml' });
    await expect(problems).toContainText('put a file with settings in its place');
    await rmdir(path);
    await expect(page.getByRole('row', { name: 'workbench.yaml' })).toHaveCount(0);
  });
});

test('the focus stays on the page after a file that was deleted elsewhere is recreated', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  await workbench.choose('explain');
  await workbench.typeAtEnd(' Mine.');
  await workbench.waitUntilSaved();
  await rm(join(world.workspace, 'prompts/explain.yaml'));
  await expect(workbench.preview.getByText('Not served: its file is missing.')).toBeVisible();
  await workbench.editor.getByRole('button', { name: 'Recreate the file' }).click();
  await expect.poll(() => world.read('prompts/explain.yaml').catch(() => '')).toContain('Mine.');
  await expect(workbench.editor.getByRole('button', { name: 'Samples' })).toBeVisible();
  await expect(workbench.editor.locator(':focus')).toHaveCount(1);
  await expect(workbench.editor.getByRole('button', { name: 'Samples' })).not.toBeFocused();
});
