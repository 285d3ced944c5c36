/** A workspace in a git repository: what differs is marked, published, and merged with what others have published. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HistoryPage } from '../pages/history.ts';
import { Shell } from '../pages/shell.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { cliFile, type World } from '../support/world.ts';

const greet = (title: string, content: string) => `Name: greet\nTitle: ${title}\nContent: ${content}\n`;

/** A repository with a bare remote, and a colleague's clone of it. */
async function makeRepository(world: World) {
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet, part]\n');
  await world.write('prompts/greet.yaml', greet('Say hello', 'Hello'));
  await world.write('prompts/part.yaml', 'Name: part\nContent: Goodbye\n');
  const remote = join(dirname(world.workspace), 'remote.git');
  const clone = join(dirname(world.workspace), 'clone');
  const run = (dir: string, ...args: readonly string[]) =>
    execFileSync('git', ['-C', dir, '-c', 'commit.gpgSign=false', ...args], { encoding: 'utf8', env: world.env });
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
  const runInWorkspace = (...args: readonly string[]) => run(world.workspace, ...args);
  runInWorkspace('init', '--quiet', '--initial-branch=main');
  runInWorkspace('config', 'user.name', 'Ada Lovelace');
  runInWorkspace('config', 'user.email', 'ada@example.com');
  runInWorkspace('config', 'commit.gpgSign', 'false');
  runInWorkspace('remote', 'add', 'origin', remote);
  runInWorkspace('add', '--all');
  runInWorkspace('commit', '--quiet', '--message', 'Greet people');
  runInWorkspace('push', '--quiet', '--set-upstream', 'origin', 'main');
  return {
    runInWorkspace,
    /** Publishes another text of a file as a colleague. */
    async publishAsColleague(file: string, text: string) {
      if (!existsSync(clone)) execFileSync('git', ['clone', '--quiet', remote, clone]);
      const { writeFile } = await import('node:fs/promises');
      await writeFile(join(clone, file), text);
      run(clone, '-c', 'user.name=Grace Hopper', '-c', 'user.email=g@example.com', 'commit', '-qam', 'By Grace');
      run(clone, 'push', '--quiet');
    },
  };
}

