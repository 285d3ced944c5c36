/**
 * The team server as an OAuth 2.1 resource server (MCP 2026-07-28, "Authorization"): it identifies the caller of
 * a request, and decides what the token allows and what the caller sees.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { WorkbenchError } from '../../base/errors.ts';
import type { Caller } from './caller.ts';
import {
  checkJwt,
  claimedIssuer,
  defaultClockToleranceSeconds,
  isJwt,
  maxClockToleranceSeconds,
  TokenError,
} from './check-jwt.ts';
import { audienceOf, clientOf, groupsOf, isFor, scopesOf } from './claims.ts';
import { ExpiringCache } from './expiring-cache.ts';
import { type IntrospectionOptions, Introspector } from './introspect.ts';
import { IssuerClient, IssuerError, issuerAddressFault } from './issuer-client.ts';
import { IssuerKeys, type KeyTimes } from './issuer-keys.ts';
import { checkMachineToken, isMachineToken } from './machine-tokens.ts';
import type { AccessPolicy, ServerView } from './policy.ts';
import {
  type AccessRefusal,
  cannotCheck,
  insufficientScope,
  invalidToken,
  malformedHeader,
  unauthenticated,
} from './refusal.ts';
import { type MetadataAnswer, metadataUrl, resourceMetadata, resourceOf } from './resource-metadata.ts';
import { requiredScopes, type Scope } from './scopes.ts';

export interface IssuerOptions {
  /** Its identifier, exactly as in the claim `iss`. */
  readonly url: string;
  /** The claim with a person's groups; dots lead into nested claims. Default: `groups`. */
  readonly groupsClaim?: string;
  /** The address of its keys. Default: that of its metadata. */
  readonly jwksUrl?: string;
  /** For opaque tokens. Absent: they are refused. */
  readonly introspection?: IntrospectionOptions;
  /** Whether a JWT must have the type `at+jwt`. */
  readonly isTypeRequired?: boolean;
}

export interface AccessOptions {
  /** The address of the team server as clients write it: `https://prompts.example.com`. */
  readonly publicUrl: string;
  readonly issuers: readonly IssuerOptions[];
  /** Further values of `aud` that mean this team server, such as `api://prompts`. */
  readonly audiences?: readonly string[];
  /** How far clocks may differ; at most 300. Default: 60. */
  readonly clockToleranceSeconds?: number;
  /** A web page for people who cannot log in. */
  readonly documentation?: string;
  /** The policy of the commit that is served. */
  policy(): AccessPolicy;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
  readonly keyTimes?: KeyTimes;
}

export interface Access {
  /**
   * Never rejects for what a client sends.
   * @param server the name in the address, whether it exists or not
   * @param needs the scopes of the request; more may follow from its body, see `demand`
   */
  authorize(headers: IncomingHttpHeaders, server: string, needs?: readonly Scope[]): Promise<Caller | AccessRefusal>;
  /** Checks the scopes that the methods of a body need. @returns undefined if the token has them */
  demand(caller: Caller, server: string, methods: readonly string[]): AccessRefusal | undefined;
  /** What the caller sees of a server; undefined: for the caller, there is no such server. */
  view(caller: Caller, server: string): ServerView | undefined;
  /** Answers a GET of protected resource metadata. @param path without its query @returns undefined for another path */
  metadata(path: string): MetadataAnswer | undefined;
  /** Fetches the keys of the issuers before a request needs them. @param log receives a sentence if an issuer does not answer */
  prepare(log: (sentence: string) => void): void;
  /** Why no person can log in here yet, as a sentence; undefined once an issuer's keys have been fetched. */
  unready(): string | undefined;
  close(): void;
}

interface Issuer {
  readonly options: IssuerOptions;
  readonly client: IssuerClient;
  readonly keys: IssuerKeys;
  readonly introspector?: Introspector;
}

/** How long a checked JWT is not checked again. A key that its issuer withdraws works until then. */
const checkedMs = 300_000;
const maxChecked = 20_000;
/** Real ones have at most a few thousand. */
const maxTokenLength = 16_000;

