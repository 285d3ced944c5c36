import { Readable } from 'node:stream';
import { TaskQueue } from '../../base/task-queue.ts';
import { reportFailure } from '../outcome.ts';
import { runProgram } from '../program.ts';
import type { Outcome } from './command-line.ts';

export interface CommandLine {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The program that a command names as its own, for instance in the entry of a client application. */
  readonly programFile: string;
}

/** A process has one environment and one output, so command lines take turns. */
const queue = new TaskQueue();

/**
 * Runs a command line in this process, which takes a tenth of the time of a new one. It gets its own environment, folder,
 * input (empty) and output, and leaves no listener behind.
 */
export function runInProcess({ args, env, cwd, programFile }: CommandLine): Promise<Outcome> {
  return queue.run(async () => {
    const before = { env: { ...process.env }, argv: process.argv, cwd: process.cwd(), exitCode: process.exitCode };
    const removeListeners = watchListeners();
    const output = captureOutput();
    replaceEnvironment(env);
    process.chdir(cwd);
    process.argv = [process.execPath, programFile, ...args];
    process.exitCode = undefined;
    try {
      await runProgram(args).catch((error) => reportFailure(error, args));
      return { code: Number(process.exitCode ?? 0), ...output.end() };
    } finally {
      output.end();
      removeListeners();
      process.exitCode = before.exitCode;
      process.argv = before.argv;
      process.chdir(before.cwd);
      replaceEnvironment(before.env);
    }
  });
}

function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** Replaces stdin, stdout and stderr of this process until `end`, which returns what was written. */
function captureOutput(): { end(): Pick<Outcome, 'stdout' | 'stderr'> } {
  const texts = { stdout: '', stderr: '' };
  const writeTo =
    (name: keyof typeof texts) =>
    (chunk: string | Uint8Array, ...rest: unknown[]) => {
      texts[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const callback = rest.at(-1);
      if (typeof callback === 'function') process.nextTick(callback);
      return true;
    };
  const restore = [
    replaceProperty(process, 'stdin', Readable.from([])),
    replaceProperty(process.stdout, 'write', writeTo('stdout')),
    replaceProperty(process.stderr, 'write', writeTo('stderr')),
  ];
  return {
    end: () => {
      for (const restoreOne of restore.splice(0)) restoreOne();
      return texts;
    },
  };
}

/** @returns a function that restores the property */
function replaceProperty(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, enumerable: true, writable: true, value });
  return () => {
    if (before) Object.defineProperty(object, name, before);
    else Reflect.deleteProperty(object, name);
  };
}

/** @returns a function that removes the listeners added since; those of the exit run first, as at the end of a process */
function watchListeners(): () => void {
  const emitters: readonly NodeJS.EventEmitter[] = [process, process.stdout, process.stderr];
  const listenersBefore = emitters.map(
    (emitter) => new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)])),
  );
  return () => {
    for (const [index, emitter] of emitters.entries())
      for (const name of emitter.eventNames())
        for (const listener of emitter.rawListeners(name)) {
          if (listenersBefore[index]?.get(name)?.includes(listener)) continue;
          if (name === 'exit') Reflect.apply(listener, process, [0]);
          emitter.off(name, listener as () => void);
        }
  };
}
