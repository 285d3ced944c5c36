import { SearchPage } from '../pages/search.ts';
import { expect, test } from '../support/fixtures.ts';

const ask = `Name: ask
Arguments:
  - { Name: query, Required: true }
Content:
  Search: { Sources: [Slow], Query: { StringTemplate: "\`query\`" } }
`;
/** A server over standard input and output. Its one tool answers in Markdown once the file `ready` exists. */
const serverCode = `
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'find', inputSchema: { type: 'object', properties: { q: { type: 'string' } } } }] }),
  'tools/call': ({ arguments: { q } }) => ({ content: [{ type: 'text', text: '# About ' + q + '\\n\\nA crank turns.' }] }),
};
const answer = (id, method, params) => {
  if (method === 'tools/call' && !require('node:fs').existsSync('ready')) setTimeout(answer, 20, id, method, params);
  else console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) answer(id, method, params);
});
`;

test('another server is a source once its command is allowed', async ({ page, world }) => {
  const search = new SearchPage(page);
  const { workbench } = search;
  await workbench.open(await world.start());

  await test.step('a command that is not allowed yet is shown with the button that allows it', async () => {
    await world.write('sources/Echo.yaml', 'Type: MCP\nCommand: /bin/echo\nTool: search\n');
    await workbench.prompt('Echo').click();
    await expect(workbench.editor.getByText('This source starts a program.')).toBeVisible();
    await expect(workbench.editor.getByText('/bin/echo', { exact: true })).toBeVisible();
    await expect(workbench.editor.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
    await search.query.fill('crank');
    await page.keyboard.press('Enter');
    await expect(
      workbench.preview.getByText("Can't search Echo yet. “State” on its page says why, and what to do."),
    ).toBeVisible();
  });

  await test.step('a command is written when its field loses the focus, or on Enter', async () => {
    const command = workbench.editor.getByRole('textbox', { name: 'Command', exact: true });
    await command.fill('/bin/ech');
    await workbench.field('Title').focus();
    await expect.poll(() => world.read('sources/Echo.yaml')).toContain('Command: /bin/ech\n');
    await command.fill('/bin/false');
    await workbench.prompt('Samples').hover();
    expect(await world.read('sources/Echo.yaml')).toContain('Command: /bin/ech\n');
    await command.press('Enter');
    await expect.poll(() => world.read('sources/Echo.yaml')).toContain('Command: /bin/false');
    await command.fill('/bin/true');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(command).toHaveCount(0);
    await expect.poll(() => world.read('sources/Echo.yaml')).toContain('Command: /bin/true');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(command).toHaveValue('/bin/true');
  });

  await test.step('sources are ordered by dragging and with Alt and the arrow keys', async () => {
    await world.write('sources/Second.yaml', 'Type: MCP\nCommand: /bin/echo\nTool: search\n');
    const [echo, secondPrompt] = [workbench.prompt('Echo'), workbench.prompt('Second')];
    const isFirst = async (row: typeof echo, otherRow: typeof echo) =>
      ((await row.boundingBox())?.y ?? 0) < ((await otherRow.boundingBox())?.y ?? 0);
    await expect(secondPrompt).toBeVisible();
    await secondPrompt.dragTo(echo, { targetPosition: { x: 40, y: 3 } });
    await expect.poll(() => isFirst(secondPrompt, echo)).toBe(true);
    await secondPrompt.click();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => isFirst(echo, secondPrompt)).toBe(true);
    await expect(secondPrompt).toBeFocused();
  });

  await test.step('while another server is slow, the preview says so instead of showing the previous error', async () => {
    await world.write('server.cjs', serverCode);
    await world.write('sources/Slow.yaml', 'Type: MCP\nCommand: node\nArgs: [server.cjs]\nTool: find\nArgument: q\n');
    await world.write('prompts/ask.yaml', ask);
    await world.write('servers/Own.yaml', 'Name: Own\nMCPPrompts: [ask]\n');
    await workbench.prompt('Slow').click();
    await workbench.editor.getByRole('button', { name: 'Allow', exact: true }).click();
    await workbench.choose('ask');
    await expect(workbench.preview.getByText('Fill in one more value', { exact: false })).toBeVisible();
    await workbench.fillValue('query', 'crank');
    await expect(workbench.preview.getByText('Waiting for the answer…')).toBeVisible();
    await expect(workbench.preview.getByText('needs the argument', { exact: false })).toHaveCount(0);
    await world.write('ready', '');
    await expect(await workbench.answerAs('Messages')).toContainText('About crank');
  });

  await test.step('an answer of another server is shown in place, because it has no page, and can be marked', async () => {
    await world.write('sources/Other.yaml', 'Type: MCP\nCommand: node\nArgs: [server.cjs]\nTool: find\nArgument: q\n');
    await workbench.prompt('Other').click();
    await search.query.fill('crank');
    await page.keyboard.press('Enter');
    await expect(search.passages).toHaveCount(1);
    await expect(search.passages).toContainText('About crank');
    await expect(search.passages.getByRole('button', { name: 'About crank', exact: true })).toHaveCount(0);
    await expect(workbench.editor.getByText('Ready.')).toBeVisible();
    const rightButton = search.passages.getByRole('button', { name: 'Right for this query' });
    await rightButton.click();
    await expect(rightButton).toHaveAttribute('aria-pressed', 'true');
  });
});
