/** The items of the list on the left: servers with their prompts, unlisted prompts, broken files. */

import { getOrCreate } from '../../../../src/base/get-or-create.ts';
import { isWithin } from '../../../../src/base/json.ts';
import { wordList } from '../../../../src/base/text/word-list.ts';
import type {
  ListName,
  Location,
  ProblemView,
  PromptSummary,
  ServerSummary,
} from '../../../../src/contract/contract.ts';
import { isServerError, unservedServer } from '../../../../src/model/unserved-server.ts';
import { type Conflict, concerns } from '../../../store/definition/conflicts.ts';
import { testKey } from '../../../store/preview/test-counts.ts';
import type { Selection, ServerLists } from '../../../store/state/workspace.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { inspectedGroup, skillGroup, sourceGroup } from './other-groups.ts';
import {
  type IsContested,
  type Places,
  promptLeaf,
  selectionId,
  type TreeGroup,
  type TreeLeaf,
  toolLeaf,
  worst,
  worstMark,
} from './prompt-tree-leaves.ts';

/** A prompt or tool that no server lists. */
interface UnlistedEntry {
  readonly list: ListName;
  readonly catalogueName?: string;
  readonly leaf: TreeLeaf;
}

type TreeState = Pick<
  WorkbenchState,
  'workspace' | 'serverLists' | 'sources' | 'inspectedServers' | 'favourites' | 'filter'
> &
  Partial<Pick<WorkbenchState, 'testCounts' | 'git'>>;

/** The groups of the list: favourites, the workspace's servers, the built-in ones, and unlisted definitions. */
export function treeGroups(
  { workspace, serverLists, sources, inspectedServers, favourites, filter, testCounts = {}, git }: TreeState,
  conflicts: readonly Conflict[],
): readonly TreeGroup[] {
  if (workspace.status !== 'ready') return [];
  const { servers, unlistedPrompts, unlistedTools, skills, problems, fingerprint } = workspace.view;
  const orderedServers = [
    ...servers.filter((server) => !server.builtin),
    ...servers.filter((server) => server.builtin),
  ];
  const isContested = (place: Location | undefined) =>
    place !== undefined && conflicts.some((conflict) => concerns(conflict, place));
  const changedFiles = new Set(git?.kind === 'repository' ? git.changes.map(({ file }) => file) : []);
  const byFile = new Map<string, ProblemView[]>();
  for (const problem of problems) getOrCreate(byFile, problem.file, () => []).push(problem);
  const places: Places = {
    isContested,
    isChanged: (place) => place?.at.length === 0 && changedFiles.has(place.file),
    markAt: (location, ownProblems) => {
      // A missing source is a problem of the whole workspace, which the prompt itself does not list.
      const problemsOfFile = location ? (byFile.get(location.file) ?? []) : [];
      return worst([...ownProblems, ...problemsOfFile.filter(({ at }) => isWithin(location?.at ?? [], at))]);
    },
    testNote(server, name) {
      const count = testCounts[testKey(server, name)];
      // After a change, the results are no longer about these files.
      return count?.fingerprint === fingerprint ? count.words : undefined;
    },
  };
  const entries: readonly UnlistedEntry[] = [
    ...unlistedPrompts.map((prompt) => ({
      ...prompt,
      list: 'prompts' as const,
      leaf: promptLeaf(prompt, { kind: 'unlisted', key: prompt.key }, places),
    })),
    ...unlistedTools.map((tool) => ({
      ...tool,
      list: 'tools' as const,
      leaf: toolLeaf(tool, { kind: 'unlisted-tool', key: tool.key }, places),
    })),
  ];
  const placedIds = new Set<string>();
  const byServer = orderedServers.map((server) => {
    const freeEntries = entries.filter(({ leaf }) => !placedIds.has(leaf.id));
    const group = serverGroup(server, serverLists[server.name], freeEntries, places);
    for (const { id } of group.leaves) placedIds.add(id);
    return group;
  });
  const withoutList = servers.filter(
    ({ name, problems: serverProblems }) => !serverLists[name] && serverProblems.some(isServerError),
  );
  const groups = [
    ...byServer,
    unlistedGroup(
      entries.flatMap(({ leaf }) => (placedIds.has(leaf.id) ? [] : [leaf])),
      withoutList.map(({ name }) => name),
    ),
    skillGroup(skills, servers, places),
    sourceGroup(sources.list, problems, isContested),
    inspectedGroup(inspectedServers),
    brokenFiles(problems, servers, [...unlistedPrompts, ...unlistedTools], [...sources.list, ...skills], isContested),
  ];
  return [favouriteGroup(favourites, groups), ...groups].flatMap((group) =>
    filterGroup(group, filter.trim().toLowerCase()),
  );
}

/** The favourites that exist, in their order. */
function favouriteGroup(favourites: readonly Selection[], groups: readonly TreeGroup[]): TreeGroup {
  const pages = new Map<string, Omit<TreeLeaf, 'selection' | 'id'>>();
  if (favourites.length > 0)
    for (const { id, name, mark, selection, leaves } of groups) {
      if (selection) pages.set(id, { name, mark, isServed: true, isContested: false, note: 'server' });
      const note = selection ? name : leafNotes[id];
      for (const { order: _, ...leaf } of leaves) pages.set(leaf.id, { ...leaf, note });
    }
  return {
    id: 'favourites',
    selection: undefined,
    name: 'Favourites',
    isBuiltin: false,
    mark: undefined,
    leaves: favourites.flatMap((selection) => {
      const page = pages.get(selectionId(selection));
      return page ? { ...page, selection, id: favouriteId(selection) } : [];
    }),
  };
}

