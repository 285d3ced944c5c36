/** A server's live state, handed to the MCP server factory. */

import { WorkbenchError } from '../base/errors.ts';
import { isSameData } from '../base/json.ts';
import { nearestName } from '../base/near-names.ts';
import type { ResolvedServer } from '../model/definitions.ts';
import { readMedia } from './media.ts';
import { listFiles } from './read/list-files.ts';
import type { ServerSource } from './types.ts';

export interface LiveServer extends ServerSource {
  /** Takes the newest state over and tells the listeners when it is another one. Absent: the server is gone. */
  update(resolved: ResolvedServer | undefined): void;
}

/** @param root the workspace's real path */
export function liveServer(root: string, first: ResolvedServer): LiveServer {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    subscribe(listener) {
      // One function subscribed twice is two subscriptions.
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    readMedia: (file) => readMedia(root, file),
    listFiles: (glob, limit) => listFiles(root, glob, limit),
    update(resolved) {
      // A server whose file is deleted offers nothing until it is back; its clients stay connected.
      const next =
        resolved ??
        (current.prompts.length + current.tools.length > 0 ? { ...current, tools: [], prompts: [] } : current);
      if (isSameData(next, current)) return;
      current = next;
      for (const listener of listeners) listener();
    },
  };
}

/** For a name that no server has; `names` are those there are. */
export function noSuchServer(name: string, names: Iterable<string>): WorkbenchError {
  const known = [...names].sort();
  const near = nearestName(name, known);
  const advice = near === undefined ? `there are ${known.join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
  return new WorkbenchError(
    'not-found',
    `There is no server ${JSON.stringify(name)}: ${advice}${near === undefined ? '.' : ''}`,
  );
}
