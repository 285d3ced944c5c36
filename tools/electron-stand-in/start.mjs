/**
 * Runs an app as Electron's executable does: `electron <app folder> [arguments]` loads the app's `main` with
 * `require('electron')` replaced. The app's other modules are its own.
 */
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { app, finishLaunching } from './app.mjs';
import { BrowserWindow } from './browser-window.mjs';
import { serveControl, waitForLaunch } from './control.mjs';
import { dialog } from './dialog.mjs';
import { ipcMain } from './ipc-main.mjs';
import { allowOnly } from './limits.mjs';
import { Menu } from './menu.mjs';
import { net, protocol, session } from './network.mjs';
import { clipboard, nativeTheme, safeStorage, screen, shell } from './system.mjs';

/** What `require('electron')` returns in the main process. */
const electron = allowOnly('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
});

const { ELECTRON_STAND_IN_RESOURCES: resources } = process.env;
const [, , folder = '.', ...rest] = process.argv;
const appFolder = resources ? join(resources, 'app.asar') : resolve(folder);
app.isPackaged = resources !== undefined;
// A packed app has no folder among its arguments, and `process.resourcesPath` (docs/api/process.md).
process.argv = resources ? [process.execPath, ...process.argv.slice(2)] : [process.execPath, appFolder, ...rest];
Object.assign(process, resources && { resourcesPath: resources });
Object.assign(process, { type: 'browser' });

/** Node's own loader of CommonJS modules. @type {{ _load(request: string, ...others: any[]): any }} */
const loader = /** @type {any} */ (Module);
const load = loader._load;
loader._load = (request, ...others) => (request === 'electron' ? electron : load(request, ...others));

await serveControl();
process.argv.push(...(await waitForLaunch()));
const { main } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));
createRequire(join(appFolder, 'package.json'))(join(appFolder, main));
finishLaunching();
