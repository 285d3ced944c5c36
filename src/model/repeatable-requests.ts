/**
 * The MCP requests that can be sent again from the traffic log. Any other request starts something that only its own
 * connection can continue.
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
