/** The pages of the app's Chromium, one for each window. */
import { startChromium } from './app.mjs';
import { followDownloads } from './downloads.mjs';
import { applyPermissions } from './network.mjs';

/** What is called when a window's page is gone, by page. @type {Map<string, () => void>} */
const listeners = new Map();
/** The pages of windows. @type {Set<string>} */
const own = new Set();
/** @type {Promise<{ program: Awaited<ReturnType<typeof startChromium>>, first: string }> | undefined} */
let chromium;
let isFirstTaken = false;
/** Resolves once Chromium has named the newest window's page. @type {Promise<unknown>} */
let creation = Promise.resolve();

/**
 * Opens a window's page: the first one is the page that Chromium starts with.
 * @param {{ width: number, height: number }} size
 * @param {string} dataDir the app's data folder
 * @param {() => void} onGone called when the page is gone
 */
export async function openPage(size, dataDir, onGone) {
  chromium ??= start(size, dataDir);
  const { program, first } = await chromium;
  const named = isFirstTaken ? create(program, size) : Promise.resolve(first);
  isFirstTaken = true;
  const listening = named.then((targetId) => {
    own.add(targetId);
    listeners.set(targetId, onGone);
    return targetId;
  });
  creation = Promise.allSettled([creation, listening]);
  const targetId = await listening;
  return { page: await program.attach(targetId), targetId };
}

/** @param {Awaited<ReturnType<typeof startChromium>>} program @param {{ width: number, height: number }} size */
async function create({ browser }, size) {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true, ...size });
  return targetId;
}

/** @param {{ width: number, height: number }} size @param {string} dataDir */
async function start(size, dataDir) {
  const program = await startChromium(size);
  const { browser } = program;
  await applyPermissions(browser);
  await followDownloads(browser, dataDir);
  const { targetInfos } = await browser.send('Target.getTargets');
  const { targetId: first } = targetInfos.find((/** @type {{ type: string }} */ { type }) => type === 'page');
  own.add(first);
  browser.on('Target.targetCreated', ({ targetInfo }) => void closeForeign(browser, targetInfo));
  browser.on('Target.targetDestroyed', ({ targetId }) => {
    listeners.get(targetId)?.();
    listeners.delete(targetId);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
  return { program, first };
}

/**
 * The app denies windows that a page asks for; one that Chromium has opened closes before it loads.
 * @param {import('./devtools.mjs').DevToolsSession} browser
 * @param {{ type: string, targetId: string }} target
 */
async function closeForeign(browser, { type, targetId }) {
  await creation;
  if (type !== 'page' || own.has(targetId)) return;
  await browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
}
