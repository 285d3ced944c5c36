import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const allowAll = () => true;

function takeAll(queue: FairQueue<string>): string[] {
  const takenItems: string[] = [];
  for (let item = queue.take(allowAll); item; item = queue.take(allowAll)) takenItems.push(item);
  return takenItems;
}

it('clients take turns, and each keeps the order of its own items', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
  for (const item of ['b1', 'b2']) queue.push('b', item);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('a client that may not start keeps its turn while others go ahead', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1');
  queue.push('b', 'b1');
  expect(queue.take((client) => client !== 'a')).toBe('b1');
  expect(queue.take((client) => client !== 'a')).toBeUndefined();
  expect(queue.take(allowAll)).toBe('a1');
});

it('an item that is put back is the next of its client', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1');
  queue.putBack('a', 'a0');
  expect(takeAll(queue)).toEqual(['a0', 'a1']);
});

it('a removed item is never returned, and the other items can be drained', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2']) queue.push('a', item);
  queue.push('b', 'b1');
  queue.removeWhere('a', (item) => item === 'a1');
  queue.removeWhere('b', (item) => item === 'b1');
  queue.removeWhere('c', (item) => item === 'c1');
  expect(queue.drain()).toEqual(['a2']);
  expect(queue.take(allowAll)).toBeUndefined();
});
