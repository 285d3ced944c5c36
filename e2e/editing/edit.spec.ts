import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, test } from '../support/fixtures.ts';

test('a first prompt is tried, edited, and read back as a client gets it', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  const refusals: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && refusals.push(message.text()));
  await workbench.open(await world.start());

  await test.step('the first start brings samples, and the preview is the answer that a client gets', async () => {
    await workbench.choose('explain');
    await workbench.fillValue('topic', 'Bloom filters');
    await expect(await workbench.answerAs('Text')).toContainText('Explain Bloom filters to a colleague');
    const exchange = await workbench.answerAs('JSON-RPC');
    await expect(exchange).toContainText('"prompts/get"');
    await expect(exchange).toContainText('Bloom filters');
  });

  await test.step('typing appears in the answer and in the file, which keeps its comments', async () => {
    const before = await world.read('prompts/explain.yaml');
    await workbench.choose('explain');
    await workbench.fillValue('topic', 'queues');
    await workbench.typeAtEnd('Mention `topic` once more.');
    await expect(await workbench.answerAs('Text')).toContainText('Mention queues once more.');
    await workbench.waitUntilSaved();
    const after = await world.read('prompts/explain.yaml');
    expect(after).toContain('Mention `topic` once more.');
    const comments = (text: string) => text.split('\n').filter((line) => line.includes('#'));
    expect(comments(after)).toEqual(comments(before));
    // The text no longer ends with a line break, so its block says so (`|-`); nothing else in the file is new.
    const changedLines = after.split('\n').filter((line) => !before.split('\n').includes(line));
    expect(changedLines).toEqual(['  StringTemplate: |-', '    Mention `topic` once more.']);
  });

  await test.step('an argument is added, used, and shown in the preview', async () => {
    await workbench.choose('explain');
    await workbench.editor.getByRole('button', { name: 'Add argument' }).click();
    const row = workbench.editor.getByRole('group', { name: 'Argument argument', exact: true });
    const name = row.getByRole('textbox', { name: 'Name' });
    await expect(name).toHaveValue('argument');
    await name.fill('audience');
    await workbench.typeAtEnd('Write for `audience`.');
    await workbench.fillValue('topic', 'queues');
    await workbench.fillValue('audience', 'children');
    await expect(await workbench.answerAs('Text')).toContainText('Write for children.');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('audience');
  });

  await test.step('a slot without an argument is pointed out', async () => {
    await workbench.choose('explain');
    await workbench.typeAtEnd('And `nobody`.');
    await page.getByRole('contentinfo').getByRole('button', { name: '1 problem' }).click();
    await expect(workbench.problems).toContainText('nobody');
  });

  await test.step('a key replaces several selected lines, within the security policy of the page', async () => {
    await workbench.promptText.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.type('Now: ');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Now: Start with the problem');
    expect(refusals).toEqual([]);
  });
});

test('changes are undone, errors are shown, and a reload keeps the last keys', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());

  await test.step('a new prompt is a separate file, listed by its server, and undone with its notice', async () => {
    const server = await world.read('servers/Samples.yaml');
    await workbench.createPrompt('stand-up');
    await expect(workbench.prompt('stand-up')).toBeVisible();
    expect(await world.read('prompts/stand-up.yaml')).toContain('stand-up');
    expect(await world.read('servers/Samples.yaml')).toContain('- stand-up');

    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click();
    await expect(workbench.prompt('stand-up')).toHaveCount(0);
    expect(await world.read('servers/Samples.yaml')).toBe(server);
    await expect(world.read('prompts/stand-up.yaml')).rejects.toThrow('ENOENT');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('Samples');
  });

  await test.step('undo and redo go back and forth across fields, byte for byte', async () => {
    const original = await world.read('prompts/translate.yaml');
    await workbench.choose('translate');
    await workbench.field('Title').fill('Put into another language');
    await workbench.waitUntilSaved();
    await workbench.field('Description').fill('Another description');
    await expect.poll(() => world.read('prompts/translate.yaml')).toContain('Another description');
    const editedText = await world.read('prompts/translate.yaml');

    await workbench.undo();
    await expect(workbench.field('Description')).toHaveValue('Translates a text and keeps its formatting');
    await workbench.undo();
    await expect(workbench.field('Title')).toHaveValue('Translate');
    await expect.poll(() => world.read('prompts/translate.yaml')).toBe(original);
    await workbench.redo();
    await workbench.redo();
    await expect.poll(() => world.read('prompts/translate.yaml')).toBe(editedText);
    await expect(page.getByRole('status').filter({ hasText: 'Redone: ' })).toBeVisible();
  });

  await test.step('a function runs in the sandbox, and its error is shown beside it', async () => {
    await workbench.choose('compare');
    await workbench.fillValue('options', 'tea, coffee');
    await expect(await workbench.answerAs('Text')).toContainText('Compare these 2 options: tea, coffee.');
    await workbench.fillValue('options', 'tea');
    await expect(workbench.preview).toContainText('Give at least two options');
  });

  await test.step('typing is not lost when the page is reloaded at once', async () => {
    await workbench.choose('commit-message');
    await workbench.typeAtEnd('Last words.');
    await page.reload();
    await expect.poll(() => world.read('prompts/commit-message.yaml')).toContain('Last words.');
    await expect(workbench.list).toBeVisible();
  });
});
