/** Everything that searching needs, for one workspace: loaded at the first search, or by the workbench at its start. */
import { realFolder } from '../library/workspace-paths.ts';
import type { SecretStore } from '../secrets.ts';
import type { Consent } from './consent.ts';
import { createSourceOpener } from './open-source.ts';
import { createSearchService, type SearchService } from './search-service.ts';

export interface SearchingOptions {
  readonly workspaceDir: string;
  readonly stateDir: string;
  readonly cacheDir: string;
  /** The built command line; the indexing worker stands beside it. */
  readonly cliFile: string;
  readonly secrets: SecretStore;
  readonly log: (line: string) => void;
  /** How long a search waits for an index that is being made for the first time. Milliseconds; usually some seconds. */
  readonly patience?: number;
}

export interface Searching extends SearchService {
  readonly secrets: SecretStore;
  readonly consent: Consent;
  /** Calls back when the state of a source has changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Tells those who subscribed, for what changes a source from outside: a consent, a credential. */
  announce(): void;
}

/** @throws WorkbenchError `not-found` when there is no such workspace */
export function openSearching(options: SearchingOptions): Searching {
  const { secrets, log, patience } = options;
  const root = realFolder(options.workspaceDir);
  const listeners = new Set<() => void>();
  const onchange = () => {
    for (const listener of listeners) listener();
  };
  const opener = createSourceOpener({ ...options, root, env: process.env, onchange });
  const service = createSearchService({
    root,
    open: opener.open,
    log,
    ...(patience !== undefined && { patience: patience * 2 }),
  });
  return {
    ...service,
    secrets,
    consent: opener.consent,
    announce: onchange,
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    async close() {
      await service.close();
      await opener.close();
    },
  };
}
