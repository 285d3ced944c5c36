/** The preview: a real MCP client of a real server, so that it shows exactly what clients get. */
import type { CompleteResult, Prompt } from '@modelcontextprotocol/client';
import { ProtocolError } from '@modelcontextprotocol/client';
import { NotAllowedError, WorkbenchError } from '../../base/errors.ts';
import type { Preview, ServerAnswer } from '../../contract/contract.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ListedPrompt } from '../../model/protocol.ts';
import { MODERN_REVISION, type Revision } from '../server/revisions.ts';
import type { ServerServices } from '../server/services.ts';
import type { ObservedConnection } from '../traffic/observed-connection.ts';
import { callView, createCallLog, newCallRecord } from './call-log.ts';
import { connectPreview, type PreviewConnection } from './connection.ts';
import { describeServer } from './describe-server.ts';
import { lossesBetween } from './losses.ts';
import { partsOfAnswer } from './origins.ts';
import { type Exchange, resultOf } from './recording-transport.ts';
import { createToolPreview, type ToolPreview } from './tool-preview.ts';

type Values = Readonly<Record<string, string>>;

/** Clients of one server in the same process, over linked in-memory pairs. Each connects at its first call. */
export interface PromptPreview extends ToolPreview {
  /** `prompts/list`, all pages. Fails as `complete` does. */
  list(): Promise<Prompt[]>;
  /**
   * `prompts/get`. An error response of the server is a result here, not an exception.
   * @param revision uses this one, and reports its losses compared with the newest
   * @throws WorkbenchError `failed` if the server closes the connection or its answer is not valid MCP
   */
  get(prompt: string, args: Values, revision?: Revision): Promise<Preview>;
  /**
   * `completion/complete` for one argument, with the values of the others.
   * @throws WorkbenchError `failed` as `get` does, and with the server's sentence for an error response
   * @throws NotAllowedError if the values come from a function that is not allowed to run
   */
  complete(prompt: string, argument: string, value: string, siblings: Values): Promise<CompleteResult['completion']>;
  /** What a new client learns first: `initialize` and the lists. @throws WorkbenchError `failed` as `get` does */
  describe(): Promise<ServerAnswer[]>;
  /** Closes the clients and their servers. A later call reconnects. */
  close(): Promise<void>;
}

interface PromptResult {
  readonly messages: readonly { readonly content: unknown }[];
}

/**
 * A client that connects at its first use, and reconnects after a lost connection.
 * @param observe starts to observe a new connection
 */
export function createPreview(
  liveServer: LiveServer,
  services: ServerServices,
  observe?: () => ObservedConnection,
): PromptPreview {
  const callLog = createCallLog(services);
  const connections = new Map<Revision | undefined, Promise<PreviewConnection>>();

  /** The open connection, or a new one. A failed or closed one is dropped. */
  function openConnection(revision?: Revision): Promise<PreviewConnection> {
    const open = connections.get(revision);
    if (open) return open;
    const forget = () => {
      if (connections.get(revision) === attempt) connections.delete(revision);
    };
    const attempt = connectPreview(liveServer, callLog.services, {
      revision,
      onclose: forget,
      observedConnection: observe?.(),
    });
    attempt.catch(forget);
    connections.set(revision, attempt);
    return attempt;
  }

  async function ask(prompt: string, args: Values, wishedRevision?: Revision): Promise<Preview> {
    const { client, transport, revision } = await openConnection(wishedRevision);
    const exchange: Exchange = { milliseconds: 0 };
    const record = newCallRecord();
    const about = () => ({ revision, ...callView(record), exchange: exchange as Preview['exchange'] });
    try {
      await callLog.record(record, () =>
        transport.record(exchange, () => client.getPrompt({ name: prompt, arguments: { ...args } })),
      );
      const { messages } = resultOf<PromptResult>(exchange);
      return {
        kind: 'result',
        ...about(),
        ...partsOfAnswer(liveServer.current(), prompt, args, messages),
        losses: [],
      };
    } catch (error) {
      if (!ProtocolError.isInstance(error) || !exchange.response) throw failure(error);
      return { kind: 'error', ...about(), code: error.code, message: error.message };
    }
  }

  /** The prompt's raw entry in `prompts/list` of this revision; the client's parsed entry would lack unknown fields. */
  async function findListed(prompt: string, revision: Revision): Promise<ListedPrompt | undefined> {
    const { client, transport } = await openConnection(revision);
    let params: { cursor?: string } = {};
    for (;;) {
      const exchange: Exchange = { milliseconds: 0 };
      await transport.record(exchange, () => client.request({ method: 'prompts/list', params })).catch(rethrow);
      const page = resultOf<{ prompts: ListedPrompt[]; nextCursor?: string }>(exchange);
      const listedPrompt = page.prompts.find(({ name }) => name === prompt);
      if (listedPrompt || page.nextCursor === undefined) return listedPrompt;
      params = { cursor: page.nextCursor };
    }
  }

  async function lossesOf(olderPreview: Preview, prompt: string, args: Values, revision: Revision) {
    const [newestPreview, listedNow, listedThen] = await Promise.all([
      ask(prompt, args, MODERN_REVISION),
      findListed(prompt, MODERN_REVISION),
      findListed(prompt, revision),
    ]);
    if (newestPreview.kind === 'error') return [];
    return lossesBetween(
      { ...resultOf<PromptResult>(newestPreview.exchange), listedPrompt: listedNow },
      { ...resultOf<PromptResult>(olderPreview.exchange), listedPrompt: listedThen },
      revision,
    );
  }

  return {
    async list() {
      const { client } = await openConnection();
      const { prompts } = await client.listPrompts().catch(rethrow);
      return prompts;
    },

    async get(prompt, args, revision) {
      const answer = await ask(prompt, args, revision);
      if (answer.kind === 'error' || revision === undefined || revision === MODERN_REVISION) return answer;
      return { ...answer, losses: await lossesOf(answer, prompt, args, revision) };
    },

    async complete(prompt, argument, value, siblings) {
      const { client } = await openConnection();
      const record = newCallRecord();
      const request = callLog.record(record, () =>
        client.complete({
          ref: { type: 'ref/prompt', name: prompt },
          argument: { name: argument, value },
          context: { arguments: { ...siblings } },
        }),
      );
      const { completion } = await request.catch((cause: unknown) => {
        const error = failure(cause);
        throw record.needs.size > 0 ? new NotAllowedError(error.message, [...record.needs]) : error;
      });
      return completion;
    },

    describe: () => describeServer(liveServer, services).catch(rethrow),

    ...createToolPreview(openConnection, callLog, failure),

    async close() {
      const closings = [...connections.values()];
      connections.clear();
      await Promise.all(closings.map(async (closing) => (await closing.catch(() => undefined))?.client.close()));
    },
  };
}

function failure(cause: unknown): WorkbenchError {
  if (ProtocolError.isInstance(cause)) return new WorkbenchError('failed', cause.message, { cause });
  const why = cause instanceof Error ? cause.message : String(cause);
  return new WorkbenchError('failed', `The server gave no usable answer: ${why}`, { cause });
}

function rethrow(cause: unknown): never {
  throw failure(cause);
}
