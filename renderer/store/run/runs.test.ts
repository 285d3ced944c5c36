import { expect, test } from 'vitest';
import type { StoreContext } from '../context.ts';
import { createRuns } from './runs.ts';

test('the newest list of runners stays when an earlier one arrives after it', async () => {
  const pendingReads: ((runners: readonly { id: string }[]) => void)[] = [];
  let state = { run: { list: { status: 'none' } } };
  const context = {
    host: { call: () => new Promise((resolve) => pendingReads.push(resolve)) },
    settings: { read: () => ({}), change: () => undefined },
    get: () => state,
    set: (part: typeof state) => {
      state = { ...state, ...part };
    },
  } as unknown as StoreContext;
  const runs = createRuns({
    context,
    flush: async () => true,
    content: { restructureWithNotice: async () => false } as never,
  });
  const reads = [runs.readRunners(), runs.readRunners()];
  pendingReads[1]?.([{ id: 'new' }]);
  await reads[1];
  pendingReads[0]?.([]);
  await reads[0];
  expect(state.run.list).toEqual({ status: 'ready', runners: [{ id: 'new' }] });
});
