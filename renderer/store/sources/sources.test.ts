/** Sources from the store, over the real core: trials on a source's page, and their progress. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { selectTested } from '../preview/tests.ts';
import { selectOpenProblems, selectProblems, valueIn } from '../selectors.ts';
import { held, worldOf } from '../testing/world.ts';

const builtin = 'WolframLanguageDocumentation';
const world = worldOf({ 'sources/Nowhere.yaml': 'Type: MCP\nUrl: http://127.0.0.1:9/mcp\nTool: find\n' });
const { state } = world;
const trialOf = (source = builtin) => state().sources.trials[source];
const bestTitle = (source = builtin) => trialOf(source)?.result?.account.passages[0]?.title;

test('a trial of a source shows its progress and then its results', async () => {
  const answer = held();
  world.after = (call) => (call === 'search.run' ? answer.promise : undefined);
  const reply = world.store.actions.trySource(builtin, 'the nth prime number', true);
  expect(trialOf()).toEqual({ query: 'the nth prime number', result: undefined, failure: undefined, isAsking: true });
  answer.release();
  await reply;
  expect(trialOf()).toMatchObject({ isAsking: false, failure: undefined });
  expect(bestTitle()).toMatch(/prime/i);
});

test('a window that was hidden shows the sources that have changed meanwhile', async () => {
  await world.until(({ sources }) => sources.list.length > 0);
  await world.whileHidden(async () => {
    await world.writeDisk('sources/Late.yaml', 'Type: Documentation\nFolders: docs\n');
    await vi.waitFor(async () => {
      const sources = await world.workbench.handlers['sources.list']({});
      expect(sources.map(({ name }) => name)).toContain('Late');
    });
  });
  await world.until(({ sources }) => sources.list.some(({ name }) => name === 'Late'));
});

test('a stored query starts no search', async () => {
  let calls = 0;
  world.before = async (call) => {
    if (call === 'search.run') calls++;
  };
  await world.store.actions.trySource(builtin, 'prim', false);
  expect(trialOf()).toMatchObject({ query: 'prim', isAsking: false, result: undefined });
  expect(calls).toBe(0);
});

test('clearing a query removes its answer', async () => {
  const { trySource } = world.store.actions;
  await trySource(builtin, 'nth prime', true);
  await trySource(builtin, '', false);
  expect(trialOf()).toEqual({ query: '', result: undefined, failure: undefined, isAsking: false });
});

test('the answer to an older query is dropped, even without a newer one', async () => {
  const lateReply = held();
  let isFirst = true;
  world.after = (call) => {
    if (call !== 'search.run' || !isFirst) return undefined;
    isFirst = false;
    return lateReply.promise;
  };
  const overtakenTrial = world.store.actions.trySource(builtin, 'histogram of data', true);
  await world.store.actions.trySource(builtin, 'nth prime', true);
  const answeredTrial = trialOf();
  lateReply.release();
  await overtakenTrial;
  expect(trialOf()).toBe(answeredTrial);

  isFirst = true;
  const secondHold = held();
  world.after = (call) => (call === 'search.run' ? secondHold.promise : undefined);
  const firstAnswer = world.store.actions.trySource(builtin, 'histogram of data', true);
  await world.store.actions.trySource(builtin, 'histo', false);
  secondHold.release();
  await firstAnswer;
  expect(trialOf()).toMatchObject({ query: 'histo', isAsking: false, result: answeredTrial?.result });
});

test('a failed search shows its sentence and keeps the former results; the next one clears it', async () => {
  const { trySource } = world.store.actions;
  await trySource(builtin, 'nth prime', true);
  const shownTitle = bestTitle();
  await trySource(builtin, '   ', true);
  expect(trialOf()).toMatchObject({ failure: 'The query is empty: say what to search for.', isAsking: false });
  expect(bestTitle()).toBe(shownTitle);
  await trySource(builtin, 'nth prime', true);
  expect(trialOf()?.failure).toBeUndefined();
});

/** Opens a source with the built-in reference. @returns writes its synonyms, which its searches then know */
async function openReference(): Promise<() => Promise<void>> {
  const text = 'Type: Documentation\nFolders: ["wolfram-language:"]\n';
  await world.writeDisk('sources/Reference.yaml', text);
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Reference'));
  await world.open({ kind: 'source', source: 'Reference' });
  return () => world.writeDisk('sources/Reference.yaml', `${text}Synonyms: ["frobnicate, prime"]\n`);
}

