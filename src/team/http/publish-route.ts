/** `POST /publish`: publishes an older commit to all replicas, by a token with the scope `prompts:publish`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { WorkbenchError } from '../../base/errors.ts';
import { refuse } from '../../mcp/server/http/reply.ts';
import type { Access } from '../access/authorize.ts';
import { isRefusal } from '../access/refusal.ts';
import { refusalOf } from './endpoint-access.ts';
import { readAll, sendPlainJson } from './replies.ts';
import type { Route } from './team-endpoint.ts';

const maxBytes = 10_000;
const body = z.strictObject({ commit: z.string().min(1).max(200) });

const statuses: Readonly<Partial<Record<WorkbenchError['code'], number>>> = {
  'not-found': 404,
  'invalid-input': 400,
  unavailable: 503,
};

/** @param publish as `Follower.publish` */
export function publishRoute(access: Access, publish: (commit: string, by: string) => Promise<string>): Route {
  return (request, response, path) => {
    if (path !== '/publish') return false;
    answer(request, response, access, publish).catch((error: unknown) => {
      const status = error instanceof WorkbenchError ? statuses[error.code] : undefined;
      if (status === undefined)
        sendPlainJson(response, 500, { error: "Internal error; the server's log has the details." });
      else sendPlainJson(response, status, { error: (error as WorkbenchError).message });
    });
    return true;
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  access: Access,
  publish: (commit: string, by: string) => Promise<string>,
): Promise<void> {
  if (request.method !== 'POST') {
    request.resume();
    response.setHeader('allow', 'POST');
    return sendPlainJson(response, 405, { error: 'A commit is published with POST.' });
  }
  const caller = await access.authorize(request.headers, '', ['prompts:publish']);
  if (isRefusal(caller)) {
    request.resume();
    return refuse(response, refusalOf(caller));
  }
  const bytes = await readAll(request, maxBytes);
  const result = body.safeParse(parse(bytes));
  if (!result.success)
    return sendPlainJson(response, 400, {
      error: 'The body must be {"commit": "…"}: the id of a commit, a branch or a tag.',
    });
  sendPlainJson(response, 200, { commit: await publish(result.data.commit, caller.subject) });
}

function parse(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString() ?? '');
  } catch {
    return undefined;
  }
}
