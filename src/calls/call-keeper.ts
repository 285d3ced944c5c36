/**
 * Takes the calls of prompts and tools from observed connections. A call is in its file before its answer leaves, because a
 * client may end its server right after the answer. Without a setting, the code that writes is not even loaded.
 */
import { existsSync } from 'node:fs';
import { inBackground } from '../base/in-background.ts';
import type { ObservedConnection } from '../mcp/traffic/observed-connection.ts';
import type { MessageKey } from '../mcp/traffic/traffic-message.ts';
import { callSettingsFile } from '../state/paths.ts';
import { type AnsweredCall, createCallPairs } from './call-pairs.ts';
import type { CallWriter } from './write-calls.ts';

/** How often to check for a setting. */
const checkIntervalMs = 500;
/** Maximum number of calls that wait until the writer is loaded; further calls are not kept. */
const maxWaiting = 2_000;

/** A call that is not yet written. */
export interface TakenCall extends AnsweredCall {
  readonly connection: ObservedConnection;
}

export interface CallKeeper {
  /** Loads the writer if there is a setting: from then on no call is lost. */
  ready(): Promise<void>;
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
  let waiting: TakenCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writer: CallWriter | undefined;

  /** Loads the writer at the first setting. */
  async function load(): Promise<void> {
    if (writer || !existsSync(callSettingsFile(stateDir))) return;
    const { openCallWriter } = await import('./write-calls.ts');
    writer ??= openCallWriter(stateDir, root, onError);
  }

  async function writeWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    try {
      await load();
    } catch (error) {
      onError(error);
    }
    const taken = waiting;
    waiting = [];
    writer?.write(taken);
  }

  function take(call: TakenCall): void {
    if (writer) {
      writer.write([call]);
      return;
    }
    if (waiting.length < maxWaiting) waiting.push(call);
    timer ??= setTimeout(() => inBackground(writeWaiting()), checkIntervalMs).unref();
  }

  return {
    ready: load,
    follow(connection) {
      const pairs = createCallPairs((call) => take({ ...call, connection }));
      connection.listen(
        {
          message: pairs.note,
          changed() {},
          unanswered: (key: MessageKey) => pairs.forget(key),
          missed() {},
          closed: () => pairs.clear(),
        },
        (noted) => noted,
      );
    },
    async close() {
      await writeWaiting();
      await writer?.close();
    },
  };
}
