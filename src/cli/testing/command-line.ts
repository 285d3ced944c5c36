/** The command line in a world for one test: its source in this process, or the built program in a new one. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { trustWorkspace } from '../../trust/testing/trust-workspace.ts';
import { isLongLived } from '../outcome.ts';
import { type Outcome, runInProcess } from './run-in-process.ts';

const cliFile = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url));

export interface World {
  /** The workspace folder; it exists when a file was written to it. */
  readonly workspace: string;
  /** The state folder. */
  readonly state: string;
  /** An empty stand-in for a person's project folder. */
  readonly project: string;
  write(file: string, text: string): Promise<void>;
  /** Trusts the workspace as `prompt-workbench trust --yes` does. */
  trust(): Promise<void>;
  /** Runs a command to its end, with nothing on stdin: in this process, unless `isLongLived`. */
  run(...args: string[]): Promise<Outcome>;
  /** Runs a command to its end, with nothing on stdin, in a process of the built program. */
  runBuilt(...args: string[]): Promise<Outcome>;
  /** Starts a command and leaves it running; it is killed at the end of the test at the latest. */
  start(...args: string[]): ChildProcessWithoutNullStreams;
  /** Starts a command in a copy of the program that no build has compiled. */
  startUncompiled(...args: string[]): Promise<ChildProcessWithoutNullStreams>;
  /** The SDK's transport that starts a command that serves MCP over stdio. */
  stdio(...args: string[]): StdioClientTransport;
  /** Starts such a command, and connects the SDK's client to it. */
  connect(...args: string[]): Promise<{ readonly client: Client; close(): Promise<void> }>;
  /** Ends the processes that still run. */
  dispose(): void;
}

/** @param files by path inside the workspace @param variables of the environment, in addition to the world's own */
export async function createWorld(
  files: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'prompt-workbench-cli-'));
  const workspace = join(dir, 'work space');
  const project = join(dir, 'project');
  await mkdir(project);
  const children = new Set<ChildProcessWithoutNullStreams>();
  const env = {
    ...process.env,
    HOME: dir,
    PROMPT_WORKBENCH_STATE: join(dir, 'state'),
    PROMPT_WORKBENCH_WORKSPACE: workspace,
    ...variables,
  };

  function startProgram(file: string, args: readonly string[]): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, [file, ...args], { env, cwd: project });
    children.add(child);
    return child;
  }

  const world: World = {
    workspace,
    state: env.PROMPT_WORKBENCH_STATE,
    project,
    async write(file, text) {
      await mkdir(dirname(join(workspace, file)), { recursive: true });
      await writeFile(join(workspace, file), text);
    },
    trust: () => trustWorkspace(workspace, env.PROMPT_WORKBENCH_STATE),
    run: (...args) =>
      isLongLived(args) ? world.runBuilt(...args) : runInProcess({ args, env, cwd: project, programFile: cliFile }),
    runBuilt(...args) {
      const child = world.start(...args);
      child.stdin.end();
      return outcomeOf(child);
    },
    start: (...args) => startProgram(cliFile, args),
    async startUncompiled(...args) {
      const copy = join(dir, 'program');
      await mkdir(copy);
      for (const file of ['cli.cjs', 'program.chunks']) await copyFile(join(dirname(cliFile), file), join(copy, file));
      return startProgram(join(copy, 'cli.cjs'), args);
    },
    stdio: (...args) =>
      new StdioClientTransport({ command: process.execPath, args: [cliFile, ...args], env, cwd: project }),
    async connect(...args) {
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(world.stdio(...args));
      return { client, close: () => client.close() };
    },
    dispose() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
  for (const [file, text] of Object.entries(files)) await world.write(file, text);
  return world;
}

/** Everything that a process prints until it ends. */
export function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

/** Waits until a process prints a match on stdout. */
export function said(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const match = pattern.exec(stdout);
      if (match) resolve(match);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('close', (code) =>
      reject(new Error(`ended with ${code} before it said ${pattern}: ${stdout}${stderr}`)),
    );
  });
}
