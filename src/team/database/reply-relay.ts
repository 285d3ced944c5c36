/** Passes answers to forms between replicas. Forms wait for people, so polling four times a second is enough. */
import { randomBytes } from 'node:crypto';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { ReplyRelay } from '../../mcp/server/http/replica.ts';
import type { Database } from './database.ts';

const pollIntervalMs = 250;

/** Answers that nothing waits for any more are removed after this long. */
const keptMinutes = 15;

export interface DatabaseRelay extends ReplyRelay {
  /** Removes answers to calls that have ended. */
  sweep(): Promise<void>;
  close(): void;
}

export function databaseRelay(database: Database): DatabaseRelay {
  const name = randomBytes(6).toString('hex');
  const waitingRequests = new Map<string, (answer: JSONRPCMessage) => void>();
  let timer: NodeJS.Timeout | undefined;

  async function poll(): Promise<void> {
    const rows = await database.query<{ id: string; answer: JSONRPCMessage }>(
      'delete from prompt_workbench.replies where replica = $1 returning id, answer',
      [name],
    );
    for (const { id, answer } of rows) waitingRequests.get(id)?.(answer);
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      // While the database is away, the form waits on, or its call ends by its own limit.
      poll()
        .catch(() => undefined)
        .finally(() => waitingRequests.size > 0 && schedule());
    }, pollIntervalMs).unref();
  }

  return {
    name,
    async send(replica, id, answer) {
      await database.query(
        'insert into prompt_workbench.replies (id, replica, answer) values ($1, $2, $3) on conflict do nothing',
        [id, replica, JSON.stringify(answer)],
      );
    },
    receive(id, listener) {
      waitingRequests.set(id, listener);
      schedule();
      return () => waitingRequests.delete(id);
    },
    async sweep() {
      await database.query(`delete from prompt_workbench.replies where at < now() - interval '${keptMinutes} minutes'`);
    },
    close() {
      clearTimeout(timer);
      waitingRequests.clear();
    },
  };
}
