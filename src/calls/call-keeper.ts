/**
 * Takes the calls of prompts from observed connections. While a request is answered, it only remembers the request and the
 * answer; texts are made and written in batches afterwards. Without a setting, that code is not even loaded.
 */
import { existsSync } from 'node:fs';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { inBackground } from '../base/in-background.ts';
import type { ObservedConnection } from '../mcp/traffic/observed-connection.ts';
import type { MessageKey, Noted } from '../mcp/traffic/traffic-message.ts';
import { callSettingsFile } from '../state/paths.ts';

/** Milliseconds between the first call of a batch and its writing. */
const batchMs = 500;
/** Most calls of a batch, and of requests that wait for an answer; further ones are not kept. */
const maxBatch = 2_000;

/** A call that is not yet written. */
export interface TakenCall {
  readonly at: number;
  readonly connection: ObservedConnection;
  readonly params: Readonly<Record<string, unknown>>;
  readonly answer: JSONRPCMessage;
}

export interface CallKeeper {
  /** Keeps the calls of a connection from now on, and those of its backlog. */
  follow(connection: ObservedConnection): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

interface KeeperOptions {
  readonly stateDir: string;
  /** The workspace's real path. */
  readonly root: string;
  readonly onError: (error: unknown) => void;
}

export function createCallKeeper({ stateDir, root, onError }: KeeperOptions): CallKeeper {
  let batch: TakenCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const taken = batch;
    batch = [];
    if (taken.length === 0 || !existsSync(callSettingsFile(stateDir))) return;
    const { writeCalls } = await import('./write-calls.ts');
    await writeCalls(taken, stateDir, root);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch(onError);
    return writing;
  }

  return {
    follow(connection) {
      const asked = new Map<MessageKey, Omit<TakenCall, 'answer'>>();
      const take = ({ direction, message, at, key, within }: Noted) => {
        if (direction === 'in') {
          if ('method' in message && message.method === 'notifications/cancelled')
            asked.delete(message.params?.requestId as MessageKey);
          const isCall = 'method' in message && message.method === 'prompts/get' && 'id' in message;
          // A request that returns a state brings what a person answered.
          if (!isCall || !message.params || message.params.requestState !== undefined || asked.size >= maxBatch) return;
          asked.set(key ?? message.id, { at, connection, params: message.params });
          return;
        }
        if ('method' in message) {
          // The server asks a person: the answer depends on more than the values.
          if (within !== undefined) asked.delete(within);
          return;
        }
        const of = key ?? message.id ?? null;
        const call = asked.get(of);
        if (!call) return;
        asked.delete(of);
        if (batch.length < maxBatch) batch.push({ ...call, answer: message });
        timer ??= setTimeout(() => inBackground(flush()), batchMs).unref();
      };
      connection.listen(
        {
          message: take,
          changed() {},
          unanswered: (key) => asked.delete(key),
          missed() {},
          closed: () => asked.clear(),
        },
        (noted) => noted,
      );
    },
    close: flush,
  };
}
