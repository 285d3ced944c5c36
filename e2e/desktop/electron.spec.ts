/** The desktop app in Electron itself, where its binary is installed and a window can open. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { _electron as electron } from '@playwright/test';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { root } from '../support/world.ts';

/** The path of Electron's executable, or why it cannot run. */
function findElectron(): { readonly executablePath: string } | { readonly reason: string } {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return { reason: 'There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set.' };
  try {
    const executablePath = createRequire(join(root, 'package.json'))('electron') as string;
    if (existsSync(executablePath)) return { executablePath };
  } catch {
    // Electron's package throws until its binary is downloaded.
  }
  return { reason: "Electron's binary is not installed: run node node_modules/electron/install.js." };
}

const foundElectron = findElectron();

test('Electron: the app starts, previews what is typed, undoes from its menu, and closes', async ({ world }) => {
  if ('reason' in foundElectron) {
    console.log(`Skipped: ${foundElectron.reason}`);
    test.skip(true, foundElectron.reason);
    return;
  }
  // Chromium refuses its own sandbox as root, which is what CI runs as.
  const args = [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const env = Object.fromEntries(
    Object.entries(world.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const app = await electron.launch({ executablePath: foundElectron.executablePath, args, env });
  const workbench = new WorkbenchPage(await app.firstWindow());
  await expect(workbench.prompt('explain')).toBeVisible();
  const before = await world.read('prompts/explain.yaml');
  await workbench.typeAtEnd(' Be brief.');
  await expect(workbench.preview).toContainText('Be brief.');
  await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Be brief.');
  await app.evaluate(({ Menu }) => {
    const edit = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&Edit');
    edit?.submenu?.items.find(({ label }) => label === 'Undo')?.click();
  });
  await expect.poll(() => world.read('prompts/explain.yaml')).toBe(before);
  const closing = app.waitForEvent('close');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await closing;
});
