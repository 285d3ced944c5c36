import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRateLimit } from '../../../model/rate-limit.ts';
import { Bucket, CallLimits } from './rate-limit.ts';

test('by default, a server takes 40 calls at once and then 20 a second', () => {
  let now = 0;
  const bucket = new Bucket(defaultRateLimit, () => now);
  const take = () => bucket.take(defaultRateLimit);
  expect(Array.from({ length: 40 }, take)).toEqual(Array(40).fill(0));
  expect(take()).toBe(50);
  now += 50;
  expect([take(), take()]).toEqual([0, 50]);
  now += 1_000;
  expect(Array.from({ length: 21 }, take).filter((wait) => wait === 0)).toHaveLength(20);
});

test('no more calls are accepted than burst and time allow; a call after the advised wait is accepted', () => {
  const limits = fc.record({
    perSecond: fc.double({ min: 0.1, max: 1_000, noNaN: true }),
    burst: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(limits, fc.array(fc.nat(500), { maxLength: 100 }), (limit, pauses) => {
      let now = 0;
      let takenCount = 0;
      const bucket = new Bucket(limit, () => now);
      for (const pause of pauses) {
        now += pause;
        const wait = bucket.take(limit);
        if (wait === 0) takenCount += 1;
        else {
          now += wait;
          expect(bucket.take(limit)).toBe(0);
          takenCount += 1;
        }
        expect(takenCount).toBeLessThanOrEqual(limit.burst + (now * limit.perSecond) / 1000 + 1e-6);
      }
    }),
    { examples: [[{ perSecond: 0.1, burst: 2 }, [0, 288, 192]]] },
  );
});

test('each client and each tool has its own calls per minute, and a refused call counts nowhere', () => {
  let now = 0;
  const limits = new CallLimits(() => now);
  const limit = { perSecond: 100, burst: 100, perClient: 3, perTool: { slow: 1 } };
  const caller = {};
  const take = (tool: string, client: object | string) => limits.take(limit, tool, client);
  expect(take('slow', caller)).toBeUndefined();
  expect(take('slow', 'another')).toEqual({ limitedBy: 'tool', perMinute: 1, waitMs: 60_000 });
  expect([take('fast', caller), take('fast', caller)]).toEqual([undefined, undefined]);
  expect(take('fast', caller)).toEqual({ limitedBy: 'client', perMinute: 3, waitMs: 20_000 });
  expect(take('fast', 'another')).toBeUndefined();
  now += 20_000;
  expect(take('fast', caller)).toBeUndefined();
  now += 40_000;
  expect(take('slow', 'another')).toBeUndefined();
});
