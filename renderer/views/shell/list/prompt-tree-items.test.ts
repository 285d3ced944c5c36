import { expect, test } from 'vitest';
import type { PromptSummary, WorkspaceView } from '../../../../src/contract/contract.ts';
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

test('the filter of the list finds prompts by their tags', () => {
  const groups = treeGroups({ ...initialState, workspace: { status: 'ready', view }, filter: 'Polite' }, []);
  expect(groups.flatMap(({ leaves }) => leaves.map(({ name }) => name))).toEqual(['greet']);
});
