/** What to select where a person has chosen nothing, or what they chose is gone. */
import type { Location } from '../../../src/contract/contract.ts';
import { hasInvalidFile } from '../problems/server-error.ts';
import { locationOf, samePlace, selectionFor, selectServers } from '../selectors.ts';
import type { Selection } from '../state/workspace.ts';
import type { WorkbenchState } from '../state.ts';

/** What a new window shows: the first prompt with a sample; in a workspace without prompts, a server. */
export function firstSelection(state: WorkbenchState): Selection {
  const servers = selectServers(state);
  const ownServers = servers.filter(({ builtin }) => !builtin);
  const server = ownServers.find(({ prompts }) => prompts.length > 0);
  if (!server) return { kind: 'server', server: (ownServers[0] ?? servers[0])?.name ?? '' };
  const servedPrompts = server?.prompts.filter((prompt) => prompt.isServed) ?? [];
  const prompt = servedPrompts.find(({ samples }) => samples.length > 0) ?? servedPrompts[0] ?? server?.prompts[0];
  return prompt ? { kind: 'prompt', server: server.name, key: prompt.key } : { kind: 'server', server: server.name };
}

/** The server of a page that is gone, or another one. */
export function fallbackServer(state: WorkbenchState, selection: Selection): Selection {
  const servers = selectServers(state);
  const ownServer = servers.find(({ name }) => 'server' in selection && name === selection.server);
  const server = ownServer ?? servers.find(({ builtin }) => !builtin) ?? servers[0];
  return { kind: 'server', server: server?.name ?? '' };
}

/** The selection for a path. While its file is invalid, one that returns to the same path once it is fixed. */
export function homeOf(state: WorkbenchState, { file, at }: Location): Selection {
  const home = selectionFor(state, file, at);
  const isBroken = hasInvalidFile(state, file);
  const isElsewhere = home.kind === 'file' || (isBroken && !samePlace(locationOf(state, home), { file, at }));
  return isElsewhere ? { kind: 'file', file, at } : home;
}
