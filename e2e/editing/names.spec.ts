import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ToolPage } from '../pages/tool.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { cliFile, type World } from '../support/world.ts';

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

const otherText = 'Name: Other\nMCPPrompts:\n  - hello\n  - Name: chat\n    Content: Chat\n';

/** A client that lists a server's prompts and tools again and again. */
async function startPolling(world: World) {
  const client = new Client({ name: 'outside', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cliFile, 'serve', 'Team', '--workspace', world.workspace],
      env: { ...(world.env as Record<string, string>) },
    }),
  );
  const seenNames: string[] = [];
  const list = async () => {
    const [{ prompts }, { tools }] = await Promise.all([client.listPrompts(), client.listTools()]);
    const names = [...prompts, ...tools].map(({ name }) => name).join(' ');
    if (seenNames.at(-1) !== names) seenNames.push(names);
    return names;
  };
  await list();
  let isOpen = true;
  const polling = (async () => {
    while (isOpen) {
      await list();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    seenNames,
    list,
    async close() {
      isOpen = false;
      await polling;
      await client.close();
    },
  };
}

test('clients see a name once it is complete, and never an intermediate state', async ({ page, world, host }) => {
  await world.write('servers/Team.yaml', server);
  await world.write('servers/Other.yaml', otherText);
  await world.write('prompts/hello.yaml', 'Name: hello\nContent: Hello\n');
  const workbench = new WorkbenchPage(page);
  const tool = new ToolPage(page);
  await workbench.open(await world.start());
  const client = await startPolling(world);
  const name = workbench.field('Name');

  await test.step('a client sees the old name of a prompt, then the new one', async () => {
    await workbench.choose('hello');
    await name.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('review-all', { delay: 60 });
    expect(await client.list()).toBe('hello review look find');
    await page.keyboard.press('Enter');
    await expect.poll(client.list).toBe('review-all review look find');
    expect(client.seenNames).toEqual(['hello review look find', 'review-all review look find']);
    // The file had the prompt's name, and follows it.
    expect(await world.read('prompts/review-all.yaml')).toBe('Name: review-all\nContent: Hello\n');
  });

  await test.step('a taken name stays in the field with its reason, and takes no prompt from clients', async () => {
    for (const [takenText, holder] of [
      ['review', 'Team'],
      ['chat', 'Other'],
    ]) {
      await name.fill(takenText ?? '');
      await page.keyboard.press('Enter');
      await workbench.field('Title').focus();
      await expect(workbench.editor).toContainText(`${holder} already has a prompt called ${takenText}`);
      await expect(name).toHaveValue(takenText ?? '');
      await expect(name).toHaveAttribute('aria-invalid', 'true');
    }
    await client.list();
    expect(client.seenNames).toHaveLength(2);
    expect(await world.read('prompts/review-all.yaml')).toContain('Name: review-all');
    await name.press('Escape');
    await expect(name).toHaveValue('review-all');
    await name.fill('review');
    await workbench.editor.getByRole('button', { name: 'review-2 is free' }).click();
    await expect(name).toHaveValue('review-2');
    await expect.poll(client.list).toBe('review-2 review look find');
    expect(client.seenNames).toHaveLength(3);
  });

  await test.step('a name that clients cannot call offers the nearest one, at its field and among the problems', async () => {
    const seenCount = client.seenNames.length;
    await name.fill('bad name!/x');
    await page.keyboard.press('Enter');
    await expect.poll(client.list).toBe('bad name!/x review look find');
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /problem/i })
      .click();
    await expect(page.getByRole('button', { name: 'Rename to bad-name!-x' })).toBeVisible();
    await workbench.editor.getByRole('button', { name: 'bad-name!-x is free' }).click();
    await expect.poll(client.list).toBe('bad-name!-x review look find');
    await expect(page.getByRole('button', { name: 'Rename to bad-name!-x' })).toHaveCount(0);
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /problem/i })
      .click();
    await name.fill('review-2');
    await page.keyboard.press('Enter');
    await expect.poll(client.list).toBe('review-2 review look find');
    client.seenNames.length = seenCount;
  });

  // A page that a browser closes writes the name alone: the rename of a file needs an answer, which the desktop app awaits.
  const catalogueName = host === 'desktop' ? 'greet' : 'welcome';
  await test.step('a valid name is written when another prompt is chosen, and before the page is left', async () => {
    await name.fill('welcome');
    await workbench.choose('review');
    await expect.poll(() => world.read('prompts/welcome.yaml').catch(() => '')).toContain('Name: welcome');
    await workbench.choose('welcome');
    await name.fill('greet');
    await page.reload();
    await expect.poll(client.list).toBe('greet review look find');
    expect(await world.read(`prompts/${catalogueName}.yaml`)).toContain('Name: greet');
    expect(client.seenNames).toHaveLength(5);
  });

  await test.step('a taken or unusable name of a tool is not written', async () => {
    await workbench.choose('look');
    await name.fill('find');
    await page.keyboard.press('Enter');
    await expect(workbench.editor).toContainText('Team already has a tool called find');
    await name.fill('two words');
    await page.keyboard.press('Enter');
    await expect(workbench.editor).toContainText('can have only letters');
    expect(await world.read('servers/Team.yaml')).toBe(server.replace('- hello', `- ${catalogueName}`));
    await name.fill('look_up');
    await page.keyboard.press('Enter');
    await expect.poll(client.list).toBe('greet review look_up find');
    expect(client.seenNames).toHaveLength(6);
  });
  await client.close();

  await test.step('an unfinished name of a tool’s argument is not written either', async () => {
    await tool.addArgument('city');
    await expect.poll(() => world.read('servers/Team.yaml')).toContain('Name: city');
    await tool.addArgument('day');
    await expect(tool.property('day')).toBeVisible();
    await page.keyboard.type('s');
    await workbench.waitUntilUnfinished();
    expect(await world.read('servers/Team.yaml')).not.toContain('days');
    // A key that moves the row commits its name first.
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => world.read('servers/Team.yaml')).toMatch(/Name: days[\s\S]+Name: city/);
    await tool.addArgument('city');
    await workbench.editor.getByRole('button', { name: 'city-2 is free' }).click();
    await expect.poll(() => world.read('servers/Team.yaml')).toContain('Name: city-2');
  });

  await test.step('the name of a server is written when it is finished', async () => {
    // Its reference followed the file of the prompt.
    const expectedText = otherText.replace('- hello', `- ${catalogueName}`);
    await workbench.choose('Other');
    await workbench.editor.getByRole('tab', { name: 'Prompts' }).focus();
    await page.keyboard.press('F2');
    await expect(name).toBeFocused();
    await name.fill('Team');
    await page.keyboard.press('Enter');
    await expect(workbench.editor).toContainText('A server called Team already exists');
    expect(await world.read('servers/Other.yaml')).toBe(expectedText);
    await name.fill('Group');
    await page.keyboard.press('Enter');
    // The file had the server's name, and follows it.
    await expect
      .poll(() => world.read('servers/Group.yaml').catch(() => ''))
      .toBe(expectedText.replace('Other', 'Group'));
    await expect(name).toHaveValue('Group');
    await expect(name).toBeFocused();
  });
});
