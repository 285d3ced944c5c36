import { expect, test } from 'vitest';
import type { ResolvedPrompt } from '../model/definitions.ts';
import { fakeServices, fakeSource, prompt, resolvedServer } from '../server/testing/fake-source.ts';
import { createPreview } from './preview.ts';

const services = fakeServices();

const greet = prompt({
  name: 'Greet',
  description: 'Says hello',
  arguments: [{ name: 'name', required: true, complete: { kind: 'values', values: ['World', 'Wolf', 'Moon'] } }],
  content: { kind: 'text', text: { kind: 'template', template: 'Hello, `name`!' } },
});

const sourceOf = (...prompts: ResolvedPrompt[]) => fakeSource(resolvedServer(prompts));

test('a fetched prompt is what the client received, with the exchange as it went over the wire', async () => {
  const preview = createPreview(sourceOf(greet), services);
  const fetched = await preview.get('Greet', { name: 'World' });
  const messages = [{ role: 'user', content: { type: 'text', text: 'Hello, World!' } }];
  expect(fetched).toMatchObject({ kind: 'result', description: 'Says hello', messages });
  expect(fetched.exchange.request).toMatchObject({
    jsonrpc: '2.0',
    method: 'prompts/get',
    params: { name: 'Greet', arguments: { name: 'World' } },
  });
  expect(fetched.exchange.response).toMatchObject({ jsonrpc: '2.0', result: { description: 'Says hello', messages } });
  expect(fetched.exchange.milliseconds).toBeGreaterThan(0);
  await preview.close();
});

test('calls at the same time keep their own exchanges', async () => {
  const preview = createPreview(sourceOf(greet), services);
  const names = ['a', 'b', 'c', 'd'];
  const fetched = await Promise.all(names.map((name) => preview.get('Greet', { name })));
  expect(fetched.map(({ exchange }) => exchange.request)).toMatchObject(
    names.map((name) => ({ params: { arguments: { name } } })),
  );
  expect(fetched.map(({ exchange }) => exchange.response)).toMatchObject(
    names.map((name) => ({ result: { messages: [{ content: { text: `Hello, ${name}!` } }] } })),
  );
  await preview.close();
});

test('an error of the server is shown with its code, its sentence and its exchange', async () => {
  const preview = createPreview(sourceOf(greet), services);
  const fetched = await preview.get('Greet', {});
  expect(fetched).toMatchObject({ kind: 'error', code: -32602, message: expect.stringContaining('"name"') });
  expect(fetched.exchange.response).toMatchObject({ error: { code: -32602 } });
  await preview.close();
});

test('an edit shows in the next fetch without connecting again', async () => {
  const source = sourceOf(greet);
  const preview = createPreview(source, services);
  await preview.get('Greet', { name: 'World' });
  const text = { kind: 'template', template: 'Bye, `name`.' } as const;
  source.set({ prompts: [prompt({ ...greet, content: { kind: 'text', text } })] });
  expect(await preview.get('Greet', { name: 'World' })).toMatchObject({
    messages: [{ content: { text: 'Bye, World.' } }],
  });
  await preview.close();
});

test('the list holds every page', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => prompt({ name: `Prompt${index}` }));
  const preview = createPreview(sourceOf(...many), services);
  expect((await preview.list()).map(({ name }) => name)).toEqual(many.map(({ name }) => name));
  await preview.close();
});

test('completion offers the values that begin with what was typed', async () => {
  const preview = createPreview(sourceOf(greet), services);
  expect((await preview.complete('Greet', 'name', 'Wo', {})).values).toEqual(['World', 'Wolf']);
  await preview.close();
});

test('completion for a prompt that is not there fails with the sentence of the server', async () => {
  const preview = createPreview(sourceOf(greet), services);
  await expect(preview.complete('Nobody', 'name', '', {})).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('"Nobody"'),
  });
  await preview.close();
});

test('a closed preview connects anew when it is asked again', async () => {
  const preview = createPreview(sourceOf(greet), services);
  await preview.get('Greet', { name: 'World' });
  await preview.close();
  expect(await preview.get('Greet', { name: 'Moon' })).toMatchObject({ kind: 'result' });
  await preview.close();
});

test('every prompt of a large server is listed', async () => {
  const many = Array.from({ length: 6_501 }, (_, index) => prompt({ name: `prompt-${index}` }));
  const preview = createPreview(sourceOf(...many), services);
  expect(await preview.list()).toHaveLength(many.length);
  await preview.close();
});
