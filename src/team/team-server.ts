/** One replica of a team server. It serves a git repository; nothing on its disk matters. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getOrCreate } from '../base/get-or-create.ts';
import { inBackground } from '../base/in-background.ts';
import type { ClientAdapter } from '../mcp/server/http/endpoint.ts';
import type { LogLevel } from '../mcp/server/services.ts';
import type { ResolvedServer } from '../model/definitions.ts';
import { type AccessOptions, createAccess } from './access/authorize.ts';
import { SharedCallerLoad } from './access/caller-load.ts';
import { CallerRates } from './access/caller-rates.ts';
import { nothingGranted } from './access/policy.ts';
import { Follower } from './follower.ts';
import { endpointAccess, metadataRoute } from './http/endpoint-access.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { pagesRoute } from './http/pages-route.ts';
import { publishRoute } from './http/publish-route.ts';
import { registryRoute } from './http/registry-route.ts';
import { type AuthenticatedCaller, TeamEndpoint } from './http/team-endpoint.ts';
import { Releases } from './release/releases.ts';
import { createTeamServices, type OpenServices } from './release/team-services.ts';
import { Mirror, withoutSecrets } from './repository/mirror.ts';
import { createTeamFolder, removeTeamFolder } from './repository/team-folder.ts';
import type { ReplicaSharing } from './sharing.ts';
import { createMetrics } from './usage/metrics.ts';
import { type OpenUsageOptions, openUsage } from './usage/open-usage.ts';

export interface TeamServerOptions {
  /** An address that git fetches from, or the path of a repository. */
  readonly repository: string;
  /** A branch or tag. */
  readonly ref: string;
  /** The workspace's folder in the repository, as `prefixOf` returns it. */
  readonly prefix: string;
  readonly sharing: ReplicaSharing;
  readonly host: string;
  readonly port: number;
  /** Names of this server in the header `Host`. */
  readonly hostNames: readonly string[];
  /** Host names of web pages that may send requests. */
  readonly origins: readonly string[];
  /** Keep the last good commit if a new one has an error. */
  readonly refusesErrors: boolean;
  readonly pollMs: number;
  /** What the repository's files may do besides running functions; see `findAsk`. */
  readonly allowedAsks: readonly string[];
  /** The authorization of callers. Absent: everyone who reaches the server sees everything. */
  readonly access?: Omit<AccessOptions, 'policy'> | undefined;
  /** What one subject may do in a minute. */
  readonly callsPerMinute: number;
  readonly bytesPerMinute: number;
  /** Where usage rows go. Absent: nowhere. */
  readonly usage?:
    | Pick<OpenUsageOptions, 'query' | 'library' | 'folder' | 'salt' | 'daysToKeep' | 'observe'>
    | undefined;
  readonly webhookSecret?: string | undefined;
  /** How long a balancer may take to notice that the replica stops. */
  readonly noticeMs: number;
  readonly openServices: OpenServices;
  readonly adapter: ClientAdapter;
  readonly version: string;
  readonly log: (level: LogLevel, message: string) => void;
}

export interface TeamServer {
  readonly port: number;
  /** Open streams, and requests without an answer yet. */
  readonly load: { readonly streams: number; readonly requests: number };
  /** Fetches now, and resolves when what is published is served. */
  fetch(): Promise<void>;
  close(): Promise<void>;
}

