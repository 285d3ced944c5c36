/**
 * The loads of one page, whose promises end as those of Electron's `loadURL` do (`_awaitNextLoad` in
 * lib/browser/api/web-contents.ts): fulfilled when this load has finished, rejected with -3 when another one replaces it,
 * and with -2 when the page ends first. A load has the id that Chromium gives its document.
 */

/** docs/api/web-contents.md, did-fail-load: codes of Chromium's net_error_list.h. */
const abortedLoad = { code: -3, description: 'ERR_ABORTED' };
const failedLoad = { code: -2, description: 'ERR_FAILED' };

export class PageLoads {
  constructor() {
    /** @type {{ url: string, id?: string, resolve(): void, reject(error: Error): void } | undefined} */
    this.current = undefined;
    this.lastFinished = '';
  }

  /** @param {string} url @returns {Promise<void>} */
  begin(url) {
    this.fail(abortedLoad);
    return new Promise((resolve, reject) => {
      this.current = { url, resolve, reject };
    });
  }

  /** Chromium shows the document of the current load. @param {string} id */
  handleCommit(id) {
    if (!this.current) return;
    this.current.id = id;
    if (this.lastFinished === id) this.handleFinish(id);
  }

  /** A load has begun, by the app or by the page. Before its document is shown, Chromium itself ends the one it replaces. @param {string} id */
  handleStart(id) {
    if (this.current?.id !== undefined && this.current.id !== id) this.fail(abortedLoad);
  }

  /** @param {string} id */
  handleFinish(id) {
    this.lastFinished = id;
    if (this.current?.id === id) this.end()?.resolve();
  }

  /** Only the fragment of the address has changed. */
  handleSamePage() {
    this.end()?.resolve();
  }

  /** @param {{ code: number, description: string }} [reason] */
  fail({ code, description } = failedLoad) {
    const load = this.end();
    load?.reject(new Error(`${description} (${code}) loading '${load.url}'`));
  }

  end() {
    const load = this.current;
    this.current = undefined;
    return load;
  }
}
