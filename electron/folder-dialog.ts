/** The system's dialog for choosing a folder. */
import type { OpenDialogOptions } from 'electron';

/** The part of Electron's `dialog` that this needs. */
export interface OpenDialog {
  showOpenDialog(options: OpenDialogOptions): Promise<{ readonly filePaths: readonly string[] }>;
}

/** @param from where the dialog opens @returns undefined if the person cancels */
export async function chooseFolder(dialog: OpenDialog, title: string, from?: string): Promise<string | undefined> {
  const { filePaths } = await dialog.showOpenDialog({
    title,
    ...(from !== undefined && { defaultPath: from }),
    properties: ['openDirectory', 'createDirectory'],
  });
  return filePaths[0];
}
