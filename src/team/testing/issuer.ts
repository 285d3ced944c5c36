/** A real OAuth issuer (oidc-provider) on this computer, for tests. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { vi } from 'vitest';

export interface TestIssuer {
  readonly url: string;
  /** The requests that the issuer has answered, by path. */
  readonly requests: string[];
  /** Asks the token endpoint, as a program with its own credentials does. @param format of the token */
  token(options: { resource: string; scope?: string; client?: string; format?: 'jwt' | 'opaque' }): Promise<string>;
  /** Ends a token (RFC 7009). */
  revoke(token: string): Promise<void>;
  /** Signs any claims with the issuer's own key, to test what the issuer itself never signs. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** Replaces the signing key. */
  rotate(): Promise<void>;
  /** Closes the port, or opens it again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** The client that may ask about opaque tokens. */
export const introspection = { clientId: 'team-server', clientSecret: 'secret-of-the-team-server' };

/** @param groups of each client, in the claim `groups` */
export async function startIssuer(groups: Readonly<Record<string, readonly string[]>>): Promise<TestIssuer> {
  let key = await newKey('first');
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const requests: string[] = [];
  const formats = new Map<string, 'jwt' | 'opaque'>();
  const http = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  const listen = (port: number) => new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const open = async () => {
    // It warns that it keeps its tokens in memory, as a test should.
    const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { default: Provider } = await import('oidc-provider');
    answer = new Provider(url, configuration(key.jwk, groups, formats)).callback();
    warnSpy.mockRestore();
  };
  await open();

  return {
    url,
    requests,
    async token({ resource, scope = 'prompts:read', client = 'ada', format = 'jwt' }) {
      formats.set(resource, format);
      const form = { grant_type: 'client_credentials', scope, resource };
      const { access_token } = (await post(`${url}/token`, form, client, 'secret')) as { access_token?: string };
      if (!access_token) throw new Error('The issuer gave no token.');
      return access_token;
    },
    async revoke(token) {
      await post(`${url}/token/revocation`, { token }, 'ada', 'secret');
    },
    sign: (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'at+jwt', ...header }).sign(key.secret),
    async rotate() {
      key = await newKey('second');
      await open();
    },
    async stop() {
      const closing = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await closing;
    },
    start: () => listen(port),
  };
}

async function newKey(kid: string) {
  const { privateKey: secret } = await generateKeyPair('ES256', { extractable: true });
  return { kid, secret, jwk: { ...(await exportJWK(secret)), kid, alg: 'ES256', use: 'sig' } };
}

function configuration(
  key: JWK,
  groups: Readonly<Record<string, readonly string[]>>,
  formats: ReadonlyMap<string, 'jwt' | 'opaque'>,
): Record<string, unknown> {
  const client = (client_id: string, client_secret: string) => ({
    client_id,
    client_secret,
    id_token_signed_response_alg: 'ES256',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  });
  return {
    jwks: { keys: [key] },
    clients: [
      ...Object.keys(groups).map((name) => client(name, 'secret')),
      client(introspection.clientId, introspection.clientSecret),
    ],
    ttl: { ClientCredentials: 600 },
    scopes: ['prompts:read', 'tools:call', 'prompts:publish'],
    extraTokenClaims: (_context: unknown, token: { clientId?: string }) => ({
      groups: groups[token.clientId ?? ''] ?? [],
    }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: 'prompts:read tools:call prompts:publish',
          audience: resource,
          accessTokenFormat: formats.get(resource) ?? 'jwt',
          ...(formats.get(resource) !== 'opaque' && { jwt: { sign: { alg: 'ES256' } } }),
        }),
      },
    },
  };
}

async function post(url: string, form: Record<string, string>, id: string, secret: string): Promise<unknown> {
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The issuer answered with HTTP ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
