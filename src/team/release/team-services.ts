/** Creates the services of the current release: one set for all servers, kept while the materials of searches stay the same. */
import { inBackground } from '../../base/in-background.ts';
import type { LogLevel, ServerServices } from '../../mcp/server/services.ts';
import type { Trust } from '../../trust/trust.ts';
import { operatorTrust } from './operator-trust.ts';
import type { Release } from './release.ts';

/** Calls that began with earlier services end within this time. */
const graceMs = 60_000;

/** The services for the servers of one commit. */
export type Services = ServerServices & { close(): Promise<void> };

/** Opens services for the commit in a folder. */
export type OpenServices = (options: {
  readonly workspaceDir: string;
  /** Private folders of this process. */
  readonly stateDir: string;
  readonly cacheDir: string;
  readonly trust: Trust;
  readonly log: (line: string) => void;
}) => Services;

export interface TeamServicesOptions {
  readonly open: OpenServices;
  /** A private folder of this process. */
  readonly dir: string;
  readonly cacheDir: string;
  /** Values of `--allow`. */
  readonly allowedAsks: readonly string[];
  /** The keys that sign dialogues: the first one signs, all of them are accepted. */
  readonly dialogueKeys: () => readonly string[];
  readonly log: (level: LogLevel, message: string) => void;
}

export interface TeamServices {
  /** The same object for every release. */
  readonly services: ServerServices;
  /** Switches to the services of a release. */
  use(release: Release): void;
  close(): Promise<void>;
}

export function createTeamServices(options: TeamServicesOptions): TeamServices {
  const { dir, cacheDir, allowedAsks, log } = options;
  let current: { readonly materials: string; readonly services: Services } | undefined;
  const formerServices = new Map<Services, NodeJS.Timeout>();

  function create({ folder }: Release): Services {
    return options.open({
      workspaceDir: folder,
      stateDir: dir,
      cacheDir,
      trust: operatorTrust(folder, allowedAsks),
      log: (line) => log('info', line),
    });
  }

  function now(): Services {
    if (!current) throw new Error('Nothing is published.');
    return current.services;
  }

  function retire(services: Services): void {
    const timer = setTimeout(() => {
      formerServices.delete(services);
      inBackground(services.close(), (error) => log('warning', String(error)));
    }, graceMs).unref();
    formerServices.set(services, timer);
  }

  return {
    services: {
      permit: (asks) => now().permit(asks),
      sandbox: () => now().sandbox(),
      search: (request) => now().search(request),
      findPage: async (request) => {
        const { findPage } = now();
        if (!findPage) throw new Error('A release has no sources.');
        return findPage(request);
      },
      upstream: {
        describe: async (source, tool) => now().upstream?.describe(source, tool),
        call: async (request) => {
          const { upstream } = now();
          if (!upstream) throw new Error('A release has no other servers.');
          return upstream.call(request);
        },
      } as NonNullable<ServerServices['upstream']>,
      dialogueKeys: async () => options.dialogueKeys(),
      log,
    },
    use(release) {
      if (current?.materials === release.materials) return;
      if (current) retire(current.services);
      current = { materials: release.materials, services: create(release) };
    },
    async close() {
      for (const timer of formerServices.values()) clearTimeout(timer);
      await Promise.all([...formerServices.keys(), ...(current ? [current.services] : [])].map((key) => key.close()));
    },
  };
}
