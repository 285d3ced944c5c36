import { Shell } from '../pages/shell.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, inBrowserOnly, test } from '../support/fixtures.ts';
import { copySamples } from '../support/world.ts';

test('nothing typed is lost, and the next key goes where it is expected', async ({ page, world, failCalls }) => {
  const workbench = new WorkbenchPage(page);
  const url = await world.start();
  await copySamples(world, { fixed: 'explain', disputed: 'explain', broken: 'explain', extended: 'explain' });
  await workbench.open(url);

  await test.step('fixing a broken file as text never closes the editor', async () => {
    await workbench.choose('fixed');
    const goodText = await world.read('prompts/fixed.yaml');
    await world.write('prompts/fixed.yaml', `${goodText}Broken: [`);
    await workbench.yamlText.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(']', { delay: 60 });
    await expect(workbench.view('YAML')).toBeChecked();
    await page.keyboard.type(' # typed on and on', { delay: 20 });
    await expect(workbench.yamlText).toBeFocused();
    await expect.poll(() => world.read('prompts/fixed.yaml')).toBe(`${goodText}Broken: [] # typed on and on`);
    await workbench.view('Form').click();
    await expect(workbench.field('Title')).toHaveValue('Explain a topic');
  });

  await test.step('a conflict shows both current sides in full at its prompt, and one choice resolves it', async () => {
    await workbench.choose('disputed');
    const original = await world.read('prompts/disputed.yaml');
    const theirs = (title: string) =>
      world.write('prompts/disputed.yaml', original.replace('Title: Explain a topic', `Title: ${title}`));
    // The page cannot save: the typed text and the file differ.
    const letCallsPass = await failCalls('definition.edit');
    await workbench.field('Title').fill('Mine');
    await theirs('Theirs');
    await letCallsPass();
    await expect(workbench.conflict).toBeVisible();
    await workbench.field('Title').fill('Mine, typed on');
    await theirs('Theirs, later');
    const sides = workbench.editor.getByRole('region', { name: 'Theirs and mine' });
    await expect(sides).toContainText('Theirs, later');
    await expect(sides).toContainText('Mine, typed on');

    await workbench.choose('translate');
    await expect(workbench.conflict).toHaveCount(0);
    await expect(workbench.prompt('disputed').getByRole('img', { name: 'Changed in two places:' })).toBeVisible();
    await page.getByRole('button', { name: 'Show both' }).click();
    await workbench.keepMine();
    await expect(workbench.conflict).toHaveCount(0);
    await workbench.waitUntilSaved();
    expect(await world.read('prompts/disputed.yaml')).toBe(
      original.replace('Title: Explain a topic', 'Title: Mine, typed on'),
    );
  });

  await test.step('fields and samples stay while the definition is broken', async () => {
    await workbench.choose('broken');
    await workbench.fillValue('topic', 'queues');
    await world.write('prompts/broken.yaml', 'Name: [');
    await expect(workbench.preview).toContainText('Not served');
    await expect(workbench.value('topic')).toHaveValue('queues');
    await workbench.preview.getByRole('button', { name: 'Sample values' }).click();
    const samples = page.getByRole('dialog', { name: 'Sample values' });
    await expect(samples.getByRole('button', { name: /^Fill from the sample/ })).toHaveCount(2);
    await page.keyboard.press('Escape');
  });

  await test.step('a new argument is named at once', async () => {
    await workbench.choose('extended');
    await workbench.addArgument();
    // Its row is before the argument that takes the rest of the line.
    const name = workbench.editor
      .getByRole('group', { name: /^Argument/ })
      .first()
      .getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await page.keyboard.type('audience');
    await expect(name).toHaveValue('audience');
    await page.keyboard.press('Enter');
    await expect.poll(() => world.read('prompts/extended.yaml')).toContain('Name: audience');
  });

  await test.step('a new prompt is written at once', async () => {
    await workbench.createPrompt('stand-up');
    await expect(workbench.promptText).toBeFocused();
    await page.keyboard.type('What did I do yesterday?');
    await expect.poll(() => world.read('prompts/stand-up.yaml')).toMatch(/\n {4}What did I do yesterday\?\n?$/);
  });

  await test.step('connecting begins in the folder field, and an incomplete path is not a failure', async () => {
    const connect = await workbench.openConnect();
    await expect(connect.folder).toBeFocused();
    await connect.folder.fill(world.project.slice(0, -3));
    await expect(connect.dialog).toContainText('Keep typing');
    await expect(connect.dialog).not.toContainText('There is no folder');
    await expect(connect.dialog.getByRole('alert')).toHaveCount(0);
    await connect.close();
  });

  await test.step('a reload shows the same prompt', async () => {
    await workbench.choose('translate');
    await page.reload();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('translate');
  });
});

const restarts = inBrowserOnly(
  'It starts the workbench again under an open page, and the window ends with its workbench.',
);

test(
  'opening the link of a restarted workbench saves what was typed while it was stopped',
  restarts,
  async ({ page, world }) => {
    const workbench = new WorkbenchPage(page);
    const link = await world.start();
    await workbench.open(link);
    await workbench.choose('explain');
    // The fields load when they are first shown, which needs the workbench. The last ones are those of a skill.
    await expect(workbench.field('Title')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Also a skill' })).toBeVisible();
    await world.stop();
    await workbench.field('Title').fill('Typed without a workbench');
    await expect(page.getByText('Disconnected from the workbench')).toBeVisible();
    const newLink = await world.start({ port: new URL(link).port });
    expect(newLink).not.toBe(link);
    await page.goto(newLink);
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Title: Typed without a workbench');
    await expect(page.getByText('Disconnected from the workbench')).toHaveCount(0);
    await workbench.waitUntilSaved();
    await expect(workbench.field('Title')).toHaveValue('Typed without a workbench');
  },
);

test(
  'a window whose workbench has stopped still opens pages that it has not shown before',
  restarts,
  async ({ page, world }) => {
    const workbench = new WorkbenchPage(page);
    const keptNames = new Set<string>();
    page.on('requestfinished', (request) => keptNames.add(new URL(request.url()).pathname));
    await page.clock.install();
    await workbench.open(await world.start());
    // The window begins half a minute after its start.
    await page.clock.fastForward(30_000);
    await expect
      .poll(
        async () => {
          const files: string[] = await page.evaluate(async () => (await fetch('./assets.json')).json());
          return files.filter((file) => !keptNames.has(`/${file}`));
        },
        { timeout: 120_000 },
      )
      .toEqual([]);
    await world.stop();
    await expect(page.getByText('Disconnected from the workbench')).toBeVisible();
    await new Shell(page).runCommand('Keyboard shortcuts');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
);
