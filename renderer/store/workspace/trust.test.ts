/** Trust from the store, over the real core: what waits for permission, and what a person decides about it. */

import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { simulationKey } from '../preview/simulation.ts';
import { selectTested } from '../preview/tests.ts';
import type { AskEntry } from '../state/workspace.ts';
import { worldOf } from '../testing/world.ts';
import { asksToReview, isChosen, placeOfAsk, selectTrustStatus } from './trust.ts';

const world = worldOf({
  'servers/Docs.yaml': `Name: Docs
MCPPrompts:
  - Name: plain
    Content: Hello.
  - Name: computed
    Content: { Function: "() => 'Hello.'" }
`,
  'sources/Search.yaml': 'Type: MCP\nUrl: https://search.example.com/mcp\nTool: find\n',
  'sources/Shelf.yaml': 'Type: MCP\nUrl: http://192.168.1.20/mcp\nTool: find\n',
});
const { state } = world;
const trustStatus = () => selectTrustStatus(state());
const review = () => asksToReview(trustStatus());
const ofKind = (kind: AskEntry['ask']['kind']) => review().filter(({ ask }) => ask.kind === kind);
const addressOf = ({ ask }: AskEntry) => (ask.kind === 'address' ? ask.address : undefined);
const waitForStatus = (kind: ReturnType<typeof trustStatus>['kind']) => world.until(() => trustStatus().kind === kind);

async function trust(): Promise<void> {
  await waitForStatus('restricted');
  await world.store.actions.allowReviewed(review());
}

test('a workspace that the person has not trusted is restricted, and the review lists what its files ask for', async () => {
  await waitForStatus('restricted');
  expect(ofKind('functions')).toMatchObject([{ from: [{ file: 'servers/Docs.yaml', name: 'computed' }] }]);
  expect(ofKind('address').map(addressOf)).toEqual(['https://search.example.com', 'http://192.168.1.20']);
});

test('the review starts with everything checked except addresses of a private network', async () => {
  await waitForStatus('restricted');
  const uncheckedAsks = review().filter((entry) => !isChosen(state().trust, entry));
  expect(uncheckedAsks.map(addressOf)).toEqual(['http://192.168.1.20']);
});

test('trusting allows the checked asks and does not ask again for the others', async () => {
  await trust();
  expect(state().trust.view).toMatchObject({ isTrusted: true });
  expect(trustStatus()).toMatchObject({ kind: 'asks-more', waitingAsks: [{ ask: { isPrivate: true } }], newAsks: [] });
});

test('a press trusts a workspace whose files ask for nothing yet, and later addresses wait', async () => {
  for (const name of ['Search', 'Shelf']) await rm(join(world.home, 'workspace', 'sources', `${name}.yaml`));
  await world.writeDisk('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [{ Name: plain, Content: Hello. }]\n');
  await waitForStatus('calm');
  expect(state().trust.view).toMatchObject({ isTrusted: false });
  await world.store.actions.trustWorkspace();
  expect(state().trust.view).toMatchObject({ isTrusted: true });
  await world.writeDisk('sources/Search.yaml', 'Type: MCP\nUrl: https://search.example.com/mcp\nTool: find\n');
  await waitForStatus('asks-more');
});

test('tests and the simulation of a function run again once it may run', async () => {
  await waitForStatus('restricted');
  await world.open({ kind: 'prompt', server: 'Docs', key: 'MCPPrompts.1' });
  const keys = () => [selectTested(state()).key, simulationKey(state())];
  const [testsBefore, simulationBefore] = keys();
  await world.store.actions.trustWorkspace();
  expect(state().trust.view).toMatchObject({ isTrusted: true });
  expect(keys()[0]).not.toBe(testsBefore);
  expect(keys()[1]).not.toBe(simulationBefore);
});

test('asks added after the workspace is trusted are shown alone', async () => {
  await trust();
  await world.writeDisk('sources/More.yaml', 'Type: MCP\nUrl: https://more.example.com/mcp\nTool: find\n');
  await world.until(() => review().some((entry) => addressOf(entry) === 'https://more.example.com'));
  expect(trustStatus()).toMatchObject({
    kind: 'asks-more',
    newAsks: [{ ask: { address: 'https://more.example.com' } }],
  });
  await world.store.actions.allowReviewed(review());
  expect(trustStatus()).toMatchObject({ kind: 'asks-more', newAsks: [] });
});

test('asks added while the review is open are not allowed by its button', async () => {
  await waitForStatus('restricted');
  const shownAsks = review();
  await world.writeDisk('sources/Late.yaml', 'Type: MCP\nUrl: https://late.example.com/mcp\nTool: find\n');
  await world.until(() => review().some((entry) => addressOf(entry) === 'https://late.example.com'));
  await world.store.actions.allowReviewed(shownAsks);
  expect(trustStatus()).toMatchObject({
    kind: 'asks-more',
    newAsks: [{ ask: { address: 'https://late.example.com' } }],
  });
});

