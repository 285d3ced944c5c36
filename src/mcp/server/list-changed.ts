import type { LiveServer } from '../../library/types.ts';
import { isSameResourceList } from './answer/resources.ts';
import { isSameList } from './prompt-list.ts';
import type { Features } from './revisions.ts';
import { isSameToolList } from './tools/tool-list.ts';

/** The lists that have a `list_changed` notification. */
export type ListName = 'prompts' | 'tools' | 'resources';

const isSame = { prompts: isSameList, tools: isSameToolList, resources: isSameResourceList };

/**
 * Calls `notify` when a list changes for a client with `features()`: a new title does not count if the revision has no
 * titles, and changed content never counts. Returns the unsubscriber.
 */
export function watchLists(
  liveServer: LiveServer,
  lists: readonly ListName[],
  features: () => Features,
  notify: (list: ListName) => void,
): () => void {
  let last = liveServer.current();
  return liveServer.subscribe(() => {
    // Clients are notified again of what may not have reached them.
    const before = liveServer.announced ? liveServer.announced() : last;
    const now = liveServer.current();
    last = now;
    if (before === now) return;
    for (const list of lists) if (!before || !isSame[list](before, now, features())) notify(list);
  });
}

/** `watchLists` for prompts only. */
export function watchPromptList(liveServer: LiveServer, features: () => Features, notify: () => void): () => void {
  return watchLists(liveServer, ['prompts'], features, notify);
}
