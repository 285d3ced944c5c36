import { expect, test } from 'vitest';
import { TaskQueue, TaskQueues } from './task-queue.ts';

const fail = async () => {
  throw new Error('failed');
};

test('a queue runs its tasks one after another, even after a failure', async () => {
  const queue = new TaskQueue();
  const events: string[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    return name;
  };
  const results = [queue.run(task('first')), queue.run(fail), queue.run(task('second'))];
  await expect(results[1]).rejects.toThrow('failed');
  await queue.ended;
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(await results[2]).toBe('second');
});

test('queues of different keys do not wait for each other, and a key without tasks is forgotten', async () => {
  const queues = new TaskQueues<string>();
  let open = () => {};
  const slow = queues.run(
    'a',
    () =>
      new Promise<void>((resolve) => {
        open = resolve;
      }),
  );

  const next = queues.run('a', () => 'after');
  expect(await queues.run('b', () => 'now')).toBe('now');
  expect(queues.hasTasks('a')).toBe(true);
  open();
  await slow;
  expect(await next).toBe('after');
  await queues.ended;
  expect(queues.hasTasks('a')).toBe(false);
  expect(queues.hasTasks('b')).toBe(false);
});
