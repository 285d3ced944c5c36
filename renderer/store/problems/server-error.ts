/** Errors that prevent reading a file as a definition, so that clients get nothing of it. */
import type { ProblemView, WorkspaceView } from '../../../src/contract/contract.ts';
import { isServerError } from '../../../src/model/unserved-server.ts';
import { findServer, locationOf, selectProblems, selectServers } from '../selectors.ts';
import type { ServerLists } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';

/** Whether a file cannot be read as a definition, so nothing of it is served. */
export function hasInvalidFile(state: WorkbenchState, file: string): boolean {
  return fileError(state, file) !== undefined;
}

/** The first error that prevents reading a file as a definition. */
export function fileError(state: WorkbenchState, file: string | undefined): ProblemView | undefined {
  return selectProblems(state).find((problem) => problem.file === file && isOfWholeFile(problem));
}

/** The error that prevents reading the file of a server, so that its clients get nothing. */
export function serverError(state: WorkbenchState, server: string): ProblemView | undefined {
  return fileError(state, findServer(state, server)?.file);
}

/** The same error of the selected page's file, if the file is a server's. */
export function selectServerError(state: WorkbenchState): ProblemView | undefined {
  const file = locationOf(state, state.selection)?.file;
  return selectServers(state).some((server) => server.file === file) ? fileError(state, file) : undefined;
}

function isOfWholeFile({ severity, at }: ProblemView): boolean {
  return severity === 'error' && at.length === 0;
}

/** What each server lists, by its name; a server whose file has an error keeps what it listed before. */
export function updateServerLists(lists: ServerLists, { servers }: WorkspaceView): ServerLists {
  return Object.fromEntries(
    servers.flatMap(({ name, file, problems, prompts, tools }) => {
      if (file === undefined) return [];
      const before = lists[name];
      if (problems.some(isServerError)) return before ? [[name, before]] : [];
      const names = (list: readonly { readonly catalogueName?: string }[]) =>
        list.flatMap(({ catalogueName }) => catalogueName ?? []);
      return [[name, { prompts: names(prompts), tools: names(tools) }]];
    }),
  );
}
