/** Proofs of access through the balancers: bad tokens, and a hidden prompt. */
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { LightClient } from '../clients.mjs';
import { assert, library, secret } from '../library.mjs';

/** @type {import('../proofs.mjs').Proof[]} */
export const accessProofs = [
  {
    name: 'tokens',
    title:
      'forged, expired, foreign, unsigned and replayed tokens are refused in both eras, with the address to log in at',
    async run(team) {
      const bad = await badTokens(team);
      for (const [what, token] of Object.entries(bad))
        for (const base of [team.nginx, team.haproxy])
          for (const era of ['handshake', 'stateless']) {
            const { status, headers, message } = await firstRequest(new LightClient(base, era, { token }));
            const challenge = String(headers['www-authenticate']);
            assert(status === 401 || status === 400, `${what}: ${era}, ${status} ${JSON.stringify(message)}`);
            assert(challenge.includes('/.well-known/oauth-protected-resource/mcp/Docs'), `${what}: ${challenge}`);
          }
      // A good token at the wrong server, a session with another person's token, and a missing scope.
      const otherToken = await team.signToken('ada', { aud: `${team.nginx}/mcp/Conformance` });
      const replayedRequest = await firstRequest(new LightClient(team.nginx, 'stateless', { token: otherToken }));
      assert(replayedRequest.status === 401, `A token for another server was answered with ${replayedRequest.status}.`);
      const ada = await (await team.createClient('handshake', { subject: 'ada' })).open();
      const bob = await team.createClient('handshake', { subject: 'bob' });
      bob.headers = ada.headers;
      const stolenAnswer = await bob.request('prompts/list');
      assert(stolenAnswer.status === 404, `Another person's session was answered with ${stolenAnswer.status}.`);
      const reader = await team.createClient('stateless', { claims: { scope: 'prompts:read' } });
      const call = await reader.request('tools/call', { name: 'greet', arguments: { name: 'x' } });
      assert(call.status === 403, `A call without its scope was answered with ${call.status}.`);
      assert(/insufficient_scope/.test(String(call.headers['www-authenticate'])), 'The scope is not named.');
      const goodRequest = await firstRequest(await team.createClient('stateless'));
      assert(
        goodRequest.status === 200,
        `A good token was answered with ${goodRequest.status}: ${JSON.stringify(goodRequest.message)}`,
      );
      for (const client of [ada, bob, reader]) client.close();
      return `${Object.keys(bad).length} kinds of bad tokens, each in both eras through both balancers: ${Object.keys(bad).join(', ')}; and three good tokens in the wrong place`;
    },
  },
  {
    name: 'hidden',
    title: 'a hidden prompt and a hidden server seem not to exist, however a client asks for them',
    async run(team) {
      await team.waitUntilServed(team.remote.push(library), 10_000);
      let requests = 0;
      for (const base of [team.nginx, team.haproxy, ...team.replicas.map(({ port }) => `http://127.0.0.1:${port}`)])
        for (const era of ['handshake', 'stateless']) {
          const options = { base, subject: 'bob' };
          const client = await (await team.createClient(era, options)).open();
          const insider = await (
            await team.createClient(era, { ...options, claims: { groups: ['developers'] } })
          ).open();
          const insiderAnswer = await insider.request('prompts/get', { name: 'launch' });
          assert(
            JSON.stringify(insiderAnswer.message).includes(secret),
            `A developer does not see it: ${JSON.stringify(insiderAnswer.message)}`,
          );
          for (const [method, params] of requestsFor('launch')) {
            const answer = JSON.stringify((await client.request(method, params)).message);
            assert(!answer.includes(secret), `${method} shows it: ${answer}`);
            requests += 1;
          }
          // A hidden name must get the same answer as a name of equal length that does not exist.
          const [hidden, absent] = [requestsFor('launch'), requestsFor('lounge')];
          for (const [index, [method, params]] of hidden.entries()) {
            const result = await client.request(method, params);
            const otherAnswer = await client.request(method, absent[index]?.[1]);
            const [a, b] = [result, otherAnswer].map(({ message: { id: _, ...rest } }) => JSON.stringify(rest));
            const answerOfOther = a?.replaceAll('launch', 'lounge').replaceAll('LAUNCH', 'LOUNGE');
            assert(answerOfOther === b, `${method} differs: ${a} and ${b}`);
          }
          client.close();
          insider.close();
          for (const server of ['Plans', 'plans', 'Plans?for=claude-code']) {
            const { status } = await firstRequest(await team.createClient(era, { ...options, server }));
            assert(status === 404, `The hidden server ${server} answers with ${status}.`);
          }
        }
      const registry = await fetch(`${team.nginx}/v0.1/servers`, {
        headers: { authorization: `Bearer ${await team.signToken('bob')}` },
      });
      const registryText = await registry.text();
      assert(
        registryText.includes('/mcp/Docs') && !registryText.includes('/mcp/Plans'),
        `The registry lists ${registryText}`,
      );
      return `${requests} requests of both eras through both balancers and at each replica`;
    },
  },
];

