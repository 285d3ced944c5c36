import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PromptMessage } from '../../model/protocol.ts';
import { fileSecrets, type SecretStore } from '../../state/secrets.ts';
import { keepResult } from '../results.ts';
import { type RunOptions, run } from '../run.ts';
import type { RunRequest } from '../runner.ts';
import {
  anthropicAnswer,
  type ModelStandIn,
  openaiAnswer,
  openaiChunk,
  replyJson,
  startModelStandIn,
  stream,
} from '../testing/model-stand-in.ts';
import { createAddressRunner, knownAddresses } from './address-runner.ts';

const key = 'sk-secret-1234567890';

let dir: string;
let secrets: SecretStore;
let model: ModelStandIn;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'run-address-'));
  secrets = fileSecrets(dir);
  model = await startModelStandIn();
});
afterEach(() => model.close());

const say = (text: string, role: PromptMessage['role'] = 'user'): PromptMessage => ({
  role,
  content: { type: 'text', text },
});

function requestOf(messages: readonly PromptMessage[], chosenModel?: string): RunRequest {
  return { server: 'Docs', prompt: 'greet', values: {}, messages, lineFor: async () => undefined, model: chosenModel };
}

type Api = 'openai' | 'anthropic';
const runnerFor = (api: Api) =>
  createAddressRunner(
    { id: 'mine', title: 'Mine', address: api === 'openai' ? `${model.url}/v1` : model.url, api },
    secrets,
    {},
  );
const ask = (api: Api, options: RunOptions = {}, messages = [say('Hi')], chosenModel = 'm') =>
  run(runnerFor(api), requestOf(messages, chosenModel), options);

const answers = { openai: openaiAnswer, anthropic: anthropicAnswer };
const partialChunks = {
  openai: [openaiChunk('Hel')],
  anthropic: [
    { type: 'message_start', message: { model: 'm', usage: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } },
  ],
};

