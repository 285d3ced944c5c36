/** The desktop app by the stand-in for Electron. `npm run e2e:electron` starts it with Electron's own binary. */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { accountSecrets } from '../../src/state/keychain-socket.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { cliFile } from '../support/world.ts';
import { type Dialog, StandIn } from './stand-in.ts';

const test = base.extend<{ startApp: (...args: string[]) => StandIn }>({
  startApp: async ({ world }, use, testInfo) => {
    const apps: StandIn[] = [];
    await use((...args) => {
      const app = new StandIn(world.env, args, join(world.state, '..', `control-${apps.length}`));
      apps.push(app);
      return app;
    });
    for (const app of apps) {
      await app.stop();
      if (testInfo.status !== testInfo.expectedStatus && app.stderr !== '')
        await writeFile(testInfo.outputPath(`app-${apps.indexOf(app)}.log`), app.stderr);
    }
  },
});

/** The last dialog on the screen. */
const lastDialog = (app: StandIn) => async () => (await app.command<Dialog[]>('dialogs')).at(-1)?.options;

/** What the app asked the system for. */
const readRequests = (app: StandIn, functionName: string) => async () => {
  const requests = await app.command<{ what: string; value: unknown }[]>('requests');
  return requests.filter((request) => request.what === functionName).map(({ value }) => value);
};

/** Chooses Edit › Undo before each reading: a slow machine types one text in several steps. */
const undoAndRead = (app: StandIn, read: () => Promise<string>) => async () => {
  await app.command('choose', { path: ['Edit', 'Undo'] });
  return read();
};

async function openWindow(app: StandIn): Promise<{ page: Page; workbench: WorkbenchPage }> {
  const page = await app.page();
  const workbench = new WorkbenchPage(page);
  await expect(workbench.prompt('explain')).toBeVisible();
  return { page, workbench };
}

test('stand-in for Electron: the app previews what is typed, undoes from its menu, connects, and closes', async ({
  startApp,
  world,
}) => {
  const app = startApp();
  const { page, workbench } = await openWindow(app);

  await test.step('the page has five functions of the app, and neither Node nor Electron', async () => {
    const reach = await page.evaluate(() => ({
      bridge: Object.keys(Reflect.get(window, 'workbench')),
      isFrozen: Object.isFrozen(Reflect.get(window, 'workbench')),
      node: ['require', 'process', 'module', 'electron'].filter((name) => name in window),
    }));
    expect(reach).toEqual({
      bridge: ['call', 'listen', 'onCommand', 'report', 'pathOf'],
      isFrozen: true,
      node: [],
    });
    expect(await app.command('window')).toMatchObject({
      isVisible: true,
      url: expect.stringMatching(/^workbench:\/\/app\//),
    });
  });

  await test.step('what is typed is previewed and saved, and Edit › Undo takes it back', async () => {
    const before = await world.read('prompts/explain.yaml');
    await workbench.typeAtEnd(' Be brief.');
    await expect(workbench.preview).toContainText('Be brief.');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Be brief.');
    await expect.poll(undoAndRead(app, () => world.read('prompts/explain.yaml'))).toBe(before);
    await expect(workbench.preview).not.toContainText('Be brief.');
  });

  await test.step('the menu has the commands of the palette, and offers those that the page has now', async () => {
    interface Item {
      readonly label: string;
      readonly enabled: boolean;
      readonly items?: readonly Item[];
    }
    const isEnabled = async (menu: string, label: string) =>
      (await app.command<Item[]>('menu'))
        .find((candidate) => candidate.label === menu)
        ?.items?.find((candidate) => candidate.label === label)?.enabled;
    await expect.poll(() => isEnabled('Prompt', 'Show as YAML')).toBe(true);
    expect(await isEnabled('Server', 'Remove the inspected server from the list')).toBe(false);
    await app.command('choose', { path: ['Prompt', 'Show as YAML'] });
    await expect(workbench.editor.getByRole('radio', { name: 'YAML' })).toBeChecked();
    await app.command('choose', { path: ['Prompt', 'Show as form'] });
    await app.command('choose', { path: ['File', 'New server'] });
    const dialog = page.getByRole('dialog', { name: 'New server' });
    await expect(dialog).toBeVisible();
    await app.command('choose', { path: ['File', 'New source'] });
    await app.command('settle');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await app.command('choose', { path: ['help', 'Help'] });
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
    await page.keyboard.press('Escape');
    await workbench.choose('translate');
    await app.command('choose', { path: ['View', 'Back'] });
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('explain');
  });

  await test.step('a server is connected to a folder of the system’s dialog, and disconnected', async () => {
    const connect = await workbench.openConnect();
    await app.command('answer', { kind: 'open', value: { canceled: false, filePaths: [world.project] } });
    await connect.dialog.getByRole('button', { name: /^Choose/ }).click();
    await expect(connect.folder).toHaveValue(world.project);
    expect((await app.command<Dialog[]>('dialogs')).map(({ isAttached }) => isAttached)).toEqual([true]);
    await connect.apply();
    await expect(connect.dialog).toContainText(/9 prompts/);
    const file = join(world.project, '.mcp.json');
    expect(JSON.parse(await readFile(file, 'utf8')).mcpServers).toHaveProperty('Samples');
    await connect.disconnect();
    await expect.poll(() => readFile(file, 'utf8').catch(() => 'gone')).toBe('gone');
    await connect.close();
  });

  await test.step('the system’s parts of the window follow the theme and the title of the page', async () => {
    await expect
      .poll(() => app.command('window'))
      .toMatchObject({ title: 'explain – My Workspace – Prompt Workbench' });
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Theme/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => app.command('theme')).toBe('dark');
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
  });

  await test.step('a server that a client application starts has the AppID of the keychain while the app runs', async () => {
    const reply = await page.evaluate(() =>
      Reflect.get(window, 'workbench').call('sources.setAppId', { appId: 'APP-1' }),
    );
    expect(reply).toMatchObject({ ok: true });
    expect(await accountSecrets(world.state).read('wolfram-alpha-app-id')).toEqual({
      value: 'APP-1',
      from: 'keychain',
    });
    const doctor = spawnSync(process.execPath, [cliFile, 'doctor', '--project', world.project], { env: world.env });
    expect(String(doctor.stdout)).toContain('servers have it only while the desktop app is open');
  });

  await test.step('a right click on a text has its menu, and a web link opens in the browser', async () => {
    await workbench.promptText.click({ button: 'right' });
    await expect
      .poll(() => app.command<object[]>('contextMenu'))
      .toContainEqual(expect.objectContaining({ label: 'paste' }));
    await page.evaluate(() => window.open('https://modelcontextprotocol.io/', '_blank', 'noopener'));
    await expect.poll(readRequests(app, 'openExternal')).toEqual(['https://modelcontextprotocol.io/']);
    await page.evaluate(() => window.location.assign('https://example.com/'));
    await expect.poll(readRequests(app, 'openExternal')).toContain('https://example.com/');
    await expect(workbench.prompt('explain')).toBeVisible();
  });

  await test.step('no dictionary was downloaded', async () => {
    expect(await readRequests(app, 'dictionary')()).toEqual([]);
  });

  await test.step('closing the window right after the last key saves it, and ends the app', async () => {
    await workbench.typeAtEnd(' The last words.');
    await app.command('closeWindow');
    expect(await app.waitForEnd()).toBe(0);
    expect(await world.read('prompts/explain.yaml')).toContain('The last words.');
  });
});

