/**
 * Takes the calls of prompts and tools from observed connections. A call is in its file before its answer leaves, because a
 * client may end its server right after the answer. Without a setting, the code that writes is not even loaded.
 */
import { existsSync } from 'node:fs';
import type { ObservedConnection } from '../mcp/traffic/observed-connection.ts';
import type { MessageKey, NotedMessage } from '../mcp/traffic/traffic-message.ts';
import { callSettingsFile } from '../state/paths.ts';
import { createCallPairs } from './call-pairs.ts';
import type { CallWriter, TakenCall } from './write-calls.ts';

/** Without a setting, a call looks for the file of settings only if no call has looked for so many milliseconds. */
const checkIntervalMs = 50;
/** Most calls that wait until the writer is loaded; further calls are not kept. */
const maxWaiting = 2_000;

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
  let writer: CallWriter | undefined;
  let loading: Promise<void> | undefined;
  let waitingCalls: TakenCall[] = [];
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function load(): Promise<void> {
    try {
      const { openCallWriter } = await import('./write-calls.ts');
      writer = openCallWriter(stateDir, root, onError);
      writer.write(waitingCalls);
    } catch (error) {
      onError(error);
      // Otherwise each message would try again, and report the same failure.
      checkedAt = Number.POSITIVE_INFINITY;
    }
    waitingCalls = [];
    loading = undefined;
  }

  /** Loads the writer at the first setting. @returns whether calls are kept */
  function keeps(): boolean {
    if (!writer && !loading && existsSync(callSettingsFile(stateDir))) loading = load();
    return writer !== undefined || loading !== undefined;
  }

  /** As `keeps`. Most people have no setting, and every message asks. */
  function keepsAt(time: number): boolean {
    if (writer || loading) return true;
    if (time - checkedAt < checkIntervalMs) return false;
    checkedAt = time;
    return keeps();
  }

  function take(call: TakenCall): void {
    if (writer) writer.write([call]);
    else if (waitingCalls.length < maxWaiting) waitingCalls.push(call);
  }

  return {
    async ready() {
      if (keeps()) await loading;
    },
    follow(connection) {
      const pairs = createCallPairs((call) => take({ ...call, connection }));
      connection.listen(
        {
          message(note: NotedMessage) {
            if (keepsAt(note.at)) pairs.note(note);
          },
          changed() {},
          unanswered: (key: MessageKey) => pairs.forget(key),
          missed() {},
          closed: () => pairs.clear(),
        },
        (message) => message,
      );
    },
    async close() {
      await loading;
      await writer?.close();
    },
  };
}
