import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SimulationPage } from '../pages/simulation.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { cliFile } from '../support/world.ts';

const soften = `# Kept.
Name: soften
Arguments:
  - {Name: tone, Required: true}
  - Name: text
    Required: true
Content:
  StringTemplate: "Say it \`tone\`: \`text\`"
`;

test('Claude Code fills arguments by position, and the simulation shows what its model reads', async ({
  page,
  world,
}) => {
  const simulation = new SimulationPage(page);
  const url = await world.start();
  const sample = await world.read('prompts/translate.yaml');
  const render = sample.replace('Name: translate', 'Name: render').replace('    RestOfLine: true\n', '');
  await world.write('prompts/render.yaml', render);
  await world.write('prompts/soften.yaml', soften);
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [soften, render]\n');
  await simulation.workbench.open(url);

  await test.step('a value of two words is broken, and one press lets the argument take the rest of the line', async () => {
    await simulation.workbench.choose('soften');
    await simulation.workbench.fillValue('tone', 'warm');
    await simulation.workbench.fillValue('text', 'Send it now');
    await simulation.open();
    await expect(simulation.line).toHaveValue('/mcp__Docs__soften warm Send it now');
    await expect(simulation.verdict('Claude Code')).toContainText('arrives changed in Claude Code');
    await simulation.expectSplit('warmtone', 'Sendtext', 'it nowdropped');
    await expect(simulation.workbench.editor).toContainText('In Claude Code, text gets only one word.');
    await simulation.line.fill('/mcp__Docs__soften warm "Send it" now');
    await simulation.expectSplit('warmtone', '"Sendtext', 'it" nowdropped');
    await simulation.fix('Let text take the rest of the line');
    await simulation.expectSplit('warmtone', '"Send it" nowtext');
    await expect(simulation.modelText('Claude Code')).toContainText('Say it warm: "Send it" now');
    await expect.poll(() => world.read('prompts/soften.yaml')).toContain('RestOfLine: true');
    await simulation.workbench.undo();
    await expect.poll(() => world.read('prompts/soften.yaml')).toBe(soften);
    await expect(page.getByRole('status').filter({ hasText: 'Undone: ' })).toBeVisible();
  });

  await test.step('one press makes the form of Claude Code ask for it instead', async () => {
    await simulation.workbench.choose('soften');
    await simulation.open();
    const reset = page.getByRole('button', { name: 'Reset to the argument values' });
    await reset.click();
    await expect(simulation.line).toHaveValue('/mcp__Docs__soften warm Send it now');
    await simulation.fix('Ask for text in a form');
    await expect(simulation.line).toHaveValue('/mcp__Docs__soften warm');
    await expect(simulation.verdict('Claude Code')).toContainText('arrives unchanged in Claude Code');
    await expect(page.getByRole('listitem').filter({ hasText: 'Entered in the form' })).toContainText('Send it now');
    await expect(simulation.modelText('Claude Code')).toContainText('Say it warm: Send it now');
    await expect.poll(() => world.read('prompts/soften.yaml')).toContain('Ask: missing');
    await simulation.workbench.undo();
    await expect.poll(() => world.read('prompts/soften.yaml')).toBe(soften);
  });

  await test.step('the simulation equals the answer that the SDK’s client gets from serve --for claude-code', async () => {
    await simulation.workbench.choose('explain');
    await simulation.open();
    // The values of the first sample arrive first, and would otherwise land beside the typed line.
    await expect(simulation.line).toHaveValue(/Bloom filters/);
    await simulation.line.fill('/mcp__Samples__explain "How can I find the 123456789th prime number?"');
    await expect(simulation.verdict('Claude Code')).toContainText('arrives unchanged in Claude Code');
    const client = new Client({ name: 'outside', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cliFile, 'serve', '--workspace', world.workspace, '--for', 'claude-code', '--', 'Samples'],
        env: { PROMPT_WORKBENCH_STATE: world.state },
      }),
    );
    const { prompts } = await client.listPrompts();
    const declaredArguments = prompts.find(({ name }) => name === 'explain')?.arguments ?? [];
    const words = '"How can I find the 123456789th prime number?"'.split(' ');
    const filledValues = Object.fromEntries(words.map((word, index) => [declaredArguments[index]?.name ?? '', word]));
    const { messages } = await client.getPrompt({ name: 'explain', arguments: filledValues });
    const [message] = messages;
    const text = message?.content.type === 'text' ? message.content.text : '';
    expect(text).toContain('Explain How can I find the 123456789th prime number? to');
    await expect(simulation.modelText('Claude Code')).toContainText(text.trim());
    await client.close();
  });

  await test.step('an argument can be set to take the rest of the line in its details', async () => {
    await simulation.workbench.choose('render');
    await page.getByRole('button', { name: 'More about argument text' }).click();
    await page.getByText('Takes the rest of the line', { exact: true }).click();
    await expect.poll(() => world.read('prompts/render.yaml')).toMatch(/Name: text[\s\S]*RestOfLine: true/);
    await page.getByRole('button', { name: 'More about argument language' }).click();
    await expect(page.getByRole('checkbox', { name: 'Takes the rest of the line' })).toHaveCount(1);
  });
});

test('client applications are compared, for one prompt and for a whole server', async ({ page, world }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const simulation = new SimulationPage(page);
  await simulation.workbench.open(await world.start());

  await test.step('each client application shows its own result for the same prompt', async () => {
    await simulation.workbench.choose('suggest-names');
    await simulation.workbench.fillValue('purpose', 'a shelf of books');
    await simulation.open();
    await expect(simulation.verdict('Claude Code')).toContainText('Assistant messages arrive as user messages');
    await expectAccessible(page);
    await simulation.chooseClient('VS Code');
    await expect(simulation.modelText('VS Code')).toContainText('--ASSISTANT');
    await expect(simulation.line).toHaveCount(0);
    await simulation.chooseClient('Gemini CLI');
    await simulation.showNotAdapted();
    await expect(simulation.verdict('Gemini CLI')).toContainText('Only the first of the');
    await simulation.chooseClient('Codex CLI');
    await expect(simulation.verdict('Codex CLI')).toContainText('shows no prompts');
  });

  await test.step('the table on a server’s page leads from a mark to the prompt in that client application', async () => {
    await simulation.workbench.prompt('Samples').click();
    await page.getByRole('tab', { name: 'Clients' }).click();
    await expect(simulation.cell('commit-message', 'Claude Code')).toHaveAccessibleName(
      'commit-message arrives unchanged in Claude Code',
    );
    await expect(simulation.cell('chart-style', 'OpenCode')).toHaveAccessibleName(/arrives changed in OpenCode/);
    await expect(simulation.cell('explain', 'Codex CLI')).toHaveAccessibleName(
      /does not arrive in Codex CLI\. Codex CLI shows no/,
    );
    await expectAccessible(page);
    await page.getByText('Evidence', { exact: true }).click();
    await expect(page.getByText(/Codex CLI shows no prompts.* Evidence: .*checked 2026-/)).toBeVisible();
    await simulation.cell('commit-message', 'Claude Code').focus();
    await page.keyboard.press('ArrowDown');
    for (const next of ['Claude Desktop', 'Cursor', 'VS Code']) {
      await page.keyboard.press('ArrowRight');
      await expect(simulation.cell('explain', next)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(simulation.verdict('VS Code')).toContainText('The prompt arrives unchanged in VS Code');
  });
});
