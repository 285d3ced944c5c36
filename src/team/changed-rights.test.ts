import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { until } from '../mcp/server/testing/clients.ts';
import { startIssuer } from './testing/issuer.ts';
import { shareInProcess, startReplica } from './testing/replicas.ts';
import { createRepository, greeting } from './testing/repository.ts';

const files = {
  ...greeting('Hello'),
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, secret]\n',
  'prompts/secret.yaml': 'Name: secret\nContent: For developers.\n',
};
const access = 'Everyone:\n  - Server: Docs\n    Except: [secret]\nGroups:\n  developers: [Docs]\n';

it('each person sees what their groups grant, gets nothing else, and hears when that changes', async () => {
  const issuer = await startIssuer({ ada: ['developers'], bob: [] });
  const repository = createRepository({ ...files, 'access.yaml': access });
  const publicUrl = 'https://prompts.example.com';
  const replica = await startReplica(repository.path, shareInProcess()(), {
    access: { publicUrl, issuers: [{ url: issuer.url }] },
  });
  const url = new URL(`http://127.0.0.1:${replica.port}/mcp/Docs`);
  const connect = async (name: string) => {
    const token = await issuer.token({ resource: `${publicUrl}/mcp/Docs`, client: name });
    const client = new Client({ name: 'test', version: '1' }, { supportedProtocolVersions: ['2025-11-25'] });
    let changes = 0;
    client.setNotificationHandler('notifications/prompts/list_changed', () => {
      changes += 1;
    });
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      reconnectionOptions: {
        initialReconnectionDelay: 10,
        maxReconnectionDelay: 50,
        reconnectionDelayGrowFactor: 1,
        maxRetries: 20,
      },
    });
    await client.connect(transport);
    return { client, token, session: transport.sessionId ?? '', changes: () => changes };
  };
  const [ada, bob] = [await connect('ada'), await connect('bob')];
  const names = async ({ client }: typeof ada) => (await client.listPrompts()).prompts.map((prompt) => prompt.name);
  expect(await names(ada)).toEqual(['greet', 'secret']);
  expect(await names(bob)).toEqual(['greet']);
  await expect(bob.client.getPrompt({ name: 'secret' })).rejects.toMatchObject({ code: -32602 });

  const post = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' });
    const ownHeaders = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    };
    return fetch(url, { method: 'POST', headers: ownHeaders, body });
  };
  const unsignedResponse = await post({});
  expect(unsignedResponse.status).toBe(401);
  expect(unsignedResponse.headers.get('www-authenticate')).toContain(
    `${publicUrl}/.well-known/oauth-protected-resource/mcp/Docs`,
  );
  // A session belongs to the person who began it.
  const stolenResponse = await post({ authorization: `Bearer ${bob.token}`, 'mcp-session-id': ada.session });
  expect(stolenResponse.status).toBe(404);
  expect((await fetch(new URL('/status', url))).status).toBe(401);
  expect((await fetch(new URL('/.well-known/oauth-protected-resource/mcp/Docs', url))).status).toBe(200);

  repository.push({ 'access.yaml': `${access.replace('    Except: [secret]\n', '')}` });
  await replica.fetch();
  await until(() => bob.changes() > 0, 'the change of what Bob sees');
  expect(await names(bob)).toEqual(['greet', 'secret']);
  for (const { client } of [ada, bob]) await client.close();
  await issuer.stop();
});
