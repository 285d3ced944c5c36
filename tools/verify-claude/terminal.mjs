/** A terminal of tmux, which takes keys and returns its screen as text. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const size = { columns: '100', rows: '44' };
/** A start of Claude Code on a busy machine needs most of this time. */
const screenTimeoutMs = 90_000;

/**
 * Starts a program in a terminal.
 * @param {string[]} command the program and its arguments
 * @param {{ cwd: string, env: Record<string, string | undefined> }} options
 * @throws {Error} without tmux
 */
export async function openTerminal(command, { cwd, env }) {
  const dir = await mkdtemp(join(tmpdir(), 'pw-tmux-'));
  const socket = join(dir, 'socket');
  /** @param {string[]} args @returns {Promise<string>} */
  const tmux = (...args) =>
    new Promise((resolve, reject) => {
      const options = { cwd, env: { ...process.env, ...env } };
      execFile('tmux', ['-S', socket, '-f', '/dev/null', ...args], options, (error, stdout) => {
        if (!error) resolve(stdout);
        else reject(error.code === 'ENOENT' ? new Error('tmux is missing: install it.') : error);
      });
    });
  await tmux('new-session', '-d', '-x', size.columns, '-y', size.rows, ...command);
  const screen = () => tmux('capture-pane', '-p');
  return {
    /** The screen with its colours, as escape sequences. */
    colouredScreen: () => tmux('capture-pane', '-p', '-e'),
    /** @param {string[]} keys in tmux's words: `Enter`, `Down` */
    press: (...keys) => tmux('send-keys', ...keys),
    /** @param {string} text as typed */
    type: (text) => tmux('send-keys', '-l', text),
    /**
     * @param {(screen: string) => boolean} isThere
     * @returns {Promise<string>} the screen
     */
    async waitFor(isThere) {
      const end = Date.now() + screenTimeoutMs;
      for (;;) {
        const text = await screen();
        if (isThere(text)) return text;
        if (Date.now() > end) throw new Error(`its screen is:\n${text}`);
        await wait(100);
      }
    },
    async close() {
      await tmux('kill-server').catch(() => undefined);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
