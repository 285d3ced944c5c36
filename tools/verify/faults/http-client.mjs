/** `serve --http` and clients of it that keep their connections. */
import { Agent, request } from 'node:http';
import { waitFor } from './world.mjs';

/** Starts `serve S --http`. @returns the child, the address and the token */
export async function serveHttp(world) {
  const child = world.start(['serve', 'S', '--http']);
  const url = await waitFor(
    () => /http:\/\/127\.0\.0\.1:\d+\/mcp\/S/.exec(child.output.stdout + child.output.stderr)?.[0],
    {
      what: 'the address of the server',
      until: child.ended,
      output: child.output,
    },
  );
  const token = (await world.readState('token')).trim();
  return { child, url: new URL(url), token };
}

/** Opens one MCP client with its own session and connections. */
export async function openClient({ url, token }) {
  const agent = new Agent({ keepAlive: true });
  let id = 0;
  let session;
  const post = (message, isSecond = false) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session && { 'mcp-session-id': session }),
      };
      const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
        session ??= response.headers['mcp-session-id'];
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve(body));
        response.on('error', reject);
      });
      // A server may end an idle connection just as a request uses it again.
      outgoing.on('error', (error) => {
        if (outgoing.reusedSocket && !isSecond) post(message, true).then(resolve, reject);
        else reject(error);
      });
      outgoing.end(JSON.stringify(message));
    });
  const ask = (method, params) => post({ jsonrpc: '2.0', id: ++id, method, params });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'campaign', version: '1' },
  });
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    session,
    get: (name, args = {}) => ask('prompts/get', { name, arguments: args }),
    call: (name, args) => ask('tools/call', { name, arguments: args }),
    close: () => agent.destroy(),
  };
}
