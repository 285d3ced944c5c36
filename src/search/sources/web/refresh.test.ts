import { describe, expect, it, vi } from 'vitest';
import type { WebPages } from '../../../model/definitions.ts';
import { type Manifest, requestKey } from './copy.ts';
import { nextFetchAt } from './refresh.ts';
import { repeatFetches } from './repeat-fetches.ts';

const hour = 3_600_000;
const pages: WebPages = {
  url: 'https://docs.example.com/',
  type: 'Page',
  below: '',
  depth: 3,
  maxPages: 500,
  maxMegabytes: 50,
  delaySeconds: 1,
  refresh: 'Daily',
};
const fetchedManifest: Manifest = {
  version: 1,
  asked: requestKey(pages),
  fetchedAt: 1_000,
  triedAt: 1_000,
  isComplete: true,
  pages: 3,
  bytes: 300,
  documents: [],
  problems: [],
};

describe('A schedule', () => {
  it('fetches again a day, a week or a month after the latest fetch', () => {
    expect(nextFetchAt(pages, fetchedManifest)).toBe(1_000 + 24 * hour);
    expect(nextFetchAt({ ...pages, refresh: 'Weekly' }, fetchedManifest)).toBe(1_000 + 7 * 24 * hour);
    expect(nextFetchAt({ ...pages, refresh: 'Monthly' }, fetchedManifest)).toBe(1_000 + 30 * 24 * hour);
  });

  it('tries again six hours after a failure, and not before the server allows it', () => {
    const failedManifest = {
      ...fetchedManifest,
      triedAt: 5_000,
      isComplete: false,
      failure: 'it answered with HTTP 500',
    };
    expect(nextFetchAt(pages, failedManifest)).toBe(5_000 + 6 * hour);
    expect(nextFetchAt(pages, { ...failedManifest, waitUntil: 90 * hour })).toBe(90 * hour);
  });

  it('fetches nothing that a person has not fetched with the current settings of the file', () => {
    const { refresh: _, ...onRequest } = pages;
    const { fetchedAt: __, ...neverComplete } = fetchedManifest;
    expect(nextFetchAt(onRequest, fetchedManifest)).toBeUndefined();
    expect(nextFetchAt(pages, undefined)).toBeUndefined();
    expect(nextFetchAt(pages, neverComplete)).toBeUndefined();
    for (const change of [{ url: 'https://docs.example.com/v2/' }, { below: '/x' }, { depth: 9 }, { maxPages: 20_000 }])
      expect(nextFetchAt({ ...pages, ...change }, fetchedManifest)).toBeUndefined();
  });

  it('is followed while a program runs', async () => {
    vi.useFakeTimers();
    try {
      const fetchDue = vi.fn(async () => {});
      const stop = repeatFetches(fetchDue, () => {});
      await vi.advanceTimersByTimeAsync(59_000);
      expect(fetchDue).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(fetchDue).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(3 * 600_000);
      expect(fetchDue).toHaveBeenCalledTimes(4);
      stop();
      await vi.advanceTimersByTimeAsync(3 * 600_000);
      expect(fetchDue).toHaveBeenCalledTimes(4);
    } finally {
      vi.useRealTimers();
    }
  });
});
