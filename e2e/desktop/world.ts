/** The world of a test in the desktop app by the stand-in for Electron: the same journeys, in its window. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { World } from '../support/world.ts';
import { type Dialog, StandIn } from './stand-in.ts';

/** Makes all calls of the page with this name fail, until the returned function runs. */
export type FailCalls = (name: string) => Promise<() => Promise<void>>;

/** Waits for the next file that the page saves. @returns its suggested name */
export type NextDownload = () => Promise<string>;

export interface DesktopWorld {
  readonly page: Page;
  readonly start: World['start'];
  readonly stop: World['stop'];
  readonly failCalls: FailCalls;
  readonly nextDownload: NextDownload;
  /** The page of the window that has opened beside the first one. */
  readonly otherPage: () => Promise<Page>;
}

/** Starts Chromium; `start` then starts the app in it. */
export async function createDesktopWorld(world: World): Promise<DesktopWorld> {
  const env = { ...world.env, ELECTRON_STAND_IN_HOLD: join(world.state, 'electron') };
  const app = new StandIn(env, [], join(world.state, '..', 'control'));
  const page = await app.blankPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  let isStarted = false;
  return {
    page,
    async start({ isRestricted = false } = {}) {
      if (!isStarted) {
        if (!isRestricted && existsSync(world.workspace)) await world.trust();
        // A test may have changed its environment since Chromium started.
        await app.command('launch', { args: [], env: world.env });
        isStarted = true;
      }
      const address = await app.windowAddress();
      // The app's own first page saves its settings when it unloads, over those that a test prepares.
      if (page.url() === address) await page.goto(`${address}blank`);
      await page.evaluate(() => localStorage.clear());
      return address;
    },
    stop: () => app.stop(),
    otherPage: () => app.pageOtherThan([page]),
    async nextDownload() {
      const names = async () =>
        (await app.command<Dialog[]>('dialogs')).flatMap(({ kind, options }) =>
          kind === 'save' ? [String(options.defaultPath)] : [],
        );
      const before = (await names()).length;
      await expect.poll(async () => (await names()).length).toBeGreaterThan(before);
      return (await names())[before] ?? '';
    },
    async failCalls(name) {
      await app.command('failInvokes', { argument: name });
      return () => app.command('failInvokes');
    },
  };
}
