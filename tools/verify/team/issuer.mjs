/** A real OAuth issuer on loopback (oidc-provider): programs register themselves, and it logs everyone in without a question. */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The client that may ask about opaque tokens. */
export const introspection = { clientId: 'team-server', clientSecret: 'secret of the team server' };

const scopes = 'prompts:read tools:call prompts:publish';

/**
 * @param {number} port
 * @param {string} resource the public address of the team server
 */
export async function startIssuer(port, resource) {
  const url = `http://127.0.0.1:${port}`;
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'first', alg: 'ES256', use: 'sig' };
  const provider = await quietly(async () => {
    const { default: Provider } = await import('oidc-provider');
    return new Provider(url, configuration(jwk));
  });
  const answer = provider.callback();
  const http = createServer(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    // A real issuer would show a page here; this one logs the person in and takes their consent for granted.
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: 'ada' } });
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    grant.addResourceScope(String(params.resource), String(params.scope));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });
  const start = async () => {
    if (!http.listening) await new Promise((resolve) => http.listen(port, '127.0.0.1', () => resolve(undefined)));
  };
  await start();

  /** Signs any claims with the issuer's own key. */
  const sign = (claims, header = {}, key = pair.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'first', typ: 'at+jwt', ...header }).sign(key);

  return {
    url,
    start,
    async stop() {
      const httpClose = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await httpClose;
    },
    sign,
    /** The claims of a good token. */
    claims(sub, moreClaims = {}) {
      const now = Math.floor(Date.now() / 1_000);
      return { iss: url, aud: resource, sub, scope: scopes, iat: now, exp: now + 7_200, ...moreClaims };
    },
    /** An opaque token for a program, which only the issuer can check. */
    async opaque() {
      const form = { grant_type: 'client_credentials', scope: 'prompts:read', resource: `${resource}/opaque` };
      const authorization = `Basic ${Buffer.from('nightly:secret').toString('base64')}`;
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams(form),
      });
      const { access_token: token } = /** @type {{ access_token?: string }} */ (await response.json());
      if (!token) throw new Error(`The issuer gave no token: ${response.status}.`);
      return token;
    },
  };
}

/** Hides the warning that tokens are only in memory, which is intended here. */
async function quietly(open) {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await open();
  } finally {
    console.warn = warn;
  }
}

function configuration(jwk) {
  const program = (client_id, client_secret) => ({
    client_id,
    client_secret,
    grant_types: ['client_credentials'],
    id_token_signed_response_alg: 'ES256',
    redirect_uris: [],
    response_types: [],
  });
  return {
    jwks: { keys: [jwk] },
    clients: [program('nightly', 'secret'), program(introspection.clientId, introspection.clientSecret)],
    ttl: {
      AccessToken: 7_200,
      ClientCredentials: 7_200,
      Grant: 7_200,
      Interaction: 600,
      RefreshToken: 7_200,
      Session: 7_200,
    },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: ['a key of this run'] },
    scopes: ['openid', 'offline_access', 'prompts:read', 'tools:call', 'prompts:publish'],
    clientBasedCORS: () => true,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    extraTokenClaims: () => ({ groups: [] }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, indicator) => {
          const isOpaque = indicator.endsWith('/opaque');
          return {
            scope: scopes,
            audience: indicator.replace(/\/opaque$/, ''),
            accessTokenFormat: isOpaque ? 'opaque' : 'jwt',
            ...(!isOpaque && { jwt: { sign: { alg: 'ES256' } } }),
          };
        },
      },
    },
  };
}
