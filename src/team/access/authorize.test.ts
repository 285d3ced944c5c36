/** Access with a real issuer (oidc-provider) on this computer. */
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { introspection, startIssuer, type TestIssuer } from '../testing/issuer.ts';
import { readAccess } from './access-file.ts';
import { type Access, type AccessOptions, createAccess } from './authorize.ts';
import type { Caller } from './caller.ts';
import { keyTimes } from './issuer-keys.ts';
import { createMachineToken } from './machine-tokens.ts';
import { type AccessRefusal, isRefusal } from './refusal.ts';

const publicUrl = 'https://prompts.example.com';
const docs = `${publicUrl}/mcp/Docs`;
const minute = 60_000;

let issuer: TestIssuer;
let now = Date.now();
const toClose: Access[] = [];

beforeAll(async () => {
  issuer = await startIssuer({ ada: ['support', 'platform'], grace: [] });
});
afterAll(async () => {
  for (const access of toClose) access.close();
  await issuer.stop();
});
beforeEach(() => {
  now = Date.now();
});

function open(options: Partial<AccessOptions> = {}, policy = readAccess('Everyone: ["*"]').policy): Access {
  const access = createAccess({
    publicUrl,
    issuers: [{ url: issuer.url, introspection }],
    policy: () => policy,
    now: () => now,
    ...options,
  });
  toClose.push(access);
  return access;
}

const ask = (access: Access, token: string, server = 'Docs') =>
  access.authorize({ authorization: `Bearer ${token}` }, server);

async function expectCaller(access: Access, token: string, server?: string): Promise<Caller> {
  const answer = await ask(access, token, server);
  if (isRefusal(answer)) throw new Error(answer.sentence);
  return answer;
}

async function expectRefusal(access: Access, token: string, server?: string): Promise<AccessRefusal> {
  const answer = await ask(access, token, server);
  if (!isRefusal(answer)) throw new Error('The token was accepted.');
  return answer;
}

/** Claims of a good token. */
function claims(change: Record<string, unknown> = {}) {
  const seconds = Math.floor(now / 1_000);
  return { iss: issuer.url, sub: 'ada', aud: docs, scope: 'prompts:read', iat: seconds, exp: seconds + 300, ...change };
}

test('a token from the issuer for this server names its caller, with scopes and groups', async () => {
  const token = await issuer.token({ resource: docs, scope: 'prompts:read tools:call' });
  expect(await expectCaller(open(), token)).toMatchObject({
    subject: 'ada',
    client: 'ada',
    scopes: ['prompts:read', 'tools:call'],
    groups: ['support', 'platform'],
    audience: [docs],
  });
});

test('a request without a token learns where to get one, and which scope it needs', async () => {
  const access = open();
  const answer = (await access.authorize({}, 'Docs')) as AccessRefusal;
  expect(answer).toMatchObject({ status: 401, sentence: 'This server needs an access token: log in first.' });
  expect(answer.wwwAuthenticate).toBe(
    'Bearer scope="prompts:read", resource_metadata="https://prompts.example.com/.well-known/oauth-protected-resource/mcp/Docs"',
  );
  const path = new URL(/resource_metadata="([^"]+)"/.exec(answer.wwwAuthenticate ?? '')?.[1] ?? '').pathname;
  expect(access.metadata(path)).toMatchObject({
    status: 200,
    body: {
      resource: docs,
      authorization_servers: [issuer.url],
      scopes_supported: ['prompts:read', 'tools:call', 'prompts:publish'],
      bearer_methods_supported: ['header'],
    },
  });
});

test('the whole team server has metadata too, behind a path as well, and other addresses have none', () => {
  const access = open({ publicUrl: 'https://example.com/ai/' });
  const resource = (path: string) => (access.metadata(path)?.body as { resource?: string } | undefined)?.resource;
  expect(resource('/.well-known/oauth-protected-resource')).toBe('https://example.com/ai');
  expect(resource('/.well-known/oauth-protected-resource/ai')).toBe('https://example.com/ai');
  expect(resource('/.well-known/oauth-protected-resource/ai/mcp/My%20Docs')).toBe(
    'https://example.com/ai/mcp/My%20Docs',
  );
  expect(access.metadata('/.well-known/oauth-protected-resource/other/mcp/Docs')?.status).toBe(404);
  expect(access.metadata('/.well-known/oauth-protected-resource/ai/mcp/%E0')?.status).toBe(404);
  expect(access.metadata('/mcp/Docs')).toBeUndefined();
});

test('a token for one server is refused by another one', async () => {
  const token = await issuer.token({ resource: docs });
  const answer = await expectRefusal(open(), token, 'Secrets');
  expect(answer).toMatchObject({
    status: 401,
    sentence: `The token is for another server: ask its issuer for one with the resource ${publicUrl}/mcp/Secrets.`,
  });
  expect(answer.wwwAuthenticate).toContain('error="invalid_token"');
});

