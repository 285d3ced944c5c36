/** Gets tokens from the issuer of a team server: OAuth 2.1, authorization code with PKCE, in the person's browser. */
import { randomBytes } from 'node:crypto';
import {
  exchangeAuthorization,
  type OAuthClientInformationMixed,
  OAuthError,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/client';
import { WorkbenchError } from '../base/errors.ts';
import { cleanText } from '../base/text/clean-text.ts';
import { hostOf } from './ask.ts';
import { callbackPath, openCallback, usualPort } from './callback.ts';
import { askIssuer, assertSafe, findTokenPlace, type IssuerMetadata, readIssuerMetadata } from './issuer.ts';
import type { Login } from './logins.ts';

/** Long, because a person may first have to find their second factor. */
const timeoutMs = 600_000;

export interface StartedLogin {
  /** The page where the person logs in. */
  readonly url: string;
  /** Rejects with one sentence if it does not succeed. */
  readonly login: Promise<Login>;
  cancel(): void;
}

/**
 * @param clientId the workbench's id at the issuer; without one, the workbench registers itself (RFC 7591)
 * @throws WorkbenchError `unavailable`, `refused`
 */
export async function startLogin(address: string, clientId: string | undefined): Promise<StartedLogin> {
  const place = await findTokenPlace(address);
  const { issuer, resource } = place;
  const metadata = await readIssuerMetadata(issuer);
  const state = randomBytes(32).toString('base64url');
  const callback = await openCallback(state, timeoutMs);
  const { redirectUrl } = callback;
  try {
    const scope = scopeOf(place.scopes, metadata);
    const client: OAuthClientInformationMixed =
      clientId === undefined ? await register(issuer, metadata, redirectUrl, scope) : { client_id: clientId };
    const { authorizationUrl, codeVerifier } = await askIssuer(issuer, () =>
      startAuthorization(issuer, {
        metadata,
        clientInformation: client,
        redirectUrl,
        state,
        resource,
        ...(scope !== '' && { scope }),
      }),
    );
    assertSafe(authorizationUrl.href, 'The login page');
    const login = callback.parameters
      .then((returnedParams) => {
        const code = codeOf(returnedParams, issuer);
        const iss = returnedParams.get('iss');
        return askIssuer(issuer, async (fetch) => {
          const tokens = await exchangeAuthorization(issuer, {
            metadata,
            clientInformation: client,
            authorizationCode: code,
            ...(iss !== null && { iss }),
            codeVerifier,
            redirectUri: redirectUrl,
            resource,
            fetchFn: fetch,
          });
          return loginOf(tokens, { issuer, resource, ...credentialsOf(client) });
        });
      })
      .finally(() => callback.close());
    return { url: authorizationUrl.href, login, cancel: () => callback.close() };
  } catch (error) {
    callback.close();
    throw error;
  }
}

/**
 * Gets another access token.
 * @returns undefined if the issuer no longer accepts the login
 * @throws WorkbenchError `unavailable` if the issuer cannot be asked
 */
export async function renewLogin(login: Login): Promise<Login | undefined> {
  const { issuer, refreshToken, resource, clientId, clientSecret } = login;
  if (refreshToken === undefined) return undefined;
  const metadata = await readIssuerMetadata(issuer);
  return askIssuer(issuer, async (fetch) => {
    try {
      const tokens = await refreshAuthorization(issuer, {
        metadata,
        clientInformation: {
          client_id: clientId,
          ...(clientSecret !== undefined && { client_secret: clientSecret }),
        },
        refreshToken,
        resource,
        fetchFn: fetch,
      });
      return { ...login, ...loginOf(tokens, login) };
    } catch (error) {
      if (
        error instanceof OAuthError &&
        ['invalid_grant', 'invalid_client', 'unauthorized_client'].includes(error.code)
      )
        return undefined;
      throw error;
    }
  });
}

/** Revokes the tokens at the issuer (RFC 7009). @throws WorkbenchError `unavailable` */
export async function revokeLogin({ issuer, refreshToken, accessToken, clientId, clientSecret }: Login): Promise<void> {
  const metadata = await readIssuerMetadata(issuer);
  const endpoint = 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  if (typeof endpoint !== 'string') return;
  assertSafe(endpoint, 'An address of the issuer');
  const form = new URLSearchParams({
    token: refreshToken ?? accessToken,
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  });
  const { status } = await askIssuer(issuer, (fetch) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    }),
  );
  if (status !== 200) throw new WorkbenchError('unavailable', `${hostOf(issuer)} answered with HTTP ${status}.`);
}

/** The window only reads. With `offline_access`, the person logs in once instead of every hour. */
function scopeOf(scopes: readonly string[], { scopes_supported: supportedScopes = [] }: IssuerMetadata): string {
  const readScope = scopes.length === 0 || scopes.includes('prompts:read') ? ['prompts:read'] : [];
  return [...readScope, ...(supportedScopes.includes('offline_access') ? ['offline_access'] : [])].join(' ');
}

async function register(issuer: string, metadata: IssuerMetadata, redirectUrl: string, scope: string) {
  if (metadata.registration_endpoint === undefined)
    throw new WorkbenchError(
      'refused',
      `${hostOf(issuer)} does not register programs automatically: ask your administrator for a client id with the redirect address http://127.0.0.1:${usualPort}${callbackPath}, and add the team server with it.`,
    );
  return askIssuer(issuer, (fetch) =>
    registerClient(issuer, {
      metadata,
      clientMetadata: {
        client_name: 'Prompt Workbench',
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      ...(scope !== '' && { scope }),
      fetchFn: fetch,
    }),
  );
}

/** @throws WorkbenchError `refused` with the issuer's reason */
function codeOf(returnedParams: URLSearchParams, issuer: string): string {
  const code = returnedParams.get('code');
  if (code !== null && returnedParams.get('error') === null) return code;
  const reason = returnedParams.get('error_description') ?? returnedParams.get('error') ?? 'it returned without a code';
  throw new WorkbenchError(
    'refused',
    `${hostOf(issuer)} did not log you in (${cleanText(reason).slice(0, 300)}): try again, or ask your administrator.`,
  );
}

type Tokens = Awaited<ReturnType<typeof refreshAuthorization>>;

function loginOf(tokens: Tokens, rest: Pick<Login, 'issuer' | 'resource' | 'clientId' | 'clientSecret'>): Login {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = tokens;
  const { issuer, resource, clientId, clientSecret } = rest;
  return {
    issuer,
    resource,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    accessToken,
    ...(seconds !== undefined && { expiresAtMs: Date.now() + seconds * 1_000 }),
    ...(refreshToken !== undefined && { refreshToken }),
  };
}

function credentialsOf({ client_id: clientId, client_secret: clientSecret }: OAuthClientInformationMixed) {
  return { clientId, ...(clientSecret !== undefined && { clientSecret }) };
}
