/** A stand-in for a model service: it streams chat completions as the OpenAI API documents, in pieces that a test sends. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ModelStandIn {
  /** The base URL, without `/chat/completions`. */
  readonly address: string;
  /** The text of the last message of each request. */
  readonly questions: readonly string[];
  /** The newest request. */
  getLastRequest(): unknown;
  /** Counts the answers that have not ended. */
  countOpen(): number;
  /** Sends a piece of text to every open answer. */
  say(text: string): void;
  /** Ends every open answer. */
  finish(): void;
  /** From now on, refuses each request with this status; undefined answers requests again. */
  refuse(status: number | undefined): void;
  /** From now on, each answer repeats the question in capitals and ends by itself. */
  echo(): void;
  close(): Promise<void>;
}

export async function startModelStandIn(): Promise<ModelStandIn> {
  const questions: string[] = [];
  let lastRequest: unknown;
  const answers = new Set<ServerResponse>();
  let refusal: number | undefined;
  let isEchoing = false;
  const send = (response: ServerResponse, data: unknown) =>
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  const say = (response: ServerResponse, content: string) =>
    send(response, { model: 'stand-in-model', choices: [{ index: 0, delta: { content } }] });
  const finish = (response: ServerResponse) => {
    send(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    send(response, { choices: [], usage: { prompt_tokens: 1_234, completion_tokens: 56, cost: 0.0012 } });
    send(response, '[DONE]');
    response.end();
  };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify({ data: [{ id: 'stand-in-model' }] }));
    const body = (await json(request)) as { messages: readonly { content: unknown }[] };
    lastRequest = body;
    const content = body.messages.at(-1)?.content;
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    questions.push(text);
    if (refusal !== undefined)
      return response.writeHead(refusal).end(JSON.stringify({ error: { message: 'The stand-in is down for lunch.' } }));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    if (isEchoing) {
      say(response, text.toUpperCase());
      return finish(response);
    }
    response.flushHeaders();
    answers.add(response);
    return response.on('close', () => answers.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    getLastRequest: () => lastRequest,
    countOpen: () => answers.size,
    say(text) {
      for (const response of answers) say(response, text);
    },
    finish() {
      for (const response of answers) finish(response);
    },
    refuse(status) {
      refusal = status;
    },
    echo() {
      isEchoing = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
