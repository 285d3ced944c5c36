/** Connects to a running MCP server, by program or by address, as a client that only asks for prompts. */
import { Client, type Prompt } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../model/errors.ts';
import type { ServerTarget } from '../importer.ts';
import { limitedFetch } from './limited-fetch.ts';
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

/** Milliseconds for the handshake, which may have to install a program first, and for each request after it. */
const limits = { start: 60_000, request: 15_000 };
/** Bytes of one answer. */
const answerLimit = 20_000_000;
export const promptLimit = 500;

/** @throws WorkbenchError `unavailable` with what went wrong, and the signal's reason */
export async function connectTo(target: ServerTarget, given: AbortSignal): Promise<RunningServer> {
  const what = target.kind === 'url' ? target.url : target.command;
  const flood = new AbortController();
  const { transport, why } = await transportTo(target, () => flood.abort(tooMuch(what)));
  const within = (signal: AbortSignal) => AbortSignal.any([signal, flood.signal]);
  const signal = within(given);
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
    throw new WorkbenchError('unavailable', `${what} does not answer as an MCP server (${why() ?? reasonOf(error)}).`);
  }
  const capabilities = client.getServerCapabilities();
  return {
    name: client.getServerVersion()?.name ?? 'server',
    instructions: client.getInstructions(),
    hasTools: capabilities?.tools !== undefined,
    async prompts(signal) {
      if (!capabilities?.prompts) return [];
      const { prompts } = await client.listPrompts(undefined, { timeout: limits.request, signal: within(signal) });
      return prompts.slice(0, promptLimit);
    },
    async get(name, values, signal) {
      const result = await client.getPrompt(
        { name, arguments: { ...values } },
        { timeout: limits.request, signal: within(signal) },
      );
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

function tooMuch(what: string): WorkbenchError {
  return new WorkbenchError('refused', `${what} sends more than ${answerLimit / 1_000_000} MB at a time: it is left.`);
}

async function transportTo(target: ServerTarget, onTooMuch: () => void) {
  if (target.kind === 'url') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const { fetch, why } = limitedFetch(answerLimit, onTooMuch);
    const headers = target.token === undefined ? undefined : { authorization: `Bearer ${target.token}` };
    const options = { fetch, ...(headers && { requestInit: { headers } }) };
    return { transport: new StreamableHTTPClientTransport(new URL(target.url), options), why };
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

/** What the client says went wrong, inside a sentence of ours: without its own steps, and without a schema's findings. */
export function reasonOf(error: unknown): string {
  const message = (error as Error).message.replace(/^Version negotiation (?:probe )?failed: (?:the server )?/, '');
  return /^(?:Invalid result for \S+: )?\s*[[{]/.test(message)
    ? 'its answer is not what the protocol says'
    : onOneLine(message);
}

/** Words of a stranger inside a sentence of ours. */
export function onOneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