test('a shown search is repeated when its source has changed, and a typed query is left alone', async () => {
  const writeSynonyms = await openReference();
  const askedQueries: unknown[] = [];
  world.before = async (call, input) => {
    if (call === 'search.run') askedQueries.push((input as { query: string }).query);
  };
  await world.store.actions.trySource('Reference', 'frobnicate', true);
  expect(bestTitle('Reference')).toBeUndefined();
  await world.store.actions.trySource('Reference', 'a query without', false);
  await writeSynonyms();
  await world.until(() => bestTitle('Reference')?.match(/prime/i));
  expect(trialOf('Reference')).toMatchObject({ query: 'a query without', isAsking: false });
  expect(askedQueries).toEqual(['frobnicate', 'frobnicate']);
});

test('a search is repeated when its source has changed before the answer came', async () => {
  const writeSynonyms = await openReference();
  const revision = (now = state()) => {
    const source = now.sources.list.find(({ name }) => name === 'Reference');
    return source?.state.kind === 'ready' ? source.state.revision : undefined;
  };
  const before = await world.until(revision);
  const answer = held();
  world.after = (call) => (call === 'search.run' ? answer.promise : undefined);
  const reply = world.store.actions.trySource('Reference', 'frobnicate', true);
  await vi.waitFor(() => expect(trialOf('Reference')?.isAsking).toBe(true));
  await writeSynonyms();
  await world.until((now) => (revision(now) ?? before) > before);
  answer.release();
  await reply;
  await world.until(() => bestTitle('Reference')?.match(/prime/i));
});

test('the preview of a search is repeated when its source has read new files before the answer came', async () => {
  for (const file of ['indexer.cjs', 'program.chunks']) await copyFile(join('dist', file), join(world.home, file));
  await world.writeDisk('manual/engine.md', '# Engine\n\nTurn the crank.\n');
  await world.writeDisk('sources/Manual.yaml', 'Type: Documentation\nFolders: [manual]\n');
  await world.writeDisk('prompts/ask.yaml', ask.replace('Query: q', 'Query: crank'));
  await world.writeDisk('servers/Own.yaml', 'Name: Own\nMCPPrompts: [ask]\n');
  const pagesRead = () => {
    const source = state().sources.list.find(({ name }) => name === 'Manual');
    return source?.state.kind === 'ready' ? source.state.pages : undefined;
  };
  await world.until(() => pagesRead() === 1);
  const answer = held();
  let isAnswered = false;
  world.after = (call) => {
    if (call !== 'prompt.preview') return undefined;
    isAnswered = true;
    return answer.promise;
  };
  world.store.actions.select({ kind: 'prompt', server: 'Own', key: 'ask' });
  await world.until(() => isAnswered);
  await world.writeDisk('manual/handle.md', '# Handle\n\nThe crank has a handle.\n');
  await world.until(() => pagesRead() === 2);
  answer.release();
  await world.until(({ preview }) => preview.status === 'result' && preview.result.searches[0]?.passages.length === 2);
});

test('the measured quality of a source is gone once its marks have changed', async () => {
  const text = (query: string) =>
    `Type: Documentation\nFolders: ["wolfram-language:"]\nJudged: [{ Query: ${query}, Right: [Prime] }]\n`;
  await world.writeDisk('sources/Reference.yaml', text('nth prime'));
  await world.until(({ sources }) => sources.list.some(({ name }) => name === 'Reference'));
  await world.store.actions.evaluateSource('Reference');
  expect(state().sources.evaluations.Reference).toBeDefined();
  await world.store.actions.refreshSources();
  expect(state().sources.evaluations.Reference).toBeDefined();
  await world.writeDisk('sources/Reference.yaml', text('prime number'));
  await world.until(({ sources }) => sources.evaluations.Reference === undefined);
});

