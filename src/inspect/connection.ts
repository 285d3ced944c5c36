/** One connection to an inspected server. */
import { type JSONRPCMessage, ProtocolError, type RequestOptions } from '@modelcontextprotocol/client';
import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { Input, Output, ServerInspection } from '../contract/contract.ts';
import { connectOutside, type OutsideServer } from '../outside/connect.ts';
import { type AnswerLimits, answerLimits, OutsideError } from '../outside/limits.ts';
import { noServerSentence, onOneLine, reasonOf } from '../outside/reason.ts';
import { createFollower, type Follower } from './follow.ts';
import { type Exchange, MessageLog } from './message-log.ts';
import { type LogLine, logLine, type Progress, progressIn, tokenOf } from './notifications.ts';
import type { PlannedTarget } from './plan.ts';

type Answer = Output<'inspect.request'>;
type ListName = Input<'inspect.list'>['list'];

export interface InspectedConnection {
  view(): ServerInspection;
  /** Reads all pages of a list, at most `maxItems` entries; empty if the server does not have it. @throws WorkbenchError */
  list(list: ListName): Promise<Output<'inspect.list'>>;
  /** Starts or stops following a resource. @throws WorkbenchError with the server's reason */
  follow(uri: string, isFollowed: boolean): Promise<void>;
  /** Sends a request. An error response of the server is an outcome too. @throws WorkbenchError if there is no answer */
  request(method: Input<'inspect.request'>['method'], params: JsonObject, signal: AbortSignal): Promise<Answer>;
  log(after: number): Output<'inspect.log'>;
  close(): Promise<void>;
}

/** Long, because a tool may run for minutes; a person can stop it. */
const limits: AnswerLimits = { ...answerLimits, timeoutMs: 300_000 };
/** Long, because `npx` may install the server first. */
const openTimeoutMs = 90_000;
const maxItems = 5_000;
const maxPages = 100;

const lists: Readonly<
  Record<ListName, { readonly method: string; readonly capability: string; readonly key: string }>
