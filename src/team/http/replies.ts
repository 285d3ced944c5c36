/** Reads plain requests and sends plain answers, beside those of MCP. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export function sendPlainJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  const text = `${JSON.stringify(body)}\n`;
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

/** Reads the body of a request; undefined if it is larger than `maxBytes`. */
export async function readAll(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
