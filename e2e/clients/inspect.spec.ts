import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InspectPage } from '../pages/inspect.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { root } from '../support/world.ts';

const fixture = join(root, 'src', 'inspect', 'testing', 'server.mjs');

test('any server can be inspected: started by a command, called, logged, copied, and opened again with its values', async ({
  page,
  world,
}) => {
  test.slow();
  const inspect = new InspectPage(page);
  await inspect.workbench.open(await world.start());

  await test.step('the dialog shows exactly what the press starts, and starts nothing before', async () => {
    await inspect.openDialog();
    await inspect.dialog.getByRole('textbox', { name: 'Command' }).fill(`node "${fixture}" stdio`);
    await inspect.dialog.getByRole('textbox', { name: 'Variables' }).fill('FIXTURE_TOKEN=sk-fixture-123');
    await page.keyboard.press('Escape');
    await inspect.openDialog();
    await expect(inspect.dialog.getByRole('textbox', { name: 'Variables' })).toHaveValue('');
    await inspect.dialog.getByRole('textbox', { name: 'Variables' }).fill('FIXTURE_TOKEN=sk-fixture-123');
    await inspect.dialog.getByText('Address', { exact: true }).click();
    await expect(inspect.dialog.getByRole('textbox', { name: 'Headers' })).toHaveValue('');
    await inspect.dialog.getByText('Command', { exact: true }).first().click();
    await expect(inspect.plan).toContainText(fixture);
    await expect(inspect.plan).toContainText('FIXTURE_TOKEN');
    await expect(inspect.plan).not.toContainText('sk-fixture-123');
    await expectAccessible(page, '[role=dialog]');
    await inspect.dialog.getByRole('button', { name: 'Start the program' }).click();
    await expect(inspect.heading('Fixture server')).toBeFocused();
    await expect(inspect.heading('Fixture server')).toHaveCSS('outline-style', 'none');
    await expect(inspect.tab('Prompts')).toContainText('3');
  });

  await test.step('a prompt is answered with typed and completed values', async () => {
    await inspect.choose('translate');
    await inspect.sendButton('Get the prompt').click();
    await expect(inspect.answer.getByRole('status').filter({ hasText: 'requires text' })).toBeVisible();
    await expect(inspect.value('text')).toBeFocused();
    await inspect.answer.getByRole('button', { name: 'Send anyway' }).click();
    await expect(inspect.answer).toContainText('Translate into English');
    await inspect.value('text').fill('Good morning');
    await inspect.value('language').pressSequentially('Du');
    await page.getByRole('option', { name: 'Dutch' }).click();
    await inspect.value('language').press('ControlOrMeta+Enter');
    await expect(inspect.answer).toContainText('Translate into Dutch: Good morning');
    await expect(inspect.answer).toContainText('Gladly.');
    await expectAccessible(page);
  });

  await test.step('an error of the server is shown with its code', async () => {
    await inspect.choose('refused');
    await inspect.sendButton('Get the prompt').click();
    await expect(inspect.answer.getByRole('alert')).toContainText('Error -32602');
  });

  await test.step('tools are called from a form of their schema, and a destructive one asks first', async () => {
    await inspect.tab('Tools').click();
    await inspect.choose('add');
    await inspect.value('a').fill('2');
    await inspect.value('b').fill('40');
    await inspect.sendButton('Call the tool').click();
    await expect(inspect.answer.getByRole('region', { name: 'Structured content' })).toContainText('42');
    await expect(inspect.answer).toContainText('1 of 2: half');
    await inspect.value('a').fill('two');
    await inspect.value('a').press('Enter');
    await expect(inspect.value('a')).toBeFocused();
    await expect(inspect.value('a')).toHaveAccessibleDescription(/number/i);
    await inspect.value('b').focus();
    await inspect.sendButton('Call the tool').click();
    await expect(inspect.value('a')).toBeFocused();
    await inspect.value('a').fill('2');
    await inspect.choose('draw');
    await inspect.sendButton('Call the tool').click();
    await expect(inspect.answer.getByRole('img')).toBeVisible();
    await inspect.choose('erase');
    await inspect.sendButton('Call the tool').click();
    await expect(inspect.answer).toContainText('it may delete or overwrite data');
    await inspect.answer.getByRole('button', { name: 'Cancel' }).click();
    await inspect.choose('wait');
    await inspect.sendButton('Call the tool').click();
    await inspect.answer.getByRole('button', { name: 'Stop' }).click();
    await expect(inspect.answer).toContainText('You stopped the request.');
    await inspect.choose('sample');
    await inspect.sendButton('Call the tool').click();
    await expect(inspect.answer).toContainText('sampling/createMessage, which Inspect declines: it has no model.');
  });

  await test.step('resources and templates are read', async () => {
    await inspect.tab('Resources').click();
    await inspect.choose('docs://{page}');
    await inspect.value('page').fill('start here');
    await inspect.sendButton('Read the resource').click();
    await expect(inspect.answer).toContainText('# docs://start%20here');
  });

  await test.step('the traffic of the connection can be read', async () => {
    await inspect.tab('Traffic').click();
    const row = inspect.editor.getByRole('button', { name: /Received Answer resources\/read/ }).first();
    await row.click();
    await expect(inspect.editor.getByRole('region', { name: 'Message' })).toContainText('start%20here');
    await expectAccessible(page);
    await inspect.tab('About').click();
    await expect(inspect.editor).toContainText('Be kind to this server.');
  });

  await test.step('a followed resource that its server changes is read again', async () => {
    await inspect.tab('Resources').click();
    await inspect.choose('docs://guide');
    await inspect.answer.getByText('Follow its changes').click();
    await expect(inspect.answer.getByRole('checkbox', { name: 'Follow its changes' })).toBeChecked();
    await inspect.tab('Tools').click();
    await inspect.choose('edit');
    await inspect.sendButton('Call the tool').click();
    await inspect.answer.getByRole('button', { name: 'Call it' }).click();
    await expect(inspect.answer).toContainText('Edited');
    await inspect.tab('Resources').click();
    await expect(inspect.answer).toContainText('The server reported a change to this resource.');
    await expectAccessible(page);
    await inspect.answer.getByRole('button', { name: 'Read it again' }).click();
    await expect(inspect.answer).toContainText('# docs://guide, edition 2');
    await expect(inspect.answer).not.toContainText('announced a change');
  });

  await test.step('the prompts of a server are copied into the workspace with the report of an import', async () => {
    await inspect.editor.getByRole('button', { name: 'Copy into my workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import prompts' });
    await expect(dialog).toContainText("The server's tools are left out: only prompts can be imported.");
    await dialog
      .getByRole('button', { name: /^Import/ })
      .last()
      .click();
    await expect(dialog).toBeHidden();
    expect(await world.read('prompts/translate-2.yaml')).toContain('Translate into `language`: `text`');
  });

  await test.step('a crash is reported in one sentence, without the secret', async () => {
    await inspect.select('Fixture server');
    await inspect.tab('Tools').click();
    await inspect.choose('crash');
    await inspect.sendButton('Call the tool').click();
    await expect(inspect.answer).toContainText('it ended with exit code 3: Out of memory with •••. Connect again.');
    await expect(page.getByText('sk-fixture-123')).toHaveCount(0);
  });

  await test.step('a mistyped command says what the program printed, and is corrected in place', async () => {
    const brokenPath = join(world.project, 'broken.js');
    await writeFile(brokenPath, 'const = 3;\n');
    await inspect.openDialog();
    await inspect.dialog.getByRole('textbox', { name: 'Command' }).fill(`node "${brokenPath}"`);
    await inspect.dialog.getByRole('textbox', { name: 'Variables' }).fill('TOKEN=typed-once');
    await inspect.dialog.getByRole('button', { name: 'Start the program' }).click();
    await expect(inspect.editor).toContainText("SyntaxError: Unexpected token '='");
    await expect(inspect.editor.locator('pre')).toContainText('const = 3;');
    await expectAccessible(page);
    const command = inspect.editor.getByRole('textbox', { name: 'Command' });
    await expect(inspect.editor.getByRole('textbox', { name: 'Variables' })).toHaveValue('TOKEN=typed-once');
    await command.fill(`node "${fixture}" stdio`);
    await inspect.editor.getByRole('button', { name: 'Start the program' }).click();
    await expect(inspect.tab('Prompts')).toContainText('3');
    await inspect.editor.getByRole('button', { name: 'Disconnect' }).click();
    await inspect.editor.getByRole('button', { name: 'Remove from the list' }).click();
    await inspect.openDialog();
    await inspect.dialog.getByRole('button', { name: 'Forget Fixture server' }).click();
    await inspect.dialog.getByRole('button', { name: 'Cancel' }).click();
    await inspect.select('Fixture server');
  });

  await test.step('after a reload nothing runs; the values are still there, and the secret is not', async () => {
    await page.reload();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('sk-fixture-123');
    await expect(inspect.editor).toContainText('Nothing runs until you press the button.');
    await expect(inspect.editor.getByRole('textbox', { name: 'Variables' })).toHaveValue('FIXTURE_TOKEN=');
    await inspect.editor.getByRole('button', { name: 'Start the program' }).click();
    await expect(inspect.tab('Tools')).toHaveAttribute('aria-selected', 'true');
    await inspect.tab('Prompts').click();
    await inspect.choose('translate');
    await expect(inspect.value('text')).toHaveValue('Good morning');
  });

  await test.step('on a narrow window, the answer is one step away', async () => {
    await page.setViewportSize({ width: 640, height: 800 });
    await page.getByRole('radio', { name: 'Editor' }).click();
    await inspect.option('translate').click();
    await inspect.editor.getByRole('button', { name: 'Try translate' }).click();
    await inspect.sendButton('Get the prompt').click();
    await expect(inspect.answer).toContainText('Translate into Dutch');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a server is removed from the list, and put back', async () => {
    await inspect.editor.getByRole('button', { name: 'Disconnect' }).click();
    const remove = inspect.editor.getByRole('button', { name: 'Remove from the list' });
    await expect(inspect.editor.getByLabel('What is started')).toBeVisible();
    await inspect.editor.getByRole('textbox', { name: 'Command' }).press('End');
    const before = await remove.boundingBox();
    // What the command starts is read again.
    await page.keyboard.press('Space');
    expect(await remove.boundingBox()).toEqual(before);
    await remove.click();
    await expect(inspect.workbench.list.getByText('Inspected servers')).toHaveCount(0);
    await inspect.openDialog();
    await inspect.dialog.getByRole('button', { name: 'Put back Fixture server' }).click();
    await expect(inspect.heading('Fixture server')).toBeVisible();
    await expect(inspect.editor).toContainText('Nothing runs until you press the button.');
  });

  await test.step('the dialog says that the command is remembered, and forgets it', async () => {
    const readStorage = () => page.evaluate(() => JSON.stringify(localStorage));
    await inspect.editor.getByRole('button', { name: 'Remove from the list' }).click();
    await inspect.openDialog();
    await expect(inspect.dialog.getByRole('textbox', { name: 'Command' })).toHaveAccessibleDescription(
      'The command is remembered, with any secret in it. Put secrets in variables.',
    );
    expect(await readStorage()).toContain('server.mjs');
    await expectAccessible(page, '[role=dialog]');
    await inspect.dialog.getByRole('button', { name: 'Forget Fixture server' }).press('Enter');
    await expect(inspect.dialog).not.toContainText('Fixture server');
    await expect(inspect.dialog.locator('input:focus')).toHaveCount(1);
    expect(await readStorage()).not.toContain('server.mjs');
    await page.keyboard.press('Escape');
  });
});

