/** Starts the measured servers, and sends requests to them. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpConnection, handshake, post, processorMs, residentMemory, StdioClient } from './clients.mjs';
import { load } from './measure.mjs';
import { promptName } from './workspace.mjs';

const path = (relativePath) => fileURLToPath(new URL(relativePath, import.meta.url));
/** The built product. */
export const dist = path('../../dist');
const program = join(dist, 'cli.cjs');
const node = process.execPath;
const CONCURRENCY = 16;
const TOPIC = 'x'.repeat(200);

/**
 * @typedef {object} LoadOptions
 * @property {number} [prompts] how many prompts of the bench are called in turn
 * @property {{ name: string, arguments: Record<string, string> }} [call] called instead of the bench's prompts
 * @property {number} [concurrency] calls under way
 * @property {boolean} [isStateless] whether it speaks 2026-07-28
 * @property {string} [path] where on its address the server answers
 */

/** Command lines, by server. `state` is where the product keeps its caches, port and token. */
export function commandsFor(state) {
  const env = { PROMPT_WORKBENCH_STATE: state };
  const serve = (server, workspace, options = [], file = program) => ({
    command: [node, file, 'serve', server, '--workspace', workspace, ...options],
    env,
  });
  return {
    floor: { command: [node, path('peers/floor.mjs')], env: {} },
    sdk: { command: [node, path('peers/sdk.mjs')], env: {} },
    product: (workspace, file = program) => serve('Bench', workspace, [], file),
    builtIn: serve,
    trust: (workspace) => ({
      command: [node, program, 'trust', '--yes', '--workspace', workspace],
      env,
    }),
  };
}

/** A call of the bench's workspace and of the peers that serve the same prompts. */
const benchCall = (turn, prompts) => ({ name: promptName(turn % prompts), arguments: { topic: TOPIC } });

/**
 * A running stdio server and the two loads on it.
 * @param {{ command: string[], env: Record<string, string> }} server
 * @param {LoadOptions} [options]
 */
export async function startStdio(
  { command, env },
  { prompts = 10, call, concurrency = CONCURRENCY, isStateless = false } = {},
) {
  const client = new StdioClient(command, env);
  const meta = isStateless ? { _meta: envelope } : {};
  if (isStateless) await client.request('server/discover', meta);
  else await client.initialize();
  await client.request('prompts/list', meta);
  let turn = 0;
  return {
    get(milliseconds) {
      const get = () => client.request('prompts/get', { ...(call ?? benchCall(turn++, prompts)), ...meta });
      return load(get, { concurrency, milliseconds, processorMs: () => client.processorMs() });
    },
    /** First pages, one after the other. */
    listPage: (milliseconds) => load(() => client.request('prompts/list'), { concurrency: 1, milliseconds }),
    close: () => client.close(),
  };
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': handshake.clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/**
 * A running HTTP server, connections to it, and the load: of one handshake session, or stateless.
 * @param {{ command: string[], env: Record<string, string> }} server
 * @param {LoadOptions} [options]
 */
export async function startHttp(
  { command, env },
  { prompts = 10, call, concurrency = CONCURRENCY, isStateless = false, path: at = '' } = {},
) {
  const child = spawn(command[0], [...command.slice(1), '--http', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const { url, authorization } = await readAnnouncement(child, at);
  const session = isStateless ? {} : await openSession(url, authorization);
  let turn = 0;
  const request = () => {
    turn += 1;
    const { name, ...rest } = call ?? benchCall(turn, prompts);
    const headers = isStateless
      ? { ...authorization, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'prompts/get', 'mcp-name': name }
      : { ...authorization, ...session };
    const params = { name, ...rest, ...(isStateless && { _meta: envelope }) };
    return post(url, headers, { jsonrpc: '2.0', id: turn, method: 'prompts/get', params });
  };
  return {
    // Each load uses new connections: Node closes those that were idle for five seconds.
    async get(milliseconds) {
      const connections = await Promise.all(Array.from({ length: concurrency }, () => HttpConnection.open(url)));
      const result = await load((worker) => connections[worker].send(request()), {
        concurrency,
        milliseconds,
        processorMs: () => processorMs(child.pid),
      });
      for (const connection of connections) connection.close();
      return result;
    },
    url,
    /** Opens a session; resolves with the headers of its requests. */
    openSession: async () => ({ ...authorization, ...(await openSession(url, authorization)) }),
    memory: () => residentMemory(child.pid),
    async close() {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Reads the address that a server prints. The product also prints where its token is. */
async function readAnnouncement(child, at) {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.endsWith('\n')) break;
  }
  const url = (/http:\S+/.exec(text)?.[0] ?? '') + at;
  const tokenFile = /Token file: (.*)/.exec(text)?.[1];
  return {
    url,
    authorization: tokenFile ? { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` } : {},
  };
}

async function openSession(url, authorization) {
  const connection = await HttpConnection.open(url);
  const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: handshake };
  const { headers } = await connection.send(post(url, authorization, initialize));
  const [, id = ''] = /mcp-session-id: (\S+)/i.exec(headers) ?? [];
  const session = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  // Without it, the server sends no notifications.
  const initializedMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await connection.send(post(url, { ...authorization, ...session }, initializedMessage));
  connection.close();
  return session;
}
