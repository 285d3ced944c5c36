/** `team`: serves a git repository to a company, as one of any number of replicas. */

import { clientAdapter } from '../../clients/adapters/adapt-for.ts';
import { shareNothing } from '../../team/sharing.ts';
import { startTeamServer } from '../../team/team-server.ts';
import { UsageError } from '../outcome.ts';
import { teamLog } from '../team-log.ts';
import { waitForStop } from '../wait-for-stop.ts';

export interface TeamCommandOptions {
  readonly repository?: string;
  readonly ref: string;
  readonly folder: string;
  readonly listen: string;
  readonly port: number;
  readonly hostName: readonly string[];
  readonly origin: readonly string[];
  readonly refuseErrors?: boolean;
  readonly poll: number;
  readonly allow: readonly string[];
  readonly notice: number;
  readonly log: 'json' | 'text';
}

/** @throws UsageError without a repository */
export async function team(options: TeamCommandOptions): Promise<void> {
  const repository = options.repository ?? process.env.PROMPT_WORKBENCH_REPOSITORY;
  if (!repository)
    throw new UsageError('Which repository? Name its address or path: prompt-workbench team --repository ADDRESS.');
  const stopped = waitForStop();
  const server = await startTeamServer({
    repository,
    ref: options.ref,
    folder: options.folder,
    sharing: shareNothing(process.env.PROMPT_WORKBENCH_SESSION_KEYS || undefined),
    host: options.listen,
    port: options.port,
    hostNames: options.hostName,
    origins: options.origin,
    refusesErrors: options.refuseErrors ?? false,
    pollMs: options.poll * 1_000,
    allowed: options.allow,
    webhookSecret: process.env.PROMPT_WORKBENCH_WEBHOOK_SECRET || undefined,
    noticeMs: options.notice * 1_000,
    cliFile: __filename,
    adapter: clientAdapter,
    version: process.env.PROMPT_WORKBENCH_VERSION ?? 'unreleased',
    log: teamLog(options.log),
  });
  const host = options.listen.includes(':') ? `[${options.listen}]` : options.listen;
  process.stdout.write(`Address: http://${host}:${server.port}/mcp/SERVER\n`);
  await stopped;
  await server.close();
  process.exit();
}
