import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ToolPage } from '../pages/tool.ts';
import { expect, test } from '../support/fixtures.ts';
import { pressBox } from '../support/press-box.ts';
import { cliFile } from '../support/world.ts';

const serverAs = (name: string) => `Name: ${name}\nMCPPrompts: []\n`;

test('tools are designed, tried, arranged, and called by clients', async ({ page, world }) => {
  const tool = new ToolPage(page);
  const { workbench } = tool;
  await workbench.open(await world.start());

  await test.step('a tool with nested input is designed, tried, and called by a client', async () => {
    await world.write('servers/Trips.yaml', serverAs('Trips'));
    await workbench.prompt('Trips').click();
    await tool.create('plan_trip');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('plan_trip');

    await tool.addArgument('city');
    await expect.poll(() => world.read('servers/Trips.yaml')).toContain('Parameters:');
    await tool.addArgument('stay');
    await pressBox(tool.property('stay').getByRole('checkbox', { name: 'Required' }));
    await tool.chooseKind('stay', 'Named values');
    await workbench.editor.getByRole('button', { name: 'Add to stay' }).click();
    await tool.rename('value1', 'nights');
    await tool.chooseKind('nights', 'Whole number');
    await expect.poll(() => world.read('servers/Trips.yaml')).toContain('InputSchema:');
    await tool.answerText.click();
    await page.keyboard.type('A trip to `city`.');
    await workbench.waitUntilSaved();

    await tool.argument('city').fill('Bern');
    await tool.argument('stay').fill('{ "nights": "two" }');
    await tool.call.click();
    await expect(tool.trial).toContainText('The tool reported an error');
    await expect(tool.call).toBeFocused();
    await expect(tool.trial).toContainText('nights');
    await tool.argument('stay').fill('{ "nights": 2 }');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(tool.trial).toContainText('A trip to Bern.');
    await tool.argument('city').fill('Basel');
    await expect(tool.trial.getByRole('status')).toContainText('Answer to earlier values');
    await tool.argument('city').press('Enter');
    await expect(tool.trial).toContainText('A trip to Basel.');
    await expect(tool.argument('city')).toHaveValue('Basel');
    await expect(tool.trial.getByText('Answer to earlier values')).toBeHidden();
    await tool.argument('city').press('Shift+Enter');
    await expect(tool.argument('city')).toHaveValue('Basel\n');
    await tool.trial.getByRole('button', { name: 'Call again' }).click();
    await expect(tool.trial.getByText('Answer to earlier values')).toBeHidden();

    const parameters = `
  - { Name: size, Description: How large, Kind: choice, Choices: [s, m], Required: true }
  - { Name: note, Default: nothing, Required: true }
`;
    await world.write('tools/odd.yaml', `Name: odd\nParameters:${parameters}Content: "\\u202Ehidden"\n`);
    await world.write('servers/Odd.yaml', `${serverAs('Odd')}Tools: [odd]\n`);
    await workbench.choose('odd');
    // A choice and a text say in the same way that they are required, and what they are for.
    await expect(tool.trial.getByText('required', { exact: true })).toHaveCount(2);
    await expect(tool.trial.getByText('How large')).toBeVisible();
    // The default of a required argument is never used.
    await expect(tool.argument('note')).toHaveAttribute('placeholder', '');
    await tool.trial.getByRole('button', { name: 'size' }).click();
    await page.getByRole('option', { name: 's', exact: true }).click();
    await tool.call.click();
    await expect(tool.trial).toContainText('1 character removed: U+202E');

    const client = new Client({ name: 'test-client', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cliFile, 'serve', 'Trips', '--workspace', world.workspace],
        env: { ...(world.env as Record<string, string>) },
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'plan_trip')?.inputSchema).toMatchObject({
      properties: { city: { type: 'string' }, stay: { properties: { nights: { type: 'integer' } } } },
      required: ['city'],
    });
    const { content } = await client.callTool({ name: 'plan_trip', arguments: { city: 'Bern' } });
    expect(content).toEqual([{ type: 'text', text: 'A trip to Bern.' }]);
    await client.close();
  });

  await test.step('a destructive tool is called only after confirmation', async () => {
    await world.write(
      'tools/clear.yaml',
      'Name: clear\nAnnotations: { DestructiveHint: true, OpenWorldHint: false }\nContent: Cleared\n',
    );
    await world.write('servers/Cleaner.yaml', serverAs('Cleaner'));
    await workbench.choose('clear');
    await expect(tool.trial).toContainText('No server lists this tool');
    await world.write('servers/Cleaner.yaml', `${serverAs('Cleaner')}Tools: [clear]\n`);
    await workbench.choose('clear');
    // The question appears under the pointer: the second press of a double press must not answer it.
    await tool.call.dblclick();
    await expect(tool.trial).toContainText('This tool may delete or overwrite data');
    const cancel = tool.trial.getByRole('button', { name: 'Cancel' });
    await cancel.click();
    await expect(tool.call).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cancel).toBeFocused();
    await expect(tool.trial).not.toContainText('Cleared');
    await tool.trial.getByRole('button', { name: 'Call it' }).click();
    await expect(tool.trial).toContainText('Cleared');
    await expect(tool.call).toBeFocused();
  });

  await test.step('a tool is moved, renamed, shared and removed like a prompt; a name that models cannot use is reported', async () => {
    await world.write(
      'servers/Moved.yaml',
      `${serverAs('Moved')}Tools:\n  - { Name: one, Content: '1' } # first\n  - { Name: two, Content: '2' }\n`,
    );
    await workbench.prompt('Moved').click();
    await tool.showList();
    await tool.row('one').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => world.read('servers/Moved.yaml')).toMatch(/two[\s\S]*one[^\n]*# first/);

    await tool.chooseAction('two', 'Rename');
    await tool.list.getByRole('textbox').fill('three words');
    await expect(tool.list).toContainText('can have only letters');
    await tool.list.getByRole('textbox').fill('three');
    await page.keyboard.press('Enter');
    await expect(tool.row('three')).toBeVisible();

    await tool.chooseAction('three', 'Share this tool…');
    await tool.dialog.getByRole('button', { name: 'Share' }).click();
    await expect.poll(() => world.read('tools/three.yaml').catch(() => 'not there yet')).toContain('Name: three');

    await tool.chooseAction('three', 'Remove from this server');
    await expect.poll(() => world.read('servers/Moved.yaml')).not.toContain('three');
    const removalNotice = page.getByRole('status').filter({ hasText: 'Removed three' });
    await removalNotice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => world.read('servers/Moved.yaml')).toContain('three');

    await workbench.editor.getByRole('button', { name: 'New tool' }).click();
    await tool.dialog.getByRole('textbox', { name: 'Name' }).fill('two words');
    await expect(tool.dialog).toContainText('can have only letters');
    await expect(tool.dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
    await tool.dialog.getByRole('button', { name: 'two-words is free' }).click();
    await expect(tool.dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('two-words');
    await expect(tool.dialog.getByRole('button', { name: /In the server$/ })).toContainText('Moved');
    await page.keyboard.press('Escape');
  });

  await test.step('a tool of the catalogue is added by its name, found from anywhere, and shows its arguments', async () => {
    await world.write('servers/Weather.yaml', serverAs('Weather'));
    await world.write('tools/weather.yaml', 'Name: get_weather\nParameters: [{ Name: city }]\nContent: Sunny\n');
    await workbench.prompt('Weather').click();
    await tool.showList();
    await workbench.editor.getByRole('button', { name: 'Add existing tool' }).click();
    await tool.dialog.getByRole('option').filter({ hasText: 'Clients call it get_weather' }).click();
    await tool.dialog.getByRole('button', { name: 'Done' }).click();
    await expect(tool.row('get_weather')).toContainText('city');
    await page.keyboard.press('ControlOrMeta+p');
    await page.keyboard.type('get_wea');
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('get_weather');
    await tool.call.click();
    await expect(tool.trial).toContainText('Sunny');
  });

  await test.step('a tool that searches offers options to models, and one that reads has only those of the workbench', async () => {
    await world.write('handbook/engine.md', '# Engine\n\nTurn the crank.\n');
    await world.write('sources/handbook.yaml', 'Type: Documentation\nFolders: [handbook]\n');
    await world.write('tools/seek.yaml', 'Name: seek\nContent: { Search: { Sources: [handbook], Query: crank } }\n');
    await world.write('tools/read.yaml', 'Name: read\nContent: { Read: { Sources: [handbook] } }\n');
    await world.write('servers/Manual.yaml', `${serverAs('Manual')}Tools: [seek, read]\n`);
    await workbench.choose('seek');
    await expect(tool.argument('limit')).toBeVisible();
    await workbench.editor.getByRole('checkbox', { name: /^Optional arguments/ }).press('Space');
    await expect(tool.argument('limit')).toBeHidden();
    expect(await world.read('tools/seek.yaml')).toContain('Options: false');
    await workbench.choose('read');
    await tool.argument('location').fill('Engine');
    await tool.call.click();
    await expect(tool.trial).toContainText('Turn the crank.');
    await expect(workbench.editor.getByRole('button', { name: 'Add argument' })).toBeHidden();
  });

  await test.step('an answer of several blocks is designed in the form, and read by a client', async () => {
    await world.write(
      'servers/Blocks.yaml',
      `${serverAs('Blocks')}Tools:\n  - { Name: look, Content: { StringTemplate: 'First.' } }\n`,
    );
    await workbench.choose('look');
    await workbench.editor.getByRole('button', { name: 'Kind of answer' }).click();
    await page.getByRole('option', { name: 'Search' }).click();
    const question = page.getByRole('dialog', { name: 'Change to Search?' });
    await expect(question).toContainText('This removes the text.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await workbench.editor.getByRole('button', { name: 'Kind of answer' }).click();
    await page.getByRole('option', { name: 'Blocks' }).click();
    await workbench.editor.getByRole('button', { name: 'Add to the answer' }).click();
    await page.getByRole('menuitem', { name: 'Embedded resource' }).click();
    const resource = workbench.editor.getByRole('group', { name: 'Embedded resource 2' });
    await resource.getByRole('textbox', { name: /URI/i }).fill('docs://rules');
    await workbench.waitUntilSaved();
    await workbench.editor.getByRole('button', { name: 'Actions for Text 1' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect(workbench.editor.getByRole('group', { name: 'Text 2' })).toBeVisible();
    await tool.call.click();
    await expect(tool.trial).toContainText('docs://rules');
    await expect(tool.trial).toContainText('First.');
  });
});

test('a press adds the tool under the pointer right after the list has been scrolled', async ({ page, world }) => {
  const tool = new ToolPage(page);
  const { workbench } = tool;
  await workbench.open(await world.start());
  await world.write('servers/Empty.yaml', serverAs('Empty'));
  await workbench.prompt('Empty').click();
  await tool.showList();
  await workbench.editor.getByRole('button', { name: 'Add existing tool' }).click();
  const tools = tool.dialog.getByRole('listbox', { name: 'Existing tools' });
  await tools.hover();
  await page.mouse.wheel(0, 120);
  // While the list believes that it is being scrolled.
  await tools.evaluate(async (list) => {
    while (list.scrollTop === 0) await new Promise(requestAnimationFrame);
  });
  await page.mouse.down();
  await page.mouse.up();
  await expect(tool.dialog.getByRole('status')).toContainText('was added to Empty');
});
