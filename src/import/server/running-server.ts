/** A client for a running MCP server that reads only its prompts. */
import type { ClientOptions, Prompt, RequestOptions } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../../base/errors.ts';
import { isPrivateUrl } from '../../base/network-address.ts';
import { connectOutside, type McpTarget } from '../../outside/connect.ts';
import { type AnswerLimits, answerLimits, OutsideError } from '../../outside/limits.ts';
import { noServerSentence, onOneLine, reasonOf } from '../../outside/reason.ts';
import { wholePromptResult } from '../../outside/whole-results.ts';
import type { ServerTarget } from '../importer.ts';
import type { ReceivedMessage, Values } from './recover.ts';

export interface RunningServer {
  readonly name: string;
  readonly instructions: string | undefined;
  readonly hasTools: boolean;
  /** At most `promptLimit` prompts. @throws the errors of the client */
  prompts(signal: AbortSignal): Promise<readonly Prompt[]>;
  get(
    name: string,
    values: Values,
    signal: AbortSignal,
  ): Promise<{ description?: string; messages: readonly ReceivedMessage[] }>;
  /** The values that the server completes for an argument; none if it cannot. @throws the signal's reason */
  complete(prompt: string, argument: string, signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** For one whole import, which stays in memory until the person has chosen. */
const limits: AnswerLimits = { ...answerLimits, maxBytes: 20_000_000, maxMessages: 5_000, maxValues: 400_000 };
/** More than `promptLimit` prompts need. */
const listMaxPages = 100;
export const promptLimit = 500;

/** @throws WorkbenchError `unavailable` with the cause; the signal's reason */
export async function connectTo(target: ServerTarget, signal: AbortSignal): Promise<RunningServer> {
  const what = target.kind === 'url' ? target.url : onOneLine([target.command, ...target.args].join(' '));
  const clientOptions: ClientOptions = { versionNegotiation: { mode: 'auto' }, listMaxPages };
  const server = await connectOutside(outsideTarget(target), {
    limits,
    isOneAnswer: true,
    clientOptions,
    triesSse: true,
    signal,
  }).catch((error) => {
    signal.throwIfAborted();
    const message =
      error instanceof OutsideError && error.status === 401
        ? `${what} needs a valid token (HTTP 401): enter it with the address, or name its variable with --token-env on the command line.`
        : noServerSentence(target.kind, what, reasonOf(error));
    throw new WorkbenchError('unavailable', message);
  });
  const { client, question } = server;
  const capabilities = client.getServerCapabilities();
  return {
    name: client.getServerVersion()?.name ?? 'server',
    instructions: client.getInstructions(),
    hasTools: capabilities?.tools !== undefined,
    async prompts(signal) {
      if (!capabilities?.prompts) return [];
      const { prompts } = await question((request) => client.listPrompts(undefined, request), { signal });
      return prompts.slice(0, promptLimit);
    },
    async get(name, values, signal) {
      const params = { name, arguments: { ...values } };
      const ask = (request: RequestOptions) =>
        client.request({ method: 'prompts/get', params }, wholePromptResult, request);
      const result = await question(ask, { signal });
      if (!('messages' in result)) throw new Error('it requires input other than arguments');
      const { description, messages } = result;
      return { ...(description !== undefined && { description }), messages };
    },
    async complete(prompt, argument, signal) {
      if (!capabilities?.completions) return [];
      const params = { ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value: '' } } as const;
      try {
        const { completion } = await question((request) => client.complete(params, request), { signal });
        return completion.hasMore ? [] : completion.values;
      } catch {
        signal.throwIfAborted();
        return [];
      }
    },
    close: server.close,
  };
}

function outsideTarget(target: ServerTarget): McpTarget {
  if (target.kind === 'command') return target;
  const { url, token } = target;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  // The person typed the address: a private one is intended, a public name that resolves to one is not.
  const allowsPrivate = isPrivateUrl(url);
  return { kind: 'url', url, headers, allowsPrivate, ...(token !== undefined && { redirect: 'error' }) };
}
