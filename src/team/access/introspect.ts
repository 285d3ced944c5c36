/** Checks opaque tokens by asking their issuer (RFC 7662), and remembers the answer for a short time. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { getOrCreate } from '../../base/get-or-create.ts';
import { refuseBound, TokenError } from './check-jwt.ts';
import { ExpiringCache } from './expiring-cache.ts';
import type { IssuerClient } from './issuer-client.ts';
import { IssuerError } from './issuer-client.ts';

/** How long an answer is kept. A revoked token works until then. */
const keptMs = 30_000;
const refusedMs = 10_000;
const maxTokens = 10_000;

/** RFC 7662, section 2.2. Other fields, such as the groups, stay. */
const answer = z.looseObject({
  active: z.boolean(),
  sub: z.string().optional(),
  iss: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  client_id: z.string().optional(),
  token_type: z.string().optional(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
});

export type Introspection = z.output<typeof answer>;

export interface IntrospectionOptions {
  /** By default, that of the issuer's metadata. */
  readonly url?: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export class Introspector {
  readonly #issuer: string;
  readonly #client: IssuerClient;
  readonly #options: IntrospectionOptions;
  readonly #now: () => number;
  readonly #cache: ExpiringCache<Introspection>;
  readonly #openRequests = new Map<string, Promise<Introspection>>();
  #address: string | undefined;

  /** @param now in milliseconds */
  constructor(issuer: string, client: IssuerClient, options: IntrospectionOptions, now: () => number) {
    this.#issuer = issuer;
    this.#client = client;
    this.#options = options;
    this.#now = now;
    this.#cache = new ExpiringCache(maxTokens, now);
    this.#address = options.url;
  }

  /** @throws TokenError; IssuerError if the issuer cannot be asked */
  async check(token: string, toleranceSeconds: number): Promise<Introspection> {
    const key = createHash('sha256').update(token).digest('base64');
    const introspection = this.#cache.get(key) ?? (await this.#askOnce(key, token));
    const seconds = this.#now() / 1_000;
    if (!introspection.active)
      throw new TokenError('The issuer does not know this token, or has revoked it: log in again.');
    if (introspection.exp !== undefined && introspection.exp <= seconds - toleranceSeconds)
      throw new TokenError('The token has expired: log in again.');
    if (introspection.nbf !== undefined && introspection.nbf > seconds + toleranceSeconds)
      throw new TokenError('The token is not valid yet: compare the clocks of this server and of its issuer.');
    if (introspection.iss !== undefined && introspection.iss !== this.#issuer)
      throw new TokenError('The token has another iss: get one for this server from its issuer.');
    if (introspection.token_type !== undefined && introspection.token_type.toLowerCase() !== 'bearer')
      throw new TokenError('This is not a bearer token: send an access token.');
    refuseBound(introspection);
    return introspection;
  }

  /** Concurrent requests with the same token share one question. */
  #askOnce(key: string, token: string): Promise<Introspection> {
    return getOrCreate(this.#openRequests, key, async () => {
      try {
        const { clientId, clientSecret } = this.#options;
        const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
        const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
        const form = { token, token_type_hint: 'access_token' };
        const introspection = await this.#client.post(await this.#endpoint(), form, authorization, answer);
        this.#cache.set(key, introspection, this.#now() + (introspection.active ? keptMs : refusedMs));
        return introspection;
      } finally {
        this.#openRequests.delete(key);
      }
    });
  }

  async #endpoint(): Promise<string> {
    this.#address ??= (await this.#client.metadata()).introspection_endpoint;
    if (this.#address === undefined) throw new IssuerError('its metadata has no introspection_endpoint');
    return this.#address;
  }
}
