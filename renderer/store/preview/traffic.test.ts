/** The traffic log in the store, over the real core. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TrafficEntryView } from '../../../src/contract/contract.ts';
import { held, worldOf } from '../testing/world.ts';

const docs = `Name: Docs
MCPPrompts:
  - Greet
  - {Name: Inline, Content: As it is}
`;
const greet = `# Kept as it is.
Name: Greet
Arguments: [{Name: name, Required: true}]
Content: {StringTemplate: "Hello, \`name\`!"}
`;

const world = worldOf({ 'servers/Docs.yaml': docs, 'prompts/Greet.yaml': greet });
const { state, disk } = world;
let unfollow: () => void;
/** The window's own requests for the first prompt. */
let earlierIds: ReadonlySet<number>;

const traffic = () => state().traffic;
const ask = (prompt: string, values: Record<string, string> = {}) =>
  world.workbench.handlers['prompt.preview']({ server: 'Docs', prompt, arguments: values });
const entryOf = (subject: string, outcome: TrafficEntryView['state'] = 'answered') =>
  world.until(({ traffic: { entries } }) =>
    entries.findLast(
      (candidate) => candidate.subject === subject && candidate.state === outcome && !earlierIds.has(candidate.id),
    ),
  );

beforeEach(async () => {
  await world.until(({ preview }) => preview.status === 'error' && preview.draft);
  const { entries } = await world.workbench.handlers['traffic.list']({ after: 0, limit: 5_000 });
  earlierIds = new Set(entries.map(({ id }) => id));
  unfollow = world.store.actions.followTraffic();
});
afterEach(() => unfollow());

test('requests appear once each, and open with their messages', async () => {
  await ask('Greet', { name: 'Ada' });
  const { id } = await entryOf('Greet');
  await world.store.actions.openTrafficEntry(id);
  const { details } = traffic();
  if (details.status !== 'open') throw new Error(details.status);
  expect(details.exchange.answer?.text).toContain('Hello, Ada!');
  expect(new Set(traffic().entries.map((entry) => entry.id)).size).toBe(traffic().entries.length);
});

test('a program without the token is one line with advice, and the copied token gives it access', async () => {
  const copiedText = await world.store.actions.addressWithToken('Docs');
  const [url = '', authorization = ''] = copiedText.split('\n');
  const ask = (headers: Record<string, string>) => fetch(url, { method: 'POST', headers, body: '{}' });
  expect([(await ask({})).status, (await ask({ authorization: 'Bearer wrong' })).status]).toEqual([401, 401]);
  const [, token = ''] = authorization.split(': ');
  expect((await ask({ authorization: token })).status).not.toBe(401);
  const refusal = await world.until(({ traffic: { entries } }) => entries.find(({ method }) => method === '(refused)'));
  expect(refusal).toMatchObject({ server: 'Docs', state: 'error', error: { code: 401 } });
  expect(refusal.error?.message).toContain('copy the address and the token from the page of Docs');
  expect(traffic().entries.filter(({ method }) => method === '(refused)')).toHaveLength(1);
  expect(JSON.stringify(traffic().entries)).not.toContain(token.replace('Bearer ', ''));
});

test('nothing is read while the log is hidden; missed entries come when it is shown', async () => {
  unfollow();
  const before = traffic().entries.length;
  await ask('Greet', { name: 'Ada' });
  await vi.waitFor(async () => {
    const { seq } = await world.workbench.handlers['traffic.list']({ after: 0, limit: 5_000 });
    expect(seq).toBeGreaterThan(traffic().seq);
  });
  expect(traffic().entries).toHaveLength(before);
  unfollow = world.store.actions.followTraffic();
  await entryOf('Greet');
});

test('a search also finds later entries, and ends with its query', async () => {
  await ask('Greet', { name: 'Ada' });
  const firstEntry = await entryOf('Greet');
  world.store.actions.searchTraffic('hello, gr');
  await vi.waitFor(() => expect(traffic().matches).toEqual(new Set()));
  await ask('Greet', { name: 'Grace' });
  await vi.waitFor(() => expect(traffic().matches?.size).toBe(1));
  expect(traffic().matches?.has(firstEntry.id)).toBe(false);
  world.store.actions.searchTraffic('');
  expect(traffic().matches).toBeUndefined();
});

async function saveAsSample(name: string, values: Readonly<Record<string, string>>): Promise<void> {
  await (await world.store.actions.loadChecks()).keepAsSample('Docs', 'Greet', name, values);
}

