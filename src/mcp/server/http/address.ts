/**
 * The addresses of MCP servers at an HTTP endpoint: `/mcp/<server>`, with `?for=<client application>` for a server that
 * adapts to one, as `serve --for` does on stdio.
 */

const addressPath = /^\/mcp\/([^/?#]+)\/?(?:\?([^#]*))?$/;

export interface Address {
  readonly server: string;
  /** The client application that the server adapts to; undefined for none. */
  readonly client?: string | undefined;
}

/** @param port of the endpoint, on 127.0.0.1 */
export function urlOf(port: number, { server, client }: Address): string {
  const query = client === undefined ? '' : `?${new URLSearchParams({ for: client })}`;
  return `http://127.0.0.1:${port}/mcp/${encodeURIComponent(server)}${query}`;
}

/** Parses a request's target; undefined if it is not the address of a server. */
export function readAddress(target: string | undefined): Address | undefined {
  const [, encodedName, query] = addressPath.exec(target ?? '') ?? [];
  if (encodedName === undefined) return undefined;
  try {
    const client = query === undefined ? undefined : (new URLSearchParams(query).get('for') ?? undefined);
    return { server: decodeURIComponent(encodedName), client };
  } catch {
    return undefined;
  }
}
