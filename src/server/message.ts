/** JSON-RPC by hand: what tells a message from other JSON. Its inside is the server's to check. */

/** What keeps a JSON value from being a JSON-RPC message, as half a sentence; nothing where it is one. */
export function messageFault(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'batches are not supported here, send one message at a time';
  if (typeof value !== 'object' || value === null) return 'a message is a JSON object';
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id)) return 'id must be a string or an integer';
  if (method === undefined) return 'result' in value || 'error' in value ? undefined : 'it has no method';
  if (typeof method !== 'string') return 'method must be a string';
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return 'params must be an object';
  return undefined;
}

/** The id to answer with: that of the request where it can be told, else `null` as JSON-RPC 2.0 section 5 asks. */
export function idOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
