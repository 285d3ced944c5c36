/** Real MCP clients of the built command line, for tests: two SDK generations, both transports, both eras. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  CompleteResultSchema,
  EmptyResultSchema,
  GetPromptResultSchema,
  ListPromptsResultSchema,
  ListToolsResultSchema,
  ReadResourceResultSchema,
} from '@modelcontextprotocol/sdk/types.js';

export const cliFile = fileURLToPath(new URL('../../../../dist/cli.cjs', import.meta.url));

/** One server of one workspace, with the test's own state folder. */
export interface ServedWorkspace {
  readonly workspace: string;
  readonly server: string;
  readonly stateDir: string;
}

export interface HttpProcess {
  readonly url: URL;
  readonly token: string;
  readonly child: ChildProcess;
  close(): Promise<void>;
}

/** Starts `serve --http` on a free port and waits until it prints its address. */
export async function startHttp({ workspace, server, stateDir }: ServedWorkspace): Promise<HttpProcess> {
  const child = spawn(process.execPath, [cliFile, 'serve', server, '--http', '--port', '0', '--workspace', workspace], {
    env: { ...process.env, PROMPT_WORKBENCH_STATE: stateDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const { url, tokenFile } = await new Promise<{ url: string; tokenFile: string }>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /^Address: +(\S+)$/m.exec(output)?.[1];
      const file = /^Token file: +(.+)$/m.exec(output)?.[1];
      if (address && file) resolve({ url: address, tokenFile: file });
    });
    end.then(() => reject(new Error(`serve --http ended too early: ${output}${errors}`)), reject);
  });
  return {
    url: new URL(url),
    token: (await readFile(tokenFile, 'utf8')).trim(),
    child,
    close: () => {
      child.kill();
      return end;
    },
  };
}

/** The requests of the test cases, with results as each SDK parses them. */
export type Method =
  | 'prompts/list'
  | 'prompts/get'
  | 'resources/read'
  | 'tools/list'
  | 'tools/call'
  | 'completion/complete'
  | 'ping';

export interface TestClient {
  /** Rejects with the SDK's error, which has the JSON-RPC `code` and a `message` that contains the server's. */
  request(method: Method, params: object): Promise<unknown>;
  close(): Promise<void>;
}

/** Over stdio: each client starts its own process. */
export const stdioClients = [
  {
    name: 'SDK v2 over stdio at 2026-07-28',
    connect: (servedServer) => connectV2(new StdioV2(command(servedServer)), modernVersion),
  },
  {
    name: 'SDK v2 over stdio at 2025-11-25',
    connect: (servedServer) => connectV2(new StdioV2(command(servedServer)), 'legacy'),
  },
  { name: 'SDK v1 over stdio', connect: (servedServer) => connectV1(new StdioV1(command(servedServer))) },
] as const satisfies readonly { name: string; connect: (servedServer: ServedWorkspace) => Promise<TestClient> }[];

/** Over HTTP: all of them may share the process of `startHttp`. */
export const httpClients = [
  {
    name: 'SDK v2 over HTTP at 2026-07-28',
    connect: (http) => connectV2(new HttpV2(http.url, authorize(http)), modernVersion),
  },
  {
    name: 'SDK v2 over HTTP at 2025-11-25',
    connect: (http) => connectV2(new HttpV2(http.url, authorize(http)), 'legacy'),
  },
  {
    name: 'SDK v1 over HTTP',
    // With exactOptionalPropertyTypes, its `sessionId` is not assignable to the interface's.
    connect: (http) => connectV1(new HttpV1(http.url, authorize(http)) as unknown as StdioV1),
  },
] as const satisfies readonly { name: string; connect: (http: HttpProcess) => Promise<TestClient> }[];

const identity = { name: 'prompt-workbench-tests', version: '1.0.0' };
const modernVersion = { pin: '2026-07-28' };

function command({ server, workspace, stateDir }: ServedWorkspace) {
  return {
    command: process.execPath,
    args: [cliFile, 'serve', server, '--workspace', workspace],
    env: { ...(process.env as Record<string, string>), PROMPT_WORKBENCH_STATE: stateDir },
  };
}

function authorize({ token }: HttpProcess) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
}

async function connectV2(transport: StdioV2 | HttpV2, mode: 'legacy' | { pin: string }): Promise<TestClient> {
  const client = new ClientV2(identity, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    request: (method, params) => client.request({ method, params: params as Record<string, unknown> }),
    close: () => client.close(),
  };
}

async function connectV1(transport: StdioV1): Promise<TestClient> {
  const client = new ClientV1(identity);
  await client.connect(transport);
  const schemas = {
    'prompts/list': ListPromptsResultSchema,
    'prompts/get': GetPromptResultSchema,
    'resources/read': ReadResourceResultSchema,
    'tools/list': ListToolsResultSchema,
    'tools/call': CallToolResultSchema,
    'completion/complete': CompleteResultSchema,
    ping: EmptyResultSchema,
  };
  return {
    request: (method, params) => client.request({ method, params } as never, schemas[method]),
    close: () => client.close(),
  };
}
