import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { cliFile } from '../support/world.ts';

test('Claude Code is connected to a project, tested, disconnected and connected again', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  /** A configuration file in a project folder that only one step uses. */
  const projectFile = async (name: string) => {
    await mkdir(join(world.project, name));
    return join(world.project, name, '.mcp.json');
  };
  await workbench.open(await world.start());

  await test.step('a damaged record names what it loses and what to do by hand, until it is deleted', async () => {
    const file = await projectFile('damaged');
    let connect = await workbench.openConnect();
    await connect.chooseFolder(dirname(file));
    await connect.apply();
    await connect.dialog.getByRole('button', { name: 'Done' }).click();

    const folder = join(world.state, 'connections');
    const [name = ''] = (await readdir(folder)).filter((entry) => entry.endsWith('.json'));
    const record = join(folder, name);
    await writeFile(record, (await readFile(record, 'utf8')).replace(/\}\s*$/, ''));
    connect = await workbench.openConnect();
    const notice = connect.dialog.getByRole('status').filter({ hasText: 'A connection is damaged' });
    await expect(notice).toContainText(`The connection record ${record} is damaged`);
    await expect(notice).toContainText(`remove the entry "Samples" from ${file} by hand`);
    await connect.dialog.getByRole('button', { name: 'Cancel' }).click();

    await rm(record);
    connect = await workbench.openConnect();
    await expect(connect.folder).toBeFocused();
    await page.keyboard.insertText(dirname(file));
    await expect(connect.folder).toHaveValue(dirname(file));
    await page.keyboard.press('Tab');
    await expect(notice).toHaveCount(0);
    await connect.close();
  });

  await test.step('a file that changed after its review is not written, and is reviewed again', async () => {
    const file = await projectFile('changing');
    const connect = await workbench.openConnect();
    await connect.chooseFolder(dirname(file));
    await expect(connect.change).toContainText('"Samples"');
    // Its columns scroll, and nothing around them.
    expect(await connect.scrollAround()).toBe(0);
    await writeFile(file, '{ "mcpServers": { "newer": { "command": "true" } } }');
    await connect.dialog.getByRole('button', { name: 'Connect in changing' }).click();
    const reviewAgainButton = connect.dialog.getByRole('button', { name: 'Review again' });
    await expect(reviewAgainButton).toBeFocused();
    expect(await readFile(file, 'utf8')).not.toContain('Samples');
    await page.keyboard.press('Enter');
    await expect(connect.change).toContainText('"newer"');
    await expect(connect.dialog.getByRole('button', { name: 'Connect in changing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(connect.dialog).toHaveCount(0);
  });

  await test.step('the dialog shows the change, writes it, tests it, and disconnects', async () => {
    const file = await projectFile('with-others');
    const otherText = '{\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "true", "args": [1.0e3] }\r\n\t}\r\n}';
    await writeFile(file, otherText);
    const connect = await workbench.openConnect();
    await connect.chooseFolder(dirname(file));
    await expect(connect.dialog).toContainText('/mcp__Samples__explain');
    await expect(connect.change).toContainText('"Samples"');
    expect(await readFile(file, 'utf8')).toBe(otherText);

    await connect.apply();
    await expect(connect.dialog).toContainText(/prompts\/list.*9 prompts|9 prompts/);
    const configuration = await readFile(file, 'utf8');
    expect(configuration).toContain('"other": { "command": "true", "args": [1.0e3] }');

    const entry = JSON.parse(configuration).mcpServers.Samples;
    const client = new Client({ name: 'as Claude Code would', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({ command: entry.command, args: entry.args, cwd: dirname(file), env: { ...entry.env } }),
    );
    const { messages } = await client.getPrompt({ name: 'explain', arguments: { topic: 'queues' } });
    expect(JSON.stringify(messages)).toContain('Explain queues');
    await client.close();

    await connect.disconnect();
    await expect.poll(() => readFile(file, 'utf8')).toBe(otherText);
    await connect.close();
  });

  await test.step('a file that is not valid JSON is refused, with line and column, and left alone', async () => {
    const file = await projectFile('broken');
    const brokenText = '{\n  "mcpServers": {\n    // mine\n  }\n}\n';
    await writeFile(file, brokenText);
    const connect = await workbench.openConnect();
    await connect.chooseFolder(dirname(file));
    await expect(connect.dialog).toContainText(/line 3/i);
    await expect(connect.dialog.getByRole('button', { name: 'Review again' })).toBeEnabled();
    expect(await readFile(file, 'utf8')).toBe(brokenText);
    await connect.close();
  });

  await test.step('a project is connected again right after disconnecting, or from the list', async () => {
    const file = await projectFile('a shop');
    const connect = await workbench.openConnect();
    await connect.chooseFolder(dirname(file));
    await connect.apply();
    await expect(connect.dialog).toContainText('asks whether to use this server');
    await expect(connect.dialog.getByRole('group', { name: 'Found or set up here', exact: true })).toContainText(
      'Claude Codeset up',
    );
    await connect.disconnect();
    await connect.connectAgain.click();
    await expect(connect.write).toHaveText('Connect in a shop');
    await connect.apply();
    await expect(connect.dialog).toContainText('prompts/list returned 9 prompts');
    await expect(connect.onlyHere).toBeVisible();
    expect(await readFile(file, 'utf8')).toContain('Samples');

    await connect.disconnect();
    await connect.application('Claude Code').click();
    await expect(connect.scope('One project')).toBeChecked();
    await expect(connect.change).toContainText('"Samples"');
    await connect.apply();
    await connect.close();
  });

  await test.step('the open dialog follows what the command line disconnects, and keeps what is typed', async () => {
    const file = await projectFile('followed');
    let connect = await workbench.openConnect();
    await connect.chooseFolder(dirname(file));
    await connect.apply();
    await connect.dialog.getByRole('button', { name: 'Done' }).click();
    connect = await workbench.openConnect();
    await expect(connect.dialog).toContainText('This entry is already in');
    const rows = connect.dialog.getByRole('region', { name: 'Connections', exact: true }).getByRole('listitem');
    const row = rows.filter({ hasText: dirname(file) });
    await expect(row).toContainText('set up');
    await promisify(execFile)(process.execPath, [cliFile, 'disconnect'], { env: world.env });
    await expect(row).toContainText('disconnected');
    await expect(connect.dialog).not.toContainText('This entry is already in');
    await expect(connect.change).toContainText('"Samples"');
    await expect(connect.folder).toHaveValue(dirname(file));
    await connect.close();
  });

  await test.step('the page of the server says where it is set up, and that no client is running', async () => {
    await workbench.choose('Samples');
    await workbench.editor.getByRole('tab', { name: 'Clients' }).click();
    await expect(workbench.editor.getByText('Claude Code (a shop)')).toBeVisible();
    await expect(workbench.editor.getByText('No client is running now.', { exact: false })).toBeVisible();
    await expectAccessible(page, 'main');
  });

  await test.step('the page of the server follows what the command line connects and disconnects', async () => {
    const folder = dirname(await projectFile('followed page'));
    const target = ['Samples', '--to', 'claude-code', '--project', folder, '--workspace', world.workspace];
    await promisify(execFile)(process.execPath, [cliFile, 'connect', ...target], { env: world.env });
    const place = workbench.editor.getByText('Claude Code (followed page)');
    await expect(place).toBeVisible();
    await promisify(execFile)(process.execPath, [cliFile, 'disconnect'], { env: world.env });
    await expect(place).toHaveCount(0);
  });

  await test.step('a connection of another workspace is listed separately, and replacing it is announced', async () => {
    const file = await projectFile('shared');
    const otherPath = join(dirname(world.workspace), 'other-prompts');
    await cp(world.workspace, otherPath, { recursive: true });
    const target = ['Samples', '--to', 'claude-code', '--project', dirname(file), '--workspace', otherPath];
    await promisify(execFile)(process.execPath, [cliFile, 'connect', ...target], { env: world.env });
    await workbench.choose('explain');
    await workbench.choose('Samples');
    await workbench.editor.getByRole('tab', { name: 'Clients' }).click();
    await expect(workbench.editor.getByText('Claude Code (a shop)')).toBeVisible();
    await expect(workbench.editor.getByText('Claude Code (shared)')).toHaveCount(0);

    const connect = await workbench.openConnect();
    const otherConnections = connect.dialog.getByRole('region', { name: 'Connections of other workspaces' });
    const row = otherConnections.getByRole('listitem');
    await expect(row).toContainText(`Samples of the workspace other-prompts in Claude Code, ${dirname(file)}set up`);
    await expect(row.getByRole('button')).toHaveText(['Disconnect']);
    await connect.chooseFolder(dirname(file));
    await expect(connect.dialog).toContainText('This replaces the entry "Samples" of the workspace other-prompts');
    await connect.apply();
    await expect(row).toContainText('Replaced by the workspace My Workspace: open the workspace other-prompts');
    await expect(row.getByRole('button')).toHaveText(['Remove from list']);
    await row.getByRole('button').click();
    await expect(row).toHaveCount(0);
    await expect(connect.dialog.getByRole('button', { name: 'Connect this workspace' })).toBeFocused();
    expect(await readFile(file, 'utf8')).toContain(world.workspace);
    await page.keyboard.press('Enter');
    await expect(connect.dialog).toContainText('Set up in Claude Code');
    await connect.close();
  });
});

test('each client application keeps its target, and its entry is written, copied or bundled', async ({
  page,
  world,
  nextDownload,
}) => {
  const folder = join(dirname(world.workspace), '.cursor');
  const file = join(folder, 'mcp.json');
  await mkdir(folder);
  await writeFile(file, '{ "mcpServers": { "other": { "url": "https://example.com/mcp" } } }\n');
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());

  await test.step('the scopes are in the same order for every application', async () => {
    const connect = await workbench.openConnect();
    const scopes = connect.dialog.getByRole('radiogroup', { name: 'Scope' }).getByRole('radio');
    await expect(connect.dialog.getByText('Scope', { exact: true })).toBeVisible();
    await expect(scopes).toHaveText(['One project', 'One project, only for me', 'All projects']);
    for (const name of ['Codex CLI', 'Cursor']) {
      await connect.application(name).click();
      await expect(scopes).toHaveText(['One project', 'All projects']);
    }
    await connect.close();
  });

  await test.step('the target stays what it was after a visit to another application and after the dialog closes', async () => {
    let connect = await workbench.openConnect();
    await connect.chooseFolder(world.project);
    await expect(connect.write).toHaveText('Connect in a project');
    await connect.application('Claude Desktop').click();
    await expect(connect.write).toHaveText('Connect Claude Desktop');
    await connect.application('Codex CLI').click();
    await connect.scope('One project').click();
    await connect.application('Claude Code').click();
    await expect(connect.scope('One project')).toBeChecked();
    await expect(connect.write).toHaveText('Connect in a project');

    await connect.scope('All projects').click();
    await expect(connect.write).toHaveText('Connect for all projects');
    await expect(connect.onlyHere).toHaveCount(0);
    await connect.application('Codex CLI').click();
    await expect(connect.scope('One project')).toBeChecked();
    await connect.dialog.getByRole('button', { name: 'Cancel' }).click();
    connect = await workbench.openConnect();
    await expect(connect.scope('All projects')).toBeChecked();
    await connect.close();
  });

  await test.step('installed applications come first, and an entry that another program removes is noticed and connected again', async () => {
    let connect = await workbench.openConnect();
    const applicationsHere = connect.dialog.getByRole('group', { name: 'Found or set up here', exact: true });
    await applicationsHere.getByRole('option', { name: 'Cursor' }).click();
    await connect.scope('All projects').click();
    await expect(connect.change).toContainText('"Samples"');
    await connect.write.click();
    await expect(connect.dialog).toContainText(/prompts\/list returned 9 prompts/);
    expect(await readFile(file, 'utf8')).toContain('"other": { "url": "https://example.com/mcp" }');
    await connect.dialog.getByRole('button', { name: 'Done' }).click();

    await writeFile(file, '{ "mcpServers": {} }\n');
    connect = await workbench.openConnect();
    await expect(connect.application('Cursor')).toContainText('entry removed');
    await connect.dialog.getByRole('button', { name: /^Reconnect/ }).click();
    await connect.write.click();
    await expect(connect.application('Cursor')).toContainText('set up');
    expect(JSON.parse(await readFile(file, 'utf8')).mcpServers).toHaveProperty('Samples');
    await connect.close();
  });

  await test.step('an entry that a team would share says that it only works here, and leads to what can be shared', async () => {
    const connect = await workbench.openConnect();
    await connect.application('Claude Code').click();
    await connect.scope('One project').click();
    await connect.chooseFolder(world.project);
    await connect.onlyHere.getByRole('button', { name: 'Share…' }).click();
    const share = page.getByRole('dialog', { name: 'Share with a team' });
    await expect(share).toContainText(world.workspace);
    await expectAccessible(page, '[role=dialog]');
    await share.getByRole('button', { name: 'Connect only for me' }).click();
    await expect(connect.write).toHaveText('Connect in a project, only for me');
    await expect(connect.onlyHere).toHaveCount(0);
    await connect.close();
  });

  await test.step('the entry can be copied for manual setup, or saved as a bundle', async () => {
    const connect = await workbench.openConnect();
    await connect.application('Codex CLI').click();
    await connect.dialog.getByText('Set up manually').click();
    await expect(connect.dialog.getByRole('figure').getByText('[mcp_servers.Samples]')).toBeVisible();
    await connect.application('Claude Desktop').click();
    await connect.dialog.getByRole('button', { name: /As a bundle/ }).click();
    const share = page.getByRole('dialog', { name: 'Share Samples' });
    await expect(share.getByText('Run its functions')).toBeVisible();
    const bundle = nextDownload();
    await share.getByRole('button', { name: /Save the bundle/ }).click();
    expect(await bundle).toBe('samples.mcpb');
    await share.getByText('Plugin', { exact: true }).click();
    const plugin = nextDownload();
    await share.getByRole('button', { name: /Save the plugin/ }).click();
    expect(await plugin).toBe('samples.zip');
    await expect(share.getByRole('status')).toHaveText('samples.zip is packed.');
    await expect(share.getByText('This workspace is not in a git repository.')).toBeVisible();
    await expect(share.getByRole('button', { name: 'Put it into the repository' })).toHaveCount(0);
    await share.getByRole('button', { name: 'Close' }).click();
    await connect.close();
  });

  await test.step('a plugin goes into the repository and out again, and Escape closes the dialog after each press', async () => {
    await mkdir(join(world.workspace, '.git'));
    await workbench.choose('Samples');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('share the server');
    await page.keyboard.press('Enter');
    const share = page.getByRole('dialog', { name: 'Share Samples' });
    const put = share.getByRole('button', { name: 'Put it into the repository' });
    await put.click();
    await expect(share.getByRole('status')).toContainText('Commit both');
    await expect(put).toBeFocused();
    await share.getByRole('button', { name: 'Undo' }).click();
    await expect(share.getByRole('status')).toHaveText('The repository is as it was before.');
    await expect(world.read('.claude-plugin/marketplace.json')).rejects.toThrow();
    // The pressed button is gone, and the dialog still has the focus.
    await page.keyboard.press('Escape');
    await expect(share).toHaveCount(0);
    await rm(join(world.workspace, '.git'), { recursive: true });
  });

  await test.step('the prompts of a server are compared on every surface', async () => {
    await workbench.choose('Samples');
    await workbench.editor.getByRole('tab', { name: 'Clients' }).click();
    await workbench.editor.getByRole('button', { name: 'Compare', exact: true }).click();
    const explain = workbench.editor.getByRole('list', { name: 'Surfaces of explain' }).first();
    await expect(explain.getByRole('button', { name: /^Plugin/ })).toHaveText(/the same/, { timeout: 30_000 });
    await expect(explain.getByRole('button', { name: /^Skill/ })).toContainText('It is not a skill');
    const review = workbench.editor.getByRole('list', { name: 'Surfaces of review-code' }).first();
    await review.getByRole('button', { name: /^Skill/ }).click();
    await expect(workbench.editor.getByText('Read the file [review-checklist.md]')).toBeVisible();
    await expectAccessible(page, 'main');
  });
});

test('the connect dialog fits a small window', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());

  await test.step('the list of applications stays in view while the change scrolls', async () => {
    await page.setViewportSize({ width: 1024, height: 600 });
    const connect = await workbench.openConnect();
    await connect.chooseFolder(world.project);
    await expect(connect.change).toBeVisible();
    await connect.folder.hover();
    await page.mouse.wheel(0, 4000);
    await expect(connect.folder).not.toBeInViewport();
    await expect(connect.application('Claude Code')).toBeInViewport();
    await connect.close();
  });

  await test.step('below 760 pixels, the applications are in a select', async () => {
    await page.setViewportSize({ width: 720, height: 900 });
    const connect = await workbench.openConnect();
    await expect(connect.applicationSelect).toContainText('Claude Code');
    await connect.applicationSelect.click();
    await page.getByRole('option', { name: 'Claude Desktop' }).click();
    await expect(connect.applicationSelect).toContainText('Claude Desktop');
    await expect(connect.write).toHaveText('Connect Claude Desktop');
    await connect.close();
  });

  for (const [width, height] of [
    [640, 400],
    [720, 450],
    [720, 900],
    [640, 800],
  ] as const) {
    await test.step(`no control has size 0 at ${width} by ${height}`, async () => {
      await page.setViewportSize({ width, height });
      const folder = join(world.project, `${width}x${height}`);
      await mkdir(folder);
      const connect = await workbench.openConnect();
      await expect(connect.folder).toBeFocused();
      await expect(connect.folder).toBeInViewport({ ratio: 1 });
      expect(await connect.emptyControls()).toEqual([]);
      await connect.chooseFolder(folder);
      await expect(connect.change).toContainText('"Samples"');
      expect(await connect.emptyControls()).toEqual([]);
      await connect.apply();
      await expect(connect.dialog).toContainText('prompts/list returned 9 prompts');
      expect(await connect.emptyControls()).toEqual([]);
      await connect.disconnect();
      await expect(connect.connectAgain).toBeVisible();
      await connect.close();
    });
  }
});
