import type { LiveServer } from '../../library/types.ts';
import { isSameList } from './prompt-list.ts';
import type { Features } from './revisions.ts';
import { isSameToolList } from './tools/tool-list.ts';

/** The lists whose changes clients are told of. */
export type ListName = 'prompts' | 'tools';

const isSame = { prompts: isSameList, tools: isSameToolList };

/**
 * Calls `notify` when a list reads differently to a client that knows `features()`: a new title is no news to one whose
 * revision has no titles, and a changed text is none to anybody. Returns the unsubscriber.
 */
export function watchLists(
  source: LiveServer,
  lists: readonly ListName[],
  features: () => Features,
  notify: (list: ListName) => void,
): () => void {
  let seen = source.current();
  return source.subscribe(() => {
    const before = seen;
    seen = source.current();
    if (before === seen) return;
    for (const list of lists) if (!isSame[list](before, seen, features())) notify(list);
  });
}

/** `watchLists`, of the prompts alone. */
export function watchPromptList(source: LiveServer, features: () => Features, notify: () => void): () => void {
  return watchLists(source, ['prompts'], features, notify);
}
