import type { Server } from '@modelcontextprotocol/server';
import { inBackground } from '../../../base/in-background.ts';
import type { ObservedConnection } from '../../traffic/observed-connection.ts';
import { SESSION_IDLE, Session } from './session.ts';

/** The handshake sessions of one MCP server. A session expires after half an hour without use. */
export class Sessions {
  readonly #open = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async create(server: Server, observed?: ObservedConnection): Promise<Session> {
    const session = await Session.open(server, this.#now(), observed);
    this.#open.set(session.sessionId, session);
    return session;
  }

  /** Returns the session and marks it as used; undefined if the id is unknown or expired. */
  use(id: string): Session | undefined {
    const session = this.#open.get(id);
    if (!session) return undefined;
    if (this.#expired(session)) {
      inBackground(this.end(session));
      return undefined;
    }
    session.lastSeen = this.#now();
    return session;
  }

  async end(session: Session): Promise<void> {
    this.#open.delete(session.sessionId);
    await session.close();
  }

  /** Sends keep-alive comments to open streams, and ends expired sessions. */
  sweep(): void {
    for (const session of this.#open.values()) {
      if (this.#expired(session)) inBackground(this.end(session));
      else session.keepAlive();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => this.end(session)));
  }

  #expired(session: Session): boolean {
    if (!session.busy) return this.#now() - session.lastSeen > SESSION_IDLE;
    session.lastSeen = this.#now();
    return false;
  }
}
