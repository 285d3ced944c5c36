/**
 * JavaScript of an MCP stdio server in a few lines, without any library: revision 2025-06-18, `prompts/list` in pages of
 * two. It ends with its input.
 */
export function tinyServer({
  names,
  before = '',
  capabilities = '{ prompts: {} }',
}: {
  /** A JavaScript expression for the prompt names. */
  readonly names: string;
  /** JavaScript that runs first. */
  readonly before?: string;
  readonly capabilities?: string;
}): string {
  return `
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
${before}
const names = ${names};
const results = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: ${capabilities}, serverInfo: { name: 'tiny', version: '1' } }),
  'prompts/list': ({ cursor }) => {
    const from = Number(cursor ?? 0);
    const prompts = names.slice(from, from + 2).map((name) => ({ name }));
    return from + 2 < names.length ? { prompts, nextCursor: String(from + 2) } : { prompts };
  },
};
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = results[method]
      ? { result: results[method](params ?? {}) }
      : { error: { code: -32601, message: 'Method not found' } };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  })
  .on('close', () => process.exit());
`;
}
