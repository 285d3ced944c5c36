/** One running kernel: starts the program, sends it one request at a time, and ends it with all its processes. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { systemProgram } from '../../base/system-program.ts';
import { kernelProgram, loadLine, requestLines } from './kernel-program.ts';
import { decodeRecord, encodeRecord, type KernelRecord, RecordReader } from './record.ts';

export interface KernelLimits {
  /** The time of the code, which the kernel itself stops. */
  readonly seconds: number;
  /** The memory that the kernel may allocate for one request. */
  readonly memoryBytes: number;
  /** What the code may print on stdout and stderr together. */
  readonly printedBytes: number;
}

/** The values of a request or an answer, by name. */
export type KernelFields = Readonly<{ [name: string]: string }>;

/**
 * How a request ends. `answered` has the kernel's record, what the code printed, and the kernel's messages. After any other
 * end, the process has ended too.
 */
export type KernelEnd =
  | { readonly kind: 'answered'; readonly record: KernelRecord; readonly output: string; readonly messages: string }
  | { readonly kind: 'ended'; readonly output: string }
  | { readonly kind: 'not-started'; readonly program: string; readonly message: string }
  | { readonly kind: 'too-long' | 'printed-too-much' | 'answer-too-large' | 'unreadable' | 'cancelled' };

export interface KernelProcess {
  readonly isRunning: boolean;
  /** Sends one request; the caller waits until it has ended before it sends the next. Never rejects. */
  request(fields: KernelFields, limits: KernelLimits, signal?: AbortSignal): Promise<KernelEnd>;
  end(): void;
}

const startMs = 60_000;
/** What a kernel may print before it is ready. */
const maxStartBytes = 1_000_000;
/** Added to the code's own time: for the kernel to stop the code and to write the answer. */
const graceMs = 10_000;
/** An answer has at most ten pictures. */
export const maxAnswerBytes = 64 * 1024 * 1024;
const maxMessageCharacters = 10_000;

/**
 * Starts a kernel, never through a shell, in its own process group. However this process ends, the kernel's stdin closes,
 * and the kernel ends too. Never rejects.
 * @param program the absolute path of a wolframscript, or of a kernel
 */
export async function startKernel(program: string, signal?: AbortSignal): Promise<KernelProcess | KernelEnd> {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'prompt-workbench-wolfram-'));
    const mark = newMark();
    const file = join(folder, 'protocol.wl');
    writeFileSync(file, kernelProgram(mark), { mode: 0o600 });
    const child = spawn(program, /^wolframscript/i.test(basename(program)) ? [] : ['-noprompt'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    return await connectKernel(child, { program, folder, file, mark }, signal);
  } catch (error) {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return { kind: 'not-started', program, message: error instanceof Error ? error.message : String(error) };
  }
}

interface KernelProcessParts {
  readonly program: string;
  /** Removed with the process. */
  readonly folder: string;
  /** The kernel's side of the protocol. */
  readonly file: string;
  /** Of the record that says that the kernel is ready. */
  readonly mark: string;
}

