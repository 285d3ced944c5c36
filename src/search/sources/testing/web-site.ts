/** A web site on this computer that a test writes and changes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page: its HTML or text, or a function that answers the request. */
export type SitePage = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface WebSite {
  /** Without a slash at its end. */
  readonly origin: string;
  /** By path; a test changes them. `*` answers for all others, which are not found without it. */
  readonly pages: Map<string, SitePage>;
  /** The paths that were requested, in their order. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function startWebSite(pages: Readonly<Record<string, SitePage>> = {}): Promise<WebSite> {
  const site = new Map(Object.entries(pages));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const page = site.get(path) ?? site.get('*');
    if (typeof page === 'function') page(request, response);
    else if (page === undefined) response.writeHead(404).end('Not here');
    else response.writeHead(200, { 'content-type': typeOf(path) }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: site,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function typeOf(path: string): string {
  if (path.endsWith('.md')) return 'text/markdown; charset=utf-8';
  if (path.endsWith('.txt')) return 'text/plain';
  return path.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8';
}

/** A page that answers 304 to requests with its ETag. */
export function withEtag(html: string, etag: string): SitePage {
  return (request, response) => {
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag }).end(isKnown ? undefined : html);
  };
}

export function redirectTo(location: string, status = 302): SitePage {
  return (_, response) => response.writeHead(status, { location }).end();
}
