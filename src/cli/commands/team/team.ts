/** `team`: serves a git repository to a company, as one of any number of replicas. */

import { createServices } from '../../../app/create-services.ts';
import { clientAdapter } from '../../../clients/adapters/adapt-for.ts';
import type { LogLevel } from '../../../mcp/server/services.ts';
import { stateDir } from '../../../state/paths.ts';
import type { AccessOptions } from '../../../team/access/authorize.ts';
import type { Database } from '../../../team/database/database.ts';
import { shareByDatabase } from '../../../team/database/share-by-database.ts';
import { openDevelopment } from '../../../team/development.ts';
import { publishOlder, rotateSessionKeys } from '../../../team/operate.ts';
import { libraryKey, prefixOf } from '../../../team/repository/mirror.ts';
import { type ReplicaSharing, shareNothing } from '../../../team/sharing.ts';
import { startTeamServer } from '../../../team/team-server.ts';
import type { UsageRow } from '../../../team/usage/usage-row.ts';
import { logToStderr } from '../../log.ts';
import { UsageError } from '../../outcome.ts';
import { print } from '../../print.ts';
import { waitForStop } from '../../stop-signals.ts';
import { openDatabase } from './open-database.ts';

export interface TeamCommandOptions {
  readonly repository?: string;
  readonly ref: string;
  readonly folder: string;
  readonly database?: string;
  readonly dev?: boolean;
  readonly publish?: string;
  readonly rotateKeys?: boolean;
  readonly listen: string;
  readonly port: number;
  readonly hostName: readonly string[];
  readonly origin: readonly string[];
  readonly publicUrl?: string;
  readonly issuer: readonly string[];
  readonly audience: readonly string[];
  readonly groupsClaim: string;
  readonly callsPerMinute: number;
  readonly megabytesPerMinute: number;
  readonly keepUsage: number;
  readonly logCalls?: boolean;
  readonly refuseErrors?: boolean;
  readonly poll: number;
  readonly allow: readonly string[];
  readonly notice: number;
  readonly log: 'json' | 'text';
}

/** @throws UsageError without a repository */
export async function team(options: TeamCommandOptions): Promise<void> {
  const log = teamLog(options.dev ? 'text' : options.log);
  const stop = waitForStop();
  const development = options.dev ? await openDevelopment(stateDir(), options.repository) : undefined;
  const repository = development?.repository ?? options.repository ?? process.env.PROMPT_WORKBENCH_REPOSITORY;
  if (!repository)
    throw new UsageError('Which repository? Name its address or path: prompt-workbench team --repository ADDRESS.');
  const place = { repository, ref: options.ref, prefix: prefixOf(options.folder) };
  const address = options.database ?? process.env.PROMPT_WORKBENCH_DATABASE;
  const database =
    development?.database ?? (address ? await openDatabase(address, (message) => log('warning', message)) : undefined);
  if (options.publish !== undefined || options.rotateKeys) {
    const ownDatabase = requireDatabase(database);
    try {
      print(
        options.publish === undefined
          ? await rotateSessionKeys(ownDatabase)
          : await publishOlder(ownDatabase, place, options.publish),
      );
    } finally {
      await ownDatabase.close();
    }
    return;
  }
  const keys = process.env.PROMPT_WORKBENCH_SESSION_KEYS || undefined;
  const sharing: ReplicaSharing = database
    ? shareByDatabase({ database, library: libraryKey(place), keys, log })
    : shareNothing(keys);
  const server = await startTeamServer({
    ...place,
    sharing,
    host: options.listen,
    port: options.port,
    hostNames: options.hostName,
    origins: options.origin,
    access: accessOf(options),
    callsPerMinute: options.callsPerMinute,
    bytesPerMinute: options.megabytesPerMinute * 1_000_000,
    usage: {
      query: database && ((sql, values) => database.query(sql, values)),
      library: libraryKey(place),
      folder: stateDir(),
      salt: process.env.PROMPT_WORKBENCH_USAGE_SALT || undefined,
      daysToKeep: options.keepUsage,
      observe: options.logCalls ? logCall(log) : undefined,
    },
    refusesErrors: options.refuseErrors ?? false,
    pollMs: development ? 1_000 : options.poll * 1_000,
    allowedAsks: options.allow,
    webhookSecret: process.env.PROMPT_WORKBENCH_WEBHOOK_SECRET || undefined,
    noticeMs: options.notice * 1_000,
    openServices: (ownOptions) => createServices({ ...ownOptions, cliFile: __filename }),
    adapter: clientAdapter,
    version: process.env.PROMPT_WORKBENCH_VERSION ?? 'unreleased',
    log,
  });
  const host = options.listen.includes(':') ? `[${options.listen}]` : options.listen;
  process.stdout.write(`Address:    http://${host}:${server.port}/mcp/SERVER\n`);
  if (development) process.stdout.write(`Repository: ${repository}\n`);
  await stop;
  await server.close();
  process.exit();
}

/** One line for each call, with its trace (W3C Trace Context), by the names that collectors of logs know. */
function logCall(log: ReturnType<typeof teamLog>) {
  return (row: UsageRow, span: string) =>
    log('info', `${row.kind} ${row.name}: ${row.outcome}`, {
      trace_id: row.trace,
      span_id: span,
      server: row.server,
      subject: row.subject,
      client: row.client,
      commit: row.commit,
      duration_ms: row.durationMs,
      error: row.error,
    });
}

function requireDatabase(database: Database | undefined): Database {
  if (database) return database;
  throw new UsageError('--publish and --rotate-keys need the database of the replicas: add --database.');
}

function accessOf({
  publicUrl,
  issuer,
  audience,
  groupsClaim,
}: TeamCommandOptions): Omit<AccessOptions, 'policy'> | undefined {
  if (publicUrl === undefined) {
    if (issuer.length > 0) throw new UsageError('--issuer needs --public-url: the address that clients use.');
    return undefined;
  }
  const { PROMPT_WORKBENCH_INTROSPECTION_CLIENT: clientId, PROMPT_WORKBENCH_INTROSPECTION_SECRET: clientSecret } =
    process.env;
  const introspection = clientId && clientSecret ? { introspection: { clientId, clientSecret } } : {};
  return { publicUrl, audiences: audience, issuers: issuer.map((url) => ({ url, groupsClaim, ...introspection })) };
}

/** @param fields more about the message, for the form `json` */
type TeamLog = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** The log of a team server: a JSON object for each line of stderr, as collectors of logs read them, or plain text. */
function teamLog(form: 'json' | 'text'): TeamLog {
  if (form === 'text') return (level, message) => logToStderr(`${level}: ${message}`);
  return (level, message, fields) =>
    logToStderr(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
}