> = {
  prompts: { method: 'prompts/list', capability: 'prompts', key: 'prompts' },
  tools: { method: 'tools/list', capability: 'tools', key: 'tools' },
  resources: { method: 'resources/list', capability: 'resources', key: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', capability: 'resources', key: 'resourceTemplates' },
};

interface ConnectListeners {
  readonly signal: AbortSignal;
  /** Called after every message and after the end. */
  readonly onChange: () => void;
  /** Receives the error output of a program that does not answer, without secrets. */
  readonly onOutput: (output: string) => void;
}

/** @throws WorkbenchError `unavailable` with the reason */
export async function connect(
  id: string,
  { target, view, withoutSecrets }: PlannedTarget,
  { signal, onChange, onOutput }: ConnectListeners,
): Promise<InspectedConnection> {
  const log = new MessageLog();
  const declinedMethods = new Set<string>();
  const listeners = new Set<(message: JSONRPCMessage) => void>();
  let listChanges = 0;
  let endReason: string | undefined;
  let isClosing = false;
  let server: OutsideServer | undefined;
  let follower: Follower | undefined;

  function observe(direction: 'sent' | 'received', message: JSONRPCMessage): void {
    log.record(direction, message);
    if (direction === 'received' && 'method' in message) {
      if ('id' in message && message.method !== 'ping') declinedMethods.add(message.method);
      if (message.method.endsWith('/list_changed')) listChanges++;
      if (message.method === 'notifications/resources/updated') follower?.count(message.params?.uri);
    }
    if (direction === 'received') for (const listener of listeners) listener(message);
    onChange();
  }

  const what = view.kind === 'url' ? view.url : onOneLine([view.command, ...view.args].join(' '));
  const because = (error: unknown) => withoutSecrets(reasonOf(error));
  server = await connectOutside(target, {
    limits,
    timeoutMs: openTimeoutMs,
    signal,
    clientOptions: { versionNegotiation: { mode: 'auto' }, inputRequired: { autoFulfill: false } },
    triesSse: true,
    listens: true,
    observe,
    onclose() {
      if (!isClosing) endReason ??= endSentence(server?.failure(), because);
      onChange();
    },
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof OutsideError) onOutput(withoutSecrets(error.output));
    const message =
      error instanceof OutsideError && error.status === 401
        ? `${what} needs a login (HTTP 401): enter its token or another header. Logging in with OAuth isn't supported.`
        : noServerSentence(view.kind, what, because(error));
    throw new WorkbenchError('unavailable', message);
  });
  const { client, question, stderr } = server;
  follower = createFollower(client);
  const { follow } = follower;

  /** @throws WorkbenchError `unavailable` for a lost connection, a limit or a timeout */
  async function sendRequest(
    method: string,
    params: JsonObject,
    options: RequestOptions,
  ): Promise<Exchange & { error?: unknown }> {
    const exchange: Exchange = { method, milliseconds: 0 };
    log.expect(exchange);
    try {
      // Not the SDK's methods for each request: they change the answer that a person wants to see.
      await client.request({ method: method as 'ping', params }, options);
      return exchange;
    } catch (error) {
      return { ...exchange, error };
    }
  }

  function explainFailure(error: unknown): WorkbenchError {
    const message = endReason ?? `The server did not answer (${because(error)}).`;
    return new WorkbenchError('unavailable', message);
  }

  function assertOpen(): void {
    if (endReason !== undefined) throw new WorkbenchError('unavailable', endReason);
  }

  return {
    view: () =>
      viewOf(id, client, {
        endReason,
        listChanges,
        declinedMethods,
        followedResources: follower?.followedResources ?? [],
      }),

    async follow(uri, isFollowed) {
      assertOpen();
      await follow(uri, isFollowed).catch((error: unknown) => {
        throw new WorkbenchError(
          'unavailable',
          endReason ?? `The server does not announce changes of ${uri} (${because(error)}).`,
        );
      });
      onChange();
    },

    async list(list) {
      assertOpen();
      const { method, capability, key } = lists[list];
      if (!isJsonObject(client.getServerCapabilities()) || !(capability in (client.getServerCapabilities() ?? {})))
        return { items: [], isCut: false };
      const items: JsonObject[] = [];
      const work = async (options: RequestOptions) => {
        let params: JsonObject = {};
        for (let page = 0; page < maxPages && items.length < maxItems; page++) {
          const { response, error } = await sendRequest(method, params, options);
          // Many servers offer resources and have no templates.
          if (list === 'resourceTemplates' && ProtocolError.isInstance(error) && error.code === -32_601) return false;
          if (error !== undefined) throw error;
          const result = resultOf(response);
          const value = isJsonObject(result) ? result[key] : undefined;
          if (Array.isArray(value)) items.push(...value.filter(isJsonObject));
          const cursor = isJsonObject(result) ? result.nextCursor : undefined;
          if (typeof cursor !== 'string') return false;
          params = { cursor };
        }
        return true;
      };
      const isCut = await question(work, { timeoutMs: answerLimits.timeoutMs }).catch((error: unknown) => {
        throw new WorkbenchError('unavailable', endReason ?? `${method} failed (${because(error)}).`);
      });
      return { items: items.slice(0, maxItems), isCut: isCut || items.length > maxItems } as Output<'inspect.list'>;
    },

    async request(method, params, signal) {
      if (signal.aborted) return { kind: 'cancelled' };
      assertOpen();
      const messages: LogLine[] = [];
      const reports: (Progress & { readonly token: unknown })[] = [];
      const before = new Set(declinedMethods);
      const listen = (message: JSONRPCMessage) => {
        const line = logLine(message);
        if (line) messages.push(line);
        const report = progressIn(message);
        if (report) reports.push(report);
      };
      listeners.add(listen);
      try {
        const exchange = await question(
          (options) =>
            sendRequest(method, params, {
              ...options,
              // The SDK loses a report that arrives together with the answer; `listen` does not.
              onprogress: () => undefined,
            }),
          { signal },
        );
        const { request, response, milliseconds, error } = exchange;
        if (request === undefined || response === undefined) throw error;
        const progress = reports
          .filter(({ token }) => token === tokenOf(request))
          .map(({ token: _, ...report }) => report);
        const remarks = [...declinedMethods]
          .filter((declinedMethod) => !before.has(declinedMethod))
          .map(declinedSentence);
        const about = { exchange: { request, response, milliseconds }, log: messages, progress, remarks };
        if (ProtocolError.isInstance(error) && 'error' in response)
          return { kind: 'error', ...about, code: error.code, message: error.message } as Answer;
        const result = resultOf(response);
        if (isJsonObject(result) && result.resultType === 'input_required') remarks.push(inputSentence);
        else if (error !== undefined) remarks.push(`The answer does not match the protocol: ${because(error)}.`);
        const isError = isJsonObject(result) && result.isError === true;
        return { kind: 'result', ...about, isError } as Answer;
      } catch (error) {
        if (signal.aborted) return { kind: 'cancelled' };
        throw explainFailure(error);
      } finally {
        listeners.delete(listen);
      }
    },

    log: (after) => ({ messages: log.after(after), stderr: withoutSecrets(stderr()) }),

    async close() {
      isClosing = true;
      endReason ??= 'Closed.';
      await server?.close();
    },
  };
}

function viewOf(
  id: string,
  client: OutsideServer['client'],
  {
    endReason,
    declinedMethods,
    ...announced
  }: Pick<ServerInspection, 'listChanges' | 'followedResources'> & {
    endReason: string | undefined;
    declinedMethods: ReadonlySet<string>;
  },
): ServerInspection {
  const { name, title, version } = client.getServerVersion() ?? { name: 'Server', version: '' };
  const instructions = client.getInstructions();
  return {
    id,
    ...(endReason !== undefined && { endReason }),
    name,
    ...(title !== undefined && { title }),
    version,
    revision: client.getNegotiatedProtocolVersion() ?? '',
    ...(instructions !== undefined && { instructions }),
    capabilities: (client.getServerCapabilities() ?? {}) as ServerInspection['capabilities'],
    ...announced,
    declinedMethods: [...declinedMethods],
  };
}

function endSentence(failure: OutsideError | undefined, describe: (error: unknown) => string): string {
  return failure === undefined
    ? 'The server ended the connection: connect again.'
    : `The connection ended: ${describe(failure)}. Connect again.`;
}

function declinedSentence(method: string): string {
  return `The server sent the request ${onOneLine(method)}, which Inspect declines: ${
    method.startsWith('sampling/')
      ? 'it has no model.'
      : method.startsWith('elicitation/')
        ? 'it does not ask you questions for a server.'
        : 'it does not support it.'
  }`;
}

const inputSentence =
  'The server asks the client for more input before it answers, and Inspect shows no forms: give every value with the request.';

function resultOf(response: JSONRPCMessage | undefined): unknown {
  return response && 'result' in response ? response.result : undefined;
}
