import { expect, test } from 'vitest';
import type { PromptSummary, ServerSummary, WorkspaceView } from '../../../../src/contract/contract.ts';
import type { Selection, WorkspaceState } from '../../../store/state/workspace.ts';
import { initialState } from '../../../store/state.ts';
import { treeGroups } from './prompt-tree-items.ts';

const prompt = (name: string, tags?: string[]): PromptSummary => ({
  key: name,
  name,
  ...(tags && { tags }),
  arguments: [],
  samples: [],
  builtin: false,
  served: true,
  problems: [],
});

const view: WorkspaceView = {
  dir: '/workspace',
  revision: 1,
  fingerprint: '1',
  servers: [],
  unlisted: [prompt('greet', ['polite']), prompt('part')],
  unlistedTools: [],
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
    { kind: 'prompt', server: 'Docs', key: 'hello' },
    { kind: 'unlisted', key: 'gone' },
    { kind: 'server', server: 'Docs' },
  ];
  const workspace: WorkspaceState = { status: 'ready', view: { ...view, servers: [server] } };
  const [first, second] = treeGroups({ ...initialState, workspace, favourites }, []);
  expect(first?.leaves.map(({ name, note }) => [name, note])).toEqual([
    ['hello', 'Docs'],
    ['Docs', 'server'],
  ]);
  expect(second?.name).toBe('Docs');
  expect(treeGroups({ ...initialState, workspace }, [])[0]?.name).toBe('Docs');
});

test('the filter of the list finds prompts by their tags', () => {
  const groups = treeGroups({ ...initialState, workspace: { status: 'ready', view }, filter: 'Polite' }, []);
  expect(groups.flatMap(({ leaves }) => leaves.map(({ name }) => name))).toEqual(['greet']);
});
