/** A connection to one MCP server: a program over standard streams, or an address. */
import type { CallToolResult, RequestOptions, Tool } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../../base/errors.ts';
import { isPrivateUrl } from '../../../base/network-address.ts';
import type { McpSource } from '../../../model/definitions.ts';
import { connectOutside, type McpTarget } from '../../../outside/connect.ts';
import { answerLimits, LimitError } from '../../../outside/limits.ts';
import { PrivateAddressError } from '../../../outside/lookup.ts';
import { wholeToolResult } from '../../../outside/whole-results.ts';
import { withoutTags } from '../../engine/query/results-text.ts';
import { fillHeaders, fillVariables, namesIn } from './from-environment.ts';

export interface McpConnection {
  /** @throws WorkbenchError with a sentence that says what to do */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<string>;
  /** The unchanged result of a call, including tool errors. @throws WorkbenchError as `call` does */
  forward(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number },
  ): Promise<CallToolResult>;
  /** All tools. @throws WorkbenchError as `call` does */
  tools(): Promise<readonly Tool[]>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly cwd: string;
  /** The source of values for headers and for the program's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** The name of the source, for messages. */
  readonly name: string;
  readonly log: (line: string) => void;
  /** Called when either side ends the connection. */
  readonly onclose: () => void;
}

/** A slower start would leave too little time for the answer. */
const startTimeoutMs = 20_000;

/** @throws WorkbenchError with a sentence that says what to do */
export async function openConnection(server: McpSource['server'], options: ConnectionOptions): Promise<McpConnection> {
  const { name, log, onclose } = options;
  const { target, withoutSecrets } = targetOf(server, options);
  const reasonOf = (error: unknown) => shorten(withoutSecrets((error as Error).message));
  const connection = await connectOutside(target, {
    limits: answerLimits,
    timeoutMs: startTimeoutMs,
    onclose,
    onerror: (error) => log(`warning: The source ${name}: ${reasonOf(error)}`),
  }).catch((error) => {
    const what = server.kind === 'url' ? `at ${server.url}` : `that ${JSON.stringify(server.command)} starts`;
    const where = server.kind === 'url' ? 'Url and Headers' : 'Command and Args';
    const advice =
      error instanceof PrivateAddressError
        ? 'enter that address in Url, which then asks for permission.'
        : `check ${where} in the source.`;
    const message = `The MCP server ${what} cannot be used (${reasonOf(error)}): ${advice}`;
    throw new WorkbenchError('failed', message);
  });
  const { client, question, close } = connection;
  return {
    async call(tool, args, { signal, timeoutMs }) {
      const ask = (request: RequestOptions) => client.callTool({ name: tool, arguments: { ...args } }, request);
      const result = await question(ask, { signal, timeoutMs }).catch((error) => {
        signal.throwIfAborted();
        const message = isRefusal(error)
          ? `The tool ${tool} of ${name} was refused (${reasonOf(error)}): check Tool and Arguments in the source.`
          : `The tool ${tool} of ${name} did not answer (${reasonOf(error)}): ${adviceFor(error)}.`;
        throw new WorkbenchError('failed', message);
      });
      const text = textOf(result as { readonly content?: unknown });
      if (result.isError) throw new WorkbenchError('failed', `The tool ${tool} of ${name} failed: ${shorten(text)}`);
      return text;
    },
    async forward(tool, args, { signal, timeoutMs }) {
      // Not `callTool`, which checks the result against its schema: that is up to the caller.
      const request = { method: 'tools/call', params: { name: tool, arguments: { ...args } } } as const;
      const answer = question((options) => client.request(request, wholeToolResult, options), { signal, timeoutMs });
      return await answer.catch((error) => {
        throw new WorkbenchError(
          'failed',
          `the tool ${tool} of ${name} did not answer (${reasonOf(error)}): ${adviceFor(error)}.`,
        );
      });
    },
    async tools() {
      const { tools } = await question((request) => client.listTools(undefined, request)).catch((error) => {
        throw new WorkbenchError('failed', `the tools of ${name} cannot be listed (${reasonOf(error)}).`);
      });
      return tools;
    },
    close,
  };
}

interface Target {
  readonly target: McpTarget;
  /** Removes secrets from the text of an error, which may repeat the request. */
  readonly withoutSecrets: (text: string) => string;
}

function targetOf(server: McpSource['server'], { cwd, env: from }: ConnectionOptions): Target {
  if (server.kind === 'url') {
    const { url } = server;
    const { values: headers, withoutSecrets } = fillHeaders(server.headers, from);
    const hasSecrets = namesIn(server.headers).length > 0;
    // A person who allowed a private address did not allow a public name that resolves to one.
    const allowsPrivate = isPrivateUrl(url);
    return {
      target: { kind: 'url', url, headers, allowsPrivate, ...(hasSecrets && { redirect: 'error' }) },
      withoutSecrets,
    };
  }
  const { command, args } = server;
  const { values: env, withoutSecrets } = fillVariables(server.env, from);
  return { target: { kind: 'command', command, args, env, cwd }, withoutSecrets };
}

/** The texts of a result, including embedded resources. Other content cannot become search results. */
function textOf({ content }: { readonly content?: unknown }): string {
  const blocks = Array.isArray(content) ? (content as readonly AnyBlock[]) : [];
  const texts = blocks.map((block) => (block?.type === 'resource' ? block.resource?.text : block?.text));
  return texts.filter((text) => typeof text === 'string').join('\n\n');
}

interface AnyBlock {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly resource?: { readonly text?: unknown };
}

function adviceFor(error: unknown): string {
  return error instanceof LimitError ? 'ask it for less, or choose another tool' : 'try again';
}

/** Whether the server sent a JSON-RPC error: its code is a number, while the client's own codes are words. */
function isRefusal(error: Error): boolean {
  return typeof (error as { readonly code?: unknown }).code === 'number';
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return withoutTags(line.length > 300 ? `${line.slice(0, 299)}…` : line);
}