/** @throws WorkbenchError `unavailable` if the port cannot be opened or git is missing, `invalid-input` for an option */
export async function startTeamServer(options: TeamServerOptions): Promise<TeamServer> {
  const { log, ref, repository, sharing } = options;
  const replica = sharing.relay.name;
  const dir = await createTeamFolder();
  const commits = join(dir, 'commits');
  await mkdir(commits);
  const mirror = await Mirror.create({ repository, ref, prefix: options.prefix, dir: join(dir, 'repository') });
  const releases = new Releases((error) => log('warning', String(error)));
  const services = createTeamServices({
    open: options.openServices,
    dir: join(dir, 'state'),
    cacheDir: join(dir, 'cache'),
    allowedAsks: options.allowedAsks,
    dialogueKeys: () => sharing.keys.dialogueKeys(),
    log,
  });
  releases.subscribe((release) => services.use(release));
  const access =
    options.access && createAccess({ ...options.access, policy: () => releases.current?.policy ?? nothingGranted });
  let hasNewPolicy = false;
  releases.subscribe(({ policyText }, before) => {
    // Clients open their streams again, now with what they may see.
    if (access && before && policyText !== before.policyText) {
      endpoint.resetStreams();
      hasNewPolicy = true;
    }
    if (!access && policyText !== undefined && before?.policyText === undefined)
      log('warning', 'access.yaml has no effect, because callers do not log in: start with --public-url and --issuer.');
  });
  releases.subscribeToAnnouncements((isLast) => {
    // Meanwhile, a client may have read its lists at a replica that had the former rules.
    if (hasNewPolicy) endpoint.resetStreams();
    if (isLast) hasNewPolicy = false;
  });
  const follower = new Follower({
    mirror,
    store: sharing.store,
    releases,
    folder: commits,
    refusesErrors: options.refusesErrors,
    pollMs: options.pollMs,
    replica,
    log,
  });

  /** Texts about commits may name what is hidden, so only callers who see everything get them. */
  function status(authenticatedCaller: AuthenticatedCaller | undefined): object {
    const { current } = releases;
    const { published, fetchedAt, fetchFailure, failure } = follower.state;
    const viewOf = (name: string) => authenticatedCaller?.view(name);
    const seesAll =
      !authenticatedCaller || (current !== undefined && releases.names().every((name) => viewOf(name)?.key === 'all'));
    const inLog = "The replica's log has the reason.";
    return {
      version: options.version,
      replica,
      repository: withoutSecrets(repository),
      ref,
      ...(current && {
        commit: current.commit,
        since: new Date(releases.since).toISOString(),
        servers: releases.names().filter((name) => !authenticatedCaller || viewOf(name)),
        errors: current.errors.length,
        warnings: current.warnings.length,
      }),
      ...(published && {
        published: { ...published, ...(published.refusal !== undefined && !seesAll && { refusal: inLog }) },
      }),
      ...(fetchedAt !== undefined && { fetchedAt: new Date(fetchedAt).toISOString() }),
      ...(fetchFailure !== undefined && { fetchFailure }),
      ...(failure !== undefined && { failure: seesAll ? failure : inLog }),
      ...(sharing.failure() !== undefined && { database: sharing.failure() }),
      ...(access?.unready() !== undefined && { issuer: access.unready() }),
      ...(usage && { usage: usage.state }),
      ...endpoint.load,
    };
  }

  const rates = access && {
    calls: new CallerRates({ perMinute: options.callsPerMinute }),
    bytes: new CallerRates({ perMinute: options.bytesPerMinute, unit: 'bytes' }),
  };
  const load = access && new SharedCallerLoad();
  const usage =
    options.usage &&
    (await openUsage({
      ...options.usage,
      replica,
      slot: options.port === 0 ? replica : `${options.host}-${options.port}`,
      rates: rates && [rates.calls, rates.bytes],
      load,
      recordsValues: (server) => releases.current?.snapshot.servers.get(server)?.resolvedServer.recordValues === true,
      log,
    }));
  const metrics = createMetrics({
    streams: () => endpoint.load.streams,
    ...(usage && { usage: () => usage.state }),
  });
  const guardedEndpoint = access && endpointAccess(access, rates, metrics.refused);

  const knownNames = new WeakMap<ResolvedServer, ReadonlySet<string>>();

  function isKnown(server: string, name: string): boolean {
    const resolvedServer = releases.current?.snapshot.servers.get(server)?.resolvedServer;
    if (!resolvedServer) return false;
    const names = () => new Set([...resolvedServer.prompts, ...resolvedServer.tools].map((prompt) => prompt.name));
    return getOrCreate(knownNames, resolvedServer, names).has(name);
  }

  const endpoint = await TeamEndpoint.open({
    releases,
    services: services.services,
    adapter: options.adapter,
    keys: sharing.keys,
    relay: sharing.relay,
    access: guardedEndpoint,
    load,
    record(server, answeredRequest) {
      metrics.operation({ ...answeredRequest, server }, (name) => isKnown(server, name));
      usage?.record(server, answeredRequest);
    },
    routes: [
      ...(access ? [metadataRoute(access)] : []),
      metricsRoute(metrics, guardedEndpoint),
      ...(access ? [publishRoute(access, (commit, by) => follower.publish(commit, by))] : []),
      registryRoute({ releases, access, publicUrl: options.access?.publicUrl, log }),
      pagesRoute({
        releases,
        access,
        guardedEndpoint,
        publicUrl: options.access?.publicUrl,
        version: options.version,
        ref,
        published: () => follower.state.published,
        describe: (commit) => mirror.describe(commit),
        report: usage && ((server, since) => usage.report(server, since)),
        log,
      }),
    ],
    hostNames: options.hostNames,
    origins: options.origins,
    host: options.host,
    port: options.port,
    status,
    unready() {
      if (!releases.current) return follower.state.failure ?? 'No commit is published yet.';
      if (releases.announced === undefined) return 'This replica is waiting until all replicas serve the same commit.';
      return access?.unready();
    },
    webhookSecret: options.webhookSecret,
    pushed: () => inBackground(follower.fetch()),
  });
  access?.prepare((line) => log('warning', line));
  await follower.start();

  return {
    port: endpoint.port,
    get load() {
      return endpoint.load;
    },
    fetch: () => follower.fetch(),
    async close() {
      await endpoint.close(options.noticeMs);
      await follower.close();
      access?.close();
      await usage?.close();
      await services.close();
      await releases.close();
      await sharing.close();
      await removeTeamFolder(dir);
    },
  };
}
