import type { IncomingMessage, ServerResponse } from 'node:http';
import { Turns } from '../../../state/turns.ts';

/** Largest request body in bytes: requests are small and never contain base64. */
export const maxBodyBytes = 4 * 1024 * 1024;

/** Bodies from this many bytes take milliseconds to handle, so only one of them runs per turn of the event loop. */
const largeBodyBytes = 64 * 1024;
const turns = new Turns();

/** A refused request: the HTTP status, and the JSON-RPC error of the body. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: number;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** JSON-RPC reserves −32000 to −32099 for servers; MCP's transports use −32000 for requests refused before dispatch. */
const SERVER_ERROR = -32000;

/** Answers with a JSON-RPC error. @param id of the request, if known */
export function refuse(response: ServerResponse, refusal: Refusal, id: string | number | null = null): void {
  const { status, message, code = SERVER_ERROR, data, headers } = refusal;
  const error = { code, message, ...(data !== undefined && { data }) };
  sendJson(response, status, { jsonrpc: '2.0', id, error }, headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers });
  // The answers of one turn of the event loop go out together: a client process that gets them one by one is suspended and
  // resumed for each, which costs more than computing an answer.
  setImmediate(() => {
    // Node sends a text with its headers in one write, which is faster until copying it takes longer.
    response.end(length < largeBodyBytes ? text : Buffer.from(text));
  });
}

export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads a body of at most `maxBodyBytes` as JSON. Bytes over the limit are discarded. */
export async function readJson(request: IncomingMessage): Promise<Body> {
  if (!isJson(request.headers['content-type']))
    return refusalBody(415, 'The Content-Type header must be application/json.');
  if (Number(request.headers['content-length']) > maxBodyBytes) {
    request.resume();
    return tooLarge();
  }
  const bytes = await readBytes(request);
  if (bytes === 'incomplete') return refusalBody(400, 'The connection closed before the end of the request.');
  if (bytes === undefined) return tooLarge();
  if (bytes.length > largeBodyBytes) await turns.take();
  try {
    return { kind: 'json', value: JSON.parse(String(bytes)) };
  } catch (error) {
    const message = `Parse error: the request body is not JSON (${(error as Error).message}).`;
    return { kind: 'refused', refusal: { status: 400, code: -32700, message } };
  }
}

/**
 * Reads a body. Undefined if it is larger than `maxBodyBytes`, `incomplete` if the client closes the connection before
 * its end. Listens for events, which takes half the time of iterating over the request.
 */
function readBytes(request: IncomingMessage): Promise<Buffer | 'incomplete' | undefined> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    // A body that is too large is read to its end, because the connection's next request follows it.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else {
        chunks = [];
        resolve(undefined);
      }
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.once('close', () => {
      if (!request.complete) resolve('incomplete');
    });
  });
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*application\/json\s*(;|$)/i.test(contentType);
}

function tooLarge(): Body {
  return refusalBody(413, `A request body may have at most ${maxBodyBytes} bytes; this one is larger.`);
}

function refusalBody(status: number, message: string): Body {
  return { kind: 'refused', refusal: { status, message } };
}
