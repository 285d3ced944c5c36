/**
 * Answers the permission requests of Claude Code without a window. Its option `--permission-prompt-tool` names a tool of an MCP
 * server, which it calls with the tool that it wants to use, and which answers `{"behavior": "allow" | "deny"}` (Claude Code,
 * "CLI reference"; measured with 2.1.330). The server is on loopback, for one run, and has a token.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { createGuard } from '../../mcp/server/http/guard.ts';
import { readJson, refuse, sendJson } from '../../mcp/server/http/reply.ts';
import type { PermissionKind, Permissions } from '../permissions.ts';
import { inputText } from './acp-permission.ts';

export interface PermissionServer {
  /** Its entry in the configuration. */
  readonly entry: { readonly type: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly tool: string;
}

const tool = {
  name: 'decide',
  description: 'Asks the person whether a tool may be used.',
  inputSchema: {
    type: 'object',
    properties: { tool_name: { type: 'string' }, input: { type: 'object' } },
    required: ['tool_name', 'input'],
  },
};

const rpcRequest = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});
const initializeParams = z.object({ protocolVersion: z.string() });
const callParams = z.object({
  name: z.literal(tool.name),
  arguments: z.object({ tool_name: z.string(), input: z.record(z.string(), z.unknown()) }),
});

/** Runs `use` with the server and closes it; with undefined if nothing can be allowed anyway. */
export async function withPermissionServer<T>(
  permissions: Permissions,
  use: (server: PermissionServer | undefined) => Promise<T>,
): Promise<T> {
  if (!permissions.canAllow) return use(undefined);
  const token = randomBytes(24).toString('base64url');
  const guard = createGuard(token);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  try {
    return await use({ entry: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } }, tool: tool.name });
  } finally {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = await guard(request);
    if (refusal) return refuse(response, refusal);
    if (request.method !== 'POST') return refuse(response, { status: 405, message: 'Only POST is served here.' });
    const body = await readJson(request);
    if (body.kind === 'refused') return refuse(response, body.refusal);
    const parsing = rpcRequest.safeParse(body.value);
    if (!parsing.success) return refuse(response, { status: 400, code: -32600, message: 'This is not a request.' });
    const { id, method, params } = parsing.data;
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const result = await resultOf(method, params);
    if (result) sendJson(response, 200, { jsonrpc: '2.0', id, result });
    else refuse(response, { status: 200, code: -32601, message: `There is no method ${method} here.` }, id);
  }

  async function resultOf(method: string, params: unknown): Promise<object | undefined> {
    switch (method) {
      case 'initialize': {
        const { protocolVersion } = initializeParams.parse(params);
        const serverInfo = { name: 'prompt-workbench-permissions', version: '1' };
        return { protocolVersion, capabilities: { tools: {} }, serverInfo };
      }
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: [tool] };
      case 'tools/call': {
        const call = callParams.safeParse(params);
        const text = JSON.stringify(await behaviour(call.data?.arguments));
        return { content: [{ type: 'text', text }] };
      }
      default:
        return undefined;
    }
  }

  async function behaviour(call: z.output<typeof callParams>['arguments'] | undefined): Promise<object> {
    if (!call) return { behavior: 'deny', message: 'The request could not be read.' };
    const { tool_name: name, input } = call;
    const decision = await permissions.decide({
      kind: kindOf(name),
      title: titleOf(name, input),
      detail: inputText(input),
      options: [
        { id: 'allow', name: 'Allow', isYes: true },
        { id: 'deny', name: 'Refuse', isYes: false },
      ],
    });
    return decision === 'allow'
      ? { behavior: 'allow', updatedInput: input }
      : { behavior: 'deny', message: 'The person does not allow this. Answer without it.' };
  }
}

/** What the tool does, and not what the model says about it. */
function titleOf(name: string, input: Readonly<Record<string, unknown>>): string {
  const candidates = [
    input.command,
    input.file_path,
    input.notebook_path,
    input.url,
    input.path,
    input.pattern,
    input.query,
  ];
  return candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '') ?? name;
}

const kinds: Readonly<Record<string, PermissionKind>> = {
  Bash: 'execute',
  PowerShell: 'execute',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Write: 'edit',
  Read: 'read',
  Glob: 'search',
  Grep: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
};

function kindOf(name: string): PermissionKind {
  return kinds[name] ?? 'other';
}
