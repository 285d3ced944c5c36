import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('each turn of the event loop runs one of many pieces of work, in order', async () => {
  const turns = new Turns();
  const finishedTurns: string[] = [];
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const piece = async (name: string) => {
    await turns.take();
    finishedTurns.push(`${name} ${turn}`);
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(piece));
  isOver = true;
  expect(finishedTurns.map((value) => value[0]).join('')).toBe('abcd');
  expect(new Set(finishedTurns.map((value) => value.slice(2))).size).toBe(4);
});

it('a single piece of work does not wait', () => {
  expect(new Turns().take()).toBeUndefined();
});
