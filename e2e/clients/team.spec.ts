/** A team server in the window: added by its address, logged in to, read, and connected to client applications. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerPage } from '../pages/server-page.ts';
import { ConnectDialog, WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, inBrowserOnly, test } from '../support/fixtures.ts';
import { startTeam } from '../support/running-team.ts';

const files = {
  'servers/Docs.yaml': 'Name: Docs\nTitle: Our documentation\nMCPPrompts: [greet, part]\n',
  'prompts/greet.yaml': 'Name: greet\nContent: Hello\n',
  'prompts/part.yaml': 'Name: part\nContent: Goodbye\n',
};

test(
  'a team server is added, logged in to, connected and left',
  inBrowserOnly('the desktop app opens the login page in another program'),
  async ({ page, world }) => {
    const team = await startTeam(world, files);
    execFileSync('git', ['clone', '--quiet', team.repository, world.workspace]);
    const workbench = new WorkbenchPage(page);
    await workbench.open(await world.start());
    const dialog = page.getByRole('dialog');
    const teams = page.getByRole('dialog', { name: 'Team servers' });
    const openTeams = async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill('Team servers');
      await page.keyboard.press('Enter');
      await expect(teams).toBeVisible();
    };

    await test.step('an invalid address is refused in one sentence', async () => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Add team server…' }).click();
      await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://prompts.example.com');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toHaveText(
        'ftp://prompts.example.com is not the address of a team server: write it as https://prompts.example.com.',
      );
      await expectAccessible(page, '[role=dialog]');
    });

    await test.step('the person logs in with the browser', async () => {
      await dialog.getByRole('textbox', { name: 'Address' }).fill(team.address);
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Acme');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(teams).toContainText('not logged in');
      const newPage = page.context().waitForEvent('page');
      await teams.getByRole('button', { name: 'Log in' }).click();
      const login = await newPage;
      await expect(login.getByRole('heading')).toHaveText('You can close this page');
      await login.close();
      await expect(teams).toContainText('logged in as ada');
    });

    await test.step('the page shows the servers, and the commit that they serve', async () => {
      await expect(teams).toContainText('Greet people');
      const row = teams.getByRole('list', { name: 'Servers' }).getByRole('listitem');
      await expect(row).toContainText('Our documentation');
      await expect(row).toContainText('2 prompts');
      await expectAccessible(page, '[role=dialog]');
      const refusal = team.push({ 'prompts/part.yaml': 'Name: part\nContents: 7\n' }, 'Break the goodbye');
      await expect(async () => {
        await teams.getByRole('button', { name: 'Read again' }).click();
        await expect(teams).toContainText('A newer commit is not served.', { timeout: 1_000 });
      }).toPass();
      await expect(teams).toContainText('prompts/part.yaml');
      await expect(teams.getByText(refusal.slice(0, 9), { exact: true })).toBeVisible();
    });

    await test.step('a client application gets the address, without a token, and loses it again', async () => {
      await teams.getByRole('button', { name: 'Connect Docs…' }).click();
      const connect = new ConnectDialog(page.getByRole('dialog', { name: 'Connect to Acme' }));
      await connect.chooseFolder(world.project);
      await expect(connect.change).toContainText(`${team.address}/mcp/Docs?for=claude-code`);
      await expect(connect.dialog).toContainText('choose Docs, and log in there.');
      await connect.apply();
      await expect(connect.dialog).toContainText('The server answered, and prompts/list returned 2 prompts');
      const file = join(world.project, '.mcp.json');
      expect(JSON.parse(await readFile(file, 'utf8')).mcpServers.Docs).toEqual({
        type: 'http',
        url: `${team.address}/mcp/Docs?for=claude-code`,
      });
      await connect.dialog.getByRole('button', { name: 'Disconnect', exact: true }).first().click();
      await expect(connect.dialog).toContainText('Disconnected');
      await expect(readFile(file, 'utf8')).rejects.toThrow('ENOENT');
      await connect.close();
    });

    await test.step('an entry of the workspace may follow a branch instead of the folder', async () => {
      await workbench.choose('greet');
      const connect = await workbench.openConnect();
      await connect.chooseFolder(world.project);
      await expect(connect.change).not.toContainText('--ref=');
      await connect.dialog.getByRole('button', { name: /Serves$/ }).click();
      await page.getByRole('option', { name: 'main', exact: true }).click();
      await expect(connect.change).toContainText('--ref=main');
      await connect.close();
    });

    await test.step('the usage of a server includes all people', async () => {
      await team.getPrompt('ada', 'greet');
      await team.getPrompt('grace', 'greet');
      const server = new ServerPage(page);
      await server.open('Docs');
      await server.show('Clients');
      const usage = page.getByRole('region', { name: 'Usage' });
      const row = usage.getByRole('table', { name: 'Calls by prompt and tool' }).getByRole('row', { name: /^greet/ });
      await expect(async () => {
        await usage.getByRole('button', { name: 'Read again' }).click();
        await expect(row.getByRole('cell').nth(0)).toHaveText('2', { timeout: 1_000 });
      }).toPass();
      await expect(row.getByRole('cell').nth(1)).toHaveText('2');
      await expect(usage.getByRole('columnheader').nth(2)).toHaveText('People');
      await expect(usage).toContainText('Not used: part');
      await usage.getByRole('button', { name: 'From' }).click();
      await page.getByRole('option', { name: 'This computer' }).click();
      await expect(usage).toContainText('Calls are not kept.');
    });

    await test.step('logging out and removing leave nothing behind', async () => {
      await openTeams();
      await teams.getByRole('button', { name: 'Log out' }).click();
      await expect(teams).toContainText('not logged in');
      await teams.getByRole('button', { name: 'Remove' }).click();
      await teams.getByRole('button', { name: 'Remove' }).click();
      await expect(teams).toContainText('No team servers yet');
    });
    await team.stop();
  },
);
