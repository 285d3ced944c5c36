/**
 * `fetch` for untrusted servers: limits bytes, messages, depth and time, follows no redirect, and refuses names that
 * resolve to a private address.
 *
 * Uses `node:http`, because the global `fetch` does not expose the address of the connection, decompresses any number of
 * encodings, and waits five minutes for headers.
 */
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { inBackground } from '../base/in-background.ts';
import { isPrivateAddress } from '../base/network-address.ts';
import { type AnswerFormat, AnswerGuard } from './answer-guard.ts';
import { startDeadline } from './deadline.ts';
import { type AnswerBudget, type AnswerLimits, LimitError, OutsideError, tooLong } from './limits.ts';
import { lookupPublic, PrivateAddressError, refusePrivateName } from './lookup.ts';
import { createProxyAgents, proxiedRequest, proxyOf } from './proxy.ts';

/** The subset of the global `fetch` that callers use. Request bodies are strings; redirects are ordinary answers. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface LimitedFetch {
  /** @throws OutsideError for an exceeded limit, a refused address, a failed connection; the signal's reason if aborted */
  readonly fetch: Fetch;
  /** The failure of the latest answer: `it answered with HTTP 500`. */
  readonly failure: () => OutsideError | undefined;
  /** Closes idle connections. */
  close(): void;
}

export interface LimitedFetchOptions {
  readonly budget: AnswerBudget;
  /** Allows this computer and private networks. */
  readonly allowsPrivate: boolean;
  /** Called when an answer exceeds a limit; its reader gets the same error. */
  readonly onLimit?: (error: LimitError) => void;
  /** Whether a request asks for a stream that stays open: its time limit ends with the headers. */
  readonly isStream?: (init: RequestInit) => boolean;
}

/** Connections to one server; further requests wait for a free one. */
const maxSockets = 8;
const maxHeaderBytes = 16_384;
/** Maximum body of an error answer. */
const maxRefusalBytes = 64_000;

export function createLimitedFetch({ budget, allowsPrivate, onLimit, isStream }: LimitedFetchOptions): LimitedFetch {
  const { timeoutMs } = budget.limits;
  const options = { keepAlive: true, maxSockets };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  const proxyAgents = createProxyAgents(options);
  let failure: OutsideError | undefined;

  function recordFailure(error: unknown): OutsideError {
    failure = asOutsideError(error);
    return failure;
  }

  async function limitedFetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const caller = init.signal ?? undefined;
    caller?.throwIfAborted();
    const deadline = startDeadline(timeoutMs, caller);
    try {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new OutsideError('it is not an http or https address');
      if (!allowsPrivate && isPrivateAddress(url.hostname)) throw new PrivateAddressError(url.hostname, url.hostname);
      const proxy = allowsPrivate ? undefined : await proxyOf(url);
      // The proxy resolves the name too, with its own names.
      if (proxy) await refusePrivateName(url.hostname);
      const direct = { agent: agents[url.protocol], ...(!allowsPrivate && { lookup: lookupPublic }) };
      const answer = await ask(url, init, deadline.signal, {
        ...(proxy ? proxiedRequest(url, proxy, proxyAgents) : direct),
        maxHeaderSize: maxHeaderBytes,
      });
      failure = failureOf(answer);
      if (isStream?.(init)) deadline.lift();
      return responseOf(answer, bodyOf(answer));
    } catch (error) {
      deadline.end();
      caller?.throwIfAborted();
      throw recordFailure(deadline.signal.aborted ? deadline.signal.reason : error);
    }

    async function* bodyOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
      const { headers, statusCode = 0 } = answer;
      const isSuccess = statusCode < 300;
      const guard = new AnswerGuard(isSuccess ? formatOf(headers['content-type']) : 'other', budget);
      let bytes = 0;
      try {
        for await (const chunk of decodeBody(answer, budget.limits)) {
          guard.check(chunk);
          bytes += chunk.length;
          yield chunk;
          if (!isSuccess && bytes > maxRefusalBytes) return;
        }
      } catch (error) {
        caller?.throwIfAborted();
        const failure = recordFailure(deadline.signal.aborted ? deadline.signal.reason : error);
        if (failure instanceof LimitError) onLimit?.(failure);
        throw failure;
      } finally {
        deadline.end();
      }
    }
  }

  return {
    fetch: limitedFetch,
    failure: () => failure,
    close() {
      for (const agent of [...Object.values(agents), proxyAgents]) agent.destroy();
    },
  };
}