test('a token for the whole team server, or for one of its other names, is for all its servers', async () => {
  const access = open({ audiences: ['api://prompts'] });
  const otherUrl = `${publicUrl}/mcp/Other?for=codex`;
  for (const aud of [
    publicUrl,
    `${publicUrl}/`,
    'HTTPS://Prompts.Example.com',
    'api://prompts',
    ['x', publicUrl],
    otherUrl,
  ])
    expect(await expectCaller(access, await issuer.sign(claims({ aud })), 'Other')).toMatchObject({ subject: 'ada' });
});

test.each([
  ['of another server', { aud: 'https://elsewhere.example' }],
  ['whose audience only begins like this server', { aud: `${docs}-other` }],
  ['whose audience differs in case', { aud: `${publicUrl}/mcp/docs` }],
  ['without an audience', { aud: undefined }],
  ['with an empty audience', { aud: [] }],
  ['without an expiry time', { exp: undefined }],
  ['without a subject', { sub: undefined }],
  ['whose subject no database can store', { sub: 'ada\0' }],
  ['of another issuer', { iss: 'https://elsewhere.example' }],
  ['bound to a key', { cnf: { jkt: 'x' } }],
  ['that is an ID token', { at_hash: 'x' }],
])('a token %s is refused', async (_name, change) => {
  expect(await expectRefusal(open(), await issuer.sign(claims(change)))).toMatchObject({ status: 401 });
});

test('an expired token is refused, even if it was valid a moment ago', async () => {
  const access = open();
  const token = await issuer.sign(claims());
  await expectCaller(access, token);
  now += 7 * minute;
  expect(await expectRefusal(access, token)).toMatchObject({
    status: 401,
    sentence: "The token expired 2 minutes ago by this server's clock: log in again.",
  });
});

test('a token that another key has signed is refused', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  const sign = (kid: string) => new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  expect(await expectRefusal(open(), await sign('first'))).toMatchObject({
    status: 401,
    sentence: 'The signature of the token is wrong: log in again.',
  });
  expect(await expectRefusal(open(), await sign('unknown'))).toMatchObject({ status: 401 });
});

test('a token with changed claims is refused', async () => {
  const [header, , signature] = (await issuer.sign(claims())).split('.');
  const forgedClaims = Buffer.from(JSON.stringify(claims({ sub: 'root' }))).toString('base64url');
  expect(await expectRefusal(open(), `${header}.${forgedClaims}.${signature}`)).toMatchObject({ status: 401 });
});

test('an unsigned token is refused, in every spelling of its algorithm', async () => {
  for (const alg of ['none', 'None', 'NONE', '']) {
    const parts = [{ alg, typ: 'at+jwt' }, claims()].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    for (const signature of ['', 'AAAA'])
      expect(await expectRefusal(open(), `${parts.join('.')}.${signature}`)).toMatchObject({
        status: expect.toBeOneOf([400, 401]),
      });
  }
});

test('the public key is not accepted as a secret', async () => {
  const keys = (await (await fetch(`${issuer.url}/jwks`)).json()) as { keys: object[] };
  for (const secret of [JSON.stringify(keys.keys[0]), JSON.stringify(keys)]) {
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'first', typ: 'at+jwt' })
      .sign(Buffer.from(secret.padEnd(32)));
    expect(await expectRefusal(open(), token)).toMatchObject({
      status: 401,
      sentence: 'The token is not signed with an algorithm that this server accepts.',
    });
  }
});

test('a key inside the token is not used', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { exportJWK } = await import('jose');
  const token = await new SignJWT(claims())
    .setProtectedHeader({
      alg: 'ES256',
      kid: 'first',
      jwk: await exportJWK(publicKey),
      jku: 'https://evil.example/jwks',
    })
    .sign(privateKey);
  expect(await expectRefusal(open(), token)).toMatchObject({ status: 401 });
});

test('a token of another type is refused, and JWT only where an issuer writes it', async () => {
  for (const typ of ['logout+jwt', 'secevent+jwt', 'dpop+jwt'])
    expect(await expectRefusal(open(), await issuer.sign(claims(), { typ }))).toMatchObject({ status: 401 });
  const plainToken = await issuer.sign(claims(), { typ: 'JWT' });
  await expectCaller(open(), plainToken);
  await expectCaller(open(), await issuer.sign(claims(), { typ: 'application/at+jwt' }));
  const strict = open({ issuers: [{ url: issuer.url, isTypeRequired: true }] });
  expect(await expectRefusal(strict, plainToken)).toMatchObject({ status: 401 });
});

