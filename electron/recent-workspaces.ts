/** Main process: the recent workspaces, where each system shows them outside the window. */
import { app, type JumpListCategory } from 'electron';

/**
 * Adds the open workspace to the recent documents of macOS (the Dock and the Apple menu), or replaces the jump list of
 * Windows. Linux has no such place.
 * @param folders the open workspace first
 */
export function showRecentWorkspaces(folders: readonly string[], platform: NodeJS.Platform): void {
  const [current] = folders;
  if (platform === 'darwin' && current !== undefined) app.addRecentDocument(current);
  if (platform === 'win32')
    app.setJumpList([jumpList(folders, process.execPath, app.isPackaged ? [] : process.argv.slice(1, 2))]);
}

/** @param ownArgs the arguments that start this app with `program` */
export function jumpList(folders: readonly string[], program: string, ownArgs: readonly string[]): JumpListCategory {
  return {
    type: 'custom',
    name: 'Recent Workspaces',
    items: folders.map((folder) => ({
      type: 'task',
      title: folder.split(/[\\/]/).at(-1) || folder,
      description: folder,
      program,
      args: [...ownArgs, '--workspace', folder].map(quoteForWindows).join(' '),
    })),
  };
}

/** As `CommandLineToArgvW` reads it: backslashes count twice before a quote. */
function quoteForWindows(argument: string): string {
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}
