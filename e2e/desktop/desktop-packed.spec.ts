/** The layout that electron-builder makes, by the stand-in for Electron: an archive, and beside it what others start. */
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import config, { unpackedFiles } from '../../tools/release/electron-builder.mjs';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { StandIn } from './stand-in.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('stand-in for Electron: a packed app runs functions, and connects clients to its unpacked program', async ({
  world,
}) => {
  const resources = await mkdtemp(join(tmpdir(), 'packed-app-'));
  copyPackedApp(resources);
  const app = new StandIn(world.env, [], join(world.state, '..', 'control'), resources);
  try {
    const page = await app.page();
    const workbench = new WorkbenchPage(page);
    await expect(workbench.prompt('explain')).toBeVisible();

    await test.step('a function runs in a worker beside the archive', async () => {
      await workbench.choose('compare');
      await workbench.preview.getByRole('textbox', { name: 'options', exact: true }).fill('maps,objects');
      await expect(workbench.preview).toContainText('Compare these 2 options');
    });

    await test.step('an entry starts the program outside the archive', async () => {
      const text = await page.evaluate(async () => {
        const bridge = Reflect.get(window, 'workbench') as { call(name: string, input: unknown): Promise<unknown> };
        return JSON.stringify(
          await bridge.call('connect.snippets', { server: 'Samples', application: 'claude-code', transport: 'stdio' }),
        );
      });
      expect(text).toContain(join(resources, 'app.asar.unpacked', 'dist', 'cli.cjs'));
    });
    await test.step('a folder that a file manager opens with the app opens in a window', async () => {
      const folder = join(world.project, 'From a file manager');
      mkdirSync(folder);
      const control = join(world.state, '..', 'control-2');
      const secondApp = new StandIn(world.env, [pathToFileURL(folder).href], control, resources);
      expect(await secondApp.waitForEnd()).toBe(0);
      const otherPage = await app.pageOtherThan([page]);
      await expect(otherPage.getByRole('contentinfo').getByRole('button', { name: /^Workspace / })).toContainText(
        'From a file manager',
      );
    });
  } finally {
    await app.stop();
    rmSync(resources, { recursive: true, force: true });
  }
});

/** Copies the files of a packed app. Links lead to the unpacked files, which Electron also shows inside the archive. */
function copyPackedApp(resources: string): void {
  const archive = join(resources, 'app.asar');
  const besidePath = join(resources, 'app.asar.unpacked');
  for (const pattern of config.files) {
    const file = pattern.replace(/\/\*\*$/, '');
    const isUnpacked = unpackedFiles.includes(pattern);
    const target = join(isUnpacked ? besidePath : archive, file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, file), target, { recursive: true });
    if (!isUnpacked) continue;
    mkdirSync(dirname(join(archive, file)), { recursive: true });
    symlinkSync(target, join(archive, file));
  }
}
