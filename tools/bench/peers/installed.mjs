/** Servers of other projects, on SDK v1, started as their documentation shows. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPeers } from '../install-peers.mjs';

const versions = { '@modelcontextprotocol/server-everything': '2026.8.31', fastmcp: '4.20.16' };

/**
 * Installs missing packages.
 * @returns {Record<string, { command: string[], env: Record<string, string> }>} how to start each on stdio
 */
export function serverPeers() {
  const require = installPeers('bench-servers', versions);
  const everythingServer = require.resolve('@modelcontextprotocol/server-everything/package.json');
  const folder = dirname(dirname(dirname(dirname(everythingServer))));
  const fastmcp = fileURLToPath(new URL('fastmcp.mjs', import.meta.url));
  const start = (...args) => ({ command: [process.execPath, ...args], env: {} });
  return {
    [`server-everything ${versions['@modelcontextprotocol/server-everything']}`]: start(
      `${dirname(everythingServer)}/dist/index.js`,
      'stdio',
    ),
    [`fastmcp ${versions.fastmcp}`]: start(fastmcp, folder),
  };
}
