import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cliFile, expect, test } from './fixtures.ts';
import { ToolPage } from './pages/tool.ts';

const server = 'Name: Own\nMCPPrompts: []\n';

test('a tool with nested input is designed, tried, and called by a client', async ({ page, world }) => {
  const tool = new ToolPage(page);
  const { workbench } = tool;
  const url = await world.start();
  await world.write('servers/Own.yaml', server);
  await workbench.open(url);
  await workbench.prompt('Own').click();
  await tool.create('plan_trip');
  await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('plan_trip');

  await tool.addArgument('city');
  await tool.property('city').getByRole('checkbox', { name: 'Required' }).click({ force: true });
  await expect.poll(() => world.read('servers/Own.yaml')).toContain('Parameters:');
  await tool.addArgument('stay');
  await tool.chooseKind('stay', 'object');
  await workbench.editor.getByRole('button', { name: 'Add to stay' }).click();
  await tool.rename('value1', 'nights');
  await tool.chooseKind('nights', 'integer');
  await expect.poll(() => world.read('servers/Own.yaml')).toContain('InputSchema:');
  await tool.answerText.click();
  await page.keyboard.type('A trip to `city`.');
  await workbench.saved();

  await tool.argument('city').fill('Bern');
  await tool.argument('stay').fill('{ "nights": "two" }');
  await tool.call.click();
  await expect(tool.trial).toContainText('The tool says that it failed');
  await expect(tool.trial).toContainText('nights');
  await tool.argument('stay').fill('{ "nights": 2 }');
  await tool.call.click();
  await expect(tool.trial).toContainText('A trip to Bern.');

  const client = new Client({ name: 'somebody', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cliFile, 'serve', 'Own', '--workspace', world.workspace],
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

test('a tool that says it destroys is not called before somebody has said so', async ({ page, world }) => {
  const tool = new ToolPage(page);
  const { workbench } = tool;
  const url = await world.start();
  await world.write('tools/clear.yaml', 'Name: clear\nAnnotations: { DestructiveHint: true }\nContent: Cleared\n');
  await world.write('servers/Own.yaml', `${server}Tools: [clear]\n`);
  await workbench.open(url);
  await workbench.choose('clear');
  await tool.call.click();
  await expect(tool.trial).toContainText('it may delete or overwrite something');
  await expect(tool.trial).not.toContainText('Cleared');
  await tool.trial.getByRole('button', { name: 'Call it' }).click();
  await expect(tool.trial).toContainText('Cleared');
});

test('a tool is taken out of its list, put back, and moved; a name that models cannot use is told', async ({
  page,
  world,
}) => {
  const tool = new ToolPage(page);
  const { workbench } = tool;
  const url = await world.start();
  await world.write(
    'servers/Own.yaml',
    `${server}Tools:\n  - { Name: one, Content: '1' } # first\n  - { Name: two, Content: '2' }\n`,
  );
  await workbench.open(url);
  await workbench.prompt('Own').click();
  await workbench.editor.getByRole('button', { name: 'Move one down' }).click();
  await expect.poll(() => world.read('servers/Own.yaml')).toMatch(/two[\s\S]*one[^\n]*# first/);
  await workbench.editor.getByRole('button', { name: 'Take two out of the list' }).click();
  await expect.poll(() => world.read('servers/Own.yaml')).not.toContain('two');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(() => world.read('servers/Own.yaml')).toContain('two');
  await workbench.editor.getByRole('button', { name: 'New tool' }).click();
  await tool.dialog.getByRole('textbox', { name: 'Name' }).fill('two words');
  await expect(tool.dialog).toContainText('made of letters, digits');
  await expect(tool.dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
});
