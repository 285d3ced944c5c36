import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { AxeResults } from 'axe-core';
import { cliFile, expect, test } from './fixtures.ts';
import { ArgumentsPage } from './pages/arguments.ts';
import { LensPage } from './pages/lens.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const soften = `# Kept.
Name: soften
Arguments:
  - {Name: tone, Required: true}
  - Name: text
    Required: true
Content:
  StringTemplate: "Say it \`tone\`: \`text\`"
`;

test('Claude Code breaks a value of two words, and one press lets the argument take the rest of the line', async ({
  page,
  world,
}) => {
  const lens = new LensPage(page);
  await lens.workbench.open(await world.start());
  await world.write('prompts/soften.yaml', soften);
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [soften]\n');
  await lens.workbench.choose('soften');
  await lens.workbench.give('tone', 'warm');
  await lens.workbench.give('text', 'Send it now');
  await lens.open();
  await expect(lens.line).toHaveValue('/mcp__Docs__soften warm Send it now');
  await expect(lens.verdict('Claude Code')).toContainText('arrives changed in Claude Code');
  await lens.expectSplit('warmtone', 'Sendtext', 'it nowdropped');
  await lens.line.fill('/mcp__Docs__soften warm "Send it" now');
  await lens.expectSplit('warmtone', '"Sendtext', 'it" nowdropped');
  await lens.fix('Let text take the rest of the line');
  await lens.expectSplit('warmtone', '"Send it" nowtext');
  await expect(lens.read('Claude Code')).toContainText('Say it warm: "Send it" now');
  await expect.poll(() => world.read('prompts/soften.yaml')).toContain('RestOfLine: true');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => world.read('prompts/soften.yaml')).toBe(soften);
});

test('what the lens shows is what the SDK’s client gets from serve --for claude-code', async ({ page, world }) => {
  const lens = new LensPage(page);
  await lens.workbench.open(await world.start());
  await lens.workbench.choose('explain');
  await lens.open();
  await lens.line.fill('/mcp__Samples__explain "How can I find the 123456789th prime number?"');
  await expect(lens.verdict('Claude Code')).toContainText('arrives unchanged in Claude Code');
  const client = new Client({ name: 'outside', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cliFile, 'serve', '--workspace', world.workspace, '--for', 'claude-code', '--', 'Samples'],
      env: { PROMPT_WORKBENCH_STATE: world.state },
    }),
  );
  const { prompts } = await client.listPrompts();
  const declared = prompts.find(({ name }) => name === 'explain')?.arguments ?? [];
  const words = '"How can I find the 123456789th prime number?"'.split(' ');
  const filled = Object.fromEntries(words.map((word, index) => [declared[index]?.name ?? '', word]));
  const { messages } = await client.getPrompt({ name: 'explain', arguments: filled });
  const [message] = messages;
  const text = message?.content.type === 'text' ? message.content.text : '';
  expect(text).toContain('Explain How can I find the 123456789th prime number? to');
  await expect(lens.read('Claude Code')).toContainText(text.trim());
  await client.close();
});

test('each client application shows its own way with the same prompt', async ({ page, world }) => {
  const lens = new LensPage(page);
  await lens.workbench.open(await world.start());
  await lens.workbench.choose('suggest-names');
  await lens.workbench.give('purpose', 'a shelf of books');
  await lens.open();
  await expect(lens.verdict('Claude Code')).toContainText('Assistant messages arrive as user messages');
  await lens.lookThrough('VS Code');
  await expect(lens.read('VS Code')).toContainText('--ASSISTANT');
  await expect(lens.line).toHaveCount(0);
  await lens.lookThrough('Gemini CLI');
  await lens.asAnyClient();
  await expect(lens.verdict('Gemini CLI')).toContainText('Only the first of the');
  await lens.lookThrough('Codex CLI');
  await expect(lens.verdict('Codex CLI')).toContainText('shows no prompts');
});

test('the table on a server’s page leads from a mark to the prompt in that client application', async ({
  page,
  world,
}) => {
  const lens = new LensPage(page);
  await lens.workbench.open(await world.start());
  await lens.workbench.prompt('Samples').click();
  await expect(lens.cell('commit-message', 'Claude Code')).toHaveAccessibleName(
    'commit-message arrives unchanged in Claude Code',
  );
  await expect(lens.cell('chart-style', 'OpenCode')).toHaveAccessibleName(/arrives changed in OpenCode/);
  await expect(lens.cell('explain', 'Codex CLI')).toHaveAccessibleName(
    /does not arrive in Codex CLI\. Codex CLI shows no/,
  );
  await page.getByText('Evidence', { exact: true }).click();
  await expect(page.getByText(/Codex CLI shows no prompts.* Evidence: .*checked 2026-/)).toBeVisible();
  await lens.cell('commit-message', 'Claude Code').focus();
  await page.keyboard.press('ArrowDown');
  for (const next of ['Claude Desktop', 'Cursor', 'VS Code']) {
    await page.keyboard.press('ArrowRight');
    await expect(lens.cell('explain', next)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(lens.verdict('VS Code')).toContainText('The prompt arrives unchanged in VS Code');
});

test('an argument is told to take the rest of the line in its details', async ({ page, world }) => {
  const args = new ArgumentsPage(page);
  await args.open(await world.start());
  const sample = await world.read('prompts/translate.yaml');
  await world.write('prompts/translate.yaml', sample.replace('    RestOfLine: true\n', ''));
  await args.choose('translate');
  await page.getByRole('button', { name: 'More about argument text' }).click();
  await page.getByText('Takes the rest of the line').click();
  await expect.poll(() => world.read('prompts/translate.yaml')).toMatch(/Name: text[\s\S]*RestOfLine: true/);
  await page.getByRole('button', { name: 'More about argument language' }).click();
  await expect(page.getByRole('checkbox', { name: 'Takes the rest of the line' })).toHaveCount(1);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the lens and its table in the ${colorScheme} theme`, async ({
    browser,
    world,
  }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1024, height: 700 }, bypassCSP: true });
    const page = await context.newPage();
    const lens = new LensPage(page);
    await lens.workbench.open(await world.start());
    const seriousFindings = async () => {
      await page.addScriptTag({ path: axeFile });
      const results = await page.evaluate<AxeResults>('axe.run()');
      return results.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    };
    await lens.workbench.choose('suggest-names');
    await lens.workbench.give('purpose', 'a shelf of books');
    await lens.open();
    await expect(lens.verdict('Claude Code')).toBeVisible();
    expect(await seriousFindings()).toEqual([]);
    await lens.workbench.prompt('Samples').click();
    await expect(lens.matrix).toBeVisible();
    expect(await seriousFindings()).toEqual([]);
    await context.close();
  });
}
