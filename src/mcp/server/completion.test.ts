import { describe, expect, it } from 'vitest';
import { WorkbenchError } from '../../base/errors.ts';
import type { Completion } from '../../model/definitions.ts';
import { connectClient, connectWire } from './testing/clients.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from './testing/fake-live-server.ts';

const createLiveServer = (complete?: Completion, paths: readonly string[] = []) =>
  fakeLiveServer(
    resolvedServer([
      prompt({
        name: 'Ask',
        arguments: [
          { name: 'topic', required: true, ...(complete && { complete }) },
          { name: 'other', required: false },
        ],
      }),
    ]),
    {},
    paths,
  );

const ask = (value: string, argument = 'topic', name = 'Ask') => ({
  ref: { type: 'ref/prompt' as const, name },
  argument: { name: argument, value },
});

const languages: Completion = { kind: 'values', values: ['English', 'Español', 'Deutsch', 'espresso'] };

describe('completion/complete', () => {
  it.each([
    ['', ['English', 'Español', 'Deutsch', 'espresso']],
    ['e', ['English', 'Español', 'espresso']],
    ['ESP', ['Español', 'espresso']],
    ['x', []],
  ])('offers the values that begin with %j, in any case', async (typedText, values) => {
    const client = await connectClient(createLiveServer(languages));
    expect((await client.complete(ask(typedText))).completion).toEqual({
      values,
      total: values.length,
      hasMore: false,
    });
  });

  it('offers at most 100 and says how many there are', async () => {
    const values = Array.from({ length: 250 }, (_, index) => `v${index}`);
    const client = await connectClient(createLiveServer({ kind: 'values', values }));
    const { completion } = await client.complete(ask('v'));
    expect(completion).toEqual({ values: values.slice(0, 100), total: 250, hasMore: true });
  });

  it('offers files of the workspace', async () => {
    const liveServer = createLiveServer({ kind: 'files', glob: '**/*.md' }, ['docs/a.md', 'docs/b.md', 'README.md']);
    const client = await connectClient(liveServer);
    expect((await client.complete(ask('docs/'))).completion.values).toEqual(['docs/a.md', 'docs/b.md']);
  });

  it('calls a function, which gets the typed text and the other arguments', async () => {
    const calls: unknown[] = [];
    const services = fakeServices(async ({ args }) => {
      calls.push(args);
      return ['apple', 'pear'];
    });
    const client = await connectClient(
      createLiveServer({ kind: 'function', code: '() => []' }),
      '2025-11-25',
      services,
    );
    const request = { ...ask('ap'), context: { arguments: { other: 'fruit' } } };
    expect((await client.complete(request)).completion.values).toEqual(['apple']);
    expect(calls).toEqual([['ap', { other: 'fruit' }]]);
  });

  it.each([
    ['returns no list', async () => 'apple', 'must return a list of strings'],
    [
      'throws',
      async () => {
        throw new WorkbenchError('failed', 'The function threw "no".');
      },
      'The function threw "no".',
    ],
  ])('answers −32603 when the function %s', async (_, run, sentence) => {
    const liveServer = createLiveServer({ kind: 'function', code: '() => []' });
    const client = await connectClient(liveServer, '2025-11-25', fakeServices(run));
    await expect(client.complete(ask(''))).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining(sentence),
    });
  });

  it('offers nothing for an argument without values to offer', async () => {
    const client = await connectClient(createLiveServer());
    expect((await client.complete(ask(''))).completion).toEqual({ values: [], total: 0, hasMore: false });
  });

  it.each([
    [ask('', 'topic', 'Nothing'), '"Nothing"'],
    [ask('', 'nothing'), '"nothing"'],
    [{ ref: { type: 'ref/resource', uri: 'doc://{id}' }, argument: { name: 'id', value: '' } }, 'templates'],
    [{ ref: { type: 'ref/prompt' }, argument: { name: 'topic', value: '' } }, 'ref must be'],
    [{ ref: { type: 'ref/prompt', name: 'Ask' } }, 'argument must be'],
  ])('answers −32602 to %j', async (params, sentence) => {
    const client = await connectWire(createLiveServer(languages), '2025-11-25');
    expect(await client.request('completion/complete', params)).toMatchObject({
      code: -32602,
      message: expect.stringContaining(sentence),
    });
  });
});
