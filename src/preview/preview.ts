/** The preview: a real MCP client on a real server, so what is shown is what a client gets. */
import type { CompleteResult, Prompt } from '@modelcontextprotocol/client';
import { Client, InMemoryTransport, ProtocolError } from '@modelcontextprotocol/client';
import type { Preview } from '../contract/contract.ts';
import type { ServerSource } from '../library/types.ts';
import { WorkbenchError } from '../model/errors.ts';
import { buildServer } from '../server/build-server.ts';
import type { ServerServices } from '../server/services.ts';
import { type Exchange, RecordingTransport } from './recording-transport.ts';

/** A client of one server in the same process, over a linked in-memory pair. Connects at the first call. */
export interface PromptPreview {
  /** `prompts/list`, all pages. Fails as `complete` does. */
  list(): Promise<Prompt[]>;
  /**
   * `prompts/get`. An error that the server answers is a result here, not an exception.
   * @throws WorkbenchError `failed` when the server closed the connection or answered what MCP does not allow
   */
  get(prompt: string, args: Readonly<Record<string, string>>): Promise<Preview>;
  /**
   * `completion/complete` for one argument, knowing its siblings' values.
   * @throws WorkbenchError `failed` as `get` does, and with the server's sentence when the server answered an error
   */
  complete(
    prompt: string,
    argument: string,
    value: string,
    siblings: Readonly<Record<string, string>>,
  ): Promise<CompleteResult['completion']>;
  /** Ends the client and its server. A later call connects anew. */
  close(): Promise<void>;
}

interface Connection {
  readonly client: Client;
  readonly transport: RecordingTransport;
}

function failure(cause: unknown): WorkbenchError {
  if (ProtocolError.isInstance(cause)) return new WorkbenchError('failed', cause.message, { cause });
  const why = cause instanceof Error ? cause.message : String(cause);
  return new WorkbenchError('failed', `The server gave no answer that a client can use: ${why}`, { cause });
}

function rethrow(cause: unknown): never {
  throw failure(cause);
}

/** A client that connects at its first use, and again after its connection was lost. */
export function createPreview(source: ServerSource, services: ServerServices): PromptPreview {
  let connection: Promise<Connection> | undefined;

  async function connect(onclose: () => void): Promise<Connection> {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const transport = new RecordingTransport(clientSide);
    // Without a limit (0): the server is our own, and its pages end.
    const client = new Client({ name: 'prompt-workbench-preview', version: '1.0.0' }, { listMaxPages: 0 });
    client.onclose = onclose;
    await buildServer(source, services).connect(serverSide);
    await client.connect(transport);
    return { client, transport };
  }

  /** The open connection, or a new one. One that failed or closed is not kept. */
  function connected(): Promise<Connection> {
    if (connection) return connection;
    const forget = () => {
      if (connection === attempt) connection = undefined;
    };
    const attempt = connect(forget);
    attempt.catch(forget);
    connection = attempt;
    return attempt;
  }

  return {
    async list() {
      const { client } = await connected();
      const { prompts } = await client.listPrompts().catch(rethrow);
      return prompts;
    },

    async get(prompt, args) {
      const { client, transport } = await connected();
      const exchange: Exchange = { milliseconds: 0 };
      try {
        const { description, messages } = await transport.record(exchange, () =>
          client.getPrompt({ name: prompt, arguments: { ...args } }),
        );
        return {
          kind: 'result',
          ...(description === undefined ? {} : { description }),
          messages: messages as Extract<Preview, { kind: 'result' }>['messages'],
          exchange: exchange as Preview['exchange'],
        };
      } catch (error) {
        if (!ProtocolError.isInstance(error) || !exchange.response) throw failure(error);
        return { kind: 'error', code: error.code, message: error.message, exchange: exchange as Preview['exchange'] };
      }
    },

    async complete(prompt, argument, value, siblings) {
      const { client } = await connected();
      const asked = client.complete({
        ref: { type: 'ref/prompt', name: prompt },
        argument: { name: argument, value },
        context: { arguments: { ...siblings } },
      });
      return (await asked.catch(rethrow)).completion;
    },

    async close() {
      const closing = connection;
      connection = undefined;
      await (await closing?.catch(() => undefined))?.client.close();
    },
  };
}
