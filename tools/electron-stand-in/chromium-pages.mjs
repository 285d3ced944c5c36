/** The pages of the app's Chromium, one for each window. */
import { startChromium } from './app.mjs';
import { followDownloads } from './downloads.mjs';
import { applyPermissions } from './network.mjs';

/** Called when a window's page is gone, by page. @type {Map<string, () => void>} */
const listeners = new Map();
/** The pages of windows. @type {Set<string>} */
const windowPages = new Set();
/** @type {Promise<{ program: Awaited<ReturnType<typeof startChromium>>, firstPage: string }> | undefined} */
let chromium;
let isFirstUsed = false;
/** Resolves once Chromium has named the newest window's page. @type {Promise<unknown>} */
let creation = Promise.resolve();

/**
 * Opens a window's page: the first one is the page that Chromium starts with.
 * @param {{ width: number, height: number }} size
 * @param {string} dataDir the app's data folder
 * @param {() => void} onGone called when the page is gone
 */
export async function openPage(size, dataDir, onGone) {
  chromium ??= startWithPage(size, dataDir);
  const { program, firstPage } = await chromium;
  const targetIdPromise = isFirstUsed ? createPage(program, size) : Promise.resolve(firstPage);
  isFirstUsed = true;
  const registration = targetIdPromise.then((targetId) => {
    windowPages.add(targetId);
    listeners.set(targetId, onGone);
    return targetId;
  });
  creation = Promise.allSettled([creation, registration]);
  const targetId = await registration;
  return { page: await program.attach(targetId), targetId };
}

/** @param {Awaited<ReturnType<typeof startChromium>>} program @param {{ width: number, height: number }} size */
async function createPage({ browser }, size) {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true, ...size });
  return targetId;
}

/** @param {{ width: number, height: number }} size @param {string} dataDir */
async function startWithPage(size, dataDir) {
  const program = await startChromium(size);
  const { browser } = program;
  await applyPermissions(browser);
  await followDownloads(browser, dataDir);
  const { targetInfos } = await browser.send('Target.getTargets');
  const { targetId: firstPage } = targetInfos.find((/** @type {{ type: string }} */ { type }) => type === 'page');
  windowPages.add(firstPage);
  browser.on('Target.targetCreated', ({ targetInfo }) => void closeUnknownPage(browser, targetInfo));
  browser.on('Target.targetDestroyed', ({ targetId }) => {
    listeners.get(targetId)?.();
    listeners.delete(targetId);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
  return { program, firstPage };
}

/**
 * Closes a page that no window has: the app denies windows that a page asks for, and Chromium may have opened one.
 * @param {import('./devtools.mjs').DevToolsSession} browser
 * @param {{ type: string, targetId: string }} target
 */
async function closeUnknownPage(browser, { type, targetId }) {
  await creation;
  if (type !== 'page' || windowPages.has(targetId)) return;
  await browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
}
