import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Page } from '@playwright/test';
import { cliFile, expect, test, type World } from './fixtures.ts';
import { ToolPage } from './pages/tool.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

const server = `Name: Team
MCPPrompts:
  - hello
  - Name: review
    Content: Review this.
Tools:
  - Name: look
    Content: A look
  - Name: find
    Content: Found
`;

async function openTeam(page: Page, world: World, entry: string): Promise<WorkbenchPage> {
  await world.write('servers/Team.yaml', server);
  await world.write('servers/Other.yaml', 'Name: Other\nMCPPrompts:\n  - hello\n  - Name: chat\n    Content: Chat\n');
  await world.write('prompts/hello.yaml', 'Name: hello\nContent: Hello\n');
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());
  await workbench.choose(entry);
  return workbench;
}

/** A client that lists a server's prompts and tools again and again. */
async function polling(world: World) {
  const client = new Client({ name: 'outside', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cliFile, 'serve', 'Team', '--workspace', world.workspace],
      env: { ...(world.env as Record<string, string>) },
    }),
  );
  const seen: string[] = [];
  const list = async () => {
    const [{ prompts }, { tools }] = await Promise.all([client.listPrompts(), client.listTools()]);
    const names = [...prompts, ...tools].map(({ name }) => name).join(' ');
    if (seen.at(-1) !== names) seen.push(names);
    return names;
  };
  await list();
  let isOpen = true;
  const polled = (async () => {
    while (isOpen) {
      await list();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    seen,
    list,
    async close() {
      isOpen = false;
      await polled;
      await client.close();
    },
  };
}

test.describe('a name is published when it is finished', () => {
  test('a client sees the old name of a prompt, then the new one, and nothing between', async ({ page, world }) => {
    const workbench = await openTeam(page, world, 'hello');
    const client = await polling(world);
    const name = workbench.field('Name');
    await name.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('review-all', { delay: 60 });
    expect(await client.list()).toBe('hello review look find');
    await page.keyboard.press('Enter');
    await expect.poll(client.list).toBe('review-all review look find');
    await client.close();
    expect(client.seen).toEqual(['hello review look find', 'review-all review look find']);
    expect(await world.read('prompts/hello.yaml')).toBe('Name: review-all\nContent: Hello\n');
  });

  test('a taken name stays in the field with its reason, and takes no prompt from clients', async ({ page, world }) => {
    const workbench = await openTeam(page, world, 'hello');
    const client = await polling(world);
    const name = workbench.field('Name');
    for (const [taken, holder] of [
      ['review', 'Team'],
      ['chat', 'Other'],
    ]) {
      await name.fill(taken ?? '');
      await page.keyboard.press('Enter');
      await workbench.field('Title').focus();
      await expect(workbench.editor).toContainText(`${holder} already has a prompt called ${taken}`);
      await expect(name).toHaveValue(taken ?? '');
      await expect(name).toHaveAttribute('aria-invalid', 'true');
    }
    await client.list();
    expect(client.seen).toEqual(['hello review look find']);
    expect(await world.read('prompts/hello.yaml')).toContain('Name: hello');
    await name.press('Escape');
    await expect(name).toHaveValue('hello');
    await name.fill('review');
    await workbench.editor.getByRole('button', { name: 'review-2 is free' }).click();
    await expect(name).toHaveValue('review-2');
    await expect.poll(client.list).toBe('review-2 review look find');
    await client.close();
    expect(client.seen).toHaveLength(2);
  });

  test('the names of a tool and of its arguments too', async ({ page, world }) => {
    const workbench = await openTeam(page, world, 'look');
    const tool = new ToolPage(page);
    const client = await polling(world);
    const name = workbench.field('Name');
    await name.fill('find');
    await page.keyboard.press('Enter');
    await expect(workbench.editor).toContainText('Team already has a tool called find');
    await name.fill('two words');
    await page.keyboard.press('Enter');
    await expect(workbench.editor).toContainText('can have only letters');
    expect(await world.read('servers/Team.yaml')).toBe(server);
    await name.fill('look_up');
    await page.keyboard.press('Enter');
    await expect.poll(client.list).toBe('hello review look_up find');
    await client.close();
    expect(client.seen).toHaveLength(2);

    await tool.addArgument('city');
    await expect.poll(() => world.read('servers/Team.yaml')).toContain('Name: city');
    await tool.addArgument('day');
    await expect(tool.property('day')).toBeVisible();
    await page.keyboard.type('s');
    await workbench.saved();
    expect(await world.read('servers/Team.yaml')).not.toContain('days');
    // A key that moves the row commits its name first.
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => world.read('servers/Team.yaml')).toMatch(/Name: days[\s\S]+Name: city/);
    await tool.addArgument('city');
    await workbench.editor.getByRole('button', { name: 'city-2 is free' }).click();
    await expect.poll(() => world.read('servers/Team.yaml')).toContain('Name: city-2');
  });

  test('the name of a server is written when it is finished', async ({ page, world }) => {
    const workbench = await openTeam(page, world, 'Team');
    const name = workbench.field('Name');
    await name.fill('Other');
    await page.keyboard.press('Enter');
    await expect(workbench.editor).toContainText('A server called Other already exists');
    expect(await world.read('servers/Team.yaml')).toBe(server);
    await name.fill('Group');
    await page.keyboard.press('Enter');
    await expect.poll(() => world.read('servers/Team.yaml')).toBe(server.replace('Team', 'Group'));
    await expect(name).toHaveValue('Group');
  });

  test('a valid name is written when another prompt is chosen, and before the page is left', async ({
    page,
    world,
  }) => {
    const workbench = await openTeam(page, world, 'hello');
    await workbench.field('Name').fill('welcome');
    await workbench.choose('review');
    await expect.poll(() => world.read('prompts/hello.yaml')).toContain('Name: welcome');
    await workbench.choose('welcome');
    await workbench.field('Name').fill('greet');
    await page.reload();
    await expect.poll(() => world.read('prompts/hello.yaml')).toContain('Name: greet');
  });
});