test('tests run again once a source has changed', async () => {
  const writeSynonyms = await openReference();
  await world.until(({ sources }) =>
    sources.list.some(({ name, state }) => name === 'Reference' && state.kind === 'ready'),
  );
  await world.writeDisk('prompts/ask.yaml', ask.replace('Manual', 'Reference'));
  await world.writeDisk('servers/Own.yaml', 'Name: Own\nMCPPrompts: [ask]\n');
  await world.until(
    ({ workspace }) => workspace.status === 'ready' && workspace.view.servers.some(({ name }) => name === 'Own'),
  );
  await world.open({ kind: 'prompt', server: 'Own', key: 'ask' });
  const { key } = selectTested(state());
  await writeSynonyms();
  await vi.waitFor(() => expect(selectTested(state()).key).not.toBe(key));
});

test('a search waits until the typed definition of its source is saved', async () => {
  await world.writeDisk('sources/Manual.yaml', 'Type: Documentation\nFolders: [manual]\n');
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Manual'));
  await world.open({ kind: 'source', source: 'Manual' });
  world.store.actions.edit(['Folders'], ['notes']);
  let textAtSearch: Promise<string> | undefined;
  world.before = async (call) => {
    if (call === 'search.run') textAtSearch ??= world.disk('sources/Manual.yaml');
  };
  await world.store.actions.trySource('Manual', 'crank', true);
  expect(await textAtSearch).toContain('notes');
});

test('each source has its own trial', async () => {
  const { trySource } = world.store.actions;
  await Promise.all([trySource(builtin, 'nth prime', true), trySource('Nowhere', 'anything', true)]);
  expect(trialOf('Nowhere')?.result?.account.sources).toMatchObject([
    { name: 'Nowhere', state: 'failed', message: expect.stringMatching(/not allowed to send requests to/) },
  ]);
  expect(trialOf()?.result?.account.sources).toMatchObject([{ state: 'answered' }]);
});

test('a missing folder is a problem of the window, and of its source while that is open', async () => {
  await world.writeDisk('sources/Manual.yaml', 'Type: Documentation\nFolders: [manual]\n');
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Manual'));
  const problem = { file: 'sources/Manual.yaml', at: ['Folders', 0], severity: 'warning' };
  expect(selectProblems(state())).toMatchObject([problem]);
  expect(selectProblems(state())).toBe(selectProblems(state()));
  await world.open({ kind: 'source', source: 'Manual' });
  expect(selectOpenProblems(state())).toMatchObject([problem]);
  await world.open({ kind: 'source', source: 'Nowhere' });
  expect(selectOpenProblems(state())).toEqual([]);
});

test.each([
  ['no usual folder', ['pictures'], undefined],
  ['docs before notes', ['notes', 'docs'], ['docs']],
])('a new documentation source begins with an existing folder: %s', async (_, folders, expected) => {
  for (const folder of folders) await world.writeDisk(`${folder}/a.md`, 'Text');
  await world.store.actions.createSource('Manual', 'Documentation');
  await world.until((now) => now.definition.status === 'open' && now.definition.view.file === 'sources/Manual.yaml');
  expect(valueIn(state(), ['Folders'])).toEqual(expected);
  expect(state().selection).toEqual({ kind: 'source', source: 'Manual' });
  expect(state().sources.list.map(({ name }) => name)).toContain('Manual');
});

