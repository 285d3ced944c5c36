/** The browser host's own API: signing in, and the list of sessions. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Reply } from '../../contract/host-transport.ts';
import { failure } from '../../contract/host-transport.ts';
import { readJson, send } from './loopback-api.ts';
import { deny } from './loopback-guard.ts';
import type { Session, SignIn } from './sign-in.ts';

const codeInput = z.object({ code: z.string().max(100) });

/** `POST /api/sign-in`: exchanges a code for the credentials of a new session. */
export async function answerSignIn(signIn: SignIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readJson(request, response);
  if (!body) return;
  const input = codeInput.safeParse(body.value);
  const credentials = input.success && signIn.exchange(input.data.code, browserOf(request));
  if (!credentials) {
    const message =
      'This link has already been used or is older than 60 seconds: run prompt-workbench open (or npm start) again for a new one.';
    deny(response, 401, message);
    return;
  }
  send(response, 200, { ok: true, value: credentials });
}

/** The sender of a request: a page with its session, or a command of this account with the claim's key. */
export type Caller = { readonly kind: 'page'; readonly session: Session } | { readonly kind: 'command' };

/**
 * The other addresses under `/api/` that are not calls:
 * `POST /api/codes` makes the code of a new link, for a command; `POST /api/challenges` begins a confirmation, for a
 * page; `GET /api/sessions` lists the sessions; `DELETE /api/sessions` ends all but the caller's, with `/<id>` one.
 */
export function answerSessions(signIn: SignIn, caller: Caller, path: string, method: string | undefined): Reply {
  const ownId = caller.kind === 'page' ? caller.session.id : undefined;
  const [, id] = /^\/api\/sessions\/([^/]+)$/.exec(path) ?? [];
  const answer = (value: unknown): Reply => ({ ok: true, value });
  if (method === 'POST' && path === '/api/codes' && ownId === undefined) return answer({ code: signIn.createCode() });
  if (method === 'POST' && path === '/api/challenges' && ownId !== undefined)
    return answer({ challenge: signIn.createChallenge(ownId) });
  if (method === 'GET' && path === '/api/sessions')
    return answer({ sessions: signIn.sessions().map((session) => ({ ...session, isThis: session.id === ownId })) });
  if (method === 'DELETE' && id !== undefined) return answer({ ended: signIn.end(id) ? 1 : 0 });
  if (method === 'DELETE' && path === '/api/sessions') {
    const otherSessions = signIn.sessions().filter((session) => session.id !== ownId);
    for (const session of otherSessions) signIn.end(session.id);
    return answer({ ended: otherSessions.length });
  }
  return failure('not-found', 'There is no such address.');
}

/** A readable browser name, derived from the `User-Agent` header. */
function browserOf({ headers }: IncomingMessage): string {
  const agent = headers['user-agent'] ?? '';
  const name =
    (['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const).find((candidate) => agent.includes(`${candidate}/`)) ??
    'Other';
  const system = /Windows|Mac OS X|Android|Linux/.exec(agent)?.[0];
  return `${browserNames[name]}${system === undefined ? '' : ` on ${system === 'Mac OS X' ? 'macOS' : system}`}`;
}

const browserNames = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
  Other: 'A program',
};
