/**
 * The world of one campaign: a workspace, a state folder and a home folder in a temporary folder, and the built command
 * line on them. Nothing outside that folder is read or written, and no address but loopback is contacted.
 */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
export const cliFile = join(root, 'dist', 'cli.cjs');

/**
 * A started command line, with its output as it arrives.
 * @typedef {import('node:child_process').ChildProcessWithoutNullStreams & {
 *   output: { stdout: string, stderr: string },
 *   ended: Promise<{ code: number | null, signal: NodeJS.Signals | null }>,
 * }} Child
 * @typedef {import('node:child_process').SpawnOptions} SpawnOptions
 * @typedef {Awaited<ReturnType<typeof makeWorld>>} World
 * @typedef {Awaited<ReturnType<World['open']>>} Host
 */

const linkPattern = /http:\/\/127\.0\.0\.1:\d+\/#\S+/;

/**
 * Exchanges the code of a link for a session, as a page does.
 * @param {string} link
 * @returns {Promise<{ token: string, secret: string }>}
 */
export async function signIn(link) {
  const { origin, hash } = new URL(link);
  const response = await fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: hash.slice('#code='.length) }),
  });
  const answer = /** @type {any} */ (await response.json());
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

/**
 * Finds the codes that let a page in, which uses them up.
 * @param {string} origin
 * @param {readonly string[]} codes
 */
export async function findUsable(origin, codes) {
  const usable = [];
  for (const code of codes)
    if (
      await signIn(`${origin}/#code=${code}`).then(
        () => true,
        () => false,
      )
    )
      usable.push(code);
  return usable;
}

/**
 * Makes a fresh world. `dispose` ends every process that it started and removes its folder.
 * @param {string} name part of the folder's name, so that a leftover folder shows its origin
 */
