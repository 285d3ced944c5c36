/** The public keys of one issuer, kept for a while so that an outage does not lock people out at once. */
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { inBackground } from '../../base/in-background.ts';
import type { IssuerClient, KeySet } from './issuer-client.ts';
import { IssuerError } from './issuer-client.ts';

export interface KeyTimes {
  /** The age at which the keys are fetched again in the background. */
  readonly freshMs: number;
  /** The age at which keys that could not be fetched again are no longer used. */
  readonly keptMs: number;
  /** The minimum time between two fetches, so that tokens with invented key ids do not cost a request each. */
  readonly cooldownMs: number;
  /** First and maximum pause between two attempts to get the first keys. */
  readonly retryMs: readonly [first: number, max: number];
}

export const keyTimes: KeyTimes = {
  freshMs: 600_000,
  keptMs: 6 * 3_600_000,
  cooldownMs: 30_000,
  retryMs: [1_000, 15_000],
};

export class IssuerKeys {
  readonly #client: IssuerClient;
  readonly #address: string | undefined;
  readonly #now: () => number;
  readonly #times: KeyTimes;
  #keys: { readonly findKey: JWTVerifyGetKey; readonly fetchedAt: number } | undefined;
  #lastTry: { readonly at: number; readonly failure?: IssuerError } | undefined;
  #runningFetch: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Whether the issuer has no keys, because it only gives opaque tokens. */
  #isKeyless = false;

  /** @param address of the key set; by default, that of the issuer's metadata @param now in milliseconds */
  constructor(client: IssuerClient, address: string | undefined, now: () => number, times: KeyTimes = keyTimes) {
    this.#client = client;
    this.#address = address;
    this.#now = now;
    this.#times = times;
  }

  /** Why no token of the issuer can be checked yet, as a clause; undefined once its keys have been fetched. */
  get missing(): string | undefined {
    return this.#keys || this.#isKeyless ? undefined : (this.#lastTry?.failure?.message ?? 'it has not answered yet');
  }

  /**
   * Fetches the first keys before a request needs them, and tries again until the issuer answers.
   * @param onFailure called after each attempt without keys
   */
  prepare(onFailure: () => void, pauseMs: number = this.#times.retryMs[0]): void {
    const retry = () => {
      if (this.missing === undefined || this.#isClosed) return;
      onFailure();
      const next = Math.min(2 * pauseMs, this.#times.retryMs[1]);
      // Spreads the attempts of replicas that started together.
      this.#timer = setTimeout(() => this.prepare(onFailure, next), pauseMs * (0.8 + Math.random() * 0.4)).unref();
    };
    if (this.missing !== undefined) this.#fetch().then(retry, retry);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** For `jwtVerify`. @throws IssuerError if the issuer cannot be asked and no key is kept; errors of `jose` */
  readonly findKey: JWTVerifyGetKey = async (header, token) => {
    const current = await this.#current();
    try {
      return await current(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#isCooling()) throw error;
      // The issuer may have a new key since.
      await this.#fetch().catch(() => undefined);
      return (this.#keys?.findKey ?? current)(header, token);
    }
  };

  async #current(): Promise<JWTVerifyGetKey> {
    const age = this.#keys ? this.#now() - this.#keys.fetchedAt : Number.POSITIVE_INFINITY;
    // A clock that was set back would make keys look new forever.
    const isUsable = age >= 0 && age < this.#times.keptMs;
    if (this.#keys && isUsable) {
      if (age > this.#times.freshMs && !this.#isCooling()) inBackground(this.#fetch(), () => undefined);
      return this.#keys.findKey;
    }
    if (this.#isCooling() && this.#lastTry?.failure) throw this.#lastTry.failure;
    await this.#fetch();
    if (!this.#keys) throw new IssuerError('it has no keys');
    return this.#keys.findKey;
  }

  #isCooling(): boolean {
    const sinceTry = this.#lastTry ? this.#now() - this.#lastTry.at : Number.POSITIVE_INFINITY;
    return this.#runningFetch === undefined && sinceTry >= 0 && sinceTry < this.#times.cooldownMs;
  }

  /** One fetch at a time, for all requests that wait. */
  #fetch(): Promise<void> {
    this.#runningFetch ??= this.#fetchOnce().finally(() => {
      this.#runningFetch = undefined;
    });
    return this.#runningFetch;
  }

  async #fetchOnce(): Promise<void> {
    try {
      const address = this.#address ?? (await this.#client.metadata()).jwks_uri;
      this.#isKeyless = address === undefined;
      if (address === undefined) throw new IssuerError('its metadata has no jwks_uri');
      const keys = await this.#client.keys(address);
      this.#lastTry = { at: this.#now() };
      this.#keys = { findKey: keySelector(keys), fetchedAt: this.#now() };
    } catch (error) {
      const failure = error instanceof IssuerError ? error : new IssuerError(String(error), { cause: error });
      this.#lastTry = { at: this.#now(), failure };
      throw failure;
    }
  }
}

/** Leaves out symmetric keys: in a public set, they are not secret. */
function keySelector({ keys }: KeySet): JWTVerifyGetKey {
  return createLocalJWKSet({ keys: keys.filter(({ kty }) => kty !== 'oct') });
}
