import { expect, test, vi } from 'vitest';
import { watchPromptList } from '../../mcp/server/list-changed.ts';
import { featuresOf } from '../../mcp/server/revisions.ts';
import { prompt, resolvedServer } from '../../mcp/server/testing/fake-source.ts';
import { readAccess } from '../access/access-file.ts';
import { visibleSource } from '../access/visible-source.ts';
import type { Release } from './release.ts';
import { Releases } from './releases.ts';

function releaseOf(...names: readonly string[]): Release {
  const resolved = resolvedServer(names.map((name) => prompt({ name })));
  return {
    commit: names.join(),
    snapshot: { servers: new Map([['Docs', { builtin: false, resolved }]]) },
    close: async () => undefined,
  } as unknown as Release;
}

test('a client hears of a release when it is announced, also one that came after it was current', async () => {
  const releases = new Releases(() => undefined);
  releases.publish(releaseOf('greet'));
  const docs = releases.server('Docs') ?? expect.fail('no server');
  const view = readAccess('Everyone: [{Server: Docs, Except: [secret]}]').policy.viewOf('Docs', []);
  const visible = visibleSource(docs, view ?? expect.fail('no view'));
  const [early, late, restricted, unrelated] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const watch = (source: typeof docs, heard: () => void) =>
    watchPromptList(source, () => featuresOf('2025-11-25'), heard);
  watch(docs, early);
  releases.publish(releaseOf('greet', 'secret'));
  expect(docs.current().prompts).toHaveLength(2);
  expect(early).not.toHaveBeenCalled();
  watch(docs, late);
  watch(visible, restricted);
  releases.announce();
  expect([early, late].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  // What is hidden is not announced.
  expect(restricted).not.toHaveBeenCalled();
  watch(docs, unrelated);
  releases.announce();
  for (const heard of [early, late]) expect(heard).toHaveBeenCalledTimes(1);
  expect(unrelated).not.toHaveBeenCalled();
  await releases.close();
});
