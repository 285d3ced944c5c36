import { WorkbenchError } from '../base/errors.ts';
import { isSameData } from '../base/json.ts';
import { nearestName } from '../base/text/near-names.ts';
import { folderOfKind } from '../files/workspace-paths.ts';
import type { ResolvedServer } from '../model/definitions.ts';
import type { Problem } from '../model/problems/problems.ts';
import { readMedia } from './media.ts';
import { listFiles } from './read/list-files.ts';
import type { LibrarySnapshot, LiveServer } from './types.ts';

export interface UpdatableServer extends LiveServer {
  /** Sets the newest state and calls the listeners if it differs. Undefined: the server was deleted. */
  update(resolvedServer: ResolvedServer | undefined): void;
  /** Calls the listeners of media files. */
  reportMedia(): void;
}

/** @param root the workspace's real path */
export function createLiveServer(root: string, firstServer: ResolvedServer): UpdatableServer {
  let current = firstServer;
  const listeners = new Set<() => void>();
  const mediaListeners = new Set<() => void>();
  return {
    current: () => current,
    subscribe: (listener) => addTo(listeners, listener),
    subscribeToMedia: (listener) => addTo(mediaListeners, listener),
    readMedia: (file) => readMedia(root, file),
    listFiles: (glob, limit) => listFiles(root, glob, limit),
    update(resolvedServer) {
      // A server whose file is deleted serves nothing until the file is back; its clients stay connected.
      const next =
        resolvedServer ??
        (current.prompts.length + current.tools.length > 0 ? { ...current, tools: [], prompts: [] } : current);
      if (isSameData(next, current)) return;
      current = next;
      for (const listener of listeners) listener();
    },
    reportMedia() {
      for (const listener of mediaListeners) listener();
    },
  };
}

/** Adds a listener and returns a function that removes it. One function added twice is two listeners. */
function addTo(listeners: Set<() => void>, listener: () => void): () => void {
  const ownListener = () => listener();
  listeners.add(ownListener);
  return () => listeners.delete(ownListener);
}

/**
 * The catalogue name of the server whose `Name`, which clients show, is `name`.
 * @throws WorkbenchError `invalid-input` if several servers have it
 */
export function catalogueNameOf(
  servers: readonly { readonly catalogueName: string; readonly displayName: string | undefined }[],
  name: string,
): string | undefined {
  const names = servers.flatMap(({ catalogueName, displayName }) => (displayName === name ? [catalogueName] : []));
  if (names.length < 2) return names[0];
  const choices = names.map((catalogueName) => JSON.stringify(catalogueName)).join(' or ');
  throw new WorkbenchError(
    'invalid-input',
    `${names.length} servers have the Name ${JSON.stringify(name)}: choose one by its file name, ${choices}.`,
  );
}

/** The catalogue name of a server that a person names by it or by its `Name`. @throws as `catalogueNameOf` */
export function findServerName({ servers }: LibrarySnapshot, name: string): string | undefined {
  if (servers.has(name)) return name;
  const namedServers = [...servers].map(([catalogueName, { resolvedServer }]) => ({
    catalogueName,
    displayName: resolvedServer.name,
  }));
  return catalogueNameOf(namedServers, name);
}

/**
 * Why a server is not found: there is none of this name, or the folder of the servers is not read.
 * @param names the existing servers
 * @param problems those of the workspace
 */
export function noSuchServer(name: string, names: Iterable<string>, problems: readonly Problem[]): WorkbenchError {
  const folderProblem = problems.find(({ file }) => file === folderOfKind.server);
  if (folderProblem) return new WorkbenchError('refused', `${folderProblem.file}: ${folderProblem.message}`);
  const existingNames = [...names].sort();
  const suggestion = nearestName(name, existingNames);
  const advice =
    suggestion === undefined
      ? `the servers are ${existingNames.join(', ')}.`
      : `did you mean ${JSON.stringify(suggestion)}?`;
  return new WorkbenchError('not-found', `There is no server ${JSON.stringify(name)}: ${advice}`);
}
