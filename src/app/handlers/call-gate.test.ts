import { expect, test } from 'vitest';
import type { Handlers } from '../../contract/contract.ts';
import { createCallGate } from './call-gate.ts';

function heldHandler() {
  let release = () => {};
  const heldAnswer = new Promise<string[]>((resolve) => {
    release = () => resolve([]);
  });
  return { release: () => release(), handlers: { 'folders.suggest': () => heldAnswer } as unknown as Handlers };
}

test('closing waits for running calls', async () => {
  const { release, handlers } = heldHandler();
  const gate = createCallGate(handlers, () => {});
  const order: string[] = [];
  const answer = gate.call('folders.suggest', { prefix: '' }).then((reply) => order.push(`answered ${reply.ok}`));
  const closedPromise = gate.close().then(() => order.push('closed'));
  release();
  await Promise.all([answer, closedPromise]);
  expect(order).toEqual(['answered true', 'closed']);
});

test('a call after closing has begun fails as unavailable', async () => {
  const gate = createCallGate(heldHandler().handlers, () => {});
  await gate.close();
  expect(await gate.call('folders.suggest', { prefix: '' })).toMatchObject({
    ok: false,
    error: { code: 'unavailable' },
  });
});
