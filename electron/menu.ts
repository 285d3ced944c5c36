/** Main process: the application menu. Without the Edit roles, copy and paste have no shortcuts on macOS. */
import { type KeyboardInputEvent, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { inBackground } from '../src/base/in-background.ts';
import { type CommandId, commands } from '../src/model/commands.ts';

export interface MenuActions {
  openWorkspace(): void;
  openRecent(dir: string): void;
  /** Folders of the workspaces before the open one, the newest first. */
  readonly recent: readonly string[];
  showWorkspaceFolder(): void;
  /** Sends a key press to the page, which maps it to a command. */
  press(keys: KeyboardInputEvent): void;
  /** Absent if this app has no feed of updates. */
  checkForUpdates?(): void;
}

/** Sets the application menu. */
export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, process.platform)));
}

/** The menu as data, in the platform's order and with the words of the window. */
export function menuTemplate(actions: MenuActions, platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const command = (id: CommandId) => commandItem(id, actions, isMac);
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        command('new-prompt'),
        command('import'),
        command('inspect'),
        { type: 'separator' },
        { label: 'Open workspace…', accelerator: 'CmdOrCtrl+O', click: () => actions.openWorkspace() },
        openRecentItem(actions),
        command('manage-trust'),
        { label: 'Show workspace folder', click: () => actions.showWorkspaceFolder() },
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        // Not Electron's roles: these reach only a focused field, and the page has one undo for everything.
        command('undo'),
        command('redo'),
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'pasteAndMatchStyle' },
        { role: 'delete' },
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        command('palette'),
        command('commands'),
        command('find'),
        { type: 'separator' },
        command('back'),
        command('forward'),
        { type: 'separator' },
        command('toggle-list'),
        command('toggle-preview'),
        command('problems'),
        command('wire'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        command('help'),
        command('keyboard-map'),
        { type: 'separator' },
        webPage(
          'Prompts in the Model Context Protocol',
          'https://modelcontextprotocol.io/specification/latest/server/prompts',
        ),
        webPage('Prompts in Claude Code', 'https://code.claude.com/docs/en/mcp'),
        ...updateItems(actions),
      ],
    },
  ];
}

function openRecentItem({ recent, openRecent }: MenuActions): MenuItemConstructorOptions {
  return {
    label: 'Open recent',
    enabled: recent.length > 0,
    // An ampersand marks the key of an item; two are one.
    submenu: recent.map((dir) => ({ label: dir.replaceAll('&', '&&'), click: () => openRecent(dir) })),
  };
}

/** A command of the page. The page handles its keys; the menu item shows them and sends them when chosen. */
function commandItem(id: CommandId, actions: MenuActions, isMac: boolean): MenuItemConstructorOptions {
  const { title, keys } = commands.find((each) => each.id === id) ?? { title: id, keys: [] as readonly string[] };
  const shown = keys.find((each) => each.includes('+')) ?? '';
  const [keyCode = '', ...held] = shown.split('+').reverse();
  const modifiers = held.map((name) =>
    name === 'Mod' ? (isMac ? 'meta' : 'control') : name === 'Alt' ? 'alt' : 'shift',
  );
  return {
    label: title,
    accelerator: shown.replace('Mod', 'CmdOrCtrl'),
    registerAccelerator: false,
    click: () => actions.press({ type: 'keyDown', keyCode, modifiers }),
  };
}

function updateItems({ checkForUpdates }: MenuActions): MenuItemConstructorOptions[] {
  if (!checkForUpdates) return [];
  return [{ type: 'separator' }, { label: 'Check for updates…', click: () => checkForUpdates() }];
}

function webPage(label: string, url: string): MenuItemConstructorOptions {
  return { label, click: () => inBackground(shell.openExternal(url)) };
}