/** The button that names a page's workspace. */
const folderOf = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /^Workspace / });

test('stand-in for Electron: each workspace has one window, however it is opened', async ({ startApp, world }) => {
  const app = startApp();
  const { page, workbench } = await openWindow(app);
  const pages = [page];
  /** The page of the window that has opened. */
  const waitForWindow = async (name: string) => {
    const next = await app.pageOtherThan(pages);
    pages.push(next);
    await expect(folderOf(next)).toContainText(name);
    return next;
  };
  const window = (index: number) => () => app.command<Record<string, unknown>>('window', { window: index });
  const otherPath = join(world.project, 'other');

  await test.step('a second start opens its workspace in another window and ends', async () => {
    const secondApp = startApp('--workspace', otherPath);
    expect(await secondApp.waitForEnd()).toBe(0);
    await waitForWindow('other');
    await expect(folderOf(page)).toContainText('My Workspace');
    await expect.poll(window(1)).toMatchObject({ isFocused: true, title: 'explain – other – Prompt Workbench' });
    expect(await window(0)()).toMatchObject({ isFocused: false });
  });

  await test.step('a start that names an open workspace, or none, brings a window to the front', async () => {
    await app.command('minimize');
    const secondApp = startApp('--workspace', world.workspace);
    expect(await secondApp.waitForEnd()).toBe(0);
    await expect.poll(window(0)).toMatchObject({ isMinimized: false, isFocused: true });
    await app.command('minimize');
    expect(await startApp().waitForEnd()).toBe(0);
    await expect.poll(window(0)).toMatchObject({ isMinimized: false, isFocused: true });
    expect(await window(2)()).toBeUndefined();
  });

  await test.step('two starts at the same moment open one window for the same workspace', async () => {
    const secondFolder = join(world.project, 'two');
    const starts = [startApp('--workspace', secondFolder), startApp('--workspace', secondFolder)];
    expect(await Promise.all(starts.map((start) => start.waitForEnd()))).toEqual([0, 0]);
    await waitForWindow('two');
    expect(await window(3)()).toBeUndefined();
  });

  await test.step('what is typed in one window is saved in its workspace', async () => {
    const [, secondPage] = pages;
    if (!secondPage) throw new Error('There is no second window.');
    const typedPage = new WorkbenchPage(secondPage);
    await typedPage.choose('explain');
    await typedPage.typeAtEnd(' In the other workspace.');
    await expect.poll(() => readFile(join(otherPath, 'prompts/explain.yaml'), 'utf8')).toContain('In the other');
    expect(await world.read('prompts/explain.yaml')).not.toContain('In the other');
    await app.command('focus', { window: 1 });
    await expect
      .poll(undoAndRead(app, () => readFile(join(otherPath, 'prompts/explain.yaml'), 'utf8')))
      .not.toContain('In the');
  });

  await test.step('the theme of one window is the theme of all', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Theme/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    for (const windowPage of pages) await expect(windowPage.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await app.command('theme')).toBe('dark');
  });

  await test.step('a window that closes leaves the others, and its workspace opens again', async () => {
    await app.command('closeWindow', { window: 2 });
    await expect.poll(window(2)).toBeUndefined();
    await app.command('choose', { path: ['File', 'Open recent', join(world.project, 'two')] });
    await waitForWindow('two');
  });

  await test.step('File › Open workspace… opens another folder, or says why it cannot', async () => {
    const thirdFolder = join(world.project, 'third');
    await mkdir(thirdFolder);
    await app.command('answer', { kind: 'open', value: { canceled: false, filePaths: [thirdFolder] } });
    await app.command('choose', { path: ['File', 'Open workspace…'] });
    await waitForWindow('third');
    await app.command('choose', { path: ['File', 'Show workspace folder'] });
    await expect.poll(readRequests(app, 'openPath')).toEqual([thirdFolder]);

    await writeFile(join(world.project, 'a file'), '');
    await app.command('answer', {
      kind: 'open',
      value: { canceled: false, filePaths: [join(world.project, 'a file')] },
    });
    await app.command('choose', { path: ['File', 'Open workspace…'] });
    await expect
      .poll(lastDialog(app))
      .toMatchObject({ content: expect.stringContaining("Can't create a workspace at") });
  });

  await test.step('a link opens its page in the window of its workspace, and a dropped folder its window', async () => {
    await app.command('drop', { path: otherPath });
    await expect.poll(window(1)).toMatchObject({ isFocused: true });
    const appFromLink = startApp(
      `prompt-workbench://open/servers/Samples/prompts/compare?workspace=${encodeURIComponent(world.workspace)}`,
    );
    expect(await appFromLink.waitForEnd()).toBe(0);
    await expect.poll(window(0)).toMatchObject({ isFocused: true });
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('compare');
    await app.command('openUrl', { url: 'prompt-workbench://open/servers/Samples/prompts/translate' });
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('translate');
  });

  await test.step('quitting saves every window and ends the app', async () => {
    await workbench.typeAtEnd(' The last words.');
    await app.command('quit');
    expect(await app.waitForEnd()).toBe(0);
    expect(await world.read('prompts/translate.yaml')).toContain('The last words.');
  });
});

