import { expect, test } from 'vitest';
import type { ProblemView, PromptSummary, ServerSummary, WorkspaceView } from '../../../../src/contract/contract.ts';
import type { Selection, WorkspaceState } from '../../../store/state/workspace.ts';
import { initialState } from '../../../store/state.ts';
import { neighbourRow } from './neighbour-row.ts';
import { treeGroups } from './prompt-tree-items.ts';
import type { TreeLeaf } from './prompt-tree-leaves.ts';
import { firstHit, promptTreeRows } from './prompt-tree-rows.ts';

const prompt = (name: string, tags?: string[]): PromptSummary => ({
  key: `prompts/${name}.yaml`,
  name,
  catalogueName: name,
  ...(tags && { tags }),
  arguments: [],
  samples: [],
  builtin: false,
  isServed: true,
  problems: [],
});

const leaf: Omit<TreeLeaf, 'id' | 'name'> = {
  selection: { kind: 'unlisted', key: 'x' },
  isServed: true,
  mark: undefined,
  isContested: false,
};

const view: WorkspaceView = {
  dir: '/workspace',
  revision: 1,
  fingerprint: '1',
  servers: [],
  unlistedPrompts: [prompt('greet', ['polite']), prompt('part')],
  unlistedTools: [],
  skills: [],
  problems: [],
};

test('favourites are at the top with their servers’ names, and pages that are gone are left out', () => {
  const server: ServerSummary = {
    name: 'Docs',
    version: '1.0.0',
    builtin: false,
    tools: [],
    promptsAsTools: false,
    prompts: [prompt('hello')],
    problems: [],
  };
  const favourites: Selection[] = [
    { kind: 'prompt', server: 'Docs', key: 'prompts/hello.yaml' },
    { kind: 'unlisted', key: 'gone' },
    { kind: 'server', server: 'Docs' },
  ];
  const workspace: WorkspaceState = { status: 'ready', view: { ...view, servers: [server] } };
  const [firstGroup, secondGroup] = treeGroups({ ...initialState, workspace, favourites }, []);
  expect(firstGroup?.leaves.map(({ name, note }) => [name, note])).toEqual([
    ['hello', 'Docs'],
    ['Docs', 'server'],
  ]);
  expect(secondGroup?.name).toBe('Docs');
  expect(treeGroups({ ...initialState, workspace }, [])[0]?.name).toBe('Docs');
});

test('grouped by tag, prompts are below each of their tags, and those without a tag come last', () => {
  const prompts = [prompt('plain'), prompt('b', ['work', 'git']), prompt('a', ['git']), prompt('c', ['work'])];
  const leaves = prompts.map(({ name, tags }) => ({ ...leaf, id: name, name, tags, order: { list: 'x', index: 0 } }));
  const docs = { id: 'Docs', selection: { kind: 'server', server: 'Docs' }, name: 'Docs', isBuiltin: false } as const;
  const groups = [{ ...docs, mark: undefined, leaves }];
  const rows = promptTreeRows(groups, { isFolded: (id) => id.endsWith('git'), isByTag: true });
  expect(rows.map(({ name, level, note, isExpanded }) => [level, name, note, isExpanded])).toEqual([
    [1, 'Docs', undefined, true],
    [2, 'git', '2', false],
    [2, 'work', '2', true],
    [3, 'b', undefined, undefined],
    [3, 'c', undefined, undefined],
    [2, 'Without a tag', '1', true],
    [3, 'plain', undefined, undefined],
  ]);
  expect(rows.every(({ order }) => order === undefined)).toBe(true);
  const unfoldedRows = promptTreeRows(groups, { isFolded: () => false, isByTag: true });
  expect(unfoldedRows.filter(({ name }) => name === 'b').map(({ id }) => id)).toEqual(['b', 'tag Docs work b']);
  expect(rows.find(({ name }) => name === 'b')?.id).toBe('b');
  const inOrder = promptTreeRows(groups, { isFolded: () => false, isByTag: false });
  expect(inOrder.map(({ name }) => name)).toEqual(['Docs', 'plain', 'b', 'a', 'c']);
});

test('the filter of the list finds prompts by their tags', () => {
  const groups = treeGroups({ ...initialState, workspace: { status: 'ready', view }, filter: 'Polite' }, []);
  expect(groups.flatMap(({ leaves }) => leaves.map(({ name }) => name))).toEqual(['greet']);
});

