import { inBackground } from '../../../base/in-background.ts';
import { type Session, sessionIdleMs } from './session.ts';

/** The handshake sessions of one MCP server. A session expires after half an hour without use. */
export class Sessions {
  readonly #openSessions = new Map<string, Session>();
  readonly #openingSessions = new Map<string, Promise<Session | undefined>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(id: string, session: Session): void {
    session.sessionId = id;
    this.#openSessions.set(id, session);
  }

  /** Returns the session and marks it as used; undefined if the id is unknown or expired. */
  use(id: string): Session | undefined {
    const session = this.#openSessions.get(id);
    if (!session) return undefined;
    if (this.#expired(session)) {
      inBackground(this.end(session));
      return undefined;
    }
    session.lastSeenAt = this.#now();
    return session;
  }

  /** As `use`; a session that this process does not know is opened once, also for several requests at the same moment. */
  async findOrOpen(id: string, open: () => Promise<Session | undefined>): Promise<Session | undefined> {
    const openSession = this.use(id);
    if (openSession) return openSession;
    let openingSession = this.#openingSessions.get(id);
    if (!openingSession) {
      openingSession = open().finally(() => this.#openingSessions.delete(id));
      this.#openingSessions.set(id, openingSession);
    }
    const session = await openingSession;
    if (session && !this.#openSessions.has(id)) this.add(id, session);
    return session;
  }

  async end(session: Session): Promise<void> {
    if (session.sessionId !== undefined) this.#openSessions.delete(session.sessionId);
    await session.close();
  }

  /** Sends keep-alive comments to open streams, and ends expired sessions. */
  sweep(): void {
    for (const session of this.#openSessions.values()) {
      if (this.#expired(session)) inBackground(this.end(session));
      else session.keepAlive();
    }
  }

  /** Ends the streams of all sessions. The sessions themselves may continue. */
  endStreams(): void {
    for (const session of this.#openSessions.values()) session.endStreams();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#openSessions.values()].map((session) => this.end(session)));
  }

  #expired(session: Session): boolean {
    if (!session.busy) return this.#now() - session.lastSeenAt > sessionIdleMs;
    session.lastSeenAt = this.#now();
    return false;
  }
}
