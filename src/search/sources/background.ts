/**
 * The workbench's part in sources: the workspace's documentation is read while the workbench is open, and windows hear
 * how that stands. Nothing of searching is loaded for a workspace that has no sources of its own.
 */

import { inBackground } from '../../base/in-background.ts';
import { isSameData } from '../../base/json.ts';
import type { Library, LibrarySnapshot } from '../../library/types.ts';
import { coalesce } from '../../state/coalesce.ts';
import type { Trust } from '../../trust/trust.ts';
import type { Searching } from './searching.ts';

export interface SourcesInBackground {
  /** Calls back when there is another source, or another state of one, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** To be called once searching is loaded for another reason. */
  follow(searching: Searching): void;
  close(): void;
}

/** The start of a workbench has more urgent things to do. Milliseconds. */
const settling = 1_500;

export function readSourcesInBackground(
  library: Library,
  trust: Trust,
  searching: () => Promise<Searching>,
  onError: (error: unknown) => void,
): SourcesInBackground {
  const listeners = new Set<() => void>();
  const tell = coalesce(() => {
    for (const listener of listeners) listener();
  });
  let known = sourceVersions(library.snapshot());
  let timer: NodeJS.Timeout | undefined;
  let followed: Searching | undefined;
  let unfollow = () => {};

  function soon(): void {
    clearTimeout(timer);
    if (Object.keys(known).length === 0) return;
    timer = setTimeout(() => inBackground(prepare()), settling);
    timer.unref();
  }

  async function prepare(): Promise<void> {
    try {
      await (await searching()).prepare();
    } catch (error) {
      onError(error);
    }
  }

  const stopTrust = trust.subscribe(() => {
    tell();
    soon();
  });
  const stop = library.subscribe((snapshot) => {
    const next = sourceVersions(snapshot);
    if (isSameData(next, known)) return;
    known = next;
    tell();
    soon();
  });
  soon();

  return {
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    follow(next) {
      if (next === followed) return;
      followed = next;
      unfollow = next.subscribe(tell);
    },
    close() {
      clearTimeout(timer);
      tell.stop();
      stop();
      stopTrust();
      unfollow();
    },
  };
}

function sourceVersions({ files }: LibrarySnapshot): Record<string, string> {
  return Object.fromEntries(files.flatMap(({ kind, file, version }) => (kind === 'source' ? [[file, version]] : [])));
}
