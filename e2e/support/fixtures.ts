/** What each end-to-end test gets: its world, and the page that shows it, in a browser or in the desktop app. */
import { existsSync } from 'node:fs';
import { test as base, type Page } from '@playwright/test';
import { createDesktopWorld, type DesktopWorld, type FailCalls, type NextDownload } from '../desktop/world.ts';
import { cliFile, makeWorld, type World } from './world.ts';

/** Lets the page read what it copied, which the desktop app does not allow. Call it once the page is open. */
export function allowReadingClipboard(page: Page): Promise<void> {
  return page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}

/**
 * Holds back the calls of a page in a browser with this name, until the returned function runs.
 * @param content holds back only calls whose input contains it
 */
export async function holdCalls(page: Page, name: string, content = ''): Promise<() => void> {
  let pass = () => {};
  const pause = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await page.route(`**/api/call/${name}`, async (route) => {
    if (route.request().postData()?.includes(content)) await pause;
    await route.fallback();
  });
  return pass;
}

/** What shows the page: a browser, or the desktop app with the stand-in for Electron. */
export interface HostOption {
  readonly host: 'browser' | 'desktop';
}

interface Fixtures {
  readonly nextDownload: NextDownload;
  readonly failCalls: FailCalls;
  readonly desktop: DesktopWorld | undefined;
  readonly world: World;
  readonly base: World;
}

export const browserHostOnly = 'browser host only';

/** Marks a test that makes no sense in the desktop app, which skips it and lists the reason. */
export const inBrowserOnly = (reason: string) => ({ annotation: { type: browserHostOnly, description: reason } });

export const test = base.extend<Fixtures & HostOption>({
  host: ['browser', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  base: async ({}, use) => {
    if (!existsSync(cliFile)) throw new Error('dist/cli.cjs is missing; run `npm run build` first.');
    const world = await makeWorld();
    await use(world);
    await world.dispose();
  },
  desktop: async ({ base: world, host }, use, { annotations, skip }) => {
    const reason = annotations.find(({ type }) => type === browserHostOnly)?.description;
    skip(host === 'desktop' && reason !== undefined, reason);
    const desktop = host === 'desktop' ? await createDesktopWorld(world) : undefined;
    await use(desktop);
    await desktop?.stop();
  },
  world: async ({ base: world, desktop }, use) =>
    use(desktop ? { ...world, start: desktop.start, stop: desktop.stop } : world),
  page: async ({ page, desktop }, use) => use(desktop?.page ?? page),
  nextDownload: async ({ page, desktop }, use) =>
    use(desktop?.nextDownload ?? (async () => (await page.waitForEvent('download')).suggestedFilename())),
  failCalls: async ({ page, desktop }, use) =>
    use(
      desktop?.failCalls ??
        (async (name) => {
          const calls = `**/api/call/${name}`;
          await page.route(calls, (route) => route.abort());
          return () => page.unroute(calls);
        }),
    ),
});

export { expect } from '@playwright/test';
