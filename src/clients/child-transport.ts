/** An MCP stdio transport over a child process that is ended together with everything it started. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { minimalEnvironment } from './minimal-environment.ts';
import type { StdioCommand } from './serve-command.ts';

const stderrKept = 16_384;
const graceMilliseconds = 1_000;

/** The SDK's own stdio transport ends the child alone; this one makes it the leader of a process group. */
export class ChildTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;

  /** Why the child is no longer there, if it ended by itself or had to be: `ended with exit code 1`. */
  endedBecause: string | undefined;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #closing = false;
  #stderr = '';
  readonly #command: StdioCommand;
  readonly #cwd: string;

  readonly #environment: NodeJS.ProcessEnv;

  /**
   * @param cwd the folder in which the child starts
   * @param environment all that the child gets besides the command's own variables
   */
  constructor(command: StdioCommand, cwd: string, environment: NodeJS.ProcessEnv = minimalEnvironment()) {
    this.#command = command;
    this.#cwd = cwd;
    this.#environment = environment;
  }

  /** The last 16 KB that the child wrote there. By `stderr` and `pid` the SDK knows a transport for stdio. */
  get stderr(): string {
    return this.#stderr;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { command, args, env } = this.#command;
    const child = spawn(command, args, {
      cwd: this.#cwd,
      env: { ...this.#environment, ...env },
      stdio: 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    const buffer = new ReadBuffer();
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.#append(buffer, chunk)) while (this.#readMessage(buffer));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-stderrKept);
    });
    // A child that is gone shows in its end; the broken pipe is only the echo of that.
    child.stdin.on('error', () => undefined);
    this.#ended = new Promise<void>((resolve) => {
      child.once('error', (error) => this.#end(`could not be started (${error.message})`, resolve));
      child.once('close', (code, signal) => {
        this.#end(code === null ? `was ended by ${signal}` : `ended with exit code ${code}`, resolve);
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#child?.stdin?.write(serializeMessage(message));
  }

  /** Closes the child's input, gives it a second to end, then ends it and all that it started. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#child?.stdin?.end();
    await this.#endedWithin(graceMilliseconds);
    if (this.pid !== undefined) await killTree(this.pid);
    await this.#endedWithin(graceMilliseconds);
  }

  #end(because: string, resolve: () => void): void {
    if (!this.#closing) this.endedBecause ??= because;
    resolve();
    this.onclose?.();
  }

  /** A buffer of the SDK holds 10 MB. What writes more without a line break is no server, and is ended. */
  #append(buffer: ReadBuffer, chunk: Buffer): boolean {
    try {
      buffer.append(chunk);
      return true;
    } catch (error) {
      this.endedBecause ??= 'wrote more than 10 MB without a line break';
      this.#child?.stdout?.removeAllListeners('data').resume();
      this.onerror?.(error as Error);
      void this.close();
      return false;
    }
  }

  /** @returns whether there may be more; a line that is no JSON is skipped, as clients do */
  #readMessage(buffer: ReadBuffer): boolean {
    try {
      const message = buffer.readMessage();
      if (message !== null) this.onmessage?.(message);
      return message !== null;
    } catch (error) {
      this.onerror?.(error as Error);
      return true;
    }
  }

  async #endedWithin(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([this.#ended, timeout]);
    clearTimeout(timer);
  }
}

async function killTree(pid: number): Promise<void> {
  if (process.platform === 'win32') {
    return new Promise((resolve) => execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => resolve()));
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}
