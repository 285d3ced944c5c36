/** Main process: the application menu. Without the Edit roles, copy and paste have no shortcuts on macOS. */
import { type KeyboardInputEvent, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { inBackground } from '../src/base/in-background.ts';
import { type CommandEntry, type CommandId, commands } from '../src/model/commands.ts';

export interface MenuActions {
  openWorkspace(): void;
  openRecent(dir: string): void;
  /** Folders of workspaces, the newest first. */
  readonly recentFolders: readonly string[];
  showWorkspaceFolder(): void;
  /** Sends a key press to the page, which maps it to a command of the focused part. */
  press(keys: KeyboardInputEvent): void;
  /** Lets the page run a command that has no keys. */
  run(id: CommandId): void;
  /** Absent if this app has no feed of updates. */
  checkForUpdates?(): void;
}

/** Sets the application menu. */
export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, process.platform)));
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Commands in the order of their menus; `-` is a line. */
const menus = {
  file: [
    'new-prompt',
    'new-tool',
    'new-server',
    'new-source',
    'new-skill',
    '-',
    'import',
    'inspect',
    'add-team',
    '-',
    'new-workspace',
  ],
  edit: ['undo', 'redo', 'recently-deleted', '-', 'publish', 'pull'],
  find: ['find', 'filter'],
  prompt: [
    ...['open', 'focus-text', 'add-argument', 'form', 'source', 'history', '-'],
    ...['run', 'compare-runs', 'check-reach', 'run-results', 'runners', '-', 'tests', 'add-test', '-'],
    ...['rename', 'duplicate', 'move-up', 'move-down', 'add-favourite', 'remove-favourite', 'share', 'local-copy', '-'],
    ...['connect', 'skills', 'copy-wolfram', '-', 'remove', 'delete-prompt'],
  ],
  server: [
    ...['teams', 'share-server', 'copy-server', 'copy-server-wolfram', '-'],
    ...['forget-inspected', 'delete-server', 'delete-source', 'delete-skill'],
  ],
  view: [
    ...['palette', 'commands', '-', 'back', 'forward', '-'],
    ...['go-list', 'go-editor', 'go-preview', 'next-pane', 'previous-pane', 'go-notices', 'dismiss-notices', '-'],
    ...['toggle-list', 'toggle-preview', 'problems', 'wire', 'group-by-tag', 'ungroup-list', 'reset-layout', '-'],
  ],
  theme: ['theme-system', 'theme-light', 'theme-dark', 'theme-contrast'],
  help: ['help', 'keyboard-map', 'tour'],
} as const satisfies Readonly<Record<string, readonly (CommandId | '-')[]>>;

/** The menu as data, in the platform's order and with the words of the window. */
export function menuTemplate(actions: MenuActions, platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const menu = (name: keyof typeof menus) =>
    menus[name].map((id) => (id === '-' ? separator : commandItem(id, actions, isMac)));
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        ...menu('file'),
        { label: 'Open workspace…', accelerator: 'CmdOrCtrl+O', click: () => actions.openWorkspace() },
        openRecentItem(actions),
        commandItem('manage-trust', actions, isMac),
        { label: 'Show workspace folder', click: () => actions.showWorkspaceFolder() },
        separator,
        commandItem('save', actions, isMac),
        ...(isMac ? [] : [separator]),
        { role: 'close' },
        ...(isMac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        // Not Electron's roles: these reach only a focused field, and the page has one undo for everything.
        ...menu('edit'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'pasteAndMatchStyle' },
        { role: 'delete' },
        { role: 'selectAll' },
        separator,
        ...menu('find'),
      ],
    },
    { label: '&Prompt', submenu: menu('prompt') },
    { label: '&Server', submenu: menu('server') },
    {
      label: '&View',
      submenu: [
        ...menu('view'),
        { label: 'Theme', submenu: menu('theme') },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        ...menu('help'),
        separator,
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

function openRecentItem({ recentFolders, openRecent }: MenuActions): MenuItemConstructorOptions {
  return {
    label: 'Open recent',
    enabled: recentFolders.length > 0,
    // An ampersand marks the key of an item; two are one.
    submenu: recentFolders.map((dir) => ({ label: dir.replaceAll('&', '&&'), click: () => openRecent(dir) })),
  };
}

/** A command of the page. The page handles its keys; the item shows them, and sends them or the command when chosen. */
function commandItem(id: CommandId, actions: MenuActions, isMac: boolean): MenuItemConstructorOptions {
  const { title, keys } = commandOf(id);
  // A single character cannot be an accelerator.
  const accelerator = keys.find((key) => key.length > 1);
  return {
    id,
    label: title.replaceAll('&', '&&'),
    ...(accelerator === undefined
      ? { click: () => actions.run(id) }
      : {
          accelerator: electronKey(accelerator).replace('Mod', 'CmdOrCtrl'),
          registerAccelerator: false,
          click: () => actions.press(keyPress(accelerator, isMac)),
        }),
  };
}

const commandOf = (id: CommandId): CommandEntry => commands.find((command) => command.id === id) as CommandEntry;

/** Electron's name of the key: its arrows have short ones. */
const electronKey = (key: string) => key.replace(/Arrow(?=Left|Right|Up|Down)/, '');

function keyPress(key: string, isMac: boolean): KeyboardInputEvent {
  const [keyCode = '', ...modifierKeys] = electronKey(key).split('+').reverse();
  const modifiers = modifierKeys.map((name) =>
    name === 'Mod' ? (isMac ? 'meta' : 'control') : name === 'Alt' ? 'alt' : 'shift',
  );
  return { type: 'keyDown', keyCode, modifiers };
}

/** Lets only the available commands be chosen. Undo and redo always can: a field of a dialog has its own. */
export function enableCommands(available: readonly CommandId[]): void {
  const menu = Menu.getApplicationMenu();
  for (const { id } of commands) {
    const menuItem = menu?.getMenuItemById(id);
    if (menuItem) menuItem.enabled = available.includes(id) || id === 'undo' || id === 'redo';
  }
}

function updateItems({ checkForUpdates }: MenuActions): MenuItemConstructorOptions[] {
  if (!checkForUpdates) return [];
  return [{ type: 'separator' }, { label: 'Check for updates…', click: () => checkForUpdates() }];
}

function webPage(label: string, url: string): MenuItemConstructorOptions {
  return { label, click: () => inBackground(shell.openExternal(url)) };
}
