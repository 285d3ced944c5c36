/** The data that a window reads again after a change in the core. */
import { expect, it } from 'vitest';
import { findPrompt } from '../selectors.ts';
import { held, worldOf } from '../testing/world.ts';

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet]\n',
  'prompts/Greet.yaml': 'Name: Greet\nTitle: A greeting\nContent: Hello\n',
});

/** The calls of one kind from now on. */
function countUp(name: string): () => number {
  let count = 0;
  const { before } = world;
  world.before = (call, input) => {
    if (call === name) count += 1;
    return before(call, input);
  };
  return () => count;
}

/** Opens the page of the prompt. By the end, the first events of a new window have arrived. */
async function openGreet(): Promise<void> {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await world.until(({ preview }) => preview.status === 'result');
  await world.store.actions.refreshWorkspace();
}

/** Another program adds a prompt. Once the news of it has arrived, that of every earlier change has too. */
async function addOther(): Promise<void> {
  await world.writeDisk('prompts/Other.yaml', 'Name: Other\nContent: Another\n');
  await world.until(({ workspace }) => workspace.status === 'ready' && workspace.view.unlistedPrompts.length === 1);
}

it('does not read back its own save, and gets the preview with it', async () => {
  await openGreet();
  const [countOpens, countPreviews, countLists] = ['definition.open', 'prompt.preview', 'workspace.get'].map(countUp);
  world.store.actions.edit(['Content'], 'Hello, all of you');
  await world.store.actions.flush();
  await world.until(({ preview }) => JSON.stringify(preview).includes('Hello, all of you'));
  await addOther();
  await world.until(() => countOpens?.() === 1);
  expect([countOpens?.(), countPreviews?.(), countLists?.()]).toEqual([1, 1, 1]);
});

it('reads back none of several quick saves', async () => {
  await openGreet();
  const [countOpens, countPreviews, countSaves] = ['definition.open', 'prompt.preview', 'definition.edit'].map(countUp);
  // Each save waits for the next key, so that the news of a save comes after the save of the next one has begun.
  for (const text of ['H', 'He', 'Hel', 'Hell', 'Hello!']) {
    const isSent = held();
    const { before } = world;
    world.before = async (call, input) => {
      if (call === 'definition.edit') isSent.release();
      return before(call, input);
    };
    world.store.actions.edit(['Content'], text);
    await isSent.promise;
    world.before = before;
  }
  await world.store.actions.flush();
  await world.until(({ preview }) => JSON.stringify(preview).includes('Hello!'));
  await addOther();
  await world.until(() => countOpens?.() === 1);
  expect([countOpens?.(), countPreviews?.(), countSaves?.()]).toEqual([1, 1, 5]);
});

it('notices that another program took back one of several quick saves', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const { edit, flush } = world.store.actions;
  edit(['Content'], 'First');
  await flush();
  const first = await world.disk('prompts/Greet.yaml');
  edit(['Content'], 'Second');
  await flush();
  await world.writeDisk('prompts/Greet.yaml', first);
  await world.until(({ definition }) => definition.status === 'open' && definition.view.text === first);
  await world.until(({ preview }) => JSON.stringify(preview).includes('First'));
});

it('reads lists that its own save has changed, but not the answer again', async () => {
  await openGreet();
  const [countLists, countPreviews] = ['workspace.get', 'prompt.preview'].map(countUp);
  world.store.actions.edit(['Title'], 'Another greeting');
  await world.store.actions.flush();
  await world.until((state) => findPrompt(state, state.selection)?.prompt.title === 'Another greeting');
  await addOther();
  await world.until(() => countPreviews?.() === 1);
  expect([countLists?.(), countPreviews?.()]).toEqual([2, 1]);
});

it('asks for the answer again if a change of another program comes together with its own save', async () => {
  await openGreet();
  const countPreviews = countUp('prompt.preview');
  const lists = held();
  // These lists are read before both changes, and come after them.
  world.after = async (call) => {
    if (call === 'workspace.get') await lists.promise;
  };
  const reading = world.store.actions.refreshWorkspace();
  const { filesRevision } = world.state();
  await world.writeDisk('prompts/Other.yaml', 'Name: Other\nContent: Another\n');
  await world.until((state) => state.filesRevision === filesRevision + 1);
  world.store.actions.edit(['Title'], 'Another greeting');
  await world.store.actions.flush();
  await world.until((state) => state.filesRevision === filesRevision + 2);
  lists.release();
  await reading;
  await world.until(() => countPreviews() === 2);
});

