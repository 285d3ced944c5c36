import { expect, test, vi } from 'vitest';
import { Follower, type FollowerOptions } from './follower.ts';
import { localStore } from './publication.ts';
import type { Release } from './release/release.ts';
import { Releases } from './release/releases.ts';
import type { Mirror } from './repository/mirror.ts';

function followerOf(options: Partial<FollowerOptions>): Follower {
  return new Follower({
    mirror: { close: () => undefined } as unknown as Mirror,
    store: localStore(),
    releases: new Releases(() => undefined),
    folder: '',
    refusesErrors: false,
    pollMs: 600_000,
    replica: 'one',
    log: () => undefined,
    ...options,
  });
}

test('clients hear of a commit when all replicas serve it, and at once while the database is away', async () => {
  const release = { commit: 'abc', snapshot: { servers: new Map() }, errors: [], warnings: [] } as unknown as Release;
  const publishedCommit = { tip: 'abc', commit: 'abc' };
  const begin = (isServedByAll: () => Promise<boolean>) => {
    const releases = new Releases(() => undefined);
    const events: string[] = [];
    releases.subscribe(() => events.push('served'));
    releases.subscribeToAnnouncements(() => events.push('announced'));
    const follower = followerOf({
      releases,
      store: { ...localStore(), read: async () => publishedCommit, isServedByAll },
      mirror: { ensure: async () => undefined, close: () => undefined } as unknown as Mirror,
      readCommit: async () => release,
    });
    return { heard: events, done: follower.compare(), follower };
  };
  let isBehind = true;
  const waitingReplica = begin(async () => !isBehind);
  await waitingReplica.done;
  expect(waitingReplica.heard).toEqual(['served']);
  isBehind = false;
  await expect.poll(() => waitingReplica.heard).toEqual(['served', 'announced']);
  const aloneReplica = begin(() => Promise.reject(new Error('away')));
  await expect.poll(() => aloneReplica.heard).toEqual(['served', 'announced']);
});

test('a replica that starts does not serve a commit that was replaced while it read it', async () => {
  const releases = new Releases(() => undefined);
  const servedCommits: string[] = [];
  const messages: string[] = [];
  releases.subscribe(({ commit }) => servedCommits.push(commit));
  const publishedCommits = ['old', 'new'];
  const follower = followerOf({
    releases,
    store: {
      ...localStore(),
      read: async () => ({
        tip: 'new',
        commit: publishedCommits.length > 1 ? (publishedCommits.shift() ?? '') : 'new',
      }),
      reportCommit: async (_replica, commit) => void messages.push(commit),
    },
    mirror: { ensure: async () => undefined, close: () => undefined } as unknown as Mirror,
    readCommit: async (_mirror, commit) =>
      ({
        commit,
        snapshot: { servers: new Map() },
        errors: [],
        warnings: [],
        close: async () => undefined,
      }) as unknown as Release,
  });
  await follower.compare();
  expect(servedCommits).toEqual(['new']);
  expect(messages[0]).toBe('old');
});

test('many webhooks at once are answered by the fetch that runs and one more', async () => {
  let fetches = 0;
  let release = () => {};
  const mirror = {
    async fetch() {
      fetches++;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      throw new Error('The repository is away.');
    },
    close: () => undefined,
  } as unknown as Mirror;
  const follower = followerOf({ mirror });
  const firstFetch = follower.fetch();
  await expect.poll(() => fetches).toBe(1);
  const otherFetches = Array.from({ length: 20 }, () => follower.fetch());
  release();
  await firstFetch;
  await expect.poll(() => fetches).toBe(2);
  release();
  await Promise.all(otherFetches);
  expect(fetches).toBe(2);
  expect(follower.state.fetchFailure).toBe('The repository is away.');
  await follower.close();
});

test('a commit that another replica publishes is served while the repository has not answered yet', async () => {
  const releases = new Releases(() => undefined);
  const store = localStore();
  await store.replace(undefined, { tip: 'new', commit: 'new' }, 'two');
  let answer = (_tip: string) => {};
  const mirror = {
    fetch: () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    ensure: async () => undefined,
    close: () => undefined,
  } as unknown as Mirror;
  const follower = followerOf({ releases, store, mirror, readCommit: async (_mirror, commit) => releaseOf(commit) });
  const pendingFetch = follower.fetch();
  await store.publish('old', 'operator');
  await follower.compare();
  expect(releases.current?.commit).toBe('old');
  answer('new');
  await pendingFetch;
  expect(releases.current?.commit).toBe('old');
  await follower.close();
});