test('with the functions unchecked, the review allows single asks and the workspace stays restricted', async () => {
  await waitForStatus('restricted');
  const [functions] = ofKind('functions');
  world.store.actions.chooseAsk(functions?.id ?? '', false);
  await world.store.actions.allowReviewed(review());
  expect(state().trust.view?.isTrusted).toBe(false);
  expect(trustStatus()).toMatchObject({ kind: 'restricted', isFolded: true });
  expect(ofKind('address').map(addressOf)).toEqual(['http://192.168.1.20']);
});

test('a review without functions does not trust the workspace, so functions that appear later wait', async () => {
  await waitForStatus('restricted');
  const addresses = ofKind('address');
  await world.store.actions.allowReviewed(addresses);
  expect(state().trust.view?.isTrusted).toBe(false);
  expect(trustStatus()).toMatchObject({ kind: 'restricted', isFolded: false });
  expect(ofKind('functions')).toHaveLength(1);
});

test('the evaluator starts unchecked and is not allowed by trusting the workspace', async () => {
  await waitForStatus('restricted');
  await world.writeDisk('servers/Any.yaml', 'Name: Any\nTools: [WolframLanguageEvaluator]\n');
  await world.until(() => ofKind('evaluator').length === 1);
  await trust();
  expect(state().trust.view?.isTrusted).toBe(true);
  expect(ofKind('evaluator')).toHaveLength(1);
});

test('a single thing is allowed and revoked without the rest', async () => {
  await waitForStatus('restricted');
  const [address] = ofKind('address');
  await world.store.actions.allowAsks([address?.id ?? '']);
  expect(ofKind('address').map(addressOf)).toEqual(['http://192.168.1.20']);
  expect(state().trust.view?.isTrusted).toBe(false);
  await world.store.actions.revokeAsks([address?.id ?? '']);
  expect(ofKind('address')).toHaveLength(2);
});

test('a workspace whose trust is revoked is restricted in all its asks, and says so again', async () => {
  await trust();
  await world.store.actions.stopTrusting();
  expect(trustStatus()).toMatchObject({ kind: 'restricted', isFolded: false });
  expect(review()).toHaveLength(3);
});

test('a collapsed bar stays collapsed when the window opens again, and expands on request', async () => {
  await waitForStatus('restricted');
  world.store.actions.foldTrust(true);
  await world.reopenWindow();
  await waitForStatus('restricted');
  expect(trustStatus()).toMatchObject({ isFolded: true });
  world.store.actions.foldTrust(false);
  expect(trustStatus()).toMatchObject({ isFolded: false });
});

test('a failed answer does not change the workspace', async () => {
  await waitForStatus('restricted');
  world.before = async (call) =>
    call === 'trust.allow' ? new Error('The state folder cannot be written.') : undefined;
  await world.store.actions.allowReviewed(review());
  expect(trustStatus()).toMatchObject({ kind: 'restricted', isFolded: false });
  expect(state().notices).toMatchObject([{ message: 'The state folder cannot be written.' }]);
});

test('a new permission retries the preview, and other changes of the list do not', async () => {
  await waitForStatus('restricted');
  let previews = 0;
  await world.open({ kind: 'prompt', server: 'Docs', key: 'MCPPrompts.0' });
  await world.until(({ preview }) => preview.status === 'result');
  world.before = async (call) => void (call === 'prompt.preview' && previews++);
  await world.store.actions.refreshTrust();
  expect(previews).toBe(0);
  await world.store.actions.allowReviewed(review());
  expect(previews).toBe(1);
});

test('an ask leads to its definition in a file that has several', async () => {
  await waitForStatus('restricted');
  const [place] = ofKind('functions').flatMap(({ from }) => from);
  expect(place && placeOfAsk(state(), place)).toEqual({ file: 'servers/Docs.yaml', at: ['MCPPrompts', 1] });
});

test('a folder that a person types is allowed and can be revoked; one that a file names asks first', async () => {
  await trust();
  for (const name of ['typed', 'named']) await mkdir(join(world.home, name));
  await world.writeDisk('sources/Files.yaml', 'Type: Documentation\nFolders: [../typed, ../named, ../missing]\n');
  await world.store.actions.permitFolder('../typed');
  const folders = () =>
    (state().trust.view?.asks ?? []).flatMap(({ id, ask, isAllowed }) =>
      ask.kind === 'folder' ? [{ id, name: basename(ask.path), isAllowed }] : [],
    );
  await world.until(() => folders().length === 2);
  expect(folders().filter(({ isAllowed }) => isAllowed)).toMatchObject([{ name: 'typed' }]);
  await world.store.actions.revokeAsks(folders().map(({ id }) => id));
  expect(folders().some(({ isAllowed }) => isAllowed)).toBe(false);
});

test('a folder inside the workspace needs no permission', async () => {
  await trust();
  const before = state().trust.view?.asks;
  await world.store.actions.permitFolder('docs');
  expect(state().trust.view?.asks).toEqual(before);
});
