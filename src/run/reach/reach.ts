/**
 * Checks what really reaches the model of a client application: starts the installed program with a recorder in place of its
 * model, and compares what it sends with the simulation.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type * as z from 'zod';
import { sentence } from '../../base/errors.ts';
import type { reached } from '../../contract/shapes/run.ts';
import type { ResolvedTool } from '../../model/definitions.ts';
import type { StdioCommand } from '../../outside/child-transport.ts';
import { startDeadline } from '../../outside/deadline.ts';
import { homeFolder } from '../../state/paths.ts';
import { withChild, withRunFolder } from '../agents/child.ts';
import { findFirst } from '../agents/find-first.ts';
import type { OpenRequest } from '../request.ts';
import { RunError } from '../runner.ts';
import { differenceBetween } from './difference.ts';
import { findTool, toolPiece } from './offered-tool.ts';
import type { ReachedPiece, ReachProgram } from './program.ts';
import { reachProgramOf } from './programs.ts';
import { startRecorder } from './recorder.ts';

export type ReachCheck = z.output<typeof reached>;

export interface ReachOptions {
  readonly client: string;
  /** Starts the server, adapted to the client application. */
  readonly command: StdioCommand;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

const defaultTimeoutMs = 120_000;

/** @throws RunError */
export async function reach(request: OpenRequest, options: ReachOptions): Promise<ReachCheck> {
  const { client, command, env, timeoutMs = defaultTimeoutMs } = options;
  const program = reachProgramOf(client);
  const { name } = program.application;
  const file = await findFile(program, env);
  const simulation = await request.simulate(client);
  const tool = program.toolsIn && request.toolFor(client);
  const line = tool ? `Use the tool ${tool.name}.` : simulation.line?.text;
  if (line === undefined)
    throw new RunError(
      'refused',
      `${name} has no command for this prompt${simulation.message ? ` (${simulation.message})` : ''}.`,
    );
  const deadline = startDeadline(timeoutMs, options.signal);
  try {
    const version = await readVersion(file);
    const pieces = await record(program, file, {
      request,
      line,
      tool,
      command: withFoldersOfAccount(command),
      signal: deadline.signal,
    });
    const expected = tool
      ? [toolPiece(tool, { description: tool.description ?? '', parameters: tool.inputSchema })]
      : (simulation.read ?? []).map(({ kind, text }) => ({ kind, text: kind === 'text' ? text : '' }));
    const difference = differenceBetween(expected, pieces);
    return {
      client,
      version,
      day: new Date().toISOString().slice(0, 10),
      server: request.server,
      prompt: request.prompt,
      line,
      pieces: [...pieces],
      expected,
      ...(difference !== undefined && { difference }),
    };
  } catch (error) {
    if (options.signal?.aborted) throw new RunError('stopped', 'The check was stopped.');
    if (deadline.signal.aborted)
      throw new RunError(
        'timed-out',
        `${name} had not finished after ${timeoutMs / 1000} seconds: check again with more time.`,
      );
    throw error instanceof RunError
      ? error
      : new RunError('broken', `${name} could not be checked: ${sentence(error)}`);
  } finally {
    deadline.end();
  }
}

/** The application's program on PATH. @throws RunError `missing` */
async function findFile({ application }: ReachProgram, env: NodeJS.ProcessEnv): Promise<string> {
  const file = await findFirst(application.signs.programs, env);
  if (file !== undefined) return file;
  throw new RunError(
    'missing',
    `${application.name} is not on this computer's PATH (${application.signs.programs.join(', ')}): install it.`,
  );
}

/** Our own server keeps the folders of this account, because it needs its permissions: only the application gets a throw-away home. */
function withFoldersOfAccount(command: StdioCommand): StdioCommand {
  const home = homeFolder();
  const folders = ['XDG_STATE_HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA'].flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  });
  return { ...command, env: { ...Object.fromEntries(folders), HOME: home, USERPROFILE: home, ...command.env } };
}

interface Recording {
  readonly request: OpenRequest;
  readonly line: string;
  /** The tool to find, instead of a message of the person. */
  readonly tool: ResolvedTool | undefined;
  readonly command: StdioCommand;
  readonly signal: AbortSignal;
}

/** Returns the pieces of the first request with a person's message; empty if the application sends none. */
async function record(
  program: ReachProgram,
  file: string,
  { request, line, tool, command, signal }: Recording,
): Promise<readonly ReachedPiece[]> {
  const recorder = await startRecorder();
  try {
    await withRunFolder(async (folder) => {
      const world = { folder, url: recorder.url, server: request.server, command, line, signal };
      const { args, env, input, ask } = await program.start(world);
      const { name: title } = program.application;
      await withChild({ title, program: file, args, env }, folder, signal, async (child) => {
        child.process.stdin.end(input ?? '');
        if (ask) return ask(child.process.stdout);
        child.process.stdout.resume();
        await once(child.process, 'close');
      });
    });
    for (const { body } of recorder.take()) {
      const pieces = tool ? findOfferedTool(program, tool, body) : program.piecesIn(body);
      if (pieces) return pieces;
    }
    return [];
  } finally {
    await recorder.close();
  }
}

/** Finds the tool in a request that has tools; empty if it is not among them, undefined for another request. */
function findOfferedTool(
  program: ReachProgram,
  tool: ResolvedTool,
  body: unknown,
): readonly ReachedPiece[] | undefined {
  const tools = program.toolsIn?.(body);
  if (!tools) return undefined;
  const offeredTool = findTool(tool, tools);
  return offeredTool ? [toolPiece(tool, offeredTool)] : [];
}

const versionTimeoutMs = 20_000;

/** Reads the version that `--version` prints; empty if there is none. */
function readVersion(file: string): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(file, ['--version'], { timeout: versionTimeoutMs }, (_, stdout) =>
      resolve(/\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] ?? ''),
    );
    child.stdin?.end();
  });
}