it('keeps the answer of the open page when it is chosen again', async () => {
  await openGreet();
  const countPreviews = countUp('prompt.preview');
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  expect(world.state().preview.status).toBe('result');
  await world.store.actions.flush();
  expect(countPreviews()).toBe(0);
});

it('reads the page of a new window and asks for its preview once, and again after news', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  const [countOpens, countPreviews] = ['definition.open', 'prompt.preview'].map(countUp);
  await world.reopenWindow();
  await world.until(({ preview }) => preview.status === 'result');
  await addOther();
  await world.until(() => countOpens?.() === 2 && countPreviews?.() === 2);
});

it('saves an edit of a function without waiting for what the function answers', async () => {
  await world.writeDisk('prompts/Greet.yaml', 'Name: Greet\nContent: { Function: "() => 1" }\n');
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await world.until(({ preview }) => preview.status === 'error' || preview.status === 'result');
  const questions: unknown[] = [];
  const { before } = world;
  world.before = (call, input) => {
    if (call === 'definition.edit') questions.push((input as { preview?: unknown }).preview);
    return before(call, input);
  };
  world.store.actions.edit(['Content', 'Function'], '() => 2');
  await world.store.actions.flush();
  world.store.actions.edit(['Content'], 'Hello');
  await world.store.actions.flush();
  expect(questions).toEqual([undefined, { server: 'Docs', prompt: 'Greet', arguments: {} }]);
});

it('reads outside changes even if no name in the lists has changed', async () => {
  await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await world.store.actions.refreshWorkspace();
  const countLists = countUp('workspace.get');
  await world.writeDisk('prompts/Greet.yaml', 'Name: Greet\nTitle: A greeting\nContent: Good morning\n');
  await world.until(({ preview }) => JSON.stringify(preview).includes('Good morning'));
  await world.until(({ definition }) => definition.status === 'open' && definition.view.text.includes('Good morning'));
  expect(countLists()).toBe(0);
});

it('trusts an empty workspace when the person creates its first server, but none that already has definitions', async () => {
  const { createServer, deleteServer, deleteCatalogue, refreshTrust } = world.store.actions;
  const isTrusted = async () => {
    await refreshTrust();
    return world.state().trust.view?.isTrusted;
  };
  await createServer('Second');
  expect(await isTrusted()).toBe(false);
  for (const file of ['servers/Docs.yaml', 'servers/Second.yaml']) await deleteServer(file);
  await deleteCatalogue('prompts/Greet.yaml');
  await createServer('Team');
  expect(await isTrusted()).toBe(true);
});

it('a narrow window starts with the list in an empty workspace, which asks how to begin, else with the page', async () => {
  expect(world.state().shell.shownPane).toBe('editor');
  await world.store.actions.deleteServer('servers/Docs.yaml');
  await world.store.actions.deleteCatalogue('prompts/Greet.yaml');
  await world.reopenWindow();
  expect(world.state().shell.shownPane).toBe('list');
});

it('samples in an empty workspace open the first prompt with a sample, filled in', async () => {
  await world.writeDisk('../samples/servers/Samples.yaml', 'Name: Samples\nMCPPrompts: [plain, explain]\n');
  await world.writeDisk('../samples/prompts/plain.yaml', 'Name: plain\nContent: Hello\n');
  await world.writeDisk(
    '../samples/prompts/explain.yaml',
    'Name: explain\nArguments: [{ Name: topic }]\nContent: { StringTemplate: "About `topic`" }\nSamples: [{ Name: One, Arguments: { topic: cats } }]\n',
  );
  await world.store.actions.deleteServer('servers/Docs.yaml');
  await world.store.actions.deleteCatalogue('prompts/Greet.yaml');
  await world.store.actions.addSamples();
  expect(world.state().selection).toMatchObject({ kind: 'prompt', server: 'Samples', key: 'explain' });
  await world.until(({ preview }) => JSON.stringify(preview).includes('About cats'));
});
