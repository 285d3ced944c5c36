/**
 * Keeps the code of all views in the browser's cache, so that a window whose workbench has stopped still opens its pages:
 * only that window has what a person typed meanwhile, and a reload would lose it.
 */

/** A person has begun to work by then: more than a hundred requests take a second of processor time. */
const startAfterMs = 30_000;

/** Reads the files of the list that the build writes (vite.config.ts), one at a time while the window has nothing to do. */
export async function keepCode(): Promise<void> {
  // Electron serves the files by itself.
  if (!location.protocol.startsWith('http')) return;
  await new Promise((resume) => setTimeout(resume, startAfterMs));
  try {
    const files: readonly string[] = await (await fetch('./assets.json')).json();
    for (const file of files) {
      await idle();
      await (await fetch(`./${file}`, { priority: 'low' })).arrayBuffer();
    }
  } catch {
    // The workbench has stopped: the window has said so.
  }
}

/** Safari has no `requestIdleCallback`. */
function idle(): Promise<void> {
  return new Promise((resume) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resume());
    else setTimeout(resume, 50);
  });
}