test('a mark appears in the trial of a source, and disappears when it is undone', async () => {
  const { trySource, judge, undo } = world.store.actions;
  await world.writeDisk('sources/Reference.yaml', 'Type: Documentation\nFolders: ["wolfram-language:"]\n');
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Reference'));
  await world.open({ kind: 'source', source: 'Reference' });
  await trySource('Reference', 'nth prime', true);
  const firstPassage = () => trialOf('Reference')?.result?.account.passages[0];
  await judge('nth prime', { source: 'Reference', location: firstPassage()?.location ?? '' }, 'right');
  await world.until(() => firstPassage()?.judged === 'right');
  await undo();
  await world.until(() => firstPassage() && firstPassage()?.judged === undefined);
});

const ask = 'Name: ask\nContent: { Search: { Sources: [Manual], Query: q } }\n';

test('a renamed source stays open under its new name, with the prompts that search it and its place in the list', async () => {
  const { renameSource, moveSource, undoNotice } = world.store.actions;
  await world.writeDisk('docs/a.md', 'Text');
  await world.writeDisk('prompts/ask.yaml', ask);
  await world.writeDisk('sources/Manual.yaml', 'Type: Documentation\nFolders: [docs]\n');
  await world.until((now) => now.sources.list.find(({ name }) => name === 'Manual')?.usedBy.length === 1);
  await world.open({ kind: 'source', source: 'Manual' });
  const ownSources = () => state().sources.list.flatMap(({ name, builtin: isBuiltin }) => (isBuiltin ? [] : [name]));
  expect(ownSources()).toEqual(['Manual', 'Nowhere']);
  moveSource('Manual', 1);
  expect(ownSources()).toEqual(['Nowhere', 'Manual']);
  await renameSource('Manual', 'Handbook');
  await world.until(
    ({ definition }) => definition.status === 'open' && definition.view.file === 'sources/Handbook.yaml',
  );
  expect(state().selection).toEqual({ kind: 'source', source: 'Handbook' });
  expect(ownSources()).toEqual(['Nowhere', 'Handbook']);
  expect(await world.disk('prompts/ask.yaml')).toBe(ask.replace('Manual', 'Handbook'));
  await expect(renameSource('Handbook', 'nowhere')).rejects.toThrow('A source called Nowhere already exists');
  await undoNotice(state().notices.at(-1)?.id ?? 0);
  expect(await world.disk('prompts/ask.yaml')).toBe(ask);
});

test('the prompts that search a source disappear from its page and come back with each change', async () => {
  const usedBy = () =>
    state()
      .sources.list.find(({ name }) => name === 'Manual')
      ?.usedBy.map(({ name }) => name);
  await world.writeDisk('sources/Manual.yaml', 'Type: Documentation\nFolders: ["wolfram-language:"]\n');
  await world.writeDisk('prompts/ask.yaml', ask);
  await world.until(() => usedBy()?.join() === 'ask');
  await world.store.actions.deleteCatalogue('prompts/ask.yaml');
  await world.until(() => usedBy()?.length === 0);
  await world.restart();
  await world.until(() => usedBy()?.length === 0);
  await world.store.actions.undo();
  await world.until(() => usedBy()?.join() === 'ask');
});

test('the deletion of a source reads again which prompts search it, and asks first', async () => {
  await world.writeDisk('sources/Manual.yaml', 'Type: Documentation\nFolders: ["wolfram-language:"]\n');
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Manual'));
  await world.open({ kind: 'source', source: 'Manual' });
  const { requestSourceDeletion, closeOverlay } = world.store.actions;
  const lists = held();
  let isLate = true;
  world.after = (call) => (call === 'sources.list' && isLate ? lists.promise : undefined);
  await world.workbench.handlers['file.write']({ file: 'prompts/ask.yaml', baseVersion: '', text: ask });
  isLate = false;
  await requestSourceDeletion('Manual');
  expect(state().shell.overlay).toBe('delete-source');
  expect(state().sources.list.find(({ name }) => name === 'Manual')?.usedBy).toMatchObject([{ name: 'ask' }]);
  closeOverlay();

  world.before = async (call) => (call === 'sources.list' ? new Error('The disk is full.') : undefined);
  await requestSourceDeletion('Manual');
  expect(await world.disk('sources/Manual.yaml')).toContain('Type: Documentation');
  world.before = () => undefined;
  lists.release();

  await world.store.actions.deleteCatalogue('prompts/ask.yaml');
  await requestSourceDeletion('Manual');
  await world.until((now) => !now.sources.list.some(({ name }) => name === 'Manual'));
  expect(state().shell.overlay).toBeUndefined();
});