export async function makeWorld(name) {
  const home = await mkdtemp(join(tmpdir(), `faults-${name}-`));
  const workspace = join(home, 'workspace');
  const state = join(home, 'state');
  await mkdir(workspace);
  await mkdir(state, { mode: 0o700 });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    PROMPT_WORKBENCH_STATE: state,
    PROMPT_WORKBENCH_WORKSPACE: workspace,
  };
  /** @type {Set<Child>} */
  const children = new Set();

  /**
   * Starts the command line. With `isRead: false`, nothing reads its stdout.
   * @param {readonly string[]} args
   * @param {SpawnOptions & { isRead?: boolean }} [options]
   * @returns {Child}
   */
  function start(args, { isRead = true, ...options } = {}) {
    const spawned = spawn(process.execPath, [cliFile, ...args], {
      cwd: home,
      ...options,
      env: { ...env, ...options.env },
    });
    const child = /** @type {Child} */ (spawned);
    child.output = { stdout: '', stderr: '' };
    if (isRead)
      child.stdout?.on('data', (chunk) => {
        child.output.stdout += chunk;
      });
    child.stderr?.on('data', (chunk) => {
      child.output.stderr += chunk;
    });
    child.on('error', () => undefined);
    child.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  const world = {
    home,
    workspace,
    state,
    env,
    start,
    /**
     * Runs a command to its end. A command that takes longer than `timeoutMs` is killed and has the code `null`.
     * @param {readonly string[]} args
     * @param {SpawnOptions & { timeoutMs?: number }} [options]
     */
    async run(args, { timeoutMs = 20_000, ...options } = {}) {
      const child = start(args, options);
      child.stdin?.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      const { code, signal } = await child.ended;
      clearTimeout(timer);
      return { code, signal, ...child.output };
    },
    /** Trusts the workspace as a person does, and allows these asks. */
    async trust(...asks) {
      for (const args of [['trust', '--yes'], ...asks.map((ask) => ['allow', ask])]) {
        const { code, stderr } = await world.run(args);
        if (code !== 0) throw new Error(`prompt-workbench ${args.join(' ')} failed: ${stderr}`);
      }
    },
    /**
     * Starts the browser host and signs in as a page.
     * @param {readonly string[]} args
     * @param {SpawnOptions} options
     */
    async open(args = [], options = {}) {
      const child = start(['open', '--no-browser', ...args], options);
      const link = await waitFor(() => linkPattern.exec(child.output.stdout)?.[0], {
        what: 'the address of the workbench',
        until: child.ended,
        output: child.output,
      });
      const { origin } = new URL(link);
      const { token, secret } = await signIn(link);
      return {
        child,
        origin,
        token,
        /** Makes a link for a browser, which works once, within a minute. */
        async newLink() {
          const { stdout } = await world.run(['open', '--no-browser', ...args], options);
          const [newLink = ''] = linkPattern.exec(stdout) ?? [];
          return newLink;
        },
        /**
         * Makes one call of the contract. Throws an error with the code and message of a failure.
         * @param {string} name
         * @param {unknown} input
         * @returns {Promise<any>}
         */
        async call(name, input) {
          const body = JSON.stringify(input);
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
          const post = (more = {}) =>
            fetch(`${origin}/api/call/${name}`, { method: 'POST', headers: { ...headers, ...more }, body });
          let response = await post();
          // The page, too, signs a call that starts a program.
          if (response.status === 403) {
            const challengeResponse = await fetch(`${origin}/api/challenges`, { method: 'POST', headers });
            const { challenge } = /** @type {any} */ (await challengeResponse.json()).value;
            const signature = createHmac('sha256', secret).update(`${challenge}\n${name}\n${body}`).digest('base64url');
            response = await post({ 'x-confirmation': `${challenge}.${signature}` });
          }
          const answer = /** @type {any} */ (await response.json());
          if (answer.ok) return answer.value;
          throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
        },
        /** @param {NodeJS.Signals} signal */
        async stop(signal = 'SIGTERM') {
          child.kill(signal);
          return child.ended;
        },
      };
    },
    async write(file, content) {
      const path = join(workspace, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    },
    read: (file) => readFile(join(workspace, file), 'utf8'),
    readState: (file) => readFile(join(state, file), 'utf8'),
    async dispose() {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all([...children].map((child) => child.ended));
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  return world;
}

/** Reads the text of every visible file of these folders, by its path in the workspace. A missing folder has none. */
export async function readFiles(workspace, folders) {
  const files = new Map();
  for (const folder of folders)
    for (const name of await readdir(join(workspace, folder)).catch(() => []))
      if (!name.startsWith('.')) files.set(`${folder}/${name}`, await readFile(join(workspace, folder, name), 'utf8'));
  return files;
}

/**
 * Asks until the answer is truthy. Throws an error with `output` after `timeoutMs`, or once `until` has settled.
 * @template T
 * @param {() => T | Promise<T>} ask
 * @param {{ what: string, timeoutMs?: number, until?: Promise<unknown>, output?: unknown }} options
 * @returns {Promise<NonNullable<T>>}
 */
export async function waitFor(ask, { what, timeoutMs = 20_000, until, output }) {
  let isOver = false;
  until
    ?.finally(() => {
      isOver = true;
    })
    .catch(() => undefined);
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (isOver || performance.now() > deadline)
      throw new Error(`${what} did not arrive: ${JSON.stringify(output ?? {}).slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Reads the resident memory of a process in bytes, now or at its peak: 0 after the process has ended, and without /proc. */
export async function readMemory(pid, when = 'now') {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const line = new RegExp(`^${when === 'now' ? 'VmRSS' : 'VmHWM'}:\\s+(\\d+) kB`, 'm').exec(status);
  return Number(line?.[1] ?? 0) * 1024;
}

/** Makes a generator of random numbers from a seed, so that a failing case can be run again (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedCount = Math.imul(state ^ (state >>> 15), state | 1);
    mixedCount ^= mixedCount + Math.imul(mixedCount ^ (mixedCount >>> 7), mixedCount | 61);
    return ((mixedCount ^ (mixedCount >>> 14)) >>> 0) / 2 ** 32;
  };
}
