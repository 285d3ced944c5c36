/** Everything that searching needs, for one workspace: loaded at the first search, or by the workbench at its start. */
import type { SecretStore } from '../../state/secrets.ts';
import type { Trust } from '../../trust/trust.ts';
import { createSourceOpener } from './open-source.ts';
import { createSearchService, type SearchService } from './search-service.ts';

export interface SearchingOptions {
  readonly trust: Trust;
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
  /** Calls back when the state of a source has changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Tells those who subscribed, for what changes a source from outside, such as a credential. */
  announce(): void;
}

export function openSearching(options: SearchingOptions): Searching {
  const { secrets, trust, log, patience } = options;
  const { root } = trust;
  const listeners = new Set<() => void>();
  const onchange = () => {
    for (const listener of listeners) listener();
  };
  const opener = createSourceOpener({ ...options, root, env: process.env, onchange });
  const service = createSearchService({
    trust,
    open: opener.open,
    log,
    ...(patience !== undefined && { patience: patience * 2 }),
  });
  return {
    ...service,
    secrets,
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