test('the heading of entries without a server names a server whose file has an error', () => {
  const file = 'servers/Docs.yaml';
  const place = { file, at: [], line: 5, column: 8, endLine: 5, endColumn: 8 };
  const server: ServerSummary = {
    name: 'Docs',
    version: '',
    builtin: false,
    file,
    tools: [],
    promptsAsTools: false,
    prompts: [],
    problems: [{ ...place, tag: 'Syntax', severity: 'error', message: 'The list does not end.' }],
  };
  const workspace: WorkspaceState = { status: 'ready', view: { ...view, servers: [server] } };
  const names = treeGroups({ ...initialState, workspace }, []).map(({ name }) => name);
  expect(names).toEqual(['Docs', 'Unlisted: Docs has an error']);

  // Once it was read without an error, the prompts stay at their place.
  const serverLists = { Docs: { prompts: ['greet'], tools: [] } };
  const [docs, ...otherGroups] = treeGroups({ ...initialState, workspace, serverLists }, []);
  const sentence = 'Clients get no prompts until you fix line 5 of servers/Docs.yaml.';
  expect(docs).toMatchObject({ name: 'Docs', mark: 'error', detail: sentence });
  expect(docs?.leaves).toMatchObject([{ name: 'greet', isServed: false, detail: sentence }]);
  expect(otherGroups.flatMap(({ leaves }) => leaves.map(({ name }) => name))).toEqual(['part']);
});

const docsWith = (prompts: ServerSummary['prompts']): ServerSummary => ({
  name: 'Docs',
  version: '',
  builtin: false,
  file: 'servers/Docs.yaml',
  tools: [],
  promptsAsTools: false,
  prompts,
  problems: [],
});

test('a prompt that searches a missing source has a warning in its row, and so has its server', () => {
  const location = { file: 'prompts/greet.yaml', at: [] };
  const server = docsWith([{ ...prompt('greet'), location }, prompt('part')]);
  const place = { ...location, at: ['Content', 'Search', 'Sources', 0], line: 4, column: 8, endLine: 4, endColumn: 8 };
  const problem: ProblemView = { ...place, tag: 'SourceNameNotFound', severity: 'warning', message: 'No such source.' };
  const workspace: WorkspaceState = {
    status: 'ready',
    view: { ...view, servers: [server], unlistedPrompts: [], problems: [problem] },
  };
  const [docs] = treeGroups({ ...initialState, workspace }, []);
  expect(docs?.mark).toBe('warning');
  expect(docs?.leaves.map(({ mark }) => mark)).toEqual(['warning', undefined]);
});

test('the filter means the first page with the text in its name, before one with it in its title or tags', () => {
  const page = (name: string, tags: readonly string[] = []) => ({
    ...leaf,
    id: name,
    name,
    tags,
    selection: { kind: 'prompt', server: 'Docs', key: name } as const,
  });
  const docs = { id: 'Docs', selection: { kind: 'server', server: 'Docs' }, name: 'Docs', isBuiltin: false } as const;
  const groups = [{ ...docs, mark: undefined, leaves: [page('hello', ['polite']), page('Polite-letter')] }];
  const rows = promptTreeRows(groups, { isFolded: () => false, isByTag: true });
  const hit = (text: string) => firstHit(rows, text)?.name;
  expect([hit('polite'), hit('doc'), hit('a title')]).toEqual(['Polite-letter', 'Docs', 'hello']);
  expect(firstHit([], 'x')).toBeUndefined();
});

test('after a deletion, the list selects the next prompt that it shows, else the one before, else the server', () => {
  const docs = docsWith([prompt('a'), prompt('b', ['kept']), prompt('c'), prompt('d', ['kept'])]);
  const page = (name: string) => ({ kind: 'prompt', server: 'Docs', key: `prompts/${name}.yaml` }) as const;
  const after = (key: string, filter = '', prompts = docs.prompts) => {
    const server = { ...docs, prompts };
    const workspace: WorkspaceState = { status: 'ready', view: { ...view, servers: [server] } };
    return neighbourRow({ ...initialState, workspace, filter, selection: page(key), favourites: [page('a')] });
  };
  expect([after('a'), after('c'), after('d')]).toEqual([page('b'), page('d'), page('c')]);
  expect([after('b', 'kept'), after('d', 'kept')]).toEqual([page('d'), page('b')]);
  expect(after('a', '', [prompt('a')])).toEqual({ kind: 'server', server: 'Docs' });
});
