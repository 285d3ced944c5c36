/**
 * Finds the issuer of a team server's tokens: by protected resource metadata (RFC 9728), then the metadata of the issuer
 * (RFC 8414, OpenID Connect Discovery).
 */
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import * as z from 'zod';
import { sentence, WorkbenchError } from '../base/errors.ts';
import { OutsideError } from '../outside/limits.ts';
import { explainFailure, type Fetch, hostOf, withFetch } from './ask.ts';

export type IssuerMetadata = NonNullable<Awaited<ReturnType<typeof discoverAuthorizationServerMetadata>>>;

export interface TokenPlace {
  readonly issuer: string;
  /** What tokens have to be for (RFC 8707): the address of the team server. */
  readonly resource: string;
  /** The scopes that the team server knows. */
  readonly scopes: readonly string[];
}

/** @throws WorkbenchError `unavailable`, `refused` for a team server whose login is not safe */
export async function findTokenPlace(address: string): Promise<TokenPlace> {
  const resourceMetadata = await withFetch(address, (fetch) =>
    discoverOAuthProtectedResourceMetadata(address, {}, fetch).catch((error: unknown) => {
      throw explainFailure(address, error);
    }),
  );
  const [issuer] = resourceMetadata.authorization_servers ?? [];
  const host = hostOf(address);
  if (issuer === undefined)
    throw new WorkbenchError('refused', `${host} does not say who issues its tokens: ask its operator.`);
  // A token for another address would be another server's (RFC 9728, section 3.3).
  if (canonical(resourceMetadata.resource) !== canonical(address))
    throw new WorkbenchError(
      'refused',
      `This team server has the address ${resourceMetadata.resource}: add it by that address.`,
    );
  assertSafe(address, 'The team server');
  assertSafe(issuer, 'The issuer of its tokens');
  // A team server elsewhere must not lead the workbench to a program of this computer.
  if (isLoopback(issuer) && !isLoopback(address))
    throw new WorkbenchError('refused', `${host} names this computer as the issuer of its tokens: ask its operator.`);
  return { issuer, resource: resourceMetadata.resource, scopes: resourceMetadata.scopes_supported ?? [] };
}

/** @throws WorkbenchError `unavailable` */
export function readIssuerMetadata(issuer: string): Promise<IssuerMetadata> {
  return askIssuer(issuer, async (fetch) => {
    const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch });
    if (!metadata) throw new OutsideError('it has no metadata');
    for (const value of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.registration_endpoint])
      if (value !== undefined) assertSafe(value, 'An address of the issuer');
    return metadata;
  });
}

/** Runs requests to an issuer. @throws WorkbenchError `unavailable` with the reason */
export async function askIssuer<T>(issuer: string, ask: (fetch: Fetch) => Promise<T>): Promise<T> {
  try {
    return await withFetch(issuer, ask);
  } catch (error) {
    if (error instanceof WorkbenchError) throw error;
    const reason =
      error instanceof SyntaxError || error instanceof z.ZodError
        ? 'its answer does not follow the specification'
        : sentence(error).slice(0, 500);
    throw new WorkbenchError('unavailable', `The login at ${hostOf(issuer)} failed (${reason}): try again.`, {
      cause: error,
    });
  }
}

/** @throws WorkbenchError `refused` for an address to which a token or a password would go in clear text */
export function assertSafe(address: string, subject: string): void {
  if (URL.canParse(address) && (new URL(address).protocol === 'https:' || isLoopback(address))) return;
  throw new WorkbenchError(
    'refused',
    `${subject}, ${address.slice(0, 200)}, must begin with https:// before you log in: a token would be sent in clear text.`,
  );
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname))
  );
}

function canonical(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/$/, '') : address;
}