test('arguments are saved as a sample of a prompt that is not open, and removed again from the notice', async () => {
  await ask('Greet', { name: 'Ada' });
  world.store.actions.select({ kind: 'server', server: 'Docs' });
  await saveAsSample('The first', { name: 'Ada' });
  const text = await disk('prompts/Greet.yaml');
  expect(text).toContain('# Kept as it is.');
  expect(text).toMatch(/Samples:\n\s+- Name: The first\n\s+Arguments:\n\s+name: Ada/);
  await saveAsSample('The second', { name: 'Grace' });
  expect(await disk('prompts/Greet.yaml')).toMatch(/The first[\s\S]+The second/);
  for (const notice of [...state().notices].reverse()) await world.store.actions.undoNotice(notice.id);
  expect(await disk('prompts/Greet.yaml')).toBe(greet);
});

test('arguments are saved as a sample of the open prompt together with unsaved typing', async () => {
  await ask('Greet', { name: 'Ada' });
  world.store.actions.select({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await world.until(({ definition }) => definition.status === 'open');
  world.store.actions.edit(['Description'], 'Typed a moment ago');
  await saveAsSample('The first', { name: 'Ada' });
  const text = await disk('prompts/Greet.yaml');
  expect(text).toContain('Typed a moment ago');
  expect(text).toContain('The first');
  expect(state().saves).toEqual({});
});

test('a request is sent again, and the new answer is shown', async () => {
  await ask('Greet', { name: 'Ada' });
  const { id } = await entryOf('Greet');
  await world.store.actions.resendTrafficEntry(id, { name: 'Greet', arguments: { name: 'Grace' } });
  const { details, selectedId } = traffic();
  expect(selectedId).toBeGreaterThan(id);
  if (details.status !== 'open') throw new Error(details.status);
  expect(details.exchange.answer?.text).toContain('Hello, Grace!');
});

test('after clearing, the log is empty and shows new messages', async () => {
  await ask('Greet', { name: 'Ada' });
  await world.store.actions.openTrafficEntry((await entryOf('Greet')).id);
  await world.store.actions.clearTraffic();
  expect(traffic()).toMatchObject({ entries: [], selectedId: undefined, details: { status: 'none' } });
  await ask('Nobody');
  await entryOf('Nobody', 'error');
});

test('an entry that is no longer in the log says so', async () => {
  await world.store.actions.openTrafficEntry(12_345);
  expect(traffic().details).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('no longer in the log'),
  });
});

test('a sample that cannot be saved is reported where it was requested', async () => {
  await ask('Greet', { name: 'Ada' });
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  world.before = async (call) => (call === 'definition.edit' ? new Error('The disk is full.') : undefined);
  world.store.actions.edit(['Description'], 'Typed a moment ago');
  await expect(saveAsSample('The first', { name: 'Ada' })).rejects.toThrow("Couldn't save your last edits");
});

test('a sample of a deleted prompt is not reported as saved', async () => {
  await ask('Greet', { name: 'Ada' });
  await world.store.actions.removeEntry('Docs', 0);
  await expect(saveAsSample('The first', { name: 'Ada' })).rejects.toThrow('Docs no longer lists Greet');
});

test('results and selection disappear with a log that has ended; the query continues in the next one', async () => {
  await ask('Greet', { name: 'Ada' });
  const before = await entryOf('Greet');
  await world.store.actions.openTrafficEntry(before.id);
  world.store.actions.searchTraffic('hello, gr');
  await world.until(({ traffic: { matches } }) => matches !== undefined);
  world.store.actions.filterTraffic({ server: 'Docs' });
  const log = traffic().log;
  await world.restartCore();
  await ask('Greet', { name: 'Grace' });
  await world.until(({ traffic: now }) => now.log !== undefined && now.log !== log && now.matches?.size === 1);
  expect(traffic()).toMatchObject({
    query: 'hello, gr',
    filter: { server: 'Docs' },
    selectedId: undefined,
    details: { status: 'none' },
  });
});

test('the answer to a resent request does not replace a later selection', async () => {
  await ask('Greet', { name: 'Ada' });
  const { id } = await entryOf('Greet');
  await ask('Inline');
  const otherEntry = await entryOf('Inline');
  await world.store.actions.openTrafficEntry(id);
  const answer = held();
  world.after = async (call) => {
    if (call === 'traffic.resend') await answer.promise;
  };
  const resend = world.store.actions.resendTrafficEntry(id);
  await world.store.actions.openTrafficEntry(otherEntry.id);
  answer.release();
  await resend;
  expect(traffic().selectedId).toBe(otherEntry.id);
});
