/**
 * Main process: updates of a packed app. The app looks for one, downloads it and restarts only when a person asks, each
 * by its own press: until then nothing is sent.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBoxOptions } from 'electron';

/** The part of electron-updater's `autoUpdater` that this uses. */
export interface Updater {
  /** Whether a check also downloads. */
  autoDownload: boolean;
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string };
  } | null>;
  downloadUpdate(): Promise<unknown>;
  /** Ends the app, installs the download, and starts the new version. */
  quitAndInstall(): void;
}

/** Shows a question. @returns the index of the chosen button */
type Ask = (options: MessageBoxOptions) => Promise<number>;

/** Whether this app has a feed of updates: electron-builder writes its address beside the archive. */
export function hasUpdateFeed(app: { readonly isPackaged: boolean }, resources: string | undefined): boolean {
  return app.isPackaged && resources !== undefined && existsSync(join(resources, 'app-update.yml'));
}

/**
 * Looks for an update, and asks before it downloads and before it restarts. A failure is shown.
 * @param version of this app
 */
export async function offerUpdate(updater: Updater, version: string, ask: Ask): Promise<void> {
  updater.autoDownload = false;
  const updateCheck = await attempt(() => updater.checkForUpdates(), "Couldn't check for updates", ask);
  if (updateCheck === failure) return;
  if (!updateCheck?.isUpdateAvailable) {
    await ask({ type: 'info', message: `Prompt Workbench ${version} is the newest version.`, buttons: ['OK'] });
    return;
  }
  const { version: next } = updateCheck.updateInfo;
  const download: MessageBoxOptions = {
    type: 'question',
    message: `Prompt Workbench ${next} is available. You have ${version}.`,
    buttons: ['Download', 'Not Now'],
    cancelId: 1,
  };
  if ((await ask(download)) !== 0) return;
  if ((await attempt(() => updater.downloadUpdate(), `Couldn't download ${next}`, ask)) === failure) return;
  const restart: MessageBoxOptions = {
    type: 'question',
    message: `Prompt Workbench ${next} is ready.`,
    detail: 'It is installed when you restart the app, or when you quit it.',
    buttons: ['Restart', 'Later'],
    cancelId: 1,
  };
  if ((await ask(restart)) === 0) updater.quitAndInstall();
}

const failure = Symbol('failed');

/** Runs a step. A failure is shown, with what to do. */
async function attempt<T>(step: () => Promise<T>, problem: string, ask: Ask): Promise<T | typeof failure> {
  try {
    return await step();
  } catch (error) {
    // electron-updater appends the headers of the response.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    await ask({
      type: 'error',
      message: `${problem}.`,
      detail: `${reason}\nCheck the connection and try again.`,
      buttons: ['OK'],
    });
    return failure;
  }
}