test('a client application’s server and one at an address are inspected; a required login is reported', async ({
  page,
  world,
}) => {
  const children: ChildProcess[] = [];
  const startListening = async (...args: string[]) => {
    const child = spawn(process.execPath, [fixture, 'http', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    const [port] = await once(child.stdout ?? child, 'data');
    return `http://127.0.0.1:${Number(port)}/mcp`;
  };
  const entry = { command: 'node', args: [fixture, 'stdio'], env: { FIXTURE_TOKEN: 'sk-from-the-file' } };
  const file = join(dirname(world.workspace), '.cursor', 'mcp.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ mcpServers: { fixture: entry } }));
  const inspect = new InspectPage(page);
  await inspect.workbench.open(await world.start());

  await test.step('a server of an application starts with its variables, which the dialog does not show', async () => {
    await inspect.openDialog();
    await inspect.dialog.getByRole('radio', { name: 'From an application' }).click();
    await inspect.dialog.getByRole('option', { name: /^fixture/ }).click();
    await expect(inspect.plan).toContainText('FIXTURE_TOKEN');
    await expectAccessible(page, '[role=dialog]');
    await inspect.dialog.getByRole('button', { name: 'Start the program' }).click();
    await inspect.tab('Tools').click();
    await inspect.choose('environment');
    await inspect.value('name').fill('FIXTURE_TOKEN');
    await inspect.sendButton('Call the tool').click();
    await expect(inspect.answer).toContainText('sk-from-the-file');
  });

  await test.step('a server at an address is inspected, or the window says that it needs a login', async () => {
    await inspect.openDialog();
    await inspect.dialog.getByRole('radio', { name: 'Address' }).click();
    const address = inspect.dialog.getByRole('textbox', { name: 'Address' });
    await address.fill(await startListening('secret-token'));
    await inspect.dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(inspect.editor.getByRole('alert')).toContainText('needs a login (HTTP 401)');
    await inspect.openDialog();
    await inspect.dialog.getByRole('radio', { name: 'Address' }).click();
    await address.fill(await startListening());
    // Right after typing: the plan is not read yet.
    await address.press('Enter');
    await expect(inspect.tab('Tools')).toContainText('10');
  });
  for (const child of children) child.kill('SIGKILL');
});
