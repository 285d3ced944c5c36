import type { ServerSource } from '../library/types.ts';
import { isSameList } from './prompt-list.ts';
import type { Features } from './revisions.ts';

/**
 * Calls `notify` when the prompt list reads differently to a client that knows `features()`: a new title is no news to
 * one whose revision has no titles, and a changed text is none to anybody. Returns the unsubscriber.
 */
export function watchPromptList(source: ServerSource, features: () => Features, notify: () => void): () => void {
  let seen = source.current();
  return source.subscribe(() => {
    const before = seen;
    seen = source.current();
    if (before !== seen && !isSameList(before, seen, features())) notify();
  });
}
