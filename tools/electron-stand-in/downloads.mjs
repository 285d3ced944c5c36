/**
 * Downloads of a page: docs/api/download-item.md, downloadItem.setSavePath. "If user doesn't set the save path via the API,
 * Electron will use the original routine to determine the save path; this usually prompts a save dialog."
 */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askForFile } from './dialog.mjs';
import { inBackground } from './limits.mjs';

/**
 * Saves each download where a person chooses.
 * @param {import('./devtools.mjs').DevToolsSession} browser
 * @param {string} dir for files before they are saved
 */
export async function followDownloads(browser, dir) {
  /** @type {Map<string, () => void>} */
  const unfinishedDownloads = new Map();
  browser.on('Browser.downloadWillBegin', ({ guid, suggestedFilename }) => {
    const completion = new Promise((resolve) => unfinishedDownloads.set(guid, () => resolve(undefined)));
    const save = async () => {
      const { canceled, filePath } = await askForFile(suggestedFilename);
      await completion;
      if (canceled) rmSync(join(dir, guid));
      else renameSync(join(dir, guid), filePath);
    };
    inBackground(save());
  });
  browser.on('Browser.downloadProgress', ({ guid, state }) => {
    if (state === 'completed') unfinishedDownloads.get(guid)?.();
  });
  const behavior = { behavior: 'allowAndName', downloadPath: dir, eventsEnabled: true };
  await browser.send('Browser.setDownloadBehavior', behavior);
}
