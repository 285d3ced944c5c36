/**
 * The addresses of MCP servers at an HTTP endpoint: `/mcp/<server>`, with `?for=<client application>` where the server
 * meets its ways, as `serve --for` does on stdio.
 */

const PATH = /^\/mcp\/([^/?#]+)\/?(?:\?([^#]*))?$/;

export interface Address {
  readonly server: string;
  /** The client application that is served; undefined for any. */
  readonly client?: string | undefined;
}

/** @param port of the endpoint, on 127.0.0.1 */
export function urlOf(port: number, { server, client }: Address): string {
  const query = client === undefined ? '' : `?${new URLSearchParams({ for: client })}`;
  return `http://127.0.0.1:${port}/mcp/${encodeURIComponent(server)}${query}`;
}

/** Reads the target of a request; undefined where no server can be. */
export function readAddress(target: string | undefined): Address | undefined {
  const [, encoded, query] = PATH.exec(target ?? '') ?? [];
  if (encoded === undefined) return undefined;
  try {
    return { server: decodeURIComponent(encoded), client: new URLSearchParams(query).get('for') ?? undefined };
  } catch {
    return undefined;
  }
}
