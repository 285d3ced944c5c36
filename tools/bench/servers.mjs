/** How the measured servers are started, and the requests to them. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HttpConnection, handshake, post, residentMemory, StdioClient } from './clients.mjs';
import { load } from './measure.mjs';
import { promptName } from './workspace.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const node = process.execPath;
const CONCURRENCY = 16;
const TOPIC = 'x'.repeat(200);

/** Command lines, by server. `state` is where the product keeps its caches, port and token. */
export function commands(state) {
  const env = { PROMPT_WORKBENCH_STATE: state };
  return {
    floor: { command: [node, path('peers/floor.mjs')], env: {} },
    sdk: { command: [node, path('peers/sdk.mjs')], env: {} },
    product: (workspace) => ({
      command: [node, path('../../dist/cli.cjs'), 'serve', 'Bench', '--workspace', workspace],
      env,
    }),
  };
}

/** Starts a server, has it list its prompts, and ends it. Milliseconds from spawn to answer; MB resident after it. */
export async function coldStart({ command, env }) {
  const begin = performance.now();
  const client = new StdioClient(command, env);
  await client.initialize();
  await client.request('prompts/list');
  const milliseconds = performance.now() - begin;
  const memory = client.memory();
  await client.close();
  return { milliseconds, memory };
}

/** A start that is left alone until its caches are written. */
export async function warmUp({ command, env }) {
  const client = new StdioClient(command, env);
  await client.initialize();
  await client.request('prompts/list');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await client.close();
}

/** A running stdio server and the two loads on it. */
export async function startStdio({ command, env }, prompts) {
  const client = new StdioClient(command, env);
  await client.initialize();
  await client.request('prompts/list');
  let turn = 0;
  return {
    get(milliseconds) {
      const call = () => {
        const name = promptName(turn++ % prompts);
        return client.request('prompts/get', { name, arguments: { topic: TOPIC } });
      };
      return load(call, { concurrency: CONCURRENCY, milliseconds });
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

/** A running HTTP server, 16 connections to it, and the load: of one handshake session, or stateless. */
export async function startHttp({ command, env }, prompts, { path: at = '', stateless = false } = {}) {
  const child = spawn(command[0], [...command.slice(1), '--http', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const { url, authorization } = await announcement(child, at);
  const session = stateless ? {} : await openSession(url, authorization);
  let turn = 0;
  const request = () => {
    const name = promptName(turn++ % prompts);
    const headers = stateless
      ? { ...authorization, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'prompts/get', 'mcp-name': name }
      : { ...authorization, ...session };
    const params = { name, arguments: { topic: TOPIC }, ...(stateless && { _meta: envelope }) };
    return post(url, headers, { jsonrpc: '2.0', id: turn, method: 'prompts/get', params });
  };
  return {
    // Each load uses new connections: Node closes those that were idle for five seconds.
    async get(milliseconds) {
      const connections = await Promise.all(Array.from({ length: CONCURRENCY }, () => HttpConnection.open(url)));
      const result = await load((worker) => connections[worker].send(request()), {
        concurrency: CONCURRENCY,
        milliseconds,
      });
      for (const connection of connections) connection.close();
      return result;
    },
    /** Opens sessions and leaves them alone. */
    async openSessions(count) {
      for (let opened = 0; opened < count; opened += 1) await openSession(url, authorization);
    },
    memory: () => residentMemory(child.pid),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The peers print their address; the product prints it and where its token is. */
async function announcement(child, at) {
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
  connection.close();
  const [, id = ''] = /mcp-session-id: (\S+)/i.exec(headers) ?? [];
  return { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
}
