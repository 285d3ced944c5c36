import { expect, test } from 'vitest';
import { SharedCallerLoad, type SharedLoad } from './caller-load.ts';

let now = 0;

/** What the table of the database does, for each replica. */
function memory(): (replica: string) => SharedLoad {
  const recordedLoads = new Map<string, ReadonlyMap<string, number>>();
  return (replica) => ({
    async exchange(ownLoad) {
      recordedLoads.set(replica, ownLoad);
      const sums = new Map<string, number>();
      for (const [otherReplica, requests] of recordedLoads)
        if (otherReplica !== replica) for (const [key, count] of requests) sums.set(key, (sums.get(key) ?? 0) + count);
      return sums;
    },
  });
}

test('requests under way count at every replica until they end', async () => {
  const sharedLoad = memory();
  const [firstLoad, secondLoad] = [new SharedCallerLoad(() => now), new SharedCallerLoad(() => now)];
  const ends = [firstLoad.begin('ada'), firstLoad.begin('ada'), firstLoad.begin('grace')];
  const exchange = async () => {
    await firstLoad.share(sharedLoad('one'));
    await secondLoad.share(sharedLoad('two'));
  };
  await exchange();
  // They may end before the other replica refuses anything because of them.
  expect([firstLoad.count('ada'), secondLoad.count('ada')]).toEqual([2, 0]);
  now += 2_000;
  await exchange();
  expect([firstLoad.count('ada'), secondLoad.count('ada'), secondLoad.count('grace')]).toEqual([2, 2, 1]);
  for (const end of ends) end();
  await exchange();
  expect([firstLoad.count('ada'), secondLoad.count('ada'), secondLoad.count('grace')]).toEqual([0, 0, 0]);
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