describe.each(['openai', 'anthropic'] as const)('with a stand-in for the service (%s)', (api) => {
  test('an answer streams, and its end has the tokens, the times and the reason', async () => {
    const pieces: string[] = [];
    const outcome = await ask(api, { onText: (text) => pieces.push(text) });
    expect(pieces).toEqual(['Hello', ', ', 'world']);
    expect(outcome).toMatchObject({
      kind: 'answer',
      text: 'Hello, world',
      stopReason: 'end',
      tokensIn: api === 'openai' ? 7 : 9,
      tokensOut: 3,
      model: 'stand-in-model',
    });
    expect(outcome.firstTokenMs).toBeLessThanOrEqual(outcome.durationMs);
    expect(outcome.costUsd).toBe(api === 'openai' ? 0.0012 : undefined);
  });

  test('the request has the messages as turns, the limit and the key', async () => {
    await secrets.write('runner-mine', key);
    await ask(api, { maxOutputTokens: 50 }, [say('One'), say('Two'), say('Three', 'assistant'), say('Four')]);
    const [modelRequest] = model.requests;
    if (!modelRequest) throw new Error('Nothing was asked.');
    const { body, headers } = modelRequest;
    expect(body).toMatchObject({ model: 'm', max_tokens: 50, stream: true });
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(body.messages[0].content).toEqual([
      { type: 'text', text: 'One' },
      { type: 'text', text: 'Two' },
    ]);
    expect(api === 'openai' ? headers.authorization : headers['x-api-key']).toContain(key);
  });

  test('a stop keeps the text that had arrived, and closes the connection', async () => {
    model.answerNext(stream(partialChunks[api], 'stays open'));
    const stop = new AbortController();
    const outcome = await ask(api, { signal: stop.signal, onText: () => stop.abort() });
    expect(outcome).toMatchObject({ kind: 'failure', code: 'stopped', text: 'Hel' });
    await expect.poll(() => model.countConnections()).toBe(0);
  });

  test('a slow answer ends at the time limit', async () => {
    model.answerNext(stream(partialChunks[api], 'stays open'));
    const outcome = await ask(api, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ code: 'timed-out', text: 'Hel' });
    expect(outcome.kind === 'failure' && outcome.message).toMatch(/had not finished after 0\.3 seconds: run again/);
    await expect.poll(() => model.countConnections()).toBe(0);
  });

  test.each(['breaks', 'ends'] as const)(
    'an answer that %s in the middle is a failure with its beginning',
    async (end) => {
      model.answerNext(stream(partialChunks[api], end));
      const outcome = await ask(api);
      expect(outcome).toMatchObject({ kind: 'failure', code: 'network', text: 'Hel' });
    },
  );

  test.each([
    [401, {}, 'login', 'set its key'],
    [404, {}, 'missing', 'check the address and the name of the model'],
    [429, { 'retry-after': '20' }, 'busy', 'run again in 20 seconds'],
    [429, { 'retry-after': 'soon' }, 'busy', 'run again later'],
    [400, {}, 'refused', 'change the prompt or the model'],
    [500, {}, 'busy', 'run again later'],
    [529, {}, 'busy', 'run again later'],
  ])('HTTP %i %o gives one sentence that says what to do', async (status, headers, code, todo) => {
    model.answerNext(replyJson(status, { error: { message: 'Because I say so.' } }, headers));
    const outcome = await ask(api);
    expect(outcome).toMatchObject({
      kind: 'failure',
      code,
      text: '',
      raw: expect.stringContaining('Because I say so.'),
    });
    expect(outcome.kind === 'failure' && outcome.message).toMatch(
      new RegExp(`^Mine .+\\(HTTP ${status}: Because I say so\\): ${todo}.*\\.$`),
    );
  });

  test.each([
    ['not JSON', '{"choices": ['],
    ['another shape', '{"choices": 5, "type": "message_start"}'],
    ['a number', '5'],
  ])('an event that is %s is a failure with what arrived', async (_, event) => {
    model.answerNext(stream([...partialChunks[api], event]));
    const outcome = await ask(api);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'broken', text: 'Hel', raw: expect.any(String) });
  });

  test('an error in the middle of the stream is a failure', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    model.answerNext(stream([...partialChunks[api], error]));
    expect(await ask(api)).toMatchObject({
      code: 'busy',
      message: 'Mine failed (Overloaded): run again later.',
      text: 'Hel',
    });
  });

  test('an answer of 10 MB arrives whole', async () => {
    const words = Array.from({ length: 1_000 }, () => 'x'.repeat(10_000));
    model.answerNext(answers[api](words));
    const outcome = await ask(api);
    expect([outcome.kind, outcome.text.length]).toEqual(['answer', 10_000_000]);
  });

  test('a page instead of an API is a failure', async () => {
    model.answerNext((response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hi</h1>'));
    expect(await ask(api)).toMatchObject({
      code: 'broken',
      message: expect.stringContaining('check that this is the address of the API'),
      raw: '<h1>Hi</h1>',
    });
  });

  test('no redirect gets the key', async () => {
    await secrets.write('runner-mine', key);
    const otherModel = await startModelStandIn();
    model.answerNext(
      (response) => void response.writeHead(307, { Location: `${otherModel.url}/v1/chat/completions` }).end(),
    );
    expect(await ask(api)).toMatchObject({ kind: 'failure', code: 'network' });
    expect(otherModel.requests).toEqual([]);
    await otherModel.close();
  });

  test.each([
    ['a refusal', replyJson(401, { error: { message: `Bad key ${key}` } })],
    [
      'an error in the stream',
      stream([...partialChunks[api], { type: 'error', error: { message: `Bad key ${key}` } }]),
    ],
    ['an event of another shape', stream([...partialChunks[api], { type: 'message_start', choices: key }])],
    ['an answer that is not JSON', stream([...partialChunks[api], `{"${key}`])],
  ])('a key that the service repeats in %s is in no failure, and in no file but its own', async (_, reply) => {
    await secrets.write('runner-mine', key);
    model.answerNext(reply);
    const outcome = await ask(api);
    expect(outcome).toMatchObject({ kind: 'failure', raw: expect.stringContaining('•••') });
    await keepResult(
      { stateDir: dir, workspaceDir: dir, server: 'Docs', prompt: 'greet' },
      { time: new Date().toISOString(), runner: 'mine', values: {}, outcome },
    );
    expect(JSON.stringify(outcome)).not.toContain(key);
    for (const file of await readdir(dir, { recursive: true, withFileTypes: true }))
      if (file.isFile() && file.name !== 'runner-mine')
        expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain(key);
  });
});

test('a run reports that nothing listens at its address', async () => {
  const { url } = model;
  await model.close();
  const runner = createAddressRunner({ id: 'x', title: 'X', address: `${url}/v1`, api: 'openai' }, secrets, {});
  expect(await run(runner, requestOf([say('Hi')], 'm'))).toMatchObject({
    code: 'network',
    message: `X did not complete its answer (nothing listens there): check that it runs at ${url}.`,
  });
  model = await startModelStandIn();
});

