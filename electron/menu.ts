/** Main process: the application menu. Without the Edit roles, copy and paste have no shortcuts on macOS. */
import { Menu, type MenuItemConstructorOptions, shell } from 'electron';

export interface MenuActions {
  openWorkspace(): void;
  showWorkspaceFolder(): void;
}

/** Puts the menu in its place: the screen's head on macOS, the window's elsewhere. */
export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, process.platform)));
}

/** The menu as data, by the customs of a platform. */
export function menuTemplate(actions: MenuActions, platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Open Workspace…', accelerator: 'CmdOrCtrl+O', click: () => actions.openWorkspace() },
        { label: 'Show Workspace Folder', click: () => actions.showWorkspaceFolder() },
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
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
        { role: 'reload' },
        { role: 'toggleDevTools' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        webPage(
          'Prompts in the Model Context Protocol',
          'https://modelcontextprotocol.io/specification/latest/server/prompts',
        ),
        webPage('Prompts in Claude Code', 'https://code.claude.com/docs/en/mcp'),
      ],
    },
  ];
}

function webPage(label: string, url: string): MenuItemConstructorOptions {
  return { label, click: () => void shell.openExternal(url) };
}
