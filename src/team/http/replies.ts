/** The plain answers of a team server, beside those of MCP. */
import type { ServerResponse } from 'node:http';

export function sendPlainJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  const text = `${JSON.stringify(body)}\n`;
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}
