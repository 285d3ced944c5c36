/** Open forms of tests in the store, over the real core. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TestDraft } from '../state/test-draft.ts';
import { worldOf } from '../testing/world.ts';
import { selectTestDrafts } from './test-drafts.ts';

const greet = `Name: Greet
Content: Hello
Tests:
  - Name: greets
    Expect: [{ contains: Hello }]
`;
const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet]\n',
  'servers/Team.yaml': 'Name: Team\nMCPPrompts: [Greet]\n',
  'prompts/Greet.yaml': greet,
});
const actions = () => world.store.actions;
const drafts = () => selectTestDrafts(world.state());
const openGreet = (server = 'Docs') => world.open({ kind: 'prompt', server, key: 'Greet' });

function type(text: string, [draft] = drafts()): TestDraft {
  if (!draft) throw new Error('No form is open.');
  const typedDraft = { ...draft, claims: draft.claims.map((claim) => ({ ...claim, text })) };
  actions().keepTestDraft(typedDraft);
  return typedDraft;
}

test('an open form stays with its prompt in each server that lists it, after a rename and in the next window', async () => {
  await openGreet();
  actions().addTest(undefined);
  const typingDraft = type('Hel');
  await world.open({ kind: 'server', server: 'Docs' });
  expect(drafts()).toEqual([]);
  await openGreet('Team');
  expect(drafts()).toEqual([typingDraft]);
  await actions().renameServer('servers/Team.yaml', 'People');
  await world.until(({ selection }) => selection?.kind === 'prompt' && selection.server === 'People');
  expect(drafts()).toEqual([typingDraft]);
  await world.reopenWindow();
  await openGreet('People');
  expect(drafts()).toEqual([typingDraft]);
  actions().closeTestDraft(undefined);
  await world.reopenWindow();
  await openGreet();
  expect(drafts()).toEqual([]);
});

test('a form that is closed with typed texts can be opened again, beside what was typed meanwhile', async () => {
  await openGreet();
  actions().addTest(undefined);
  actions().closeTestDraft(undefined);
  expect(world.state().notices).toEqual([]);
  actions().addTest(undefined);
  const typingDraft = type('Hel');
  actions().closeTestDraft(undefined);
  const [notice] = world.state().notices;
  expect(notice?.message).toBe('Discarded the new test.');
  actions().reopenDiscardedTest(notice?.id ?? 0);
  expect(drafts()).toEqual([typingDraft]);
  expect(world.state().notices).toEqual([]);

  actions().closeTestDraft(undefined);
  actions().addTest(undefined);
  type('lo');
  actions().reopenDiscardedTest(world.state().notices[0]?.id ?? 0);
  expect(drafts()[0]?.claims.map(({ text }) => text)).toEqual(['lo', 'Hel']);
  actions().closeTestDraft(undefined);
  for (const { id } of world.state().notices) actions().dismissNotice(id);

  await actions().editTest('greets');
  actions().closeTestDraft('greets');
  expect(world.state().notices).toEqual([]);
  await actions().editTest('greets');
  type('Good day');
  actions().closeTestDraft('greets');
  expect(world.state().notices[0]?.message).toBe('Discarded the changes to the test “greets”.');
  await actions().editTest('greets');
  actions().reopenDiscardedTest(world.state().notices[0]?.id ?? 0);
  expect(drafts()[0]?.claims).toEqual([
    { key: 0, word: 'contains', text: 'Hello', from: { entry: 0, word: 'contains' } },
    { key: 1, word: 'contains', text: 'Good day' },
  ]);
});

test('a form is gone once its test is written, and open again if that fails', async () => {
  await openGreet();
  await actions().editTest('greets');
  const typingDraft = type('Hell');
  world.before = async (call) => (call === 'definition.edit' ? new Error('The disk is full.') : undefined);
  await actions().saveTestDraft(typingDraft, {});
  expect(drafts()).toEqual([typingDraft]);
  expect(world.state().notices.at(-1)?.message).toContain('The disk is full.');
  world.before = () => undefined;
  await actions().saveTestDraft(typingDraft, {});
  expect(drafts()).toEqual([]);
  expect(await world.disk('prompts/Greet.yaml')).toBe(greet.replace('contains: Hello', 'contains: Hell'));
});

test('a test that the file has changed meanwhile is not written, and its form stays', async () => {
  await openGreet();
  await actions().editTest('greets');
  const typingDraft = type('Hell');
  const changedGreet = greet.replace('contains: Hello', 'starts-with: H, contains: Hello');
  await world.writeDisk('prompts/Greet.yaml', changedGreet);
  await actions().saveTestDraft(typingDraft, {});
  expect(drafts()).toEqual([typingDraft]);
  expect(world.state().notices.at(-1)?.message).toContain('has changed since you opened its form');
  expect(await world.disk('prompts/Greet.yaml')).toBe(changedGreet);
});

test('the form of a new test keeps its text when it is opened for a sample', async () => {
  await openGreet();
  actions().addTest(undefined);
  type('Hel');
  actions().addTest('Ada');
  expect(drafts()).toMatchObject([{ input: 'sample Ada', claims: [{ text: 'Hel' }] }]);
});

test('an open form keeps its text when its test is chosen again, even if the file no longer has the test', async () => {
  await openGreet();
  await actions().editTest('greets');
  const typingDraft = type('Hell');
  await actions().editTest('greets');
  expect(drafts()).toEqual([typingDraft]);
  await world.writeDisk('prompts/Greet.yaml', 'Name: Greet\nContent: Hello\n');
  await actions().saveTestDraft(typingDraft, {});
  expect(drafts()).toEqual([typingDraft]);
  expect(world.state().notices.at(-1)?.message).toContain('Greet no longer has the test “greets”');
});

test('a form is open again if the code that writes its test cannot load', async () => {
  vi.doMock('./checks.ts', () => {
    throw new Error('The workbench is no longer running.');
  });
  onTestFinished(() => void vi.doUnmock('./checks.ts'));
  await openGreet();
  actions().addTest(undefined);
  const typingDraft = type('Hel');
  await expect(actions().saveTestDraft(typingDraft, {})).rejects.toThrow();
  expect(drafts()).toEqual([typingDraft]);
});
