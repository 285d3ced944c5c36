/** Follows servers that were renamed, undone or redone: everything in the window that goes by their names. */
import type { ServerSummary, WorkspaceView } from '../../../src/contract/contract.ts';
import { applyMoves } from '../definition/moved-drafts.ts';
import type { Selection } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';
import { serverPageKey } from './server-page.ts';

/** A server before and after; both have a file. */
interface RenamedServer {
  readonly from: ServerSummary;
  readonly to: ServerSummary;
}

/** The servers that have another name now. */
export function findRenamedServers(before: WorkspaceView, after: WorkspaceView): readonly RenamedServer[] {
  return before.servers.flatMap((from) => {
    if (from.file === undefined || after.servers.some(({ name }) => name === from.name)) return [];
    const to = after.servers.find(({ formerNames }) => formerNames?.includes(from.name));
    return to ? [{ from, to }] : [];
  });
}

/** The open definition and its unsaved edits, in the renamed files. */
export function followFiles(state: WorkbenchState, renamings: readonly RenamedServer[]): Partial<WorkbenchState> {
  const moves = renamings.flatMap(({ from, to }) =>
    from.file === undefined || to.file === undefined ? [] : [{ from: from.file, to: to.file }],
  );
  return moves.length > 0 ? applyMoves(state, moves) : {};
}

export type FollowedParts = Pick<
  WorkbenchState,
  'selection' | 'recentPages' | 'favourites' | 'values' | 'testDrafts' | 'tools' | 'serverPages'
>;

/** The parts of the state that name a server. */
export function followNames(state: WorkbenchState, renamings: readonly RenamedServer[]): FollowedParts {
  const { recentPages, favourites, values, testDrafts, tools, serverPages } = state;
  const names = new Map(renamings.map(({ from, to }) => [from.name, to.name]));
  const follow = (selection: Selection) => withServer(selection, names);
  // `promptId` and `toolId`: a server's name has no slash.
  const ofEntry = (id: string) => {
    const [server = '', ...rest] = id.split('/');
    return [names.get(server) ?? server, ...rest].join('/');
  };
  const pages = new Map([...names].map(([from, to]) => [serverPageKey(state, from), serverPageKey(state, to)]));
  const ofPage = (key: string) => pages.get(key) ?? key;
  return {
    selection: state.selection && follow(state.selection),
    recentPages: recentPages.map(follow),
    favourites: favourites.map(follow),
    values: rekey(values, ofEntry),
    testDrafts: rekey(testDrafts, ofEntry),
    tools: { ...tools, trials: rekey(tools.trials, ofEntry) },
    serverPages: { tabs: rekey(serverPages.tabs, ofPage), filters: rekey(serverPages.filters, ofPage) },
  };
}

function rekey<T>(values: Readonly<Record<string, T>>, rename: (key: string) => string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [rename(key), value]));
}

function withServer(selection: Selection, names: ReadonlyMap<string, string>): Selection {
  const name = 'server' in selection ? names.get(selection.server) : undefined;
  return name === undefined ? selection : ({ ...selection, server: name } as Selection);
}
