/** The state that all parts of the stand-in share: whether the app is ready, and which windows are open. */

/** @type {{ isReady: boolean, windows: Set<import('./browser-window.mjs').BrowserWindow> }} */
export const lifecycle = { isReady: false, windows: new Set() };

/**
 * @param {string} message of the error
 * @throws {Error} before the app is ready
 */
export function requireReady(message) {
  if (!lifecycle.isReady) throw new Error(message);
}
