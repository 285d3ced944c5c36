/** The groups of the list that are not servers: skills, sources, inspected servers. */
import type { ProblemView, ServerSummary, WorkspaceView } from '../../../../src/contract/contract.ts';
import { isServerError } from '../../../../src/model/unserved-server.ts';
import type { SourceSummary } from '../../../store/state/searches.ts';
import type { Selection } from '../../../store/state/workspace.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { type IsContested, type Places, selectionId, type TreeGroup, worst } from './prompt-tree-leaves.ts';

/** Skills without a prompt. */
export function skillGroup(
  skills: WorkspaceView['skills'],
  servers: readonly ServerSummary[],
  { markAt, isContested, isChanged }: Places,
): TreeGroup {
  // A server whose file has an error may list any of them.
  const areListsKnown = !servers.some(({ problems }) => problems.some(isServerError));
  return {
    id: 'skills',
    selection: undefined,
    name: 'Skills',
    isBuiltin: false,
    mark: undefined,
    leaves: skills.map(({ name, file, description, listedBy }) => {
      const selection: Selection = { kind: 'file', file };
      const place = { file, at: [] };
      const mark = markAt(place, []);
      return {
        id: selectionId(selection),
        selection,
        name,
        detail: description,
        isServed: mark !== 'error',
        mark,
        isContested: isContested(place),
        isChanged: isChanged(place),
        note: listedBy.length === 0 && areListsKnown ? 'not listed' : undefined,
      };
    }),
  };
}

/** The workspace's sources, then the built-in ones. */
export function sourceGroup(
  sources: readonly SourceSummary[],
  problems: readonly ProblemView[],
  isContested: IsContested,
): TreeGroup {
  const orderedSources = [...sources.filter(({ builtin }) => !builtin), ...sources.filter(({ builtin }) => builtin)];
  return {
    id: 'sources',
    selection: undefined,
    name: 'Sources',
    isBuiltin: false,
    mark: undefined,
    leaves: orderedSources.map(({ name, title, file, builtin, state, problems: sourceProblems }, index) => {
      const selection: Selection = { kind: 'source', source: name };
      const ownMark = worst([...problems.filter((problem) => problem.file === file), ...sourceProblems]);
      const isWaiting = state.kind === 'failed' || state.kind === 'not-allowed';
      return {
        id: selectionId(selection),
        selection,
        name,
        detail: title,
        isServed: ownMark !== 'error',
        mark: ownMark ?? (isWaiting ? 'warning' : undefined),
        isContested: file !== undefined && isContested({ file, at: [] }),
        ...(!builtin && { order: { list: 'sources', index } }),
      };
    }),
  };
}

/** Servers of others that a person inspects. */
export function inspectedGroup(inspectedServers: WorkbenchState['inspectedServers']): TreeGroup {
  return {
    id: 'inspected',
    selection: undefined,
    name: 'Inspected servers',
    isBuiltin: false,
    mark: undefined,
    leaves: inspectedServers.map(({ id, name, target }) => {
      const selection: Selection = { kind: 'inspected', id };
      const detail =
        target.kind === 'command' ? target.command : target.kind === 'url' ? target.url : target.application;
      return {
        id: selectionId(selection),
        selection,
        name,
        detail,
        isServed: true,
        mark: undefined,
        isContested: false,
      };
    }),
  };
}