test('changed prompts are marked, published with a message that says what changed, and pulled with a choice', async ({
  page,
  world,
}) => {
  const { runInWorkspace, publishAsColleague } = await makeRepository(world);
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  await workbench.choose('greet');
  const status = page.getByRole('contentinfo').getByRole('button', { name: /^Git:/ });
  await expect(status).toHaveText('main');

  await test.step('a change is marked in the list and counted in the status line', async () => {
    await world.write('prompts/greet.yaml', greet('Say hello', 'Good day'));
    await world.write('prompts/part.yaml', 'Name: part\nContent: Farewell\n');
    await expect(status).toHaveText('main · 2 changes');
    const row = workbench.list.getByRole('row', { name: /greet/ });
    await expect(row.getByRole('img', { name: 'Not published' })).toBeVisible();
  });

  await test.step('History shows who changed what, and the difference from a commit', async () => {
    const history = new HistoryPage(workbench);
    await history.show('History');
    await workbench.editor.getByRole('radio', { name: 'Git' }).click();
    const blame = workbench.editor.getByRole('region', { name: 'Who changed what' });
    await expect(blame.getByRole('listitem').filter({ hasText: 'Title' })).toContainText('Ada Lovelace');
    await expect(blame.getByRole('listitem').filter({ hasText: 'Content' })).toContainText('not committed');
    const changes = workbench.editor.getByRole('region', { name: 'Changes since HEAD' });
    await expect(changes.getByRole('deletion')).toHaveText('Hello');
    await expectAccessible(page);
    await workbench.editor.getByRole('textbox', { name: 'Compare with' }).fill('no-such-branch');
    await expect(workbench.editor.getByText('The repository has no commit "no-such-branch"')).toBeVisible();
    await history.show('Form');
  });

  await test.step('Publish in a restricted workspace offers to trust it, and Escape leads back to its button', async () => {
    execFileSync(process.execPath, [cliFile, 'trust', '--revoke', '--workspace', world.workspace], { env: world.env });
    await status.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog.getByRole('button', { name: 'Commit and push' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Trust this workspace' }).click();
    await expect(dialog.getByRole('button', { name: 'Commit and push' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(status).toBeFocused();
  });

  await test.step('Publish commits and pushes only what is chosen', async () => {
    await status.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const allChanges = dialog.getByRole('checkbox', { name: /changes$/ });
    await expect(allChanges).toHaveAccessibleName('All 2 changes');
    await allChanges.focus();
    await page.keyboard.press('Space');
    await expect(allChanges).toHaveAccessibleName('0 of 2 changes');
    await expect(dialog.getByRole('list', { name: 'Changes' }).getByRole('checkbox', { checked: true })).toHaveCount(0);
    await page.keyboard.press('Space');
    await expect(allChanges).toHaveAccessibleName('All 2 changes');
    await dialog.locator('label').filter({ hasText: 'part' }).click();
    await expect(allChanges).toHaveAccessibleName('1 of 2 changes');
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue(
      'greet: Text changed: "Hello" → "Good day"',
    );
    await expectAccessible(page);
    const message = dialog.getByRole('textbox', { name: 'Message' });
    await message.fill('Greet at noon');
    await dialog.getByRole('button', { name: 'Pull…' }).click();
    await page.getByRole('dialog', { name: 'Pull' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(message).toHaveValue('Greet at noon');
    const branch = dialog.getByRole('textbox', { name: 'Branch' });
    await branch.fill('draft');
    await page.keyboard.press('Escape');
    await status.click();
    await expect(message).toHaveValue('Greet at noon');
    await expect(branch).toHaveValue('draft');
    await branch.fill('main');
    await expect(dialog.getByRole('checkbox', { name: /part/ })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Commit and push' }).click();
    const doneDialog = page.getByRole('dialog', { name: 'Published' });
    await expect(doneDialog).toContainText('Pushed to origin/main.');
    await doneDialog.getByRole('button', { name: 'Close' }).last().click();
    expect(runInWorkspace('show', '--name-only', '--format=%an: %s')).toBe(
      'Ada Lovelace: Greet at noon\n\nprompts/greet.yaml\n',
    );
    await expect(status).toHaveText('main · 1 change');
  });

  await test.step('Pull merges by field, and a place that both changed waits for a choice', async () => {
    await publishAsColleague('prompts/greet.yaml', greet('Greet somebody', 'Good day'));
    await publishAsColleague('prompts/part.yaml', 'Name: part\nDescription: At the end\nContent: See you\n');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Pull…');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pull' });
    await dialog.getByRole('button', { name: 'Pull', exact: true }).click();
    const conflict = dialog.getByRole('list', { name: 'Conflicts' }).getByRole('listitem');
    await expect(conflict).toContainText('part › Content');
    await expect(dialog.getByRole('button', { name: '1 choice left' })).toBeDisabled();
    await expectAccessible(page);
    await conflict.getByRole('radio', { name: 'Keep mine' }).click();
    await dialog.getByRole('button', { name: 'Pull', exact: true }).click();
    await expect(dialog).toContainText('Pulled origin/main: 2 files, 1 of them merged with your changes.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(await world.read('prompts/part.yaml')).toBe('Name: part\nDescription: At the end\nContent: Farewell\n');
    await expect(workbench.editor.getByRole('textbox', { name: 'Title' })).toHaveValue('Greet somebody');
    await expect(status).toHaveText('main · 1 change');
  });

  await test.step('the refusal of a hook is shown in a notice if the dialog is closed meanwhile', async () => {
    await world.write(
      '.git/hooks/pre-commit',
      '#!/bin/sh\nuntil [ -f .git/go ]; do sleep 0.05; done\necho Too late\nexit 1\n',
    );
    await chmod(join(world.workspace, '.git/hooks/pre-commit'), 0o755);
    await status.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('button', { name: 'Commit and push' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await world.write('.git/go', '');
    const notice = page.getByText('A hook of the repository refused the commit: Too late.');
    await expect(notice).toBeVisible();
    await rm(join(world.workspace, '.git/hooks/pre-commit'));
  });

  await test.step('a change while the dialog is open is not committed', async () => {
    await status.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue(/^part: /);
    await world.write('prompts/late.yaml', 'Name: late\nContent: Late\n');
    await dialog.getByRole('button', { name: 'Commit and push' }).click();
    await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible();
    expect(runInWorkspace('show', '--name-only', '--format=')).toBe('prompts/part.yaml\n');
  });
});

test('a push that the remote rejects is named as such, and Pull leads to the push', async ({ page, world }) => {
  const { runInWorkspace, publishAsColleague } = await makeRepository(world);
  await publishAsColleague('prompts/part.yaml', 'Name: part\nContent: See you\n');
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  await workbench.choose('greet');
  await world.write('prompts/greet.yaml', greet('Say hello', 'Good day'));
  await world.write('prompts/draft.yaml', 'Name: draft\nContent: Later\n');
  const statusLine = page.getByRole('contentinfo');
  const status = statusLine.getByRole('button', { name: /^Git:/ });
  const unpushedButton = statusLine.getByRole('button', { name: /not pushed/ });
  await expect(status).toHaveText('main · 2 changes');
  await expect(unpushedButton).toBeHidden();

  await test.step('the dialog says that the commit is not pushed, in words of the window', async () => {
    await status.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.locator('label').filter({ hasText: 'draft' }).click();
    await dialog.getByRole('button', { name: 'Commit and push' }).click();
    const doneDialog = page.getByRole('dialog', { name: 'Committed, not pushed' });
    await expect(doneDialog).toContainText('origin/main has commits that are not here. Pull first, then push.');
    await expect(doneDialog).not.toContainText('prompt-workbench');
    await expectAccessible(page);
    await doneDialog.getByRole('button', { name: 'Pull…' }).click();
  });

  await test.step('Push is there after the pull, and commits nothing', async () => {
    const dialog = page.getByRole('dialog', { name: 'Pull' });
    await dialog.getByRole('button', { name: 'Pull', exact: true }).click();
    await expect(dialog).toContainText('Merged origin/main: 1 file.');
    await expect(dialog).toContainText('2 commits are not pushed yet.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Push', exact: true }).click();
    await expect(dialog).toContainText('Pushed to origin/main.');
    await expect(dialog.getByRole('button', { name: 'Push', exact: true })).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(runInWorkspace('status', '--short', '--branch')).toBe('## main...origin/main\n?? prompts/draft.yaml\n');
    await expect(unpushedButton).toBeHidden();
  });

  await test.step('commits that are not pushed are counted beside the branch, and Publish pushes only them', async () => {
    runInWorkspace('commit', '--quiet', '--allow-empty', '--message', 'One');
    runInWorkspace('commit', '--quiet', '--allow-empty', '--message', 'Two');
    await world.write('prompts/draft.yaml', 'Name: draft\nContent: Much later\n');
    await expect(unpushedButton).toHaveText('2');
    await page.setViewportSize({ width: 600, height: 800 });
    const copy = await statusLine.getByRole('button', { name: /^Copy the server/ }).boundingBox();
    const savedBox = await statusLine.getByText('Saved').boundingBox();
    expect(copy && savedBox && copy.x + copy.width < savedBox.x).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await unpushedButton.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog).toContainText('2 commits are not pushed yet.');
    // Another branch for the next commit does not change where the present commits are pushed.
    await dialog.getByLabel('Branch').fill('other');
    await expect(dialog.getByRole('checkbox', { name: 'Push the branch' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: /draft/ }).focus();
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('checkbox', { name: 'Push to origin/main' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Push', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Published' })).toContainText('Pushed to origin/main.');
    await page.keyboard.press('Escape');
    expect(runInWorkspace('status', '--short', '--branch')).toBe('## main...origin/main\n?? prompts/draft.yaml\n');
  });

  await test.step('Publish without a change shows beside Push what is not pushed', async () => {
    runInWorkspace('add', '--all');
    runInWorkspace('commit', '--quiet', '--message', 'Draft');
    await status.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog).toContainText('Nothing has changed since the last commit.');
    await expect(dialog).toContainText('1 commit is not pushed yet.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Push', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Published' })).toContainText('Pushed to origin/main.');
  });

  await test.step('the reason why a commit of many changes fails is in sight beside its button, and so is the push', async () => {
    await page.keyboard.press('Escape');
    runInWorkspace('config', 'user.name', '');
    for (let index = 0; index < 20; index++)
      await world.write(`prompts/many-${index}.yaml`, `Name: many-${index}\nContent: Text ${index}\n`);
    await expect(status).toContainText('20 changes');
    await status.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog.getByText('Push to origin/main')).toBeInViewport();
    await dialog.getByRole('button', { name: 'Commit and push' }).click();
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('alert')).toContainText('git');
  });

  await test.step('on no branch and without a remote, both dialogs say what to do', async () => {
    await page.keyboard.press('Escape');
    runInWorkspace('switch', '--quiet', '--detach');
    const shell = new Shell(page);
    await shell.runCommand('Pull…');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The repository is on no branch: check one out, then pull.');
    await page.keyboard.press('Escape');
    await shell.runCommand('Publish…');
    await expect(dialog).toContainText('The repository is on no branch: name the branch that gets the commit.');
    await page.keyboard.press('Escape');
    runInWorkspace('switch', '--quiet', 'main');
    runInWorkspace('remote', 'remove', 'origin');
    await shell.runCommand('Pull…');
    await expect(dialog).toContainText('There is no remote to pull from. Add one with git remote add origin ADDRESS.');
  });
});
