import { describe, expect, it } from 'vitest';
import { watchLists } from './list-changed.ts';
import { featuresOf, REVISIONS } from './revisions.ts';
import { connectWire, until, type WireClient } from './testing/clients.ts';
import { fakeLiveServer, prompt, resolvedServer } from './testing/fake-live-server.ts';

const greet = prompt({ name: 'Greet', title: 'Greets', description: 'Says hello' });
const CHANGED = 'notifications/prompts/list_changed';

/** The number of notifications, after everything sent so far has arrived. */
async function heard(client: WireClient): Promise<number> {
  await client.request('prompts/list');
  return client.notifications.filter((method) => method === CHANGED).length;
}

describe('a client is notified when its list changes', () => {
  it.each(REVISIONS.slice(0, 4))(
    'when a prompt was added, renamed, moved or got another description (%s)',
    async (revision) => {
      const liveServer = fakeLiveServer(resolvedServer([greet]));
      const client = await connectWire(liveServer, revision);
      const otherPrompt = prompt({ name: 'Other' });
      const states = [
        [greet, otherPrompt],
        [otherPrompt, greet],
        [otherPrompt],
        [{ ...otherPrompt, description: 'New' }],
        [{ ...otherPrompt, name: 'X' }],
      ];
      for (const [index, prompts] of states.entries()) {
        liveServer.set({ prompts });
        await until(() => client.notifications.length === index + 1, `notification ${index + 1}`);
      }
    },
  );

  it.each([
    ['2025-03-26', 0],
    ['2025-06-18', 1],
  ] as const)('when a title changed, if its revision has titles (%s: %i)', async (revision, expected) => {
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    const client = await connectWire(liveServer, revision);
    liveServer.set({ prompts: [{ ...greet, title: 'Other' }] });
    expect(await heard(client)).toBe(expected);
  });

  it('but not when only the content, the completions or the instructions change', async () => {
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    const client = await connectWire(liveServer, '2025-11-25');
    liveServer.set({ prompts: [{ ...greet, content: { kind: 'text', text: { kind: 'literal', text: 'Other' } } }] });
    liveServer.set({ instructions: 'Other' });
    expect(await heard(client)).toBe(0);
  });

  it.each(REVISIONS)('when a skill was added or removed, as a resource (%s)', async (revision) => {
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    const client = await connectWire(liveServer, revision);
    const heardOfResources = () =>
      client.notifications.filter((method) => method === 'notifications/resources/list_changed').length;
    if (revision === '2026-07-28') {
      client.request('subscriptions/listen', { notifications: { resourcesListChanged: true } }).catch(() => undefined);
      await until(() => client.notifications.length === 1, 'the acknowledgement');
    }
    const skill = { name: 'greet', description: 'Greets' };
    liveServer.set({ prompts: [{ ...greet, skill }] });
    await until(() => heardOfResources() === 1, 'the notice of the added skill');
    liveServer.set({
      prompts: [{ ...greet, skill, content: { kind: 'text', text: { kind: 'literal', text: 'Other' } } }],
    });
    liveServer.set({ prompts: [greet] });
    await until(() => heardOfResources() === 2, 'the notice of the removed skill');
  });

  it('but a stateless client only after it subscribes', async () => {
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    const client = await connectWire(liveServer, '2026-07-28');
    liveServer.set({ prompts: [] });
    expect(await heard(client)).toBe(0);
    const answer = client.request('subscriptions/listen', { notifications: { promptsListChanged: true } });
    answer.catch(() => undefined);
    await until(() => client.notifications.length === 1, 'the acknowledgement');
    liveServer.set({ prompts: [greet] });
    expect(await heard(client)).toBe(1);
  });

  it('and not after it disconnects', async () => {
    const liveServer = fakeLiveServer(resolvedServer([greet]));
    const client = await connectWire(liveServer, '2025-11-25');
    expect(liveServer.watchers).toBe(1);
    await client.close();
    expect(liveServer.watchers).toBe(0);
  });
});

it('announces a change again if clients may have missed it', () => {
  const liveServer = fakeLiveServer(resolvedServer([greet]));
  const before = liveServer.current();
  let announcedServer: typeof before | undefined = before;
  const events: string[] = [];
  watchLists(
    { ...liveServer, announced: () => announcedServer },
    ['prompts'],
    () => featuresOf(REVISIONS[0]),
    (list) => events.push(list),
  );
  liveServer.set({ prompts: [] });
  expect(events).toEqual(['prompts']);
  liveServer.set({});
  expect(events).toEqual(['prompts', 'prompts']);
  announcedServer = liveServer.current();
  liveServer.set({});
  expect(events).toEqual(['prompts', 'prompts']);
  // Nothing has changed here, but what clients have is not known.
  announcedServer = undefined;
  liveServer.set({});
  expect(events).toEqual(['prompts', 'prompts', 'prompts']);
});
