/** Connects to a running MCP server, by program or by address, as a client that only asks for prompts. */
import { Client, type Prompt } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../model/errors.ts';
import type { ServerTarget } from '../importer.ts';
import type { ReceivedMessage, Values } from './recover.ts';

export interface RunningServer {
  readonly name: string;
  readonly instructions: string | undefined;
  readonly hasTools: boolean;
  /** At most `promptLimit`. @throws Error as the client has it */
  prompts(signal: AbortSignal): Promise<readonly Prompt[]>;
  get(
    name: string,
    values: Values,
    signal: AbortSignal,
  ): Promise<{ description?: string; messages: readonly ReceivedMessage[] }>;
  close(): Promise<void>;
}

/** Milliseconds: for the handshake, which may have to install a program first, and for each request after it. */
const limits = { start: 60_000, request: 15_000 };
export const promptLimit = 500;

/** @throws WorkbenchError `unavailable` with what went wrong, and the signal's reason */
export async function connectTo(target: ServerTarget, signal: AbortSignal): Promise<RunningServer> {
  const { transport, why } = await transportTo(target);
  const version = process.env.PROMPT_WORKBENCH_VERSION ?? '0.0.0';
  const client = new Client({ name: 'prompt-workbench', version }, { versionNegotiation: { mode: 'auto' } });
  try {
    // The probing handshake of the SDK does not look at the signal by itself.
    await Promise.race([client.connect(transport, { timeout: limits.start, signal }), untilAborted(signal)]);
  } catch (error) {
    await client.close().catch(() => undefined);
    // A client that is still finding out what the server speaks does not hold the transport yet.
    await transport.close().catch(() => undefined);
    signal.throwIfAborted();
    const what = target.kind === 'url' ? target.url : target.command;
    const reason = why() ?? (error as Error).message;
    throw new WorkbenchError('unavailable', `${what} does not answer as an MCP server (${onOneLine(reason)}).`);
  }
  const capabilities = client.getServerCapabilities();
  return {
    name: client.getServerVersion()?.name ?? 'server',
    instructions: client.getInstructions(),
    hasTools: capabilities?.tools !== undefined,
    async prompts(signal) {
      if (!capabilities?.prompts) return [];
      const { prompts } = await client.listPrompts(undefined, { timeout: limits.request, signal });
      return prompts.slice(0, promptLimit);
    },
    async get(name, values, signal) {
      const result = await client.getPrompt({ name, arguments: { ...values } }, { timeout: limits.request, signal });
      if (!('messages' in result)) throw new Error('it asks for more than arguments first');
      const { description, messages } = result;
      return { ...(description !== undefined && { description }), messages };
    },
    close: () => client.close(),
  };
}

/** Never resolves. @throws the signal's reason once it fires */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function transportTo(target: ServerTarget) {
  if (target.kind === 'url') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    return { transport: new StreamableHTTPClientTransport(new URL(target.url)), why: () => undefined };
  }
  const { ChildTransport } = await import('../../clients/child-transport.ts');
  const child = new ChildTransport({ command: target.command, args: [...target.args] }, target.cwd);
  const why = () => {
    if (child.endedBecause === undefined) return undefined;
    const last = child.stderr.trimEnd().split('\n').at(-1) ?? '';
    return `it ${child.endedBecause}${last === '' ? '' : `: ${last}`}`;
  };
  return { transport: child, why };
}

/** Words of a stranger inside a sentence of ours. */
export function onOneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