/** Every kind of request that could reveal a prompt. */
function requestsFor(name) {
  const variants = [name, name.toUpperCase(), ` ${name}`, `${name} `, `${name}\0`, `prompts/${name}`];
  const uris = [`skill://${name}/SKILL.md`, `skill://Docs/${name}/SKILL.md`, `prompt://${name}`];
  return /** @type {[string, object][]} */ ([
    ['prompts/list', {}],
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['skills/list', {}],
    ...variants.map((variant) => ['prompts/get', { name: variant }]),
    ...variants.map((variant) => ['tools/call', { name: variant, arguments: {} }]),
    ['completion/complete', { ref: { type: 'ref/prompt', name }, argument: { name: 'name', value: '' } }],
    ...uris.map((uri) => ['resources/read', { uri }]),
    ...uris.map((uri) => ['skills/get', { uri }]),
    ['skills/get', { name }],
    ['completion/complete', { ref: { type: 'ref/resource', uri: uris[0] }, argument: { name: 'name', value: '' } }],
  ]);
}

/** Sends the first request of a client, which a bad token fails at. */
async function firstRequest(client) {
  const isModern = client.era === 'stateless';
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'verify', version: '1' },
  };
  const answer = await (isModern ? client.request('prompts/list') : client.request('initialize', params));
  client.close();
  return answer;
}

/** Tokens that must be refused, by their fault. */
async function badTokens({ issuer, nginx }) {
  const now = Math.floor(Date.now() / 1_000);
  const claims = issuer.claims('ada', { groups: ['developers'] });
  const { privateKey: stranger, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const validToken = await issuer.sign(claims);
  const [header = '', , signature = ''] = validToken.split('.');
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const keys = await (await fetch(`${issuer.url}/jwks`)).text();
  const symmetric = (key) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first', typ: 'at+jwt' }).sign(Buffer.from(key));
  return {
    absent: undefined,
    'no token at all': 'pwt_made-up',
    'signed by a stranger': await issuer.sign(claims, {}, stranger),
    'signed by a stranger, with another key id': await issuer.sign(claims, { kid: 'other' }, stranger),
    'with changed claims': `${header}.${encode({ ...claims, sub: 'root' })}.${signature}`,
    'without its signature': `${header}.${encode(claims)}.`,
    'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.`,
    'alg None, with a signature': `${encode({ alg: 'None', typ: 'at+jwt' })}.${encode(claims)}.${signature}`,
    'HS256 with the public keys': await symmetric(keys.padEnd(64)),
    'HS256 with another public key': await symmetric(await exportSPKI(publicKey)),
    'its key inside': await issuer.sign(claims, { jku: `${nginx}/jwks` }, stranger),
    expired: await issuer.sign({ ...claims, iat: now - 7_200, exp: now - 3_600 }),
    'from the future': await issuer.sign({ ...claims, nbf: now + 3_600 }),
    'without an end': await issuer.sign({ ...claims, exp: undefined }),
    'for another audience': await issuer.sign({ ...claims, aud: 'https://elsewhere.example' }),
    'without an audience': await issuer.sign({ ...claims, aud: undefined }),
    'from another issuer': await issuer.sign({ ...claims, iss: 'https://elsewhere.example' }),
    'an ID token': await issuer.sign({ ...claims, at_hash: 'x' }),
    'bound to a key': await issuer.sign({ ...claims, cnf: { jkt: 'x' } }),
  };
}