test('a clock that is a minute off is accepted, and one that is 10 minutes off is named', async () => {
  const access = open();
  const seconds = Math.floor(now / 1_000);
  await expectCaller(access, await issuer.sign(claims({ iat: seconds + 50, nbf: seconds + 50 })));
  for (const change of [{ iat: seconds + 600 }, { nbf: seconds + 600 }])
    expect(await expectRefusal(access, await issuer.sign(claims(change)))).toMatchObject({
      status: 401,
      sentence: 'The token becomes valid in 10 minutes: compare the clocks of this server and of its issuer.',
    });
  expect(() => open({ clockToleranceSeconds: 3_600 })).toThrow('Clocks may differ by 0 to 300 seconds.');
});

test('a new key of the issuer works at once, and invented key ids cost one request in 30 seconds', async () => {
  const otherIssuer = await startIssuer({ ada: [] });
  const access = open({ issuers: [{ url: otherIssuer.url }] });
  const signValid = (change = {}) => otherIssuer.sign({ ...claims(), iss: otherIssuer.url, ...change });
  await expectCaller(access, await signValid());
  now += 31_000;
  await otherIssuer.rotate();
  await expectCaller(access, await signValid());
  const count = () => otherIssuer.requests.filter((path) => path === '/jwks').length;
  const before = count();
  for (let index = 0; index < 20; index++) {
    const token = await otherIssuer.sign({ ...claims(), iss: otherIssuer.url }, { kid: `invented-${index}` });
    expect(await expectRefusal(access, token)).toMatchObject({ status: 401 });
  }
  expect(count()).toBe(before);
  await otherIssuer.stop();
});

test('tokens stay valid for six hours while their issuer is gone, and then the answer says so', async () => {
  const otherIssuer = await startIssuer({ ada: [] });
  const access = open({ issuers: [{ url: otherIssuer.url }] });
  const signValid = () => otherIssuer.sign({ ...claims(), iss: otherIssuer.url });
  await expectCaller(access, await signValid());
  await otherIssuer.stop();
  now += 5.9 * 60 * minute;
  await expectCaller(access, await signValid());
  now += 0.2 * 60 * minute;
  const lateRefusal = await expectRefusal(access, await signValid());
  expect(lateRefusal).toMatchObject({
    status: 503,
    sentence: 'The issuer of the tokens did not answer (nothing listens there): try again in a minute.',
    retryAfterSeconds: 30,
  });
  expect(lateRefusal.wwwAuthenticate).toBeUndefined();
  await otherIssuer.start();
  now += minute;
  await expectCaller(access, await signValid());
  await otherIssuer.stop();
});

test('an issuer whose metadata names another issuer is not trusted', async () => {
  const alias = issuer.url.replace('127.0.0.1', 'localhost');
  const access = open({ issuers: [{ url: alias }] });
  const answer = await expectRefusal(access, await issuer.sign(claims({ iss: alias })));
  expect(answer.status).toBe(503);
});

test('an opaque token is checked by its issuer, and a revoked one works for at most 30 seconds', async () => {
  const access = open();
  const token = await issuer.token({ resource: `${publicUrl}/mcp/Opaque`, format: 'opaque' });
  expect(token.split('.')).toHaveLength(1);
  expect(await expectCaller(access, token, 'Opaque')).toMatchObject({
    subject: 'ada',
    groups: ['support', 'platform'],
  });
  expect(await expectRefusal(access, token, 'Docs')).toMatchObject({ status: 401 });
  const countRequests = () => issuer.requests.filter((path) => path === '/token/introspection').length;
  const before = countRequests();
  await Promise.all(Array.from({ length: 20 }, () => expectCaller(access, token, 'Opaque')));
  expect(countRequests()).toBe(before);
  await issuer.revoke(token);
  now += 31_000;
  expect(await expectRefusal(access, token, 'Opaque')).toMatchObject({
    status: 401,
    sentence: 'The issuer does not know this token, or has revoked it: log in again.',
  });
});

test('requests with one opaque token at the same time ask the issuer once', async () => {
  const access = open();
  const token = await issuer.token({ resource: `${publicUrl}/mcp/Once`, format: 'opaque' });
  const before = issuer.requests.length;
  await Promise.all(Array.from({ length: 20 }, () => expectCaller(access, token, 'Once')));
  expect(issuer.requests.slice(before).filter((path) => path === '/token/introspection')).toHaveLength(1);
});

test('a replica that starts while its issuer is away says so, and gets the keys when it is back', async () => {
  const ownIssuer = await startIssuer({ ada: [] });
  const token = await ownIssuer.token({ resource: docs });
  await ownIssuer.stop();
  const access = open({ issuers: [{ url: ownIssuer.url }], keyTimes: { ...keyTimes, retryMs: [10, 50] } });
  const lines: string[] = [];
  access.prepare((line) => lines.push(line));
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^127\.0\.0\.1:\d+ did not give its keys \(nothing listens there\)/);
  expect(access.unready()).toMatch(/^The issuer of the tokens did not give its keys \(127\.0\.0\.1:\d+: /);
  expect(await expectRefusal(access, token)).toMatchObject({ status: 503, retryAfterSeconds: 30 });
  await ownIssuer.start();
  await expect.poll(() => access.unready()).toBeUndefined();
  await ownIssuer.stop();
  await expectCaller(access, token);
  expect(lines).toHaveLength(1);
});

