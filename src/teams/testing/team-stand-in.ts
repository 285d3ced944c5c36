/** A program that answers at some addresses, as a team server and its issuer do. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Bodies by path. A page of a team server that is missing answers with 401. */
export type Answers = Readonly<Record<string, object>>;

export async function startTeamStandIn(answers: (address: string) => Answers = goodAnswers) {
  let knownValues: Answers = {};
  const http = createServer((request, response) => {
    const body = knownValues[request.url ?? ''];
    const status = !body ? (request.url === '/servers' ? 401 : 404) : request.method === 'POST' ? 201 : 200;
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'No.' }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  knownValues = answers(address);
  return {
    address,
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}

/** The metadata of a team server that issues its own tokens. */
export function metadataAnswers(address: string, ownFields: object = {}): Answers {
  return {
    '/.well-known/oauth-protected-resource': { resource: address, authorization_servers: [address], ...ownFields },
    '/.well-known/oauth-authorization-server': {
      issuer: address,
      authorization_endpoint: `${address}/auth`,
      token_endpoint: `${address}/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    },
  };
}

const commit = '3f9c1b2aa0d94e7c8f1d2e3b4a5968778695a4b3';

function goodAnswers(address: string): Answers {
  return {
    ...metadataAnswers(address),
    '/.well-known/oauth-authorization-server': {
      ...metadataAnswers(address)['/.well-known/oauth-authorization-server'],
      registration_endpoint: `${address}/register`,
    },
    '/register': { client_id: 'workbench', redirect_uris: ['http://127.0.0.1/callback'] },
    '/servers': {
      ref: 'main',
      commit: { id: commit, time: '2026-11-20T10:00:00.000Z', subject: 'Greet people' },
      since: '2026-11-20T10:00:30.000Z',
      servers: [{ name: 'Docs', version: '1.0.0', prompts: 2, tools: 0, commit }],
    },
    '/usage/Docs?days=7': { entries: [], unused: ['greet'] },
  };
}
