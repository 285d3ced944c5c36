/**
 * Controls access to the browser host. The link that opens the window contains a code, which the page exchanges once for
 * its session. Nothing is stored on disk: every session ends with the process.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a code can be exchanged. */
export const codeLifetimeMs = 60_000;
/** How long a call that starts a program can be confirmed. */
const challengeLifetimeMs = 60_000;
/** Above this number, new codes and challenges replace the oldest. */
const maxWaiting = 100;

export interface Session {
  /** Short, for use on the command line. It is not secret. */
  readonly id: string;
  /** The browser's name and operating system. */
  readonly browser: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
}

/** The page's credentials, in exchange for its code. */
export interface Credentials {
  /** Sent with every request. */
  readonly token: string;
  /** Never sent again: proves with each call that starts a program that it comes from the page that signed in. */
  readonly secret: string;
}

export interface SignIn {
  /** Creates a code that can be exchanged once, within `codeLifetimeMs`. */
  createCode(): string;
  /** @returns undefined for a code that is unknown, used or expired */
  exchange(code: string, browser: string): Credentials | undefined;
  /** The session of a token. Updates its `lastSeenAt`. */
  sessionOf(token: string): Session | undefined;
  /** The newest first. */
  sessions(): readonly Session[];
  /** @returns false for an unknown session */
  end(id: string): boolean;
  /** Calls the listener once when the session ends. @returns a function that removes the listener */
  onEnd(id: string, listener: () => void): () => void;
  /** Creates a challenge that a session can use for one confirmation. */
  createChallenge(id: string): string;
  /** Whether a session's page has signed exactly this text and challenge. A challenge works only once. */
  isConfirmed(id: string, challenge: string, text: string, signature: string): boolean;
}

interface OpenSession extends Session {
  lastSeenAt: number;
  readonly secret: string;
  readonly endListeners: Set<() => void>;
}

/** @param now milliseconds since 1970 */
export function createSignIn(now: () => number = Date.now): SignIn {
  const codes = new WaitingSecrets<undefined>(codeLifetimeMs, now);
  const challenges = new WaitingSecrets<string>(challengeLifetimeMs, now);
  // The keys are hashes of the tokens: the duration of a lookup by token could reveal how much of a guess is right.
  const open = new Map<string, OpenSession>();
  const byId = (id: string) => [...open].find(([, session]) => session.id === id);

  return {
    createCode: () => codes.create(undefined),
    exchange(code, browser) {
      if (!codes.take(code)) return undefined;
      const token = newSecret();
      const secret = newSecret();
      const at = now();
      const id = randomBytes(4).toString('hex');
      open.set(hashOf(token), { id, browser, startedAt: at, lastSeenAt: at, secret, endListeners: new Set() });
      return { token, secret };
    },
    sessionOf(token) {
      const session = open.get(hashOf(token));
      if (session) session.lastSeenAt = now();
      return session && view(session);
    },
    sessions() {
      // A page with an open event stream is active now.
      for (const session of open.values()) if (session.endListeners.size > 0) session.lastSeenAt = now();
      return [...open.values()].reverse().map(view);
    },
    end(id) {
      const [key, session] = byId(id) ?? [];
      if (key === undefined || !session) return false;
      open.delete(key);
      for (const listener of session.endListeners) listener();
      return true;
    },
    onEnd(id, listener) {
      const [, session] = byId(id) ?? [];
      session?.endListeners.add(listener);
      return () => {
        session?.endListeners.delete(listener);
      };
    },
    createChallenge: (id) => challenges.create(id),
    isConfirmed(id, challenge, text, signature) {
      const [, session] = byId(id) ?? [];
      if (!session || challenges.take(challenge)?.value !== id) return false;
      const expected = createHmac('sha256', session.secret).update(`${challenge}\n${text}`).digest();
      const actual = Buffer.from(signature, 'base64url');
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
}

function view({ id, browser, startedAt, lastSeenAt }: Session): Session {
  return { id, browser, startedAt, lastSeenAt };
}

/** One-time secrets with a limited lifetime. */
class WaitingSecrets<T> {
  readonly #lifetimeMs: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, { readonly validUntil: number; readonly value: T }>();

  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  create(value: T): string {
    const secret = newSecret();
    this.#entries.set(hashOf(secret), { validUntil: this.#now() + this.#lifetimeMs, value });
    for (const oldestKey of [...this.#entries.keys()].slice(0, -maxWaiting)) this.#entries.delete(oldestKey);
    return secret;
  }

  take(secret: string): { readonly value: T } | undefined {
    const link = this.#entries.get(hashOf(secret));
    this.#entries.delete(hashOf(secret));
    return link && this.#now() <= link.validUntil ? { value: link.value } : undefined;
  }
}

/** 256 random bits as 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
