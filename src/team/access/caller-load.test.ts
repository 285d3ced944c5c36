import { expect, test } from 'vitest';
import { SharedCallerLoad, type SharedLoad } from './caller-load.ts';

let now = 0;

/** What the table of the database does, for each replica. */
function memory(): (replica: string) => SharedLoad {
  const recorded = new Map<string, ReadonlyMap<string, number>>();
  return (replica) => ({
    async exchange(own) {
      recorded.set(replica, own);
      const sums = new Map<string, number>();
      for (const [otherText, requests] of recorded)
        if (otherText !== replica) for (const [key, count] of requests) sums.set(key, (sums.get(key) ?? 0) + count);
      return sums;
    },
  });
}

test('requests that last count at every replica until they end', async () => {
  const shared = memory();
  const [first, second] = [new SharedCallerLoad(() => now), new SharedCallerLoad(() => now)];
  const ends = [first.begin('ada'), first.begin('ada'), first.begin('grace')];
  const exchange = async () => {
    await first.share(shared('one'));
    await second.share(shared('two'));
  };
  await exchange();
  // They may be over before the other replica refuses anything for them.
  expect([first.count('ada'), second.count('ada')]).toEqual([2, 0]);
  now += 2_000;
  await exchange();
  expect([first.count('ada'), second.count('ada'), second.count('grace')]).toEqual([2, 2, 1]);
  for (const end of ends) end();
  await exchange();
  expect([first.count('ada'), second.count('ada'), second.count('grace')]).toEqual([0, 0, 0]);
});

test('the requests of other replicas are forgotten while the database is away, and those of this one are not', async () => {
  const load = new SharedCallerLoad(() => now);
  load.begin('ada');
  await load.share({ exchange: async () => new Map([['ada', 63]]) });
  expect(load.count('ada')).toBe(64);
  now += 6_000;
  await expect(load.share({ exchange: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
  expect(load.count('ada')).toBe(1);
});
