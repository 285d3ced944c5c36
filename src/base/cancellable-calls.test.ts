import { expect, test } from 'vitest';
import { createCancellableCalls } from './cancellable-calls.ts';

/** A call that ends when it is cancelled. */
const untilCancelled = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    if (signal.aborted) resolve('cancelled before it came');
    else signal.addEventListener('abort', () => resolve('cancelled'));
  });

test('a running call is cancelled by its id, and no other one', async () => {
  const calls = createCancellableCalls();
  const first = calls.run('first', untilCancelled);
  const second = calls.run('second', untilCancelled);
  calls.cancel('second');
  expect(await second).toBe('cancelled');
  calls.cancel('first');
  expect(await first).toBe('cancelled');
});

test('a call that is cancelled before it comes is cancelled from the start, once', async () => {
  const calls = createCancellableCalls();
  calls.cancel('early');
  expect(await calls.run('early', untilCancelled)).toBe('cancelled before it came');
  expect(await calls.run('early', async ({ aborted }) => aborted)).toBe(false);
});

test('of many cancellations that came too late, the oldest are forgotten', async () => {
  const calls = createCancellableCalls();
  for (let number = 0; number <= 100; number += 1) calls.cancel(`call ${number}`);
  expect(await calls.run('call 0', async ({ aborted }) => aborted)).toBe(false);
  expect(await calls.run('call 100', async ({ aborted }) => aborted)).toBe(true);
});

test('a call without an id runs, and a failed one can be made again under its id', async () => {
  const calls = createCancellableCalls();
  expect(await calls.run(undefined, async ({ aborted }) => aborted)).toBe(false);
  await expect(calls.run('one', async () => Promise.reject(new Error('It failed.')))).rejects.toThrow('It failed.');
  expect(await calls.run('one', async ({ aborted }) => aborted)).toBe(false);
});
