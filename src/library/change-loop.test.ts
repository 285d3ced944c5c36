import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startChangeLoop } from './change-loop.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function loopWith(refresh: (changes: ReadonlySet<string> | 'everything') => boolean) {
  const [publish, onError] = [vi.fn(), vi.fn()];
  return {
    loop: startChangeLoop({ refresh: async (changes) => refresh(changes), publish, onError }),
    publish,
    onError,
  };
}

test('a burst of 1,000 changes over half a second becomes one state, reported within 300 ms of the last', async () => {
  const seenFiles = new Set<string>();
  const { loop, publish } = loopWith((changes) => {
    for (const file of changes) seenFiles.add(file);
    return true;
  });
  for (let index = 0; index < 1_000; index++) {
    loop.touch(`prompts/P${index}.yaml`);
    if (index % 2 === 0) await vi.advanceTimersByTimeAsync(1);
  }
  expect(publish).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(300);
  expect(publish).toHaveBeenCalledTimes(1);
  expect(seenFiles.size).toBe(1_000);
});

test('a change is reported after a second even if others keep coming', async () => {
  const { loop, publish } = loopWith(() => true);
  for (let time = 0; time < 1_100; time += 10) {
    loop.touch('prompts/A.yaml');
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(publish).toHaveBeenCalledTimes(1);
});

test('changes that make no difference are not reported', async () => {
  const { loop, publish } = loopWith(() => false);
  loop.touch('prompts/A.yaml');
  await vi.advanceTimersByTimeAsync(2_000);
  await loop.flush('everything');
  expect(publish).not.toHaveBeenCalled();
});

test('a flush reports all pending changes at once', async () => {
  const requests: unknown[] = [];
  const { loop, publish } = loopWith((changes) => requests.push(changes) > 0);
  loop.touch('prompts/A.yaml');
  await loop.flush(new Set(['prompts/B.yaml']));
  expect(requests).toEqual([new Set(['prompts/A.yaml']), new Set(['prompts/B.yaml'])]);
  expect(publish).toHaveBeenCalledTimes(1);
});

test('a failure is reported, and so is the next change', async () => {
  const { loop, publish, onError } = loopWith((changes) => {
    if (changes === 'everything') throw new Error('no access');
    return true;
  });
  loop.touch('everything');
  await vi.advanceTimersByTimeAsync(100);
  expect(onError).toHaveBeenCalledWith(new Error('no access'));
  loop.touch('prompts/A.yaml');
  await vi.advanceTimersByTimeAsync(300);
  expect(publish).toHaveBeenCalledTimes(1);
});

test('nothing is reported after the loop is closed', async () => {
  const { loop, publish } = loopWith(() => true);
  loop.touch('prompts/A.yaml');
  await loop.close();
  loop.touch('prompts/B.yaml');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(publish).not.toHaveBeenCalled();
});
