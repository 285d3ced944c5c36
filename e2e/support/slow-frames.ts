import type { Page } from '@playwright/test';

/** Runs something in a window whose frames are late, as on a busy computer. */
export async function withSlowFrames(page: Page, run: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const frameMs = 200;
    const requestFrame = window.requestAnimationFrame;
    window.requestAnimationFrame = (draw) => requestFrame(() => setTimeout(() => draw(performance.now()), frameMs));
    Object.assign(window, { ownAnimationFrame: requestFrame });
  });
  await run();
  await page.evaluate(() => {
    const { ownAnimationFrame } = window as unknown as { ownAnimationFrame: typeof requestAnimationFrame };
    window.requestAnimationFrame = ownAnimationFrame;
  });
}

/** Resolves once what waits for the next two frames has run. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Resolves as soon as an element gets the focus. */
export async function nextFocus(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => document.addEventListener('focusin', () => resolve(), { once: true })),
  );
}
