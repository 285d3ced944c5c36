import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { cliFile } from '../support/world.ts';

const firstText = (content: unknown) => (content as { text: string }).text;

test('clients beside the workbench get what the preview shows, and follow its edits', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());

  await test.step('a client on HTTP gets the preview’s answer, and is notified of an edit', async () => {
    const endpoint = await page
      .getByRole('contentinfo')
      .getByText(/http:\/\/127\.0\.0\.1/)
      .textContent();
    const token = (await readFile(join(world.state, 'token'), 'utf8')).trim();
    const client = new Client({ name: 'outside', version: '1.0.0' });
    let changes = 0;
    client.setNotificationHandler('notifications/prompts/list_changed', () => {
      changes += 1;
    });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(endpoint ?? ''), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    await workbench.choose('explain');
    await workbench.fillValue('topic', 'queues');
    const answer = await client.getPrompt({ name: 'explain', arguments: { topic: 'queues' } });
    await expect(await workbench.answerAs('Text')).toContainText(firstText(answer.messages[0]?.content));

    await workbench.field('Description').fill('Explains anything');
    await expect.poll(() => changes).toBeGreaterThan(0);
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === 'explain')?.description).toBe('Explains anything');
    await client.close();
  });

  await test.step('a server that a client started on stdio follows an edit in the workbench', async () => {
    const client = new Client({ name: 'outside', version: '1.0.0' });
    let changes = 0;
    client.setNotificationHandler('notifications/prompts/list_changed', () => {
      changes += 1;
    });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cliFile, 'serve', 'Samples', '--workspace', world.workspace],
        env: { PROMPT_WORKBENCH_STATE: world.state },
      }),
    );
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('translate');
    await workbench.choose('translate');
    await workbench.field('Title').fill('Put into another language');
    await expect.poll(() => changes).toBeGreaterThan(0);
    expect((await client.listPrompts()).prompts.find(({ name }) => name === 'translate')?.title).toBe(
      'Put into another language',
    );
    await client.close();
  });
});
