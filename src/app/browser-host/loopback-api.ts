/** `POST /api/call/<name>` and `GET /api/events`: the contract's two functions as HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostTransport, Reply } from '../../contract/contract.ts';
import { failure } from '../../contract/dispatch.ts';
import { startsProgram } from '../../contract/starts-program.ts';

/** A whole definition file (5 MB) twice, as an edit carries it, with room for JSON's escapes. Bytes. */
const bodyLimit = 16 * 1024 * 1024;

/** Well inside the patience of `src/contract/loopback-transport.ts`. Milliseconds. */
const heartbeat = 15_000;

/**
 * Every answer is a `Reply`; the status is for people who read the wire.
 * @param isConfirmed whether the page that signed in has confirmed this text, in a call that starts a program
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

/** The JSON of a POST request. Without it the answer is on its way. */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ readonly text: string; readonly value: unknown } | undefined> {
  const refuse = (status: number, message: string): undefined => {
    send(response, status, failure('invalid-input', message));
  };
  if (request.method !== 'POST') return refuse(405, 'Use POST for a call.');
  // Anything but JSON could be sent by a plain HTML form.
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

export function send(response: ServerResponse, status: number, reply: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(reply));
}