test('an image is sent where the API takes it, and a run says before its start what it leaves out', async () => {
  const data = 'aGVsbG8=';
  const messages: PromptMessage[] = [
    say('Look:'),
    { role: 'user', content: { type: 'image', data, mimeType: 'image/png' } },
    { role: 'user', content: { type: 'audio', data, mimeType: 'audio/wav' } },
    { role: 'user', content: { type: 'image', data, mimeType: 'image/tiff' } },
    { role: 'user', content: { type: 'resource', resource: { uri: 'a:b', mimeType: 'application/pdf', blob: data } } },
    { role: 'user', content: { type: 'resource', resource: { uri: 'a:c', mimeType: 'text/plain', text: 'Inside' } } },
  ];
  expect(runnerFor('openai').leavesOut(requestOf(messages))).toEqual([
    'Message 3: Mine does not get the audio (audio/wav).',
    'Message 5: Mine does not get the file (application/pdf).',
  ]);
  expect(runnerFor('anthropic').leavesOut(requestOf(messages))).toEqual([
    'Message 3: Mine does not get the audio (audio/wav).',
    'Message 4: Mine does not get the image (image/tiff).',
  ]);
  await ask('openai', {}, messages);
  await ask('anthropic', {}, messages);
  const [openai, anthropic] = model.requests.map(({ body }) => body.messages[0].content);
  expect(openai[1]).toEqual({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } });
  expect(anthropic.map(({ type }: { type: string }) => type)).toEqual(['text', 'image', 'document', 'text']);
});

test('without a named model, a run uses the only one of the service; of several, one has to be named', async () => {
  const outcome = await run(runnerFor('openai'), requestOf([say('Hi')]));
  expect([outcome.kind, model.requests[0]?.body.model]).toEqual(['answer', 'stand-in-model']);
  const modelWithTwoNames = await startModelStandIn([], ['a', 'b']);
  const runner = createAddressRunner(
    { id: 'x', title: 'X', address: `${modelWithTwoNames.url}/v1`, api: 'openai' },
    secrets,
    {},
  );
  expect(await run(runner, requestOf([say('Hi')]))).toMatchObject({
    code: 'missing',
    message: 'X has several models, so name one: a, b.',
  });
  await modelWithTwoNames.close();
});

test('Ollama is offered with its models if it answers at its own address', async () => {
  const findOllama = (host: string | undefined) =>
    knownAddresses({ OLLAMA_HOST: host }).find(({ id }) => id === 'ollama');
  expect([undefined, '0.0.0.0', 'box:99', 'http://box', ':80'].map((host) => findOllama(host)?.address)).toEqual([
    'http://127.0.0.1:11434/v1',
    'http://127.0.0.1:11434/v1',
    'http://box:99/v1',
    'http://box:80/v1',
    'http://127.0.0.1:11434/v1',
  ]);
  const { signal } = new AbortController();
  const ollama = findOllama(model.url);
  if (!ollama) throw new Error('There is no Ollama.');
  const runner = createAddressRunner(ollama, secrets, {});
  expect(await runner.detect(signal)).toEqual({ state: { kind: 'ready' }, models: ['stand-in-model'] });
  await model.close();
  expect((await runner.detect(signal)).state).toMatchObject({
    kind: 'missing',
    message: expect.stringContaining('start'),
  });
  model = await startModelStandIn();
});

test('an address of this computer is checked at once, and one elsewhere is not checked', async () => {
  const { signal } = new AbortController();
  const stateAt = async (address: string) =>
    (await createAddressRunner({ id: 'own', title: 'own', address, api: 'openai' }, secrets, {}).detect(signal)).state;
  expect(await stateAt(`${model.url}/v1`)).toEqual({ kind: 'ready' });
  expect(await stateAt('http://127.0.0.1:9/v1')).toMatchObject({
    kind: 'missing',
    message: "Nothing answers at 127.0.0.1:9: start own, or add the right address to the window's list of runners.",
  });
  // A service that answers only questions is there.
  expect(await stateAt(`${model.url}/elsewhere`)).toEqual({ kind: 'ready' });
  expect(await stateAt('https://models.example.com/v1')).toEqual({ kind: 'ready', isUntried: true });
});

test('a service without its key says how to set it, and a key does not go over plain HTTP', async () => {
  const [, anthropic] = knownAddresses({});
  if (!anthropic) throw new Error('There is no Anthropic API.');
  const { signal } = new AbortController();
  const runner = createAddressRunner(anthropic, secrets, {});
  expect((await runner.detect(signal)).state).toEqual({
    kind: 'needs-key',
    message: `Anthropic API has no key: press “Set key” in the window's list of runners, pipe it into "prompt-workbench runners --set-key anthropic", or set ANTHROPIC_API_KEY in the environment.`,
  });
  const ready = createAddressRunner(anthropic, secrets, { ANTHROPIC_API_KEY: key });
  expect((await ready.detect(signal)).state).toEqual({ kind: 'ready', isUntried: true });
  const plainAddress = { id: 'plain', title: 'Plain', address: 'http://example.com/v1', api: 'openai' } as const;
  await secrets.write('runner-plain', key);
  expect(await run(createAddressRunner(plainAddress, secrets, {}), requestOf([say('Hi')], 'm'))).toMatchObject({
    code: 'login',
    message: expect.stringContaining('https'),
  });
});
