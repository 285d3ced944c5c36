import { describe, expect, it } from 'vitest';
import { REVISIONS } from './revisions.ts';
import { connectWire, until, type WireClient } from './testing/clients.ts';
import { fakeSource, prompt, resolvedServer } from './testing/fake-source.ts';

const greet = prompt({ name: 'Greet', title: 'Greets', description: 'Says hello' });
const CHANGED = 'notifications/prompts/list_changed';

/** How many of them have come, once everything sent so far is here. */
async function heard(client: WireClient): Promise<number> {
  await client.request('prompts/list');
  return client.notifications.filter((method) => method === CHANGED).length;
}

describe('a client hears that its list changed', () => {
  it.each(REVISIONS.slice(0, 4))('when a prompt was added, renamed, described anew or moved (%s)', async (revision) => {
    const source = fakeSource(resolvedServer([greet]));
    const client = await connectWire(source, revision);
    const other = prompt({ name: 'Other' });
    const states = [
      [greet, other],
      [other, greet],
      [other],
      [{ ...other, description: 'New' }],
      [{ ...other, name: 'X' }],
    ];
    for (const [index, prompts] of states.entries()) {
      source.set({ prompts });
      await until(() => client.notifications.length === index + 1, `notification ${index + 1}`);
    }
  });

  it.each([
    ['2025-03-26', 0],
    ['2025-06-18', 1],
  ] as const)('when a title changed, if its revision has titles (%s: %i)', async (revision, expected) => {
    const source = fakeSource(resolvedServer([greet]));
    const client = await connectWire(source, revision);
    source.set({ prompts: [{ ...greet, title: 'Other' }] });
    expect(await heard(client)).toBe(expected);
  });

  it('but not when only the content, the completions or the instructions changed', async () => {
    const source = fakeSource(resolvedServer([greet]));
    const client = await connectWire(source, '2025-11-25');
    source.set({ prompts: [{ ...greet, content: { kind: 'text', text: { kind: 'literal', text: 'Other' } } }] });
    source.set({ instructions: 'Other' });
    expect(await heard(client)).toBe(0);
  });

  it('and a stateless client only once it has subscribed', async () => {
    const source = fakeSource(resolvedServer([greet]));
    const client = await connectWire(source, '2026-07-28');
    source.set({ prompts: [] });
    expect(await heard(client)).toBe(0);
    const answer = client.request('subscriptions/listen', { notifications: { promptsListChanged: true } });
    answer.catch(() => undefined);
    await until(() => client.notifications.length === 1, 'the acknowledgement');
    source.set({ prompts: [greet] });
    expect(await heard(client)).toBe(1);
  });

  it('and no longer once it has gone', async () => {
    const source = fakeSource(resolvedServer([greet]));
    const client = await connectWire(source, '2025-11-25');
    expect(source.watchers).toBe(1);
    await client.close();
    expect(source.watchers).toBe(0);
  });
});
