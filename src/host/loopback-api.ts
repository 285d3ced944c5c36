/** `POST /api/call/<name>` and `GET /api/events`: the contract's two functions as HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostTransport, Reply } from '../contract/contract.ts';
import { failure } from '../contract/dispatch.ts';

/** A whole definition file (5 MB) twice, as an edit carries it, with room for JSON's escapes. Bytes. */
const bodyLimit = 16 * 1024 * 1024;

/** Well inside the patience of `src/contract/loopback-transport.ts`. Milliseconds. */
const heartbeat = 15_000;

/** Every answer is a `Reply`; the status is for people who read the wire. */
export async function answerCall(
  core: HostTransport,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const match = /^\/api\/call\/([^/]+)$/.exec(path);
  if (!match?.[1]) return send(response, 404, failure('not-found', 'Use POST /api/call/<name>.'));
  if (request.method !== 'POST') return send(response, 405, failure('invalid-input', 'Use POST for a call.'));
  // Anything but JSON could be sent by a plain HTML form.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return send(response, 415, failure('invalid-input', 'Send the input as application/json.'));
  }
  const body = await readBody(request);
  if (body === undefined) {
    return send(response, 413, failure('invalid-input', 'The input is larger than 16 MB; make it smaller.'));
  }
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return send(response, 400, failure('invalid-input', 'The input is not valid JSON.'));
  }
  send(response, 200, await core.call(match[1], input));
}

/** A response that stays open: one `data:` line of JSON for every event, a comment now and then to show life. */
export function streamEvents(core: HostTransport, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const stop = core.listen((message) => response.write(`data: ${JSON.stringify(message)}\n\n`));
  const timer = setInterval(() => response.write(':\n\n'), heartbeat);
  response.on('close', () => {
    stop();
    clearInterval(timer);
  });
}

/** The body as text, or nothing when it is too long; it is then read to its end all the same, so that the answer arrives. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= bodyLimit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length <= bodyLimit ? Buffer.concat(chunks).toString('utf8') : undefined;
}

function send(response: ServerResponse, status: number, reply: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(reply));
}
