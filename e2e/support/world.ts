/**
 * The world of one end-to-end test: its own workspace, state folder and project folder, and the real product (the built
 * command line with its browser host, or the built desktop app) started on them. Nothing else is touched.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { trustWorkspace } from '../../src/trust/testing/trust-workspace.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cliFile = join(root, 'dist', 'cli.cjs');

export interface World {
  readonly workspace: string;
  readonly state: string;
  /** A stand-in for a person's project folder. */
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
  /**
   * Starts the workbench and returns the link that it prints, which opens one page. While the workbench runs, each further
   * start returns another link to it. Trusts a workspace that the test has written before, unless `isRestricted`.
   * @param options.port a free port by default
   */
  start(options?: { readonly port?: string; readonly isRestricted?: boolean }): Promise<string>;
  /** Trusts the current workspace as `prompt-workbench trust --yes` does. */
  trust(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Ends a process and waits for its exit, so that no test affects the next one.
 * @throws Error with its output if it has failed by itself
 */
async function end(child: ChildProcess, output: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    const exitStatus = child.exitCode ?? child.signalCode;
    if (exitStatus === 0) return;
    throw new Error(`The workbench ended by itself with ${exitStatus}:\n${output}`);
  }
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  // Without a limit, a program that does not end would use up the time of the whole test without an error.
  const timedOut = Symbol('late');
  const outcome = await Promise.race([exit, delay(endTimeoutMs, timedOut, { ref: false })]);
  if (outcome !== timedOut) return;
  child.kill('SIGKILL');
  throw new Error(`The workbench did not end within ${endTimeoutMs / 1000} s of SIGTERM.`);
}

const endTimeoutMs = 30_000;

export async function makeWorld(): Promise<World & { dispose(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'prompt-workbench-e2e-'));
  const workspace = join(home, 'My Workspace');
  const state = join(home, 'state');
  const project = join(home, 'a project');
  await mkdir(project);
  const env = {
    ...process.env,
    HOME: home,
    PROMPT_WORKBENCH_STATE: state,
    PROMPT_WORKBENCH_WORKSPACE: workspace,
    // Tests use no kernel, even on a computer that has one.
    PROMPT_WORKBENCH_WOLFRAMSCRIPT: '',
  };
  const children: { readonly child: ChildProcess; readonly output: () => string }[] = [];

  const trust = () => trustWorkspace(workspace, state);
  const start: World['start'] = async ({ port, isRestricted = false } = {}) => {
    if (!isRestricted && children.length === 0 && existsSync(workspace)) await trust();
    return new Promise<string>((resolve, reject) => {
      const workbench = spawn(
        process.execPath,
        [cliFile, 'open', '--no-browser', ...(port === undefined ? [] : ['--port', port])],
        {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      let output = '';
      children.push({ child: workbench, output: () => output });
      const listen = (chunk: Buffer) => {
        output += chunk;
        const url = /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(output)?.[0];
        if (url) resolve(url);
      };
      workbench.stdout.on('data', listen);
      workbench.stderr.on('data', listen);
      workbench.once('exit', (code) =>
        reject(new Error(`The workbench ended with ${code} before it printed its address:\n${output}`)),
      );
    });
  };
  const stop = async () => {
    await Promise.all(children.splice(0).map(({ child, output }) => end(child, output())));
  };
  return {
    workspace,
    state,
    project,
    env,
    start,
    trust,
    stop,
    read: (file) => readFile(join(workspace, file), 'utf8'),
    write: async (file, text) => {
      await mkdir(dirname(join(workspace, file)), { recursive: true });
      await writeFile(join(workspace, file), text);
    },
    dispose: async () => {
      await stop();
      // A workbench of another workspace, which the first one has started, may still end and write its files.
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Writes copies of sample prompts under other names, and a server Own that lists them. */
export async function copySamples(world: World, copies: Readonly<Record<string, string>>): Promise<void> {
  for (const [copy, sample] of Object.entries(copies)) {
    const text = await world.read(`prompts/${sample}.yaml`);
    await world.write(`prompts/${copy}.yaml`, text.replace(`\nName: ${sample}\n`, `\nName: ${copy}\n`));
  }
  await world.write('servers/Own.yaml', `Name: Own\nMCPPrompts: [${Object.keys(copies).join(', ')}]\n`);
}
