import type { ProblemView, PromptSummary, ServerSummary } from '../../src/contract/contract.ts';
import type { Selection, WorkbenchState } from '../store/state.ts';

export type Mark = 'error' | 'warning' | undefined;

export interface TreeLeaf {
  readonly id: string;
  readonly selection: Selection;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly isServed: boolean;
  readonly mark: Mark;
}

export interface TreeGroup {
  readonly id: string;
  readonly selection: Selection | undefined;
  readonly name: string;
  readonly isBuiltin: boolean;
  readonly mark: Mark;
  readonly leaves: readonly TreeLeaf[];
}

/** One selection as a key of the tree. */
export function selectionId(selection: Selection): string {
  return JSON.stringify(selection);
}

/** The rows of the list: the workspace's servers, the built-in ones, and what belongs to none. */
export function treeGroups({ workspace, filter }: Pick<WorkbenchState, 'workspace' | 'filter'>): readonly TreeGroup[] {
  if (workspace.status !== 'ready') return [];
  const { servers, unlisted, problems } = workspace.view;
  const ordered = [...servers.filter((server) => !server.builtin), ...servers.filter((server) => server.builtin)];
  const groups = [...ordered.map(serverGroup), unlistedGroup(unlisted), brokenFiles(problems, servers, unlisted)];
  return groups.flatMap((group) => matching(group, filter.trim().toLowerCase()));
}

function serverGroup(server: ServerSummary): TreeGroup {
  const selection: Selection = { kind: 'server', server: server.name };
  return {
    id: selectionId(selection),
    selection,
    name: server.name,
    isBuiltin: server.builtin,
    mark: worst([...server.problems, ...server.prompts.flatMap(({ problems }) => problems)]),
    leaves: server.prompts.map((prompt) =>
      promptLeaf(prompt, { kind: 'prompt', server: server.name, key: prompt.key }),
    ),
  };
}

function unlistedGroup(unlisted: readonly PromptSummary[]): TreeGroup {
  return {
    id: 'unlisted',
    selection: undefined,
    name: 'In no server',
    isBuiltin: false,
    mark: undefined,
    leaves: unlisted.map((prompt) => promptLeaf(prompt, { kind: 'unlisted', key: prompt.key })),
  };
}

/** Files with an error that no row above stands for: a server that cannot be read has no other place. */
function brokenFiles(
  problems: readonly ProblemView[],
  servers: readonly ServerSummary[],
  unlisted: readonly PromptSummary[],
): TreeGroup {
  const shown = new Set([
    ...servers.map(({ file }) => file),
    ...servers.flatMap(({ prompts }) => prompts.map(({ location }) => location?.file)),
    ...unlisted.map(({ location }) => location?.file),
  ]);
  const files = [...new Set(problems.map(({ file }) => file))].filter((file) => !shown.has(file));
  return {
    id: 'files',
    selection: undefined,
    name: 'Other files with problems',
    isBuiltin: false,
    mark: undefined,
    leaves: files.map((file) => {
      const selection: Selection = { kind: 'file', file };
      const mark = worst(problems.filter((problem) => problem.file === file));
      return { id: selectionId(selection), selection, name: file, isServed: false, mark };
    }),
  };
}

function promptLeaf(prompt: PromptSummary, selection: Selection): TreeLeaf {
  return {
    id: selectionId(selection),
    selection,
    name: prompt.name,
    detail: prompt.title,
    isServed: prompt.served,
    mark: worst(prompt.problems),
  };
}

function worst(problems: readonly ProblemView[]): Mark {
  if (problems.some(({ severity }) => severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : undefined;
}

/** The group with what matches; a group whose own name matches keeps all it has. */
function matching(group: TreeGroup, text: string): readonly TreeGroup[] {
  if (group.leaves.length === 0 && group.selection === undefined) return [];
  if (text === '' || group.name.toLowerCase().includes(text)) return [group];
  const leaves = group.leaves.filter(({ name, detail }) => `${name}\n${detail ?? ''}`.toLowerCase().includes(text));
  return leaves.length > 0 ? [{ ...group, leaves }] : [];
}
