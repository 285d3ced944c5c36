import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallerRates, type SharedCounts } from './caller-rates.ts';

/** What the table of the database does. */
function memory(): SharedCounts {
  const sums = new Map<string, number>();
  return {
    async exchange(minute, calls) {
      return new Map(
        [...calls].map(([subject, moreCount]) => {
          const key = `${minute} ${subject}`;
          sums.set(key, (sums.get(key) ?? 0) + moreCount);
          return [subject, sums.get(key) ?? 0];
        }),
      );
    },
  };
}

test('calls over the limit are refused until the minute ends, and only those of this subject', () => {
  let now = 30_000;
  const rates = new CallerRates({ perMinute: 2, now: () => now });
  expect([rates.take('ada'), rates.take('ada')]).toEqual([undefined, undefined]);
  expect(rates.take('ada')).toEqual({
    status: 429,
    sentence: 'You have made 2 calls in this minute: try again in 30 seconds.',
    retryAfterSeconds: 30,
  });
  expect(rates.take('grace')).toBeUndefined();
  now = 60_000;
  expect(rates.take('ada')).toBeUndefined();
});

test('bytes have a limit that replicas share, as they share the limit of calls', async () => {
  const sharedCounts = memory();
  const calls = new CallerRates({ perMinute: 10, now: () => 1 });
  const [firstRates, secondRates] = [0, 1].map(
    () => new CallerRates({ perMinute: 5_000_000, unit: 'bytes', now: () => 1 }),
  );
  expect(firstRates?.take('ada', 4_000_000)).toBeUndefined();
  expect(secondRates?.take('ada', 1_000_000)).toBeUndefined();
  calls.take('ada');
  for (const rates of [calls, firstRates, secondRates]) await rates?.share(sharedCounts);
  expect(secondRates?.take('ada', 1)).toEqual({
    status: 429,
    sentence: 'You have sent 5 MB in this minute: try again in 60 seconds.',
    retryAfterSeconds: 60,
  });
  expect(secondRates?.take('grace', 1)).toBeUndefined();
  expect(calls.take('ada')).toBeUndefined();
});

test('replicas that exchange their counts allow the limit together, plus what they allow between two exchanges', async () => {
  const sharedCounts = memory();
  const replicas = [0, 1, 2].map(() => new CallerRates({ perMinute: 100, now: () => 1 }));
  let allowedCount = 0;
  for (let round = 0; round < 20; round++) {
    for (const replica of replicas) for (let call = 0; call < 5; call++) if (!replica.take('ada')) allowedCount++;
    for (const replica of replicas) await replica.share(sharedCounts);
  }
  expect(allowedCount).toBeGreaterThanOrEqual(100);
  expect(allowedCount).toBeLessThanOrEqual(100 + 3 * 5 * 2);
});

test('no call is counted twice or lost when exchanges fail and calls come meanwhile', async () => {
  const step = fc.constantFrom('call', 'share', 'fail', 'call while sharing');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const sharedCounts = memory();
      const rates = new CallerRates({ perMinute: 1_000, now: () => 1 });
      let calls = 0;
      const call = () => {
        rates.take('ada');
        calls++;
      };
      for (const value of steps) {
        if (value === 'call') call();
        if (value === 'share') await rates.share(sharedCounts);
        if (value === 'fail') await rates.share({ exchange: () => Promise.reject(new Error('away')) }).catch(() => {});
        if (value === 'call while sharing') {
          const sharing = rates.share(sharedCounts);
          call();
          await sharing;
        }
      }
      await rates.share(sharedCounts);
      const sums = await sharedCounts.exchange(0, new Map([['ada', 0]]));
      expect(sums.get('ada')).toBe(calls);
    }),
  );
});

test('a database that is away locks no one out', async () => {
  const rates = new CallerRates({ perMinute: 10, now: () => 1 });
  rates.take('ada');
  await expect(rates.share({ exchange: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
  expect(rates.take('ada')).toBeUndefined();
});
