/** Pages for people, beside MCP: `GET /servers` (the servers and the commit that they serve) and `GET /usage/<server>`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sentence, WorkbenchError } from '../../base/errors.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { decodeUri } from '../../base/text/decode-uri.ts';
import type { Refusal } from '../../mcp/server/http/reply.ts';
import type { Access } from '../access/authorize.ts';
import type { Caller } from '../access/caller.ts';
import { type ServerView, visibleServer } from '../access/policy.ts';
import { isRefusal } from '../access/refusal.ts';
import type { Publication } from '../publication.ts';
import type { Releases } from '../release/releases.ts';
import type { CommitDescription } from '../repository/mirror.ts';
import type { UsageReport } from '../usage/report.ts';
import { refusalOf } from './endpoint-access.ts';
import { sendPlainJson } from './replies.ts';
import type { EndpointAccess, Route } from './team-endpoint.ts';

export interface PagesOptions {
  readonly releases: Releases;
  /** Absent: everybody sees every server. */
  readonly access?: Access | undefined;
  readonly guardedEndpoint?: EndpointAccess | undefined;
  /** Absent: the name by which the request came. */
  readonly publicUrl?: string | undefined;
  readonly version: string;
  readonly ref: string;
  readonly published: () => Publication | undefined;
  readonly describe: (commit: string) => Promise<CommitDescription | undefined>;
  /** Absent: usage is not recorded. @throws WorkbenchError `unavailable` */
  readonly report?: ((server: string, since: string) => Promise<UsageReport>) | undefined;
  readonly log: (level: 'error', message: string) => void;
}

const dayMs = 86_400_000;
const maxDays = 365;
/** How long a report is reused. It reads every row of its days, so people who request it together share one. */
const reportMs = 5_000;

export function pagesRoute(options: PagesOptions): Route {
  const reports = new Map<string, Promise<UsageReport>>();
  const reportOf = (server: string, days: number, read: NonNullable<PagesOptions['report']>) => {
    const key = JSON.stringify([server, days]);
    return getOrCreate(reports, key, () => {
      const forget = setTimeout(() => reports.delete(key), reportMs);
      forget.unref();
      return read(server, new Date(Date.now() - days * dayMs).toISOString());
    });
  };
  return (request, response, path) => {
    const [, page, name, ...rest] = path.split('/');
    const server = name === undefined ? undefined : decodeUri(name) || undefined;
    const isUsage = page === 'usage' && server !== undefined && rest.length === 0;
    if (!isUsage && path !== '/servers') return false;
    request.resume();
    const answer =
      request.method !== 'GET'
        ? Promise.resolve(refuseMethod(response))
        : isUsage
          ? answerUsage(request, response, server, options, reportOf)
          : answerServers(request, response, options);
    answer.catch((error: unknown) => {
      if (error instanceof WorkbenchError && error.code === 'unavailable')
        return sendPlainJson(response, 503, { error: error.message });
      options.log('error', `${path} failed unexpectedly: ${sentence(error)}`);
      sendPlainJson(response, 500, { error: "Internal error; the server's log has the details." });
    });
    return true;
  };
}

function refuseMethod(response: ServerResponse): void {
  response.setHeader('allow', 'GET');
  sendPlainJson(response, 405, { error: 'This page is read with GET.' });
}

/** Answers with what one caller sees. Texts about commits may name a hidden server, so only callers who see everything get them. */
async function answerServers(
  request: IncomingMessage,
  response: ServerResponse,
  { releases, access, version, ref, published, describe, ...options }: PagesOptions,
): Promise<void> {
  const caller = await access?.authorize(request.headers, '');
  if (caller && isRefusal(caller)) return send(response, refusalOf(caller));
  const { current } = releases;
  if (!current) return sendPlainJson(response, 503, { error: 'No commit is published yet.' });
  const base = (options.publicUrl ?? `http://${request.headers.host ?? 'localhost'}`).replace(/\/$/, '');
  const seesAll = releases.names().every((name) => viewOf(access, caller, name)?.key === wholeView.key);
  const commit = async (id: string) => {
    const description = await describe(id);
    return description && seesAll ? description : { id, ...(description && { time: description.time }) };
  };
  const { tip, commit: chosenCommit, refusal } = published() ?? { tip: current.commit, commit: current.commit };
  const servers = releases.names().flatMap((name) => {
    const view = viewOf(access, caller, name);
    const resolvedServer = view && releases.server(name)?.current();
    if (!resolvedServer) return [];
    const { title, version: ofServer, prompts, tools } = visibleServer(resolvedServer, view);
    return {
      name,
      ...(title !== undefined && { title }),
      version: ofServer,
      prompts: prompts.length,
      tools: tools.length,
      address: `${base}/mcp/${encodeURIComponent(name)}`,
      commit: current.commit,
    };
  });
  sendPlainJson(response, 200, {
    version,
    ref,
    ...(caller && { subject: caller.subject }),
    commit: await commit(current.commit),
    since: new Date(releases.since).toISOString(),
    // The replica serves the published commit within seconds.
    ...(chosenCommit !== current.commit && { next: await commit(chosenCommit) }),
    ...(tip !== chosenCommit && { tip: await commit(tip) }),
    ...(refusal !== undefined && {
      refusal: seesAll ? refusal : `Commit ${tip.slice(0, 12)} has errors and is not served.`,
    }),
    servers,
  });
}

const wholeView: ServerView = { key: 'all', showsPrompt: () => true, showsTool: () => true };

function viewOf(access: Access | undefined, caller: Caller | undefined, server: string): ServerView | undefined {
  return access && caller ? access.view(caller, server) : wholeView;
}

async function answerUsage(
  request: IncomingMessage,
  response: ServerResponse,
  server: string,
  { releases, guardedEndpoint, report }: PagesOptions,
  reportOf: (server: string, days: number, read: NonNullable<PagesOptions['report']>) => Promise<UsageReport>,
): Promise<void> {
  const days = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('days') ?? 7);
  if (!Number.isInteger(days) || days < 1 || days > maxDays)
    return sendPlainJson(response, 400, { error: `days must be a number from 1 to ${maxDays}.` });
  const authorizedCaller = await guardedEndpoint?.authorize(request, server);
  if (authorizedCaller && 'status' in authorizedCaller) return send(response, authorizedCaller);
  const liveServer = releases.server(server);
  const visibleServer = (liveServer && (authorizedCaller?.visible(liveServer) ?? liveServer))?.current();
  if (!visibleServer) return sendPlainJson(response, 404, { error: `There is no server "${server}" here.` });
  if (!report) return sendPlainJson(response, 404, { error: 'This team server does not record its usage.' });
  const { entries, since } = await reportOf(server, days, report);
  const names = {
    prompt: new Set(visibleServer.prompts.map(({ name }) => name)),
    tool: new Set(visibleServer.tools.map(({ name }) => name)),
  };
  const seesAll = authorizedCaller === undefined || authorizedCaller.viewKey === wholeView.key;
  // Clients may call any name, even one that is hidden from this caller.
  const visibleEntries = entries.filter(
    ({ kind, name }) => seesAll || ((kind === 'prompt' || kind === 'tool') && names[kind].has(name)),
  );
  const usedNames = new Set(visibleEntries.flatMap(({ kind, name }) => (kind === 'prompt' ? [name] : [])));
  sendPlainJson(response, 200, {
    since,
    entries: visibleEntries,
    unused: visibleServer.prompts.map(({ name }) => name).filter((name) => !usedNames.has(name)),
  });
}

function send(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendPlainJson(response, status, { error: message });
}
