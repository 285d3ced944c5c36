import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { buildServer } from './build-server.ts';
import { fakeServices, fakeSource, prompt, resolvedServer } from './testing/fake-source.ts';

it('lists and gets a template prompt', async () => {
  const source = fakeSource(
    resolvedServer([
      prompt({
        name: 'Greet',
        title: 'Say hello',
        description: 'Generates a greeting message',
        arguments: [{ name: 'name', required: true }],
        content: { kind: 'text', text: { kind: 'template', template: 'Hello, `name`!' } },
      }),
    ]),
  );
  const [a, b] = InMemoryTransport.createLinkedPair();
  await buildServer(source, fakeServices()).connect(b);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(a);
  expect((await client.listPrompts()).prompts).toEqual([
    {
      name: 'Greet',
      title: 'Say hello',
      description: 'Generates a greeting message',
      arguments: [{ name: 'name', description: '', required: true }],
    },
  ]);
  const result = await client.getPrompt({ name: 'Greet', arguments: { name: 'World' } });
  expect(result.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Hello, World!' } }]);
  await expect(client.getPrompt({ name: 'Greet' })).rejects.toMatchObject({ code: -32602 });
  await client.close();
});
