/**
 * An MCP stdio transport to a child process with limited output. Ending it also ends every process that it started.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { inBackground } from '../base/in-background.ts';
import { homeFolder } from '../state/paths.ts';
import { AnswerGuard } from './answer-guard.ts';
import { killTree } from './kill-tree.ts';
import { type Launch, launchOf } from './launch.ts';
import { AnswerBudget, answerLimits, type LimitError, OutsideError } from './limits.ts';
import { isProgram, resolveProgram } from './resolve-program.ts';

const maxStderrLength = 16_384;
const graceMs = 1_000;

/** Started without a shell, except for a script of Windows (`launch.ts`): a path, or the name of a program in PATH. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The SDK's stdio transport ends only the child; this one makes it the leader of a process group. */
export class ChildTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;

  /** Why the child ended, unless by `close`: `ended with exit code 1`. */
  endedBecause: string | undefined;
  /** The exceeded limit for which the child was ended. */
  limit: LimitError | undefined;
  #child: ChildProcess | undefined;
  #exit: Promise<void> = Promise.resolve();
  #closing = false;
  #stderr = '';
  readonly #command: StdioCommand;
  readonly #cwd: string;
  readonly #budget: AnswerBudget;
  /** The beginning of a line whose end has not arrived. */
  #line: Buffer[] = [];

  /** @param cwd the folder in which the child starts */
  constructor(command: StdioCommand, cwd: string, budget = new AnswerBudget(answerLimits)) {
    this.#command = command;
    this.#cwd = cwd;
    this.#budget = budget;
  }

  /** The last 16 KB of stderr. The SDK recognises a stdio transport by `stderr` and `pid`. */
  get stderr(): string {
    return this.#stderr;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { command, args, env } = this.#command;
    const environment = { ...minimalEnvironment(), ...env };
    const launch = this.#launch(command, args, environment);
    const child = spawn(launch.file, launch.args, {
      cwd: this.#cwd,
      env: { ...environment, ...launch.env },
      windowsVerbatimArguments: launch.isQuoted,
      stdio: 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    const guard = new AnswerGuard('lines', this.#budget);
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.#isWithinLimits(() => guard.check(chunk))) this.#readLines(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (this.#isWithinLimits(() => this.#budget.countBytes(chunk.length)))
        this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-maxStderrLength);
    });
    // The end of the child is reported by its exit; the broken pipe only follows from it.
    child.stdin.on('error', () => undefined);
    this.#exit = new Promise<void>((resolve) => {
      child.once('error', (error) => this.#end(`could not be started (${error.message})`, resolve));
      child.once('close', (code, signal) => {
        this.#end(code === null ? `was ended by ${signal}` : `ended with exit code ${code}`, resolve);
      });
    });
  }

  /** @throws OutsideError */
  #launch(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Launch {
    const { platform } = process;
    const program = resolveProgram(command, { platform, env, cwd: this.#cwd, home: homeFolder(), isProgram });
    if (program !== undefined) return launchOf(program, args);
    this.endedBecause = `could not be started (PATH has no program ${JSON.stringify(command)})`;
    throw new OutsideError(`it ${this.endedBecause}`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) && !this.#isWithinLimits(() => this.#budget.countRequestBack())) return;
    this.#child?.stdin?.write(serializeMessage(message));
  }

  /** Closes the child's input, waits a second, then kills the process group. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#child?.stdin?.end();
    await this.#endedWithin(graceMs);
    if (this.pid !== undefined) await killTree(this.pid);
    await this.#endedWithin(graceMs);
  }

  #end(reason: string, resolve: () => void): void {
    if (!this.#closing) this.endedBecause ??= reason;
    resolve();
    this.onclose?.();
  }

  /** Ends a child that exceeds a limit. */
  #isWithinLimits(count: () => void): boolean {
    if (this.#closing) return false;
    try {
      count();
      return true;
    } catch (error) {
      this.limit ??= error as LimitError;
      this.endedBecause ??= `was ended because ${this.limit.message}`;
      this.#child?.stdout?.destroy();
      this.#child?.stderr?.destroy();
      this.#line = [];
      inBackground(this.close());
      return false;
    }
  }

  #readLines(chunk: Buffer): void {
    for (let start = 0; ; ) {
      const end = chunk.indexOf('\n', start);
      this.#line.push(chunk.subarray(start, end < 0 ? chunk.length : end));
      if (end < 0) return;
      const line = Buffer.concat(this.#line).toString('utf8').trim();
      this.#line = [];
      start = end + 1;
      if (line !== '') this.#receive(line);
    }
  }

  /** Skips a line that is not a message, as clients do. */
  #receive(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.onerror?.(error as Error);
    }
  }

  async #endedWithin(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.#exit, timeout]);
    clearTimeout(timer);
  }
}

/** The variables that Codex CLI 0.169 passes, the fewest of all measured applications, and those that Windows needs. */
const passedVariables = new Set([
  ...['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'],
  ...['APPDATA', 'COMSPEC', 'LOCALAPPDATA', 'PATHEXT', 'PROGRAMDATA', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP'],
  ...['USERNAME', 'USERPROFILE', 'WINDIR'],
]);

/**
 * The minimal environment of a server that a client application starts: a command that starts with it starts in every
 * application.
 */
export function minimalEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => passedVariables.has(name.toUpperCase())));
}
