import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AskedPermission, type AskPerson, createPermissions, permissionLimits } from './permissions.ts';

const request = {
  kind: 'execute',
  title: 'ls\n-la',
  detail: 'ls -la\u200b',
  options: [
    { id: 'yes', name: 'Yes', isYes: true },
    { id: 'no', name: 'No', isYes: false },
  ],
} as const;

let requests: AskedPermission[];
let pauses: number;
let stop: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  pauses = 0;
  stop = new AbortController();
});
afterEach(() => vi.useRealTimers());

function open(ask?: AskPerson) {
  return createPermissions({
    ask,
    signal: stop.signal,
    pause: () => {
      pauses++;
      return () => pauses--;
    },
    onAsked: (request) => requests.push(request),
  });
}
const neverAnswer: AskPerson = () => new Promise(() => undefined);

test('a question without an answer counts as no after a minute, and the time limit of the run waits for it', async () => {
  let lateSignal: AbortSignal | undefined;
  const decision = open((_, signal) => {
    lateSignal = signal;
    return new Promise(() => undefined);
  }).decide(request);
  await vi.advanceTimersByTimeAsync(permissionLimits.timeoutMs - 1);
  expect([pauses, lateSignal?.aborted, requests]).toEqual([1, false, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await decision).toBeUndefined();
  expect([pauses, lateSignal?.aborted, requests[0]?.by]).toEqual([0, true, 'time']);
});

test('the end of the run ends its questions, and later ones are refused', async () => {
  const permissions = open(neverAnswer);
  const decision = permissions.decide(request);
  stop.abort();
  expect(await decision).toBeUndefined();
  expect(await permissions.decide(request)).toBeUndefined();
  expect(pauses).toBe(0);
});

test('without a person everything is refused, and an option that was not offered allows nothing', async () => {
  expect(open().canAllow).toBe(false);
  expect(await open().decide(request)).toBeUndefined();
  expect(await open(async () => ({ kind: 'option', id: 'all' })).decide(request)).toBeUndefined();
  expect(requests.map(({ isAllowed }) => isAllowed)).toEqual([false, false]);
});

test('an agent that asks on and on is refused without a question', async () => {
  let questions = 0;
  const permissions = open(async () => {
    questions++;
    return { kind: 'option', id: 'no' };
  });
  for (let turn = 0; turn < permissionLimits.questions + 5; turn++) await permissions.decide(request);
  expect(questions).toBe(permissionLimits.questions);
});

test('no text of the agent hides or reorders another, or is too long to read', async () => {
  const requests: unknown[] = [];
  const ask: AskPerson = async ({ title, detail, options: [firstOption] }) => {
    requests.push(title, detail, firstOption?.name.length);
    return { kind: 'none' };
  };
  const options = [{ id: 'yes', name: 'x'.repeat(5_000), isYes: true }];
  await open(ask).decide({ ...request, options });
  expect(requests).toEqual(['ls -la', 'ls -la\\u{200b}', permissionLimits.titleLength]);
});
