/**
 * The built desktop app, run by the stand-in for Electron (`tools/electron-stand-in`): its main process, its preload and a
 * real Chromium. A test uses the page through Playwright, and takes the place of the system through `command`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'tools', 'electron-stand-in', 'electron');
const startTimeoutMs = 30_000;
const pollMs = 30;

/** A line of the log about a part of Electron that the stand-in does not model. */
const notModelled = /^.*stand-in for Electron (?:does not|models).*$/m;

/** A dialog of the system that the app has shown. */
export interface Dialog {
  readonly kind: string;
  /** Whether it belongs to a window, which waits for it. */
  readonly isAttached: boolean;
  readonly options: { readonly message?: string; readonly content?: string; readonly defaultPath?: string };
}

export class StandIn {
  readonly child: ChildProcess;
  private readonly control: string;
  private readonly replies = new Map<number, (reply: { value?: unknown; error?: string }) => void>();
  private socket: Socket | undefined;
  private browser: Browser | undefined;
  private lastId = 0;
  stderr = '';

  /**
   * Starts the app.
   * @param control path of its control socket, which no other instance has
   * @param resources the `resources` folder of a packed app; without it, the app of this repository
   */
  constructor(env: NodeJS.ProcessEnv, args: readonly string[], control: string, resources?: string) {
    this.control = control;
    this.child = spawn(process.execPath, [program, ...(resources ? [] : [root]), ...args], {
      env: { ...env, ELECTRON_STAND_IN_CONTROL: control, ...(resources && { ELECTRON_STAND_IN_RESOURCES: resources }) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Acts as a person or the system; `tools/electron-stand-in/control.mjs` lists the commands. */
  async command<T = unknown>(name: string, params: object = {}): Promise<T> {
    const socket = this.socket ?? (await this.openSocket());
    this.socket = socket;
    const id = ++this.lastId;
    const reply = await new Promise<{ value?: unknown; error?: string }>((resolve) => {
      this.replies.set(id, resolve);
      socket.write(`${JSON.stringify({ id, name, params })}\n`);
    });
    if (reply.error) throw new Error(reply.error);
    return reply.value as T;
  }

  /** The page of the first window, once it is drawn. A page that crashed is replaced: call this again. */
  async page(): Promise<Page> {
    await this.browser?.close();
    const endpoint = await this.waitFor(() => this.command<string | undefined>('endpoint'));
    this.browser = await chromium.connectOverCDP(endpoint, { noDefaults: true });
    return this.pageOtherThan([]);
  }

  /** The page of a window, once it is drawn. @param knownPages pages of other windows */
  async pageOtherThan(knownPages: readonly Page[]): Promise<Page> {
    const page = await this.waitFor(async () =>
      this.browser
        ?.contexts()
        .flatMap((browserContext) => browserContext.pages())
        .find((candidate) => candidate.url().startsWith('https://app.') && !knownPages.includes(candidate)),
    );
    // Without a listener, Playwright would answer in place of the app.
    page.on('dialog', () => undefined);
    return page;
  }

  /** The blank page of an app that waits for `launch` (`ELECTRON_STAND_IN_HOLD`). */
  async blankPage(): Promise<Page> {
    const endpoint = await this.waitFor(() => this.command<string | undefined>('endpoint'));
    this.browser = await chromium.connectOverCDP(endpoint, { noDefaults: true });
    const [page] = this.browser.contexts().flatMap((browserContext) => browserContext.pages());
    if (!page) throw new Error('Chromium has no page.');
    return page;
  }

  /** Waits until the window is drawn. @returns the address of its page in Chromium */
  async windowAddress(): Promise<string> {
    await this.waitFor(async () => {
      const window = await this.command<{ isDrawn: boolean } | undefined>('window');
      return window?.isDrawn ? true : undefined;
    });
    return 'https://app.workbench.stand-in/';
  }

  /** Waits for the end of the app. @returns its exit code, or the signal */
  async waitForEnd(): Promise<number | string | null> {
    if (!this.hasEnded) await once(this.child, 'exit');
    await this.browser?.close().catch(() => undefined);
    return this.child.exitCode ?? this.child.signalCode;
  }

  /** Ends the app. @throws Error if the app used a part of Electron that the stand-in does not model */
  async stop(): Promise<void> {
    await this.browser?.close().catch(() => undefined);
    if (!this.hasEnded) {
      this.child.kill('SIGTERM');
      await Promise.race([once(this.child, 'exit'), sleep(startTimeoutMs, undefined, { ref: false })]);
      this.child.kill('SIGKILL');
    }
    const [line] = notModelled.exec(this.stderr) ?? [];
    if (line) throw new Error(line);
  }

  private async openSocket(): Promise<Socket> {
    const socket = await this.waitFor(async () => {
      const attempt = connect(this.control);
      const isOpen = await once(attempt, 'connect').then(
        () => true,
        () => false,
      );
      return isOpen ? attempt : undefined;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.socket = undefined;
      for (const resolve of this.replies.values()) resolve({ error: `The app has ended.\n${this.stderr}` });
    });
    createInterface({ input: socket })
      .on('line', (line) => {
        const { id, ...reply } = JSON.parse(line) as { id: number; value?: unknown; error?: string };
        this.replies.get(id)?.(reply);
        this.replies.delete(id);
      })
      .on('error', () => undefined);
    return socket;
  }

  private async waitFor<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
      const result = await attempt();
      if (result !== undefined) return result;
      if (this.hasEnded) throw new Error(`The app has ended before its window opened.\n${this.stderr}`);
      if (Date.now() > deadline) throw new Error(`The app opened no window.\n${this.stderr}`);
      await sleep(pollMs);
    }
  }
}