test('an older commit that is published while a broken tip is read stays published', async () => {
  const store = localStore();
  await store.replace(undefined, { tip: 'first', commit: 'first' }, 'two');
  const mirror = {
    fetch: async () => 'broken',
    ensure: async () => undefined,
    close: () => undefined,
  } as unknown as Mirror;
  const error = { severity: 'error', message: 'Broken.', file: 'a.yaml', line: 1 } as const;
  const follower = followerOf({
    store,
    mirror,
    refusesErrors: true,
    async readCommit(_mirror, commit) {
      if (commit === 'broken') await store.publish('older', 'operator');
      return releaseOf(commit, commit === 'broken' ? [error] : []);
    },
  });
  await follower.fetch();
  expect(await store.read()).toMatchObject({ tip: 'broken', commit: 'older' });
  await follower.close();
});

function releaseOf(commit: string, errors: Release['errors'] = []): Release {
  return {
    commit,
    snapshot: { servers: new Map() },
    errors,
    warnings: [],
    close: async () => undefined,
  } as unknown as Release;
}

test('clients hear of a commit once more when a replica that was behind for long has it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const releases = new Releases(() => undefined);
    const events: boolean[] = [];
    releases.subscribeToAnnouncements((isLast) => events.push(isLast));
    const store = localStore();
    await store.replace(undefined, { tip: 'first', commit: 'first' }, 'two');
    let isBehind = false;
    const follower = followerOf({
      releases,
      store: { ...store, isServedByAll: async () => !isBehind },
      mirror: { ensure: async () => undefined, close: () => undefined } as unknown as Mirror,
      readCommit: async (_mirror, commit) => releaseOf(commit),
    });
    await follower.compare();
    await vi.advanceTimersByTimeAsync(0);
    expect([events, releases.announced]).toEqual([[true], 'first']);
    isBehind = true;
    await store.publish('second', 'operator');
    await follower.compare();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(events).toEqual([true]);
    await vi.advanceTimersByTimeAsync(2_000);
    // A stream that is opened with this position gets the notice again.
    expect([events, releases.announced]).toEqual([[true, false], 'first']);
    isBehind = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([events, releases.announced]).toEqual([[true, false, true], 'second']);
    await follower.close();
  } finally {
    vi.useRealTimers();
  }
});

test('clients read their lists again when a replica that was taken for dead had served older ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const releases = new Releases(() => undefined);
    let announcements = 0;
    releases.subscribeToAnnouncements(() => announcements++);
    const store = localStore();
    await store.replace(undefined, { tip: 'first', commit: 'first' }, 'two');
    let lastChange = 0;
    const follower = followerOf({
      releases,
      store: { ...store, lastChange: async () => lastChange },
      mirror: {
        fetch: async () => 'first',
        ensure: async () => undefined,
        close: () => undefined,
      } as unknown as Mirror,
      readCommit: async (_mirror, commit) => releaseOf(commit),
    });
    await follower.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(announcements).toBe(1);
    lastChange = 1;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(announcements).toBe(2);
    await follower.close();
  } finally {
    vi.useRealTimers();
  }
});

test('an older commit that is still in memory is served without asking the repository', async () => {
  const releases = new Releases(() => undefined);
  const store = localStore();
  await store.replace(undefined, { tip: 'first', commit: 'first' }, 'two');
  const requests: string[] = [];
  const follower = followerOf({
    releases,
    store,
    mirror: {
      ensure: async (commit: string) => void requests.push(`ensure ${commit}`),
      close: () => undefined,
    } as unknown as Mirror,
    async readCommit(_mirror, commit, _parent, formerRelease) {
      requests.push(`read ${commit} after ${formerRelease?.commit}`);
      return releaseOf(commit);
    },
  });
  await follower.compare();
  const [firstRelease] = [releases.current];
  await store.publish('second', 'operator');
  await follower.compare();
  await store.publish('first', 'operator');
  await follower.compare();
  expect(releases.current).toBe(firstRelease);
  expect(requests).toEqual(['ensure first', 'read first after undefined', 'ensure second', 'read second after first']);
  await follower.close();
});
