/** The services of a process. Expensive ones are loaded and started at first use. */

import { join } from 'node:path';
import { loadOnce } from '../base/load-once.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import type { SearchService } from '../search/sources/search-service.ts';
import type { SecretStore } from '../state/secrets.ts';
import type { Trust } from '../trust/trust.ts';

export interface ServicesOptions {
  /** The built command line, which is also the sandbox's worker. */
  readonly cliFile: string;
  readonly workspaceDir: string;
  readonly stateDir: string;
  readonly cacheDir: string;
  /** The workspace's permissions; by default, loaded from the state folder. */
  readonly trust?: Trust;
  /** Credentials; by default files of `stateDir`, and what the running desktop app answers. */
  readonly secrets?: SecretStore;
  /** Receives one line without its line break. */
  readonly log: (line: string) => void;
  /** How long a search waits for the first index of a source; default 20 s. */
  readonly indexWaitMs?: number;
  /** Whether sources are indexed again when their files change; true by default. */
  readonly watch?: boolean;
  /** Whether a person confirms the reading of many files, in the window. */
  readonly confirmsReading?: boolean;
}

export interface Services extends ServerServices {
  /** Loads the search service. */
  searching(): Promise<SearchService>;
  close(): Promise<void>;
}

/** One set of services for every MCP server of a process. */
export function createServices(options: ServicesOptions): Services {
  const { cliFile, stateDir, log } = options;
  // The workspace folder may be missing only for a moment: the next call tries again.
  const openTrust = loadOnce(async () => options.trust ?? (await import('../trust/open-trust.ts')).openTrust(options));
  const permit: Services['permit'] = async (asks) => (await openTrust()).require(asks);

  const openSandbox = loadOnce(async () => {
    const { createSandbox } = await import('../sandbox/sandbox.ts');
    return createSandbox({ workerFile: cliFile });
  });

  const searching = loadOnce(async () => {
    const [{ createSearchService }, trust] = await Promise.all([
      import('../search/sources/search-service.ts'),
      openTrust(),
    ]);
    const secrets = options.secrets ?? (await import('../state/keychain-socket.ts')).accountSecrets(stateDir);
    return createSearchService({ ...options, secrets, trust });
  });

  const kernel = loadOnce(async () => {
    const [{ createWolfram }, trust, { workspaceKey }] = await Promise.all([
      import('../wolfram/kernel/wolfram.ts'),
      openTrust(),
      import('../state/paths.ts'),
    ]);
    const sessionsDir = join(stateDir, 'wolfram-sessions', workspaceKey(options.workspaceDir));
    return createWolfram({ trust, sessionsDir });
  });

  const upstream = loadOnce(async () => {
    const [{ createUpstream }, trust] = await Promise.all([import('../search/sources/mcp/upstream.ts'), openTrust()]);
    return createUpstream({ trust, env: process.env, log });
  });

  return {
    upstream: {
      describe: async (source, tool) => (await upstream()).describe(source, tool),
      call: async (request) => (await upstream()).call(request),
    },
    permit,
    sandbox: async () => ({
      async run(call) {
        await permit([{ kind: 'functions' }]);
        return (await openSandbox()).run(call);
      },
      compute: async (task) => (await openSandbox()).compute(task),
    }),
    dialogueKeys: async () => [await (await import('../state/endpoint-token.ts')).dialogueKey(stateDir)],
    log: (level, message) => log(`${level}: ${message}`),
    search: async (request) => (await searching()).search(request),
    searching,
    wolfram: {
      call: async (code, values, call) => (await kernel()).call(code, values, call),
      callOwn: async (code, values, call) => (await kernel()).callOwn(code, values, call),
      evaluate: async (evaluation, call) => (await kernel()).evaluate(evaluation, call),
      isInstalled: async () => (await kernel()).isInstalled(),
    },
    workspaceDir: options.workspaceDir,
    findPage: async (request) => (await searching()).findPage(request),
    async close() {
      // A service that fails to load has nothing to close.
      for (const service of [openSandbox, searching, upstream, kernel])
        await service.ifStarted()?.then(
          (service) => service.close(),
          () => undefined,
        );
    },
  };
}
