/** A local server that behaves as the LLM API of Wolfram|Alpha is documented, and as its users report. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRequest {
  readonly input: string | null;
  readonly authorization: string | undefined;
  readonly url: string;
}

export interface WolframAlphaStub {
  /** For `BaseUrl`. */
  readonly address: string;
  readonly asked: readonly StubRequest[];
  /** Sets the answers to the next queries, one after another; then the documented behaviour returns. */
  answerNext(...answers: readonly ((response: ServerResponse) => void)[]): void;
  close(): Promise<void>;
}

export const validAppId = 'DEMO00-0000000000';

/** The answer to a query that it understands, with the sections of a real one. */
const answerText = (input: string) => `Query:
"${input}"

Input interpretation:
${input}

Result:
2543568463

Wolfram|Alpha website result for "${input}":
https://www.wolframalpha.com/input?i=${encodeURIComponent(input)}`;

export async function startWolframAlphaStub(): Promise<WolframAlphaStub> {
  const requests: StubRequest[] = [];
  const next: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://stub');
    const input = url.searchParams.get('input');
    requests.push({ input, authorization: request.headers.authorization, url: request.url ?? '' });
    const answer = next.shift() ?? documentedAnswer(request, url);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requests,
    answerNext: (...answers) => void next.push(...answers),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function documentedAnswer(request: IncomingMessage, url: URL): (response: ServerResponse) => void {
  if (url.pathname !== '/api/v1/llm-api') return text(404, 'Not found');
  const appId = url.searchParams.get('appid') ?? /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (appId !== validAppId) return text(403, appId ? 'Error 1: Invalid appid' : 'Error 2: Appid missing');
  const input = url.searchParams.get('input') ?? '';
  if (input === '') return text(400, 'No input: add the parameter input.');
  if (input.includes('gibberish')) return text(501, 'No short answer. Things to try instead: population of France');
  return text(200, answerText(input));
}

/** An answer for `answerNext`. */
export function text(status: number, body: string, type = 'text/plain;charset=utf-8') {
  return (response: ServerResponse) => void response.writeHead(status, { 'Content-Type': type }).end(body);
}