/** The tree key of a favourite, whose page has another row as well. */
function favouriteId(selection: Selection): string {
  return `favourite ${selectionId(selection)}`;
}

/** What the pages of a section are, beside their names among the favourites; by the section's id. */
const leafNotes: Readonly<Record<string, string>> = { skills: 'skill', sources: 'source', inspected: 'inspected' };

/** @param before what the server listed before its file had an error */
function serverGroup(
  server: ServerSummary,
  before: ServerLists[string] | undefined,
  unlistedEntries: readonly UnlistedEntry[],
  places: Places,
): TreeGroup {
  const { name, builtin: isBuiltin } = server;
  const selection: Selection = { kind: 'server', server: name };
  const id = selectionId(selection);
  const error = server.problems.find(isServerError);
  if (error) {
    const detail = unservedServer(error);
    const leaves = formerLeaves(before, unlistedEntries).map((leaf) => ({ ...leaf, detail, isServed: false }));
    return { id, selection, name, isBuiltin, mark: 'error', detail, leaves };
  }
  const leaves = [
    ...server.prompts.map((prompt, index) => ({
      ...promptLeaf(prompt, { kind: 'prompt', server: name, key: prompt.key }, places),
      note: places.testNote(name, prompt.name),
      ...(!isBuiltin && { order: { list: `prompts ${name}`, index } }),
    })),
    ...server.tools.map((tool, index) => ({
      ...toolLeaf(tool, { kind: 'tool', server: name, key: tool.key }, places),
      note: places.testNote(name, tool.name),
      ...(!isBuiltin && { order: { list: `tools ${name}`, index } }),
    })),
  ];
  return {
    id,
    selection,
    name,
    isBuiltin,
    mark: worstMark([worst(server.problems), ...leaves.map(({ mark }) => mark)]),
    isChanged: server.file !== undefined && places.isChanged({ file: server.file, at: [] }),
    leaves,
  };
}

/** The prompts and tools of a list that have their own files, in its order. */
function formerLeaves(
  list: ServerLists[string] | undefined,
  unlistedEntries: readonly UnlistedEntry[],
): readonly TreeLeaf[] {
  return (['prompts', 'tools'] as const).flatMap((kind) =>
    (list?.[kind] ?? []).flatMap((name) =>
      unlistedEntries.flatMap((entry) => (entry.list === kind && entry.catalogueName === name ? [entry.leaf] : [])),
    ),
  );
}

/** @param invalidFiles the servers whose file has an error, and which may have listed these leaves */
function unlistedGroup(leaves: readonly TreeLeaf[], invalidFiles: readonly string[]): TreeGroup {
  return {
    id: 'unlisted',
    selection: undefined,
    // Short: the list cuts a long heading.
    name:
      invalidFiles.length > 0
        ? `Unlisted: ${wordList(invalidFiles)} ${invalidFiles.length > 1 ? 'have errors' : 'has an error'}`
        : 'Not listed by any server',
    isBuiltin: false,
    mark: undefined,
    leaves,
  };
}

/** Files with an error and without another row, such as a server that does not parse. */
function brokenFiles(
  problems: readonly ProblemView[],
  servers: readonly ServerSummary[],
  unlistedPrompts: readonly Pick<PromptSummary, 'location'>[],
  otherFiles: readonly { readonly file?: string }[],
  isContested: IsContested,
): TreeGroup {
  const shownFiles = new Set([
    ...servers.map(({ file }) => file),
    ...servers.flatMap(({ prompts, tools }) => [...prompts, ...tools].map(({ location }) => location?.file)),
    ...unlistedPrompts.map(({ location }) => location?.file),
    ...otherFiles.map(({ file }) => file),
  ]);
  const files = [...new Set(problems.map(({ file }) => file))].filter((file) => !shownFiles.has(file));
  return {
    id: 'files',
    selection: undefined,
    name: 'Other files with problems',
    isBuiltin: false,
    mark: undefined,
    leaves: files.map((file) => {
      const selection: Selection = { kind: 'file', file };
      const mark = worst(problems.filter((problem) => problem.file === file));
      const id = selectionId(selection);
      return { id, selection, name: file, isServed: false, mark, isContested: isContested({ file, at: [] }) };
    }),
  };
}

/** The group with its matching items; a group whose name matches keeps all items. */
function filterGroup(group: TreeGroup, text: string): readonly TreeGroup[] {
  if (group.leaves.length === 0 && group.selection === undefined) return [];
  if (text === '' || group.name.toLowerCase().includes(text)) return [group];
  const leaves = group.leaves.filter(({ name, detail = '', tags = [] }) =>
    [name, detail, ...tags].join('\n').toLowerCase().includes(text),
  );
  return leaves.length > 0 ? [{ ...group, leaves }] : [];
}
