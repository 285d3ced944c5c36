import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { endWorker } from './end-worker.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a worker that says that it is ready, and then does this. */
async function startWorker(work: string): Promise<Worker> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const { stat } = require('node:fs/promises');
     parentPort.on('message', () => process.exit());
     parentPort.postMessage('ready');
     setImmediate(async () => { ${work} });`,
    { eval: true },
  );
  await once(worker, 'message');
  return worker;
}

async function endAndReadCode(worker: Worker): Promise<unknown> {
  const exited = once(worker, 'exit');
  await endWorker(worker);
  const [code] = await exited;
  return code;
}

const exitCode = 0;
const terminationCode = 1;

test('a worker that uses files exits by itself, where no call of a file can abort the program', async () => {
  const worker = await startWorker('for (;;) await stat(".");');
  // Without timers, nothing terminates it.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await endAndReadCode(worker)).toBe(exitCode);
});

test('a worker that computes without end is terminated', async () => {
  const worker = await startWorker('for (;;);');
  expect(await endAndReadCode(worker)).toBe(terminationCode);
});

test('a worker that has ended already is left alone', async () => {
  const worker = await startWorker('throw new Error("It failed.");');
  await expect(once(worker, 'exit')).rejects.toThrow('It failed.');
  await endWorker(worker);
  await endWorker(worker);
  expect(worker.threadId).toBe(-1);
});
