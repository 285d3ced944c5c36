/** Sends requests to a team server and to its issuer, with limits. */

import * as z from 'zod';
import { sentence, WorkbenchError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { isPrivateUrl } from '../base/network-address.ts';
import { createLimitedFetch, type LimitedFetch } from '../outside/limited-fetch.ts';
import { AnswerBudget, OutsideError } from '../outside/limits.ts';
import { proxyOf } from '../outside/proxy.ts';

const limits = {
  maxBytes: 4_000_000,
  maxMessages: 1,
  maxValues: 200_000,
  maxDepth: 20,
  maxRequestsBack: 0,
  maxReconnections: 0,
  timeoutMs: 15_000,
};

/** A `fetch` that follows no redirects, because a request may carry a token. Bodies are texts or forms. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Calls `work` with a `fetch`, then closes its connections. @param address may be in a private network */
export async function withFetch<T>(address: string, work: (fetch: Fetch) => Promise<T>): Promise<T> {
  const limitedFetch = await open(address);
  const fetch: Fetch = (url, init = {}) => {
    const { body } = init;
    const text = body instanceof URLSearchParams ? body.toString() : body;
    return limitedFetch.fetch(url, { ...init, ...(text !== undefined && { body: text }), redirect: 'error' });
  };
  try {
    return await work(fetch);
  } finally {
    limitedFetch.close();
  }
}

/** Allows private addresses unless a proxy is in between: a company's own names often lead into its own network. */
async function open(address: string): Promise<LimitedFetch> {
  const isOutside = !isPrivateUrl(address) && (await proxyOf(new URL(address))) !== undefined;
  return createLimitedFetch({ budget: new AnswerBudget(limits), allowsPrivate: !isOutside });
}

/** A team server answered with an error status. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const problem = z.object({ error: z.string().max(2_000) });

/**
 * Reads a page of a team server.
 * @throws RefusedRequest with the team server's own sentence, WorkbenchError `unavailable`
 */
export async function readPage<S extends z.ZodType>(
  address: string,
  path: string,
  token: string | undefined,
  schema: S,
): Promise<z.output<S>> {
  try {
    return await withFetch(address, async (fetch) => {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(`${address}${path}`, { headers: { accept: 'application/json', ...authorization } });
      const text = await answer.text();
      if (answer.status === 200) return schema.parse(JSON.parse(text));
      const refusal = problem.safeParse(parseJson(text));
      const ownError = refusal.success ? refusal.data.error : `${hostOf(address)} answered with HTTP ${answer.status}.`;
      throw new RefusedRequest(answer.status, ownError);
    });
  } catch (error) {
    if (error instanceof RefusedRequest) throw error;
    throw explainFailure(address, error);
  }
}

/** Turns an exception into a failure for people. */
export function explainFailure(address: string, error: unknown): WorkbenchError {
  if (error instanceof WorkbenchError) return error;
  const reason =
    error instanceof OutsideError
      ? error.message
      : error instanceof SyntaxError || error instanceof z.ZodError
        ? 'its answer is not that of a team server'
        : sentence(error);
  return new WorkbenchError('unavailable', `${hostOf(address)} cannot be used (${reason}): check the address.`, {
    cause: error,
  });
}

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