/** @throws WorkbenchError `invalid-input` for an address that cannot be used */
export function createAccess(options: AccessOptions): Access {
  const { now = Date.now, audiences = [], policy } = options;
  const publicUrl = checkedPublicUrl(options.publicUrl);
  const tolerance = options.clockToleranceSeconds ?? defaultClockToleranceSeconds;
  if (!(tolerance >= 0 && tolerance <= maxClockToleranceSeconds))
    throw new WorkbenchError('invalid-input', `Clocks may differ by 0 to ${maxClockToleranceSeconds} seconds.`);
  const issuers = options.issuers.map((issuer) => openIssuer(issuer, now, options.keyTimes));
  const checkedTokens = new ExpiringCache<Caller & { readonly expiresAtMs: number }>(maxChecked, now);
  const resource = { publicUrl, issuers: options.issuers, ...pick(options.documentation) };

  const challenge = (server: string, scopes: readonly Scope[]) => ({
    metadata: metadataUrl(publicUrl, server),
    scopes,
  });

  function callerOf(
    { options: { url, groupsClaim = 'groups' } }: Issuer,
    claims: Readonly<Record<string, unknown>>,
  ): Caller {
    const { sub } = claims;
    if (typeof sub !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,256}$/u.test(sub))
      throw new TokenError('The token names no subject (sub) of at most 256 characters.');
    const client = clientOf(claims);
    return {
      subject: issuers.length > 1 ? `${sub}@${new URL(url).host}` : sub,
      issuer: url,
      ...(client !== undefined && { client }),
      scopes: scopesOf(claims),
      groups: groupsOf(claims, groupsClaim),
      audience: audienceOf(claims),
    };
  }

  async function checkSigned(token: string): Promise<Caller> {
    const key = createHash('sha256').update(token).digest('base64');
    const checkedToken = checkedTokens.get(key);
    if (checkedToken) return checkedToken;
    const issuerUrl = claimedIssuer(token);
    const issuer = issuers.find(({ options: { url } }) => url === issuerUrl);
    if (!issuer) throw new TokenError('The token is from an issuer that this server does not accept.');
    const claims = await checkJwt(token, issuer.keys, {
      issuer: issuer.options.url,
      toleranceSeconds: tolerance,
      isTypeRequired: issuer.options.isTypeRequired ?? false,
      now,
    });
    const expiresAtMs = ((claims.exp ?? 0) + tolerance) * 1_000;
    const caller = { ...callerOf(issuer, claims), expiresAtMs };
    checkedTokens.set(key, caller, Math.min(expiresAtMs, now() + checkedMs));
    return caller;
  }

  /** Asks one issuer after the other: an opaque token does not name its own. */
  async function checkOpaque(token: string): Promise<Caller> {
    let failure: unknown = new TokenError('This server does not know this kind of token: log in again.');
    for (const issuer of issuers) {
      if (!issuer.introspector) continue;
      try {
        const introspection = await issuer.introspector.check(token, tolerance);
        // A program that logs in for itself is its own subject (RFC 9068, section 2.2); RFC 7662 leaves that open.
        return callerOf(issuer, { ...introspection, sub: introspection.sub ?? introspection.client_id });
      } catch (error) {
        // An issuer that does not answer may be the one that knows the token.
        if (!(failure instanceof IssuerError)) failure = withIssuer(error, issuer);
      }
    }
    throw failure;
  }

  function refuseForeign({ audience, issuer }: Caller, server: string): void {
    const ownResource = resourceOf(publicUrl, server);
    if (issuer === undefined || isFor(audience, [ownResource, publicUrl, ...audiences])) return;
    throw new TokenError(`The token is for another server: ask its issuer for one with the resource ${ownResource}.`);
  }

  return {
    async authorize({ authorization }, server, needs = ['prompts:read']) {
      if (authorization === undefined) return unauthenticated(challenge(server, needs));
      const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
      if (token === undefined || token.length > maxTokenLength) return malformedHeader(challenge(server, needs));
      try {
        const caller = isMachineToken(token)
          ? checkMachineToken(token, policy().tokens, now())
          : await (isJwt(token) ? checkSigned(token) : checkOpaque(token));
        refuseForeign(caller, server);
        return needs.every((scope) => caller.scopes.includes(scope))
          ? caller
          : insufficientScope(challenge(server, needs));
      } catch (error) {
        if (error instanceof TokenError) return invalidToken(error.message, challenge(server, needs));
        if (error instanceof IssuerError)
          return cannotCheck(`The issuer of the tokens did not answer (${error.message}): try again in a minute.`);
        throw error;
      }
    },
    demand({ scopes }, server, methods) {
      const neededScopes = requiredScopes(methods);
      return neededScopes.every((scope) => scopes.includes(scope))
        ? undefined
        : insufficientScope(challenge(server, neededScopes));
    },
    view: ({ groups }, server) => policy().viewOf(server, groups),
    metadata: (path) => resourceMetadata(path, resource),
    prepare(log) {
      for (const {
        options: { url },
        keys,
      } of issuers) {
        let isLogged = false;
        keys.prepare(() => {
          if (!isLogged) log(`${new URL(url).host} did not give its keys (${keys.missing}): this replica tries again.`);
          isLogged = true;
        });
      }
    },
    unready() {
      const reasons = issuers.flatMap(({ options: { url }, keys: { missing } }) =>
        missing === undefined ? [] : [`${new URL(url).host}: ${missing}`],
      );
      return reasons.length === 0 || reasons.length < issuers.length
        ? undefined
        : `The issuer of the tokens did not give its keys (${reasons.join('; ')}): this replica tries again.`;
    },
    close() {
      for (const { client, keys } of issuers) {
        keys.close();
        client.close();
      }
    },
  };
}

function openIssuer(options: IssuerOptions, now: () => number, times?: KeyTimes): Issuer {
  const fault = issuerAddressFault(options.url);
  if (fault) throw new WorkbenchError('invalid-input', `The issuer's address cannot be used: ${fault}.`);
  const client = new IssuerClient(options.url);
  const { introspection } = options;
  return {
    options,
    client,
    keys: new IssuerKeys(client, options.jwksUrl, now, times),
    ...(introspection && { introspector: new Introspector(options.url, client, introspection, now) }),
  };
}

function withIssuer(error: unknown, { options: { url } }: Issuer): unknown {
  return error instanceof IssuerError
    ? new IssuerError(`${new URL(url).host}: ${error.message}`, { cause: error })
    : error;
}

function checkedPublicUrl(address: string): string {
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  const { search, hash, href } = isAddress ? new URL(address) : { search: '?', hash: '', href: '' };
  if (search !== '' || hash !== '')
    throw new WorkbenchError(
      'invalid-input',
      `${address} cannot be the public address: write it as https://prompts.example.com, without ? and #.`,
    );
  return href.replace(/\/$/, '');
}

function pick(documentation: string | undefined): { documentation?: string } {
  return documentation === undefined ? {} : { documentation };
}
