/**
 * The MCP requests that stand for themselves and can be sent again from the wire log. Every other one begins something
 * that only the connection of its own client can go on with.
 */
export const repeatableRequests: ReadonlySet<string> = new Set([
  'ping',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);