test('stand-in for Electron: nothing is lost by a page that crashes or hangs, or by closing while a save fails', async ({
  startApp,
  world,
}) => {
  const app = startApp();
  await openWindow(app);

  await test.step('a crashed page is loaded again when the person says so', async () => {
    await app.command('crash');
    await expect.poll(lastDialog(app)).toMatchObject({ message: "The window's page ended unexpectedly (crashed)." });
    await app.command('answer', { kind: 'message', value: { response: 0 } });
  });

  await test.step('a page that hangs is loaded again in a new renderer, without another question', async () => {
    await openWindow(app);
    const before = (await app.command<Dialog[]>('dialogs')).length;
    await app.command('hang');
    await expect.poll(lastDialog(app)).toMatchObject({ message: "The window's page doesn't respond." });
    await app.command('answer', { kind: 'message', value: { response: 0 } });
    await openWindow(app);
    expect(await app.command<Dialog[]>('dialogs')).toHaveLength(before + 1);
  });

  const { workbench } = await openWindow(app);
  await test.step('the window asks before it closes with a change that cannot be saved', async () => {
    await workbench.choose('explain');
    const prompts = join(world.workspace, 'prompts');
    await rename(prompts, join(world.workspace, 'moved'));
    await writeFile(prompts, 'a file in the place of the folder');
    await workbench.typeAtEnd(' Unsaved.');
    await app.command('answer', { kind: 'message-sync', value: 0 });
    await app.command('closeWindow');
    await expect.poll(lastDialog(app)).toMatchObject({ message: 'Some changes could not be saved.' });
    await expect(workbench.promptText).toContainText('Unsaved.');
    await rm(prompts);
    await rename(join(world.workspace, 'moved'), prompts);
  });

  await test.step('the window closes without a question once it is saved, and saves the name still in its field', async () => {
    await workbench.typeAtEnd(' Saved.');
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Unsaved. Saved.');
    const argument = workbench.editor.getByRole('group', { name: /^Argument/ });
    await argument.getByRole('textbox', { name: 'Name' }).fill('subject');
    await app.command('closeWindow');
    expect(await app.waitForEnd()).toBe(0);
    expect(await world.read('prompts/explain.yaml')).toContain('Name: subject');
  });
});
