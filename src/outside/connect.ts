/** Connects to another MCP server as a client with limits on every answer. */
import {
  Client,
  type ClientOptions,
  type JSONRPCMessage,
  type RequestOptions,
  type Transport,
} from '@modelcontextprotocol/client';
import type { ChildTransport } from './child-transport.ts';
import { startDeadline } from './deadline.ts';
import { AnswerBudget, type AnswerLimits, LimitError, OutsideError } from './limits.ts';
import { causeIn } from './reason.ts';

/** A program to start, or an address. */
export type McpTarget =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      /** The folder in which it starts. */
      readonly cwd: string;
    }
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Refuses every redirect, for headers that only this address may receive. Otherwise redirects stay in the origin. */
      readonly redirect?: 'error';
      /** Allows an address of this computer or a private network. */
      readonly allowsPrivate: boolean;
    };

type UrlTarget = Extract<McpTarget, { kind: 'url' }>;

export interface ConnectOptions {
  readonly limits: AnswerLimits;
  /** Counts everything received as one answer, for a caller that stores all of it. */
  readonly isOneAnswer?: boolean;
  /** Timeout of the handshake, if shorter than that of an answer. */
  readonly timeoutMs?: number;
  readonly clientOptions?: ClientOptions;
  /** Tries the transport HTTP+SSE (MCP 2024-11-05) at an address that refuses Streamable HTTP. */
  readonly triesSse?: boolean;
  /** Receives what a server at an address sends outside of any answer. */
  readonly listens?: boolean;
  readonly signal?: AbortSignal;
  readonly onclose?: () => void;
  readonly onerror?: (error: Error) => void;
  /** Gets every message in both directions, as sent. */
  readonly observe?: (direction: 'sent' | 'received', message: JSONRPCMessage) => void;
}

export interface OutsideServer {
  readonly client: Client;
  /**
   * Asks one question, which may take several requests. Together they have the time and size limits of one answer.
   * @param ask receives the options for its requests
   * @param timeoutMs a shorter timeout than that of the limits
   * @throws OutsideError, or the error of the server; the signal's reason when aborted
   */
  question<T>(
    ask: (options: RequestOptions) => Promise<T>,
    options?: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number | undefined },
  ): Promise<T>;
  /** The known reason for a missing answer or a lost connection. */
  failure(): OutsideError | undefined;
  /** The end of a program's error output; empty for an address. */
  stderr(): string;
  close(): Promise<void>;
}

const clientInfo = { name: 'prompt-workbench', version: process.env.PROMPT_WORKBENCH_VERSION ?? '0.0.0' };

/** @throws OutsideError, or the error of the client; the signal's reason when aborted */
export async function connectOutside(target: McpTarget, options: ConnectOptions): Promise<OutsideServer> {
  try {
    return await connectOver(openTransport, target, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!options.triesSse || target.kind !== 'url' || !isRefusal(error)) throw error;
    // The first error says more about an address that has neither transport.
    return await connectOver(openSse, target, withoutNegotiation(options)).catch((second: unknown) => {
      options.signal?.throwIfAborted();
      throw second instanceof LimitError ? second : error;
    });
  }
}

/** Whether a server may know HTTP+SSE alone (MCP 2025-11-25, Transports, Backwards Compatibility). */
function isRefusal(error: unknown): boolean {
  return error instanceof OutsideError && error.status !== undefined && [400, 404, 405].includes(error.status);
}

/** Servers of that transport are older than the negotiation, and some end a session that asks for anything first. */
function withoutNegotiation({ clientOptions, ...options }: ConnectOptions): ConnectOptions {
  return { ...options, clientOptions: { ...clientOptions, versionNegotiation: { mode: 'legacy' } } };
}

async function connectOver<T extends McpTarget>(
  open: (target: T, budget: AnswerBudget, options: ConnectOptions) => Promise<OpenTransport>,
  target: T,
  options: ConnectOptions,
): Promise<OutsideServer> {
  const { limits, isOneAnswer = false, clientOptions, onclose, onerror } = options;
  const budget = new AnswerBudget(limits);
  const { transport, failure, stderr } = await open(target, budget, options);
  if (options.observe) observeMessages(transport, options.observe);
  const client = new Client(clientInfo, clientOptions);
  let isConnected = false;
  // The end of a failed attempt is its error.
  client.onclose = () => isConnected && onclose?.();
  if (onerror) client.onerror = onerror;

  const question: OutsideServer['question'] = async (ask, { signal, timeoutMs = limits.timeoutMs } = {}) => {
    const endQuestion = isOneAnswer ? undefined : budget.begin();
    const deadline = startDeadline(timeoutMs, signal);
    try {
      // Some requests of the SDK ignore the signal, and a notification has no timeout.
      return await Promise.race([
        ask({ signal: deadline.signal, timeout: timeoutMs + 1_000 }),
        untilAborted(deadline.signal),
      ]);
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.signal.aborted) throw deadline.signal.reason;
      throw failure() ?? error;
    } finally {
      deadline.end();
      endQuestion?.();
    }
  };

  const close = async () => {
    await client.close().catch(() => undefined);
    // During version negotiation, the client does not own the transport yet.
    await transport.close().catch(() => undefined);
  };

  try {
    await question((request) => client.connect(transport, request), options);
    isConnected = true;
  } catch (error) {
    await close();
    throw error;
  }
  return { client, question, failure, stderr, close };
}

interface OpenTransport {
  readonly transport: Transport;
  /** The known reason for a missing answer. */
  readonly failure: () => OutsideError | undefined;
  readonly stderr: () => string;
}

async function openSse(target: UrlTarget, budget: AnswerBudget): Promise<OpenTransport> {
  const { LimitedSseTransport } = await import('./sse-transport.ts');
  const { url, ...options } = target;
  const transport = new LimitedSseTransport(new URL(url), { ...options, budget });
  return { transport, failure: () => transport.failure(), stderr: () => '' };
}

async function openTransport(
  target: McpTarget,
  budget: AnswerBudget,
  { listens }: ConnectOptions,
): Promise<OpenTransport> {
  if (target.kind === 'url') {
    const { LimitedHttpTransport } = await import('./http-transport.ts');
    const { url, ...options } = target;
    const transport = new LimitedHttpTransport(new URL(url), { ...options, budget, ...(listens && { listens }) });
    return { transport, failure: () => transport.failure(), stderr: () => '' };
  }
  const { ChildTransport } = await import('./child-transport.ts');
  const { command, args, env, cwd } = target;
  const transport = new ChildTransport({ command, args: [...args], ...(env && { env: { ...env } }) }, cwd, budget);
  return { transport, failure: () => failureOf(transport), stderr: () => transport.stderr };
}

function failureOf({ limit, endedBecause, stderr }: ChildTransport): OutsideError | undefined {
  if (limit || endedBecause === undefined) return limit;
  const cause = causeIn(stderr);
  return new OutsideError(`it ${endedBecause}${cause === '' ? '' : `: ${cause}`}`, { output: stderr });
}

/** Changes the transport itself, because the client recognises a stdio transport by its properties. */
function observeMessages(transport: Transport, observe: NonNullable<ConnectOptions['observe']>): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    observe('sent', message);
    return send(message, options);
  };
  // The client calls an earlier handler before its own.
  const receive = transport.onmessage;
  transport.onmessage = (message, extraInfo) => {
    observe('received', message);
    receive?.(message, extraInfo);
  };
}

/** Never resolves. @throws the signal's reason once it is aborted */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
