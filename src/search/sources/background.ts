/**
 * While the workbench is open: indexes the documentation of the workspace, fetches pages on the schedules of its sources, and
 * notifies windows of their state. A workspace without its own sources loads no search code.
 */

import { inBackground } from '../../base/in-background.ts';
import { isSameData } from '../../base/json.ts';
import { sourceUsers } from '../../library/arrange/change-sources.ts';
import type { Library, LibrarySnapshot, WorkspaceFile } from '../../library/types.ts';
import { coalesce } from '../../state/coalesce.ts';
import type { Trust } from '../../trust/trust.ts';
import type { SearchService } from './search-service.ts';
import { repeatFetches } from './web/repeat-fetches.ts';

export interface SourcesInBackground {
  /** Calls `listener` when a source, its state, or what searches it changes. @returns unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Follows a search service that something else has loaded. */
  follow(service: SearchService): void;
  close(): void;
}

/** Indexing waits until the workbench has started. */
const startDelayMs = 1_500;

export function indexSourcesInBackground(
  library: Library,
  trust: Trust,
  loadSearch: () => Promise<SearchService>,
  onError: (error: unknown) => void,
): SourcesInBackground {
  const listeners = new Set<() => void>();
  const notify = coalesce(() => {
    for (const listener of listeners) listener();
  });
  let knownVersions = sourceVersions(library.snapshot());
  let knownUsers = [...sourceUsers(library.snapshot())];
  let timer: NodeJS.Timeout | undefined;
  let service: SearchService | undefined;
  let unfollow = () => {};

  function prepareLater(): void {
    clearTimeout(timer);
    if (Object.keys(knownVersions).length === 0) return;
    timer = setTimeout(() => inBackground(prepare()), startDelayMs);
    timer.unref();
  }

  async function prepare(): Promise<void> {
    try {
      await (await loadSearch()).prepare();
    } catch (error) {
      onError(error);
    }
  }

  const stopFetches = repeatFetches(async () => {
    if (library.snapshot().files.some(hasSchedule)) await (await loadSearch()).fetchDue();
  }, onError);
  const stopTrust = trust.subscribe(() => {
    notify();
    prepareLater();
  });
  const stop = library.subscribe((snapshot) => {
    const next = sourceVersions(snapshot);
    const users = [...sourceUsers(snapshot)];
    const isSameSources = isSameData(next, knownVersions);
    if (isSameSources && isSameData(users, knownUsers)) return;
    knownVersions = next;
    knownUsers = users;
    notify();
    if (!isSameSources) prepareLater();
  });
  prepareLater();

  return {
    subscribe(listener) {
      const ownListener = () => listener();
      listeners.add(ownListener);
      return () => listeners.delete(ownListener);
    },
    follow(next) {
      if (next === service) return;
      service = next;
      unfollow = next.subscribe(notify);
    },
    close() {
      clearTimeout(timer);
      notify.stop();
      stop();
      stopFetches();
      stopTrust();
      unfollow();
    },
  };
}

function hasSchedule({ source }: WorkspaceFile): boolean {
  return source?.type === 'Documentation' && (source.web ?? []).some(({ refresh }) => refresh !== undefined);
}

function sourceVersions({ files }: LibrarySnapshot): Record<string, string> {
  return Object.fromEntries(files.flatMap(({ kind, file, version }) => (kind === 'source' ? [[file, version]] : [])));
}