/** Sends a request. @returns its answer after the headers; the signal aborts both */
function ask(
  url: URL,
  { method = 'GET', headers, body, redirect }: RequestInit,
  signal: AbortSignal,
  options: RequestOptions,
): Promise<IncomingMessage> {
  if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('The body is not text.');
  const { request } = url.protocol === 'https:' ? https : http;
  const requestHeaders = {
    'user-agent': 'prompt-workbench',
    ...Object.fromEntries(new Headers(headers)),
    'accept-encoding': 'gzip, deflate, br',
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sentRequest = request(url, { ...options, method, headers: { ...options.headers, ...requestHeaders } });
    // Not the option `signal`: a connection that outlives this request would listen to it, and throw its reason.
    signal.addEventListener('abort', () => sentRequest.destroy(), { once: true });
    sentRequest
      .on('error', reject)
      .on('response', (answer) => {
        // An answer that is aborted before its body is read has no other listener.
        answer.on('error', () => undefined);
        const refusal = refusalOf(answer, redirect);
        if (refusal === undefined) return resolve(answer);
        answer.destroy();
        reject(new OutsideError(refusal, { status: answer.statusCode }));
      })
      .end(body ?? undefined);
  });
}

/** Decompresses the body. Compressed bytes count too, because endless ones may expand to nothing. */
function decodeBody(answer: IncomingMessage, limits: AnswerLimits): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return answer;
  const decoder = decoderFor(encoding);
  if (!decoder) {
    answer.destroy();
    throw new OutsideError(`it answered in the encoding ${encoding.slice(0, 40)}, which was not requested`);
  }
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.maxBytes) answer.destroy(tooLong(limits));
  });
  // The reader of the decoder gets the error.
  return pipeline(answer, decoder, () => undefined);
}

function decoderFor(encoding: string) {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

function responseOf({ statusCode = 0, headersDistinct }: IncomingMessage, body: AsyncGenerator<Uint8Array>): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) if (!/^content-(?:encoding|length)$/.test(name)) headers.append(name, value);
  const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304;
  if (isEmpty) inBackground(drain(body));
  return new Response(isEmpty ? null : ReadableStream.from(body), { status: statusCode, headers });
}

async function drain(body: AsyncIterable<unknown>): Promise<void> {
  // The loop ends the request; nothing in it matters.
  try {
    for await (const _ of body);
  } catch {}
}

/** Returns the reason for not reading an answer at all. */
function refusalOf({ statusCode = 0, headers }: IncomingMessage, redirect: RequestInit['redirect']) {
  // A `Response` has no other status.
  if (statusCode < 200 || statusCode > 599) return `it answered with HTTP ${statusCode}`;
  if (redirect === 'error' && headers.location !== undefined && statusCode >= 300 && statusCode < 400)
    return `it redirects to ${headers.location.slice(0, 200)}, which does not receive the credentials of this address`;
  return undefined;
}

function formatOf(contentType: string | undefined): AnswerFormat {
  switch (mediaType(contentType)) {
    case 'application/json':
      return 'json';
    case 'text/event-stream':
      return 'events';
    default:
      return 'other';
  }
}

function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase();
}

/** Returns the failure of an answer that no caller can use, by its status and headers. */
function failureOf({ statusCode = 0, headers }: IncomingMessage): OutsideError | undefined {
  if (statusCode === 401 || statusCode === 403)
    return new OutsideError(`it requires a valid token: HTTP ${statusCode}`, { status: statusCode });
  if (statusCode >= 300) return new OutsideError(`it answered with HTTP ${statusCode}`, { status: statusCode });
  const type = mediaType(headers['content-type']);
  const isExpected = type === undefined || type === 'application/json' || type === 'text/event-stream';
  return isExpected ? undefined : new OutsideError(`it answered with ${type}`);
}

function asOutsideError(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ECONNREFUSED':
      return new OutsideError('nothing listens there');
    case 'ENOTFOUND':
      return new OutsideError('there is no such computer');
    case 'ECONNRESET':
    case 'EPIPE':
      return new OutsideError('it ended the connection before its answer was complete');
    case 'HPE_HEADER_OVERFLOW':
      return new OutsideError(`it sent more than ${maxHeaderBytes / 1024} KB of headers`);
    default:
      if (code.startsWith('HPE_')) return new OutsideError('it does not answer as a web server');
      if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_') || code.startsWith('ERR_BROTLI'))
        return new OutsideError('its answer cannot be decompressed');
      return new OutsideError(`the connection failed: ${code || message}`);
  }
}
