/** The sessions of the browser host that served this page. Electron's window has none. */
import * as z from 'zod';
import type { LoopbackTransport } from '../../src/contract/loopback-transport.ts';
import { type Session, session } from './session.ts';

/** Every method rejects with an Error whose message can be shown to the person. */
export interface Sessions {
  /** The newest first. */
  list(): Promise<readonly Session[]>;
  end(id: string): Promise<void>;
  endOthers(): Promise<void>;
}

export function createSessions({ request }: Pick<LoopbackTransport, 'request'>): Sessions {
  async function ask(...[method, path]: Parameters<typeof request>): Promise<unknown> {
    const reply = await request(method, path);
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value;
  }
  return {
    list: async () => z.object({ sessions: z.array(session) }).parse(await ask('GET', '/api/sessions')).sessions,
    async end(id) {
      await ask('DELETE', `/api/sessions/${id}`);
    },
    async endOthers() {
      await ask('DELETE', '/api/sessions');
    },
  };
}
