/** A connection to one MCP server: over the standard streams of a program, or to an address. */
import { type CallToolResult, Client, type Tool, type Transport } from '@modelcontextprotocol/client';
import type { McpSource } from '../../model/definitions.ts';
import { WorkbenchError } from '../../model/errors.ts';
import { fillHeaders, fillVariables, namesIn } from './from-environment.ts';

export interface McpConnection {
  /** @throws WorkbenchError with a sentence that says what to do */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal; readonly timeLimit: number },
  ): Promise<string>;
  /** The result of a call as it was answered, a failure of the tool included. @throws WorkbenchError as `call` does */
  pass(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal?: AbortSignal | undefined; readonly timeLimit: number },
  ): Promise<CallToolResult>;
  /** Every tool there is. @throws WorkbenchError as `call` does */
  tools(): Promise<readonly Tool[]>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly cwd: string;
  /** What headers and the program's own environment are filled from. */
  readonly env: NodeJS.ProcessEnv;
  /** Of the source, for sentences. */
  readonly name: string;
  readonly log: (line: string) => void;
  /** Hears when the connection ends, whoever ended it. */
  readonly onclose: () => void;
}

const startLimit = 20_000;
const clientInfo = { name: 'prompt-workbench', version: process.env.PROMPT_WORKBENCH_VERSION ?? '0.0.0' };

/** @throws WorkbenchError with a sentence that says what to do */
export async function openConnection(server: McpSource['server'], options: ConnectionOptions): Promise<McpConnection> {
  const { name, onclose } = options;
  const { transport, why, withoutSecrets } = await transportTo(server, options);
  const because = (error: Error) => why() ?? shortened(withoutSecrets(error.message));
  const client = new Client(clientInfo);
  client.onclose = onclose;
  client.onerror = (error) => options.log(`warning: The source ${name}: ${withoutSecrets(error.message)}`);
  try {
    await client.connect(transport, { timeout: startLimit });
  } catch (error) {
    await client.close().catch(() => undefined);
    const what = server.kind === 'url' ? `at ${server.url}` : `that ${JSON.stringify(server.command)} starts`;
    const where = server.kind === 'url' ? 'Url and Headers' : 'Command and Args';
    const message = `The MCP server ${what} cannot be used (${because(error as Error)}): look at ${where} of the source.`;
    throw new WorkbenchError('failed', message);
  }
  return {
    async call(tool, args, { signal, timeLimit }) {
      const result = await client
        .callTool({ name: tool, arguments: { ...args } }, { signal, timeout: timeLimit })
        .catch((error: Error) => {
          if (signal.aborted) throw signal.reason;
          const message = isRefusal(error)
            ? `The tool ${tool} of ${name} was refused (${because(error)}): look at Tool and Arguments of the source.`
            : `The tool ${tool} of ${name} gave no answer (${because(error)}): search again.`;
          throw new WorkbenchError('failed', message);
        });
      const text = textOf(result as { readonly content?: unknown });
      if (result.isError) throw new WorkbenchError('failed', `The tool ${tool} of ${name} failed: ${shortened(text)}`);
      return text;
    },
    async pass(tool, args, { signal, timeLimit }) {
      // Not `callTool`: it is for whoever asked to check the result against its schema.
      const request = { method: 'tools/call', params: { name: tool, arguments: { ...args } } } as const;
      const asked = client.request(request, { timeout: timeLimit, ...(signal && { signal }) });
      return (await asked.catch((error: Error) => {
        throw new WorkbenchError('failed', `the tool ${tool} of ${name} gave no answer (${because(error)}).`);
      })) as CallToolResult;
    },
    async tools() {
      const { tools } = await client.listTools().catch((error: Error) => {
        throw new WorkbenchError('failed', `the tools of ${name} cannot be listed (${because(error)}).`);
      });
      return tools;
    },
    close: () => client.close(),
  };
}

interface Reached {
  readonly transport: Transport;
  /** What is known of an end that the other side brought about. */
  readonly why: () => string | undefined;
  /** The text of an error, which may repeat what was sent, without the secrets in it. */
  readonly withoutSecrets: (text: string) => string;
}

async function transportTo(server: McpSource['server'], { cwd, env: from }: ConnectionOptions): Promise<Reached> {
  if (server.kind === 'url') {
    const { values: headers, withoutSecrets } = fillHeaders(server.headers, from);
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    // Headers were given for this address: they do not follow to where it may send us.
    const requestInit = namesIn(server.headers).length > 0 ? { headers, redirect: 'error' as const } : { headers };
    const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit });
    return { transport, why: () => undefined, withoutSecrets };
  }
  const { ChildTransport } = await import('../../clients/child-transport.ts');
  const { values: env, withoutSecrets } = fillVariables(server.env, from);
  const child = new ChildTransport({ command: server.command, args: [...server.args], env: { ...env } }, cwd);
  const said = () => withoutSecrets(lastLine(child.stderr));
  return {
    transport: child,
    withoutSecrets,
    why: () => child.endedBecause && [`it ${child.endedBecause}`, said()].filter(Boolean).join(': '),
  };
}

/** Texts of the answer, embedded ones too; nothing else can go into a prompt's results. */
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

/** The server answered with an error of JSON-RPC, whose codes are numbers; the client's own are words. */
function isRefusal(error: Error): boolean {
  return typeof (error as { readonly code?: unknown }).code === 'number';
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function lastLine(text: string): string {
  return shortened(text.trimEnd().split('\n').at(-1) ?? '');
}
