import { afterEach, expect, test, vi } from 'vitest';
import { watchPromptList } from '../../mcp/server/list-changed.ts';
import { featuresOf } from '../../mcp/server/revisions.ts';
import { prompt, resolvedServer } from '../../mcp/server/testing/fake-live-server.ts';
import { readAccess } from '../access/access-file.ts';
import { limitToView } from '../access/limit-to-view.ts';
import type { Release } from './release.ts';
import { Releases } from './releases.ts';

function releaseOf(...names: readonly string[]): Release {
  const resolvedDocs = resolvedServer(names.map((name) => prompt({ name })));
  return {
    commit: names.join(),
    snapshot: { servers: new Map([['Docs', { builtin: false, resolvedServer: resolvedDocs }]]) },
    close: async () => undefined,
  } as unknown as Release;
}

afterEach(() => {
  vi.useRealTimers();
});

const listen = (releases: Releases, onChange: () => void) =>
  watchPromptList(releases.server('Docs') ?? expect.fail('no server'), () => featuresOf('2025-11-25'), onChange);

test('a client that may have read an unannounced commit is notified of the next release, even if that is the one before', async () => {
  const releases = new Releases(() => undefined);
  const [firstRelease, secondRelease] = [releaseOf('greet'), releaseOf('greet', 'later')];
  releases.publish(firstRelease);
  releases.announce();
  const listener = vi.fn();
  listen(releases, listener);
  releases.publish(secondRelease);
  releases.publish(firstRelease);
  releases.announce();
  expect(listener).toHaveBeenCalledTimes(1);
  releases.announce();
  expect(listener).toHaveBeenCalledTimes(1);
  await releases.close();
});

test('a client hears once more that every list may have changed', async () => {
  const releases = new Releases(() => undefined);
  releases.publish(releaseOf('greet'));
  releases.announce();
  const listener = vi.fn();
  listen(releases, listener);
  releases.announceAgain();
  expect(listener).toHaveBeenCalledTimes(1);
  releases.announce();
  expect(listener).toHaveBeenCalledTimes(1);
  await releases.close();
});

test('the last eight former releases stay open, and an older one closes a minute later', async () => {
  vi.useFakeTimers();
  const releases = new Releases(() => undefined);
  const allReleases = Array.from({ length: 10 }, (_, index) => ({
    ...releaseOf(`prompt ${index}`),
    close: vi.fn(async () => undefined),
  }));
  for (const release of allReleases) releases.publish(release);
  expect(releases.find('prompt 1')).toBe(allReleases[1]);
  expect(releases.find('prompt 0')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(allReleases[0]?.close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(allReleases[0]?.close).toHaveBeenCalledTimes(1);
  // One that is served again is the newest.
  releases.publish(allReleases[1] ?? expect.fail('no release'));
  await vi.advanceTimersByTimeAsync(120_000);
  for (const release of allReleases.slice(1)) expect(release.close).not.toHaveBeenCalled();
  await releases.close();
  for (const release of allReleases) expect(release.close).toHaveBeenCalledTimes(1);
});

test('a client hears of a release when it is announced, even if it connects after that became current', async () => {
  const releases = new Releases(() => undefined);
  releases.publish(releaseOf('greet'));
  const docs = releases.server('Docs') ?? expect.fail('no server');
  const view = readAccess('Everyone: [{Server: Docs, Except: [secret]}]').policy.viewOf('Docs', []);
  const visibleServer = limitToView(docs, view ?? expect.fail('no view'));
  const [onEarlyChange, onLateChange, onVisibleChange, onOtherChange] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const watch = (liveServer: typeof docs, onChange: () => void) =>
    watchPromptList(liveServer, () => featuresOf('2025-11-25'), onChange);
  watch(docs, onEarlyChange);
  releases.publish(releaseOf('greet', 'secret'));
  expect(docs.current().prompts).toHaveLength(2);
  expect(onEarlyChange).not.toHaveBeenCalled();
  watch(docs, onLateChange);
  watch(visibleServer, onVisibleChange);
  releases.announce();
  expect([onEarlyChange, onLateChange].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  // A change of a hidden prompt is not announced.
  expect(onVisibleChange).not.toHaveBeenCalled();
  watch(docs, onOtherChange);
  releases.announce();
  for (const listener of [onEarlyChange, onLateChange]) expect(listener).toHaveBeenCalledTimes(1);
  expect(onOtherChange).not.toHaveBeenCalled();
  await releases.close();
});
