/** Sends requests to an issuer of tokens: for its metadata, its keys, and the validity of an opaque token. */
import * as z from 'zod';
import { isPrivateUrl } from '../../base/network-address.ts';
import { createLimitedFetch, type LimitedFetch } from '../../outside/limited-fetch.ts';
import { AnswerBudget, OutsideError } from '../../outside/limits.ts';
import { proxyOf } from '../../outside/proxy.ts';

const limits = {
  maxBytes: 500_000,
  maxMessages: 1,
  maxValues: 20_000,
  maxDepth: 20,
  maxRequestsBack: 0,
  maxReconnections: 0,
  timeoutMs: 5_000,
};

/** RFC 8414, section 2, and OpenID Connect Discovery, section 3. */
const metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.string().optional(),
  introspection_endpoint: z.string().optional(),
});

export type IssuerMetadata = z.output<typeof metadata>;

/** RFC 7517, section 5. */
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

export type KeySet = z.output<typeof keySet>;

/** The issuer does not answer, or not usefully. `message` is a clause: `nothing listens there`. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
}

export class IssuerClient {
  readonly #issuer: string;
  readonly #budget = new AnswerBudget(limits);
  #limitedFetch: Promise<LimitedFetch> | undefined;

  /** @param issuer its identifier, as in `iss` */
  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /** Tries the places of both specifications, OAuth's first. @throws IssuerError */
  async metadata(): Promise<IssuerMetadata> {
    const { origin, pathname } = new URL(this.#issuer);
    const path = pathname.replace(/\/$/, '');
    const addresses = new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]);
    let failure = new IssuerError('it has no metadata');
    for (const address of addresses) {
      try {
        const issuerMetadata = await this.#ask(address, metadata);
        // Otherwise another issuer could name its keys here (RFC 8414, section 3.3).
        if (issuerMetadata.issuer === this.#issuer) return issuerMetadata;
        failure = new IssuerError(`its metadata is for another issuer, ${issuerMetadata.issuer.slice(0, 200)}`);
      } catch (error) {
        if (!(error instanceof IssuerError)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  /** @throws IssuerError */
  keys(address: string): Promise<KeySet> {
    return this.#ask(address, keySet);
  }

  /** @param form as `application/x-www-form-urlencoded` @throws IssuerError */
  post<S extends z.ZodType>(address: string, form: Record<string, string>, authorization: string, schema: S) {
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return this.#ask(address, schema, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
  }

  close(): void {
    this.#limitedFetch?.then(({ close }) => close()).catch(() => undefined);
  }

  async #ask<S extends z.ZodType>(address: string, schema: S, init: RequestInit = {}): Promise<z.output<S>> {
    const fault = issuerAddressFault(address);
    if (fault) throw new IssuerError(fault);
    this.#limitedFetch ??= this.#open();
    const end = this.#budget.begin();
    try {
      const { fetch } = await this.#limitedFetch;
      const headers = { accept: 'application/json', ...init.headers };
      const answer = await fetch(address, { ...init, headers, redirect: 'error' });
      const text = await answer.text();
      if (answer.status !== 200) throw new IssuerError(`it answered with HTTP ${answer.status}`);
      return schema.parse(JSON.parse(text));
    } catch (error) {
      if (error instanceof IssuerError) throw error;
      if (error instanceof OutsideError) throw new IssuerError(error.message, { cause: error });
      if (error instanceof SyntaxError || error instanceof z.ZodError)
        throw new IssuerError('its answer does not follow the specification', { cause: error });
      throw error;
    } finally {
      end();
    }
  }

  /** Allows a private address, because the issuer may be inside the company; but not through a proxy, which is for others. */
  async #open(): Promise<LimitedFetch> {
    const isOutside = !isPrivateUrl(this.#issuer) && (await proxyOf(new URL(this.#issuer))) !== undefined;
    return createLimitedFetch({ budget: this.#budget, allowsPrivate: !isOutside });
  }
}

/** Returns the fault of an address that tokens or keys would pass in clear text, as a clause; undefined for a good one. */
export function issuerAddressFault(address: string): string | undefined {
  if (!URL.canParse(address)) return `${address.slice(0, 200)} is not an address`;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:') return undefined;
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return protocol === 'http:' && isLoopback ? undefined : `${address.slice(0, 200)} must begin with https://`;
}