async function connectKernel(
  child: ChildProcessWithoutNullStreams,
  { program, folder, file, mark }: KernelProcessParts,
  signal?: AbortSignal,
): Promise<KernelProcess | KernelEnd> {
  const messagesFile = join(folder, 'messages');
  let isRunning = true;
  let failure: string | undefined;
  /** Receives what arrives during a request; nothing waits for the rest. */
  let onOutput: ((chunk: string, stream: 'stdout' | 'stderr') => void) | undefined;
  let onExit: (() => void) | undefined;

  const end = () => {
    if (!isRunning) return;
    isRunning = false;
    process.removeListener('exit', end);
    killTree(child);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  child.once('error', (error) => {
    failure = error.message;
    end();
    onExit?.();
  });
  child.once('exit', () => {
    end();
    // Some output may still be in the pipes; a grandchild could keep them open.
    const timer = setTimeout(() => onExit?.(), 500).unref();
    child.once('close', () => {
      clearTimeout(timer);
      onExit?.();
    });
  });
  // A kernel that reads no more requests answers none; its exit says more than this error.
  child.stdin.on('error', () => {
    if (isRunning) killTree(child);
  });
  for (const name of ['stdout', 'stderr'] as const) {
    const decoder = new StringDecoder('utf8');
    child[name].on('data', (chunk: Buffer) => onOutput?.(decoder.write(chunk), name));
  }

  /** Between requests, the kernel does not keep this program running. Node's pipes are sockets. */
  function setWaiting(isWaiting: boolean): void {
    for (const socket of [child, child.stdin, child.stdout, child.stderr] as unknown as Socket[])
      isWaiting ? socket.ref() : socket.unref();
  }

  /** Resolves when the answer has arrived, or the process has ended. */
  function exchange(
    lines: string,
    answerMark: string,
    { ms, printedBytes }: { readonly ms: number; readonly printedBytes: number },
    stop?: AbortSignal,
  ): Promise<KernelEnd> {
    return new Promise((resolve) => {
      const reader = new RecordReader(answerMark);
      let errors = '';
      let bytes = 0;
      const finish = (result: KernelEnd) => {
        clearTimeout(timer);
        stop?.removeEventListener('abort', cancel);
        onOutput = undefined;
        onExit = undefined;
        if (result.kind !== 'answered') end();
        if (isRunning) setWaiting(false);
        resolve(result);
      };
      const printedText = () => `${reader.printedText}\n${errors}`.trim();
      const cancel = () => finish({ kind: 'cancelled' });
      const timer = setTimeout(() => finish({ kind: 'too-long' }), ms);
      onExit = () =>
        finish(
          failure === undefined
            ? { kind: 'ended', output: printedText() }
            : { kind: 'not-started', program, message: failure },
        );
      onOutput = (chunk, stream) => {
        bytes += chunk.length;
        if (bytes > (reader.isReading ? maxAnswerBytes : printedBytes))
          return finish({ kind: reader.isReading ? 'answer-too-large' : 'printed-too-much' });
        if (stream === 'stderr') {
          errors += chunk;
          return;
        }
        const text = reader.push(chunk);
        if (text === undefined) return;
        const record = decodeRecord(text);
        finish(record ? { kind: 'answered', record, output: printedText(), messages: '' } : { kind: 'unreadable' });
      };
      stop?.addEventListener('abort', cancel);
      if (stop?.aborted) return cancel();
      if (!isRunning) return onExit();
      setWaiting(true);
      child.stdin.write(lines);
    });
  }

  const startReply = await exchange(loadLine(file), mark, { ms: startMs, printedBytes: maxStartBytes }, signal);
  if (startReply.kind === 'too-long')
    return { kind: 'not-started', program, message: `it did not answer within ${startMs / 1000} seconds` };
  if (startReply.kind === 'printed-too-much')
    return { kind: 'not-started', program, message: 'it only printed, and did not answer' };
  if (startReply.kind !== 'answered') return startReply;

  return {
    get isRunning() {
      return isRunning;
    },
    end,
    async request(fields, { seconds, memoryBytes, printedBytes }, stop) {
      const answerMark = newMark();
      const record = encodeRecord({
        ...fields,
        mark: answerMark,
        seconds: String(seconds),
        memory: String(memoryBytes),
        messages: messagesFile,
      });
      const result = await exchange(
        requestLines(record),
        answerMark,
        { ms: seconds * 1000 + graceMs, printedBytes },
        stop,
      );
      return result.kind === 'answered' ? { ...result, messages: await takeMessages(messagesFile) } : result;
    },
  };
}

function newMark(): string {
  return `prompt-workbench-${randomUUID()}`;
}

async function takeMessages(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  await rm(file, { force: true }).catch(() => undefined);
  return text.trim().slice(0, maxMessageCharacters);
}

/** Kills the process group, which exists as long as one of its processes does. */
function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    execFile(systemProgram('taskkill', process.env), ['/pid', String(pid), '/T', '/F'], () => undefined);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has no process left.
  }
}