test('a query typed while a source is renamed is searched under the new name', async () => {
  await world.writeDisk('sources/Manual.yaml', 'Type: Documentation\nFolders: ["wolfram-language:"]\n');
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Manual'));
  await world.open({ kind: 'source', source: 'Manual' });
  const list = held();
  let isRenamed = false;
  world.after = (call) => {
    isRenamed ||= call === 'source.rename';
    return call === 'sources.list' && isRenamed ? list.promise : undefined;
  };
  const renamedSource = world.store.actions.renameSource('Manual', 'Handbook');
  await vi.waitFor(() => expect(isRenamed).toBe(true));
  const answers = world.store.actions.trySource('Manual', 'nth prime', true);
  list.release();
  await Promise.all([renamedSource, answers]);
  expect(state().sources.trials.Handbook?.query).toBe('nth prime');
  await world.until(({ sources }) => sources.trials.Handbook?.result?.kind === 'results');
});

test('a query typed between the new list and the new page of a renamed source is searched', async () => {
  await world.writeDisk('sources/Manual.yaml', 'Type: Documentation\nFolders: ["wolfram-language:"]\n');
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Manual'));
  await world.open({ kind: 'source', source: 'Manual' });
  const answer = held();
  world.after = (call) => (call === 'source.rename' ? answer.promise : undefined);
  const renamedSource = world.store.actions.renameSource('Manual', 'Handbook');
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Handbook'));
  // The page does not know whether a source that is not in the list is searched while a query is typed.
  await world.store.actions.trySource('Manual', 'nth prime', false);
  answer.release();
  await renamedSource;
  await world.until(({ sources }) => sources.trials.Handbook?.result?.kind === 'results');
});

test('a deleted source is gone with one notice, its neighbour is open, and undo brings it back', async () => {
  const text = 'Type: Documentation\nFolders: [docs]\n';
  await world.writeDisk('docs/a.md', 'Text');
  await world.writeDisk('sources/Manual.yaml', text);
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Manual'));
  await world.open({ kind: 'source', source: 'Manual' });
  await world.store.actions.deleteSource('Manual');
  await world.until(({ selection }) => selection?.kind === 'source' && selection.source === 'Nowhere');
  await world.until(
    ({ definition }) => definition.status === 'open' && definition.view.file === 'sources/Nowhere.yaml',
  );
  expect(state().notices.map(({ message }) => message)).toEqual(['Deleted the source Manual.']);
  await world.store.actions.undoNotice(state().notices[0]?.id ?? 0);
  await world.until((now) => now.sources.list.some(({ name }) => name === 'Manual'));
  expect(await world.disk('sources/Manual.yaml')).toBe(text);
});

test('a copy of a source is selected', async () => {
  await world.until((now) => now.sources.list.length > 0);
  await world.store.actions.duplicateSource('Nowhere');
  expect(state().selection).toEqual({ kind: 'source', source: 'Nowhere-2' });
});

test('a second name of a source, finished while the first is being written, replaces it', async () => {
  const answer = held();
  world.after = (call) => (call === 'source.rename' ? answer.promise : undefined);
  await world.until(({ sources }) => sources.list.some(({ name }) => name === 'Nowhere'));
  const firstRename = world.store.actions.renameSource('Nowhere', 'Somewhere');
  const secondRename = world.store.actions.renameSource('Nowhere', 'Anywhere');
  answer.release();
  await Promise.all([firstRename, secondRename]);
  expect(await world.disk('sources/Anywhere.yaml')).toContain('Type: MCP');
});
