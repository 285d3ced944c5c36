/** `POST /api/call/<name>` and `GET /api/events`: the contract's two functions as HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostTransport, Reply } from '../../contract/host-transport.ts';
import { failure } from '../../contract/host-transport.ts';
import { startsProgram } from '../../contract/starts-program.ts';

/** An edit can contain a whole definition file (5 MB) twice, plus JSON escapes. */
const bodyLimit = 16 * 1024 * 1024;

/** Well below the timeout in `src/contract/loopback-transport.ts`. */
const heartbeat = 15_000;

/**
 * Every answer is a `Reply`; the HTTP status only helps people who inspect the traffic.
 * @param isConfirmed for a call that starts a program: whether the page that signed in has confirmed this text
 */
export async function answerCall(
  core: HostTransport,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  isConfirmed: (text: string) => boolean,
): Promise<void> {
  const name = /^\/api\/call\/([^/]+)$/.exec(path)?.[1];
  if (!name) return send(response, 404, failure('not-found', 'Use POST /api/call/<name>.'));
  const body = await readJson(request, response);
  if (!body) return;
  if (startsProgram(name, body.value) && !isConfirmed(`${name}\n${body.text}`)) {
    const message = 'Only the window that you opened can start or allow something: do it there.';
    return send(response, 403, failure('refused', message));
  }
  send(response, 200, await core.call(name, body.value));
}

/** Reads the JSON of a POST request. When it returns undefined, it has already sent an error response. */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ readonly text: string; readonly value: unknown } | undefined> {
  const refuse = (status: number, message: string): undefined => {
    send(response, status, failure('invalid-input', message));
  };
  if (request.method !== 'POST') return refuse(405, 'Use POST for a call.');
  // A plain HTML form of another site could send any other type.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    return refuse(415, 'Send the input as application/json.');
  const text = await readBody(request);
  if (text === undefined) return refuse(413, 'The input is larger than 16 MB; make it smaller.');
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return refuse(400, 'The input is not valid JSON.');
  }
}

/** Streams events: one `data:` line of JSON per event, and periodic comments as a heartbeat. */
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

/** The body as text; undefined when it is too long. It is read to the end even then, or the client would miss the answer. */
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

export function send(response: ServerResponse, status: number, reply: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(reply));
}