test('a replica is ready with the keys of one of its issuers', async () => {
  const unreachableIssuer = { url: 'http://127.0.0.1:9' };
  const access = open({ issuers: [unreachableIssuer, { url: issuer.url }] });
  expect(access.unready()).toContain('127.0.0.1:9: it has not answered yet; ');
  access.prepare(() => undefined);
  await expect.poll(() => access.unready()).toBeUndefined();
});

test('an opaque token is refused where no issuer can be asked', async () => {
  const answer = await expectRefusal(open({ issuers: [{ url: issuer.url }] }), 'opaque');
  expect(answer).toMatchObject({ status: 401 });
});

test('a tool call needs its scope, and the challenge names all scopes at once', async () => {
  const access = open();
  const caller = await expectCaller(access, await issuer.sign(claims()));
  expect(access.demand(caller, 'Docs', ['prompts/get', 'tools/list'])).toBeUndefined();
  const answer = access.demand(caller, 'Docs', ['prompts/get', 'tools/call']);
  expect(answer).toMatchObject({ status: 403 });
  expect(answer?.wwwAuthenticate).toContain('error="insufficient_scope"');
  expect(answer?.wwwAuthenticate).toContain('scope="prompts:read tools:call"');
  expect(answer?.wwwAuthenticate).toContain('resource_metadata="');
});

test('a token without a scope of this server may do nothing', async () => {
  for (const change of [{ scope: undefined }, { scope: 'openid profile' }, { scope: 'tools:call' }])
    expect(await expectRefusal(open(), await issuer.sign(claims(change)))).toMatchObject({ status: 403 });
  await expectCaller(open(), await issuer.sign(claims({ scope: undefined, scp: ['prompts:read'] })));
  await expectCaller(open(), await issuer.sign(claims({ scope: undefined, scp: 'prompts:read other' })));
});

test('groups are in the claim that the issuer uses', async () => {
  const groups = async (groupsClaim: string, change: Record<string, unknown>) => {
    const access = open({ issuers: [{ url: issuer.url, groupsClaim }] });
    return (await expectCaller(access, await issuer.sign(claims(change)))).groups;
  };
  expect(await groups('realm_access.roles', { realm_access: { roles: ['a', 'b'] } })).toEqual(['a', 'b']);
  expect(await groups('https://example.com/groups', { 'https://example.com/groups': 'one' })).toEqual(['one']);
  expect(await groups('groups', { groups: [1, null, '', 'x', { a: 1 }] })).toEqual(['x']);
  expect(await groups('constructor.name', {})).toEqual([]);
});

test('a program uses its own token, as long as the repository has its hash', async () => {
  const { token, hash } = createMachineToken();
  const text = `Tokens: [{Name: ci, Hash: "${hash}", Groups: [support], Expires: "2030-01-01"}]\nGroups: {support: [Docs]}`;
  let { policy } = readAccess(text);
  const access = open({ policy: () => policy });
  const caller = await expectCaller(access, token);
  expect(caller).toEqual({ subject: 'token:ci', scopes: ['prompts:read'], groups: ['support'], audience: [] });
  expect(access.view(caller, 'Docs')?.key).toBe('all');
  expect(access.view(caller, 'Other')).toBeUndefined();
  expect(await expectRefusal(access, createMachineToken().token)).toMatchObject({ status: 401 });
  expect(await expectRefusal(access, `${token}x`)).toMatchObject({ status: 401 });
  policy = readAccess('Everyone: ["*"]').policy;
  expect(await expectRefusal(access, token)).toMatchObject({ status: 401 });
  policy = readAccess(text).policy;
  now = Date.parse('2030-01-01T00:00:00Z');
  expect(await expectRefusal(access, token)).toMatchObject({ sentence: 'The token has expired: make another one.' });
});

test.each(['Basic YTpi', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer "x"', `Bearer ${'x'.repeat(17_000)}`, 'bearer\tx'])(
  'the header %.20s is refused without a request to the issuer',
  async (authorization) => {
    const before = issuer.requests.length;
    expect(await open().authorize({ authorization }, 'Docs')).toMatchObject({ status: 400 });
    expect(issuer.requests).toHaveLength(before);
  },
);

test('an address that is not encrypted cannot be an issuer', () => {
  expect(() => open({ issuers: [{ url: 'http://sso.example.com' }] })).toThrow('must begin with https://');
  expect(() => open({ publicUrl: 'prompts.example.com' })).toThrow('cannot be the public address');
});
