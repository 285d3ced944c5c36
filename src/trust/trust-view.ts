/** Everything that a person decides about one workspace, in one list. */
import type { WorkspaceFile } from '../library/types.ts';
import type { Ask } from '../model/asks.ts';
import { askId } from './ask-id.ts';
import { isMissingFolder } from './outside-folder.ts';
import type { Trust } from './trust.ts';
import { type AskedBy, asksByFiles } from './workspace-asks.ts';

export interface ListedAsk {
  readonly id: string;
  readonly ask: Ask;
  readonly isAllowed: boolean;
  readonly from: readonly AskedBy[];
}

export interface TrustView {
  /** The workspace's real path. */
  readonly folder: string;
  readonly isTrusted: boolean;
  /**
   * What the files ask for, what calls of this process required, and what is allowed although no file asks for it. Without
   * folders that a trusted workspace names and that do not exist: they ask once they do.
   */
  readonly asks: readonly ListedAsk[];
}

export async function trustView(files: readonly WorkspaceFile[], trust: Trust): Promise<TrustView> {
  const { isTrusted, allowed } = await trust.read();
  const asksOfFiles = asksByFiles(files, trust.root);
  const allowedIds = new Set(allowed.map(askId));
  const entries = new Map(asksOfFiles);
  for (const ask of [...trust.requiredAsks.values(), ...allowed]) {
    const id = askId(ask);
    if (!entries.has(id)) entries.set(id, { ask, from: [] });
  }
  return {
    folder: trust.root,
    isTrusted,
    asks: [...entries]
      .map(([id, { ask, from }]) => ({
        id,
        ask,
        from,
        isAllowed: ask.kind === 'functions' ? isTrusted : allowedIds.has(id),
      }))
      .filter(({ ask, isAllowed }) => isAllowed || !isTrusted || ask.kind !== 'folder' || !isMissingFolder(ask.path)),
  };
}
