/** The system's dialog for choosing a folder. */
import { type BrowserWindow, dialog } from 'electron';

/**
 * @param window the window that asks: it waits for the dialog, which macOS draws as a sheet of it
 * @param from where the dialog opens
 * @returns undefined if the person cancels
 */
export async function chooseFolder(
  window: BrowserWindow | undefined,
  title: string,
  from?: string,
): Promise<string | undefined> {
  const options: Electron.OpenDialogOptions = {
    title,
    ...(from !== undefined && { defaultPath: from }),
    properties: ['openDirectory', 'createDirectory'],
  };
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return filePaths[0];
}
