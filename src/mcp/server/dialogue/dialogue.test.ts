import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  InMemoryTransport,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PromptDefinition } from '../../../model/definitions.ts';
import { readPrompt } from '../../../model/prompt/prompt.ts';
import { serveConnection } from '../serve-connection.ts';
import { connectClient, connectWire, until } from '../testing/clients.ts';
import {
  type FakeLiveServer,
  fakeLiveServer,
  fakeServices,
  prompt,
  resolvedServer,
} from '../testing/fake-live-server.ts';
import { maxAgeMs } from './state-token.ts';

type Data = Record<string, unknown>;
type Reply = { action: 'accept' | 'decline' | 'cancel'; content?: Data };
/** Answers the forms of one client, and keeps them. */
type Person = ((form: { message: string; requestedSchema: Data }) => Reply | Promise<Reply>) & { forms?: Data[] };

const everyKind = {
  Name: 'explain',
  Message: 'What should I explain?',
  Ask: 'missing',
  Arguments: [
    { Name: 'topic', Title: 'Topic', Description: 'In a few words', Required: true },
    { Name: 'language', Kind: 'choice', Choices: ['English', 'French'], Default: 'English', Ask: 'missing' },
    { Name: 'style', Kind: 'choice', Choices: [{ Value: 's', Title: 'Short' }, { Value: 'l' }], Ask: 'always' },
    { Name: 'parts', Kind: 'choices', Choices: ['intro', 'proof', 'end'], Default: ['proof'], Ask: 'missing' },
    { Name: 'count', Kind: 'integer', Minimum: 1, Maximum: 9, Default: 3, Ask: 'missing' },
    { Name: 'ratio', Kind: 'number', Ask: 'missing' },
    { Name: 'sure', Kind: 'boolean', Default: true, Ask: 'missing' },
    { Name: 'day', Kind: 'date', Ask: 'missing' },
    { Name: 'mail', Kind: 'email', Ask: 'missing' },
    { Name: 'page', Kind: 'url', Ask: 'missing' },
    { Name: 'formal', Kind: 'boolean', Required: true, AskWhen: { language: ['French'] } },
  ],
  Content: {
    StringTemplate: '`topic`|`language`|`style`|`parts`|`count`|`ratio`|`sure`|`day`|`mail`|`page`|`formal`',
  },
};
const filledValues = {
  topic: 'limits',
  language: 'French',
  style: 's',
  parts: ['end', 'intro'],
  count: 4,
  ratio: 0.5,
  sure: false,
  day: '2026-05-03',
  mail: 'a@b.c',
  page: 'https://e.org',
};

function define(data: Data): PromptDefinition & { name: string } {
  const { prompt: definition, findings } = readPrompt(data);
  if (!definition) throw new Error(JSON.stringify(findings));
  return definition;
}

function liveServerOf(...data: Data[]): FakeLiveServer {
  return fakeLiveServer(resolvedServer(data.map((definition) => prompt(define(definition)))));
}

function countForms(person: Person): Person & { forms: Data[] } {
  const forms: Data[] = [];
  return Object.assign(
    (form: Parameters<Person>[0]) => {
      forms.push(form as unknown as Data);
      return person(form);
    },
    { forms },
  );
}

function propertiesOf(form: Data | undefined): Record<string, Data> {
  return (form as { requestedSchema: { properties: Record<string, Data> } }).requestedSchema.properties;
}

/** Connects a client whose person answers forms. @returns the text of a prompt */
type Connect = (liveServer: FakeLiveServer, person: Person, services?: ReturnType<typeof fakeServices>) => Promise<Ask>;
type Ask = (name: string, args?: Record<string, string>) => Promise<string>;

/** An error of the protocol, however a client shows its code. */
const failure = (code: number, message: string) => ({ code, message: expect.stringContaining(message) });

function textOf({ messages }: { messages: readonly { content: unknown }[] }): string {
  return messages.map(({ content }) => (content as { text: string }).text).join('\n');
}

const connectV2 =
  (revision: '2026-07-28' | '2025-11-25' | '2025-06-18'): Connect =>
  async (liveServer, person, services = fakeServices()) => {
    const client = await connectClient(liveServer, revision, services, { elicitation: { form: {} } });
    client.setRequestHandler('elicitation/create', async ({ params }) => (await person(params as never)) as never);
    return async (name, args) => textOf(await client.getPrompt({ name, ...(args && { arguments: args }) }));
  };

const connectV1: Connect = async (liveServer, person, services = fakeServices()) => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveConnection(liveServer, services, theirs);
  const client = new ClientV1({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => (await person(params as never)) as never);
  await client.connect(ours as TransportV1);
  return async (name, args) => textOf(await client.getPrompt({ name, ...(args && { arguments: args }) }));
};

const clients: [string, Connect][] = [
  ["SDK v2's client of 2026-07-28", connectV2('2026-07-28')],
  ["SDK v2's client of 2025-11-25", connectV2('2025-11-25')],
  ["SDK v2's client of 2025-06-18", connectV2('2025-06-18')],
  ["SDK v1's client", connectV1],
];

afterEach(() => {
  vi.useRealTimers();
});

describe.each(clients)('A prompt that asks, with %s', (label, connect) => {
  const isPlain = label.includes('2025-06-18');

  it('asks for every kind in a first form, and in a second one for what depends on it', async () => {
    const person = countForms(({ requestedSchema }) => {
      const names = Object.keys(requestedSchema.properties as Data);
      if (names.includes('formal')) return { action: 'accept', content: { formal: true } };
      return { action: 'accept', content: isPlain ? { ...filledValues, parts: 'end, intro' } : filledValues };
    });
    const ask = await connect(liveServerOf(everyKind), person);
    const line = 'limits|French|s|intro, end|4|0.5|false|2026-05-03|a@b.c|https://e.org|true';
    expect(await ask('explain')).toBe(line);
    expect(person.forms).toHaveLength(2);
    const [firstForm, secondForm] = person.forms as {
      message: string;
      requestedSchema: { properties: Data; required: [] };
    }[];
    expect(firstForm?.message).toBe('What should I explain?');
    expect(firstForm?.requestedSchema.required).toEqual(['topic']);
    expect(firstForm?.requestedSchema.properties).toMatchObject({
      topic: { type: 'string', title: 'Topic', description: 'In a few words', minLength: 1 },
      language: { type: 'string', enum: ['English', 'French'] },
      style: isPlain
        ? { type: 'string', enum: ['s', 'l'], enumNames: ['Short', 'l'] }
        : {
            type: 'string',
            oneOf: [
              { const: 's', title: 'Short' },
              { const: 'l', title: 'l' },
            ],
          },
      parts: isPlain
        ? { type: 'string', description: expect.stringContaining('Default: proof.') }
        : { type: 'array', items: { type: 'string', enum: ['intro', 'proof', 'end'] }, default: ['proof'] },
      count: { type: 'integer', minimum: 1, maximum: 9, ...(!isPlain && { default: 3 }) },
      ratio: { type: 'number' },
      sure: { type: 'boolean', default: true },
      day: { type: 'string', format: 'date' },
      mail: { type: 'string', format: 'email' },
      page: { type: 'string', format: 'uri' },
    });
    expect(secondForm?.requestedSchema).toEqual({
      type: 'object',
      properties: { formal: { type: 'boolean' } },
      required: ['formal'],
    });
    // The same values at once need no form, except for what is always asked.
    const values = { ...filledValues, parts: 'end,intro', count: '4', ratio: '.50', sure: 'no', formal: 'yes' };
    expect(await ask('explain', values)).toBe(line);
    expect(person.forms).toHaveLength(3);
    expect(Object.keys(propertiesOf(person.forms[2]))).toEqual(['style']);
  });

  it('fills the form with the words behind the command, and asks only for the rest', async () => {
    const person = countForms(() => ({ action: 'accept', content: { style: 'l' } }));
    const ask = await connect(liveServerOf(everyKind), person);
    expect(await ask('explain', { topic: 'sets', style: 's', count: '5' })).toContain('sets|English|l|proof|5||true');
    const properties = propertiesOf(person.forms[0]);
    expect(Object.keys(properties)).not.toContain('topic');
    expect(isPlain ? properties.style?.description : properties.style?.default).toBe(isPlain ? 'Default: s.' : 's');
  });

  it('asks again for a value that does not fit, and says what is wrong', async () => {
    const answers = [{ topic: 'x', style: 'l', count: 4 }, { ratio: 2 }, {}];
    const data = {
      ...everyKind,
      Arguments: [
        { Name: 'topic', Required: true },
        { Name: 'ratio', Kind: 'number', Ask: 'missing' },
      ],
      Content: { StringTemplate: '`topic` `ratio`' },
    };
    answers[0] = { topic: 'x', ratio: '1,5' } as never;
    const person = countForms(() => ({ action: 'accept', content: answers.shift() ?? {} }));
    const ask = await connect(liveServerOf(data), person);
    // A client that checks the answer itself refuses the wrong one.
    const text = await ask('explain').catch((error: Error) => error.message);
    if (person.forms.length === 1) expect(text).toMatch(/ratio|schema|invalid/i);
    else {
      expect(text).toBe('x 2');
      expect(person.forms[1]?.message).toBe('"ratio" must be a number, not "1,5": write 1.5.\nWhat should I explain?');
    }
  });

  it('goes on with defaults after “decline” if nothing required is missing, and refuses otherwise', async () => {
    const ask = await connect(liveServerOf(everyKind), () => ({ action: 'decline' }));
    expect(await ask('explain', { topic: 'sets' })).toBe('sets|English||proof|3||true||||');
    await expect(ask('explain')).rejects.toMatchObject(
      failure(-32602, 'Prompt "explain" needs "topic", but the form was declined: send a value.'),
    );
  });

  it('ends with a sentence after “cancel” that says how to give the values on the line', async () => {
    const ask = await connect(liveServerOf(everyKind), () => ({ action: 'cancel' }));
    await expect(ask('explain')).rejects.toMatchObject(
      failure(-32603, 'give the values with the command: topic, lang'),
    );
  });

  it('refuses a given value that does not fit before any form', async () => {
    const person = countForms(() => ({ action: 'cancel' }));
    const ask = await connect(liveServerOf(everyKind), person);
    await expect(ask('explain', { count: '1,5' })).rejects.toMatchObject(
      failure(-32602, 'Argument "count" of prompt "explain" must be a whole number from 1 to 9, not "1,5": write 1.5.'),
    );
    expect(person.forms).toEqual([]);
  });

  it('gives the answers of 100 dialogues at once to the right calls', async () => {
    const data = {
      Name: 'echo',
      Arguments: [{ Name: 'id' }, { Name: 'word', Ask: 'missing', Description: 'w' }],
      Message: 'm',
      Content: { StringTemplate: '`id` `word`' },
    };
    let openCount = 0;
    let maxOpen = 0;
    let count = 0;
    const ask = await connect(liveServerOf(data), async () => {
      openCount += 1;
      maxOpen = Math.max(maxOpen, openCount);
      await new Promise((resolve) => setImmediate(resolve));
      openCount -= 1;
      count += 1;
      return { action: 'accept', content: { word: `word ${count}` } };
    });
    const texts = await Promise.all(Array.from({ length: 100 }, (_, id) => ask('echo', { id: String(id) })));
    expect(texts.map((text) => text.split(' ')[0])).toEqual(Array.from({ length: 100 }, (_, id) => String(id)));
    expect(new Set(texts.map((text) => text.split(' ')[2])).size).toBe(100);
    if (!label.includes('2026')) expect(maxOpen).toBe(1);
  });

  it('asks what a function asks, with what it found, and at most five times', async () => {
    const run = vi.fn(async ({ host, args: [values] }) => {
      const choice = await host.ask({
        message: 'Which one?',
        fields: [{ name: 'symbol', kind: 'choice', choices: ['Sin', 'Sinh'], required: true }],
      });
      const count = await host.ask({ message: 'How many?', fields: [{ name: 'n', kind: 'integer', default: 2 }] });
      return `${(values as Data).topic} ${JSON.stringify(choice)} ${JSON.stringify(count)}`;
    });
    const person = countForms(({ message }) =>
      message === 'Topic'
        ? { action: 'accept', content: { topic: 'sine' } }
        : message === 'Which one?'
          ? { action: 'accept', content: { symbol: 'Sinh' } }
          : { action: 'decline' },
    );
    const data = {
      Name: 'find',
      Message: 'Topic',
      Arguments: [{ Name: 'topic', Ask: 'missing' }],
      Content: { Function: 'async (args, { ask }) => ask()' },
    };
    const ask = await connect(liveServerOf(data), person, fakeServices(run as never));
    expect(await ask('find')).toBe('sine {"symbol":"Sinh"} null');
    expect(person.forms.map(({ message }) => message)).toEqual(['Topic', 'Which one?', 'How many?']);
    expect(run).toHaveBeenCalledTimes(3);
    const endlessServices = fakeServices(async ({ host }) => {
      for (;;) await host.ask?.({ message: 'Again?', fields: [{ name: 'n' }] });
    });
    const patientPerson = countForms(() => ({ action: 'accept', content: { n: 'x' } }));
    const askAgain = await connect(liveServerOf({ ...data, Arguments: [] }), patientPerson, endlessServices);
    await expect(askAgain('find')).rejects.toMatchObject(failure(-32603, 'a function can ask at most 5 times'));
    expect(patientPerson.forms).toHaveLength(5);
  });

  it('gives the same answer after a dialogue as with the same values at once', async () => {
    const data = {
      Name: 'p',
      Message: 'm',
      Arguments: [
        { Name: 'a', Required: true },
        { Name: 'b', Kind: 'boolean', Default: false },
        { Name: 'n', Kind: 'integer', Default: 1 },
        { Name: 'c', Kind: 'choice', Choices: ['x', 'y'], AskWhen: { b: [true] } },
        { Name: 'd', Kind: 'number', Default: 7, AskWhen: { c: ['y'], b: [true] } },
      ],
      Content: { StringTemplate: '<`a`|`b`|`n`|`c`|`d`>' },
    };
    const values = fc.record(
      {
        a: fc.string({ minLength: 1 }).filter((text) => !/\p{Cc}|\p{Cs}/u.test(text)),
        b: fc.boolean(),
        n: fc.integer(),
        c: fc.constantFrom('x', 'y'),
        d: fc.double({ noNaN: true, noDefaultInfinity: true }),
      },
      { requiredKeys: ['a'] },
    );
    let personValues: Data = {};
    let sentValues: Data = {};
    const ask = await connect(
      liveServerOf({ ...data, Ask: 'always' }, { ...data, Name: 'q' }),
      ({ requestedSchema }) => {
        const names = Object.keys(requestedSchema.properties as Data);
        const content = Object.fromEntries(Object.entries(personValues).filter(([name]) => names.includes(name)));
        sentValues = { ...sentValues, ...content };
        return { action: 'accept', content };
      },
    );
    await fc.assert(
      fc.asyncProperty(values, async (drawnValues) => {
        personValues = drawnValues;
        sentValues = {};
        const afterDialogue = await ask('p');
        const values = Object.fromEntries(Object.entries(sentValues).map(([name, value]) => [name, String(value)]));
        // Without a form, “q” asks for nothing more: values that a person left out stay absent.
        personValues = {};
        expect(await ask('q', values)).toBe(afterDialogue);
      }),
      { numRuns: 25 },
    );
  });
});

const statelessMeta = (capabilities: object) => ({
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: { name: 'raw', version: '1' },
  [CLIENT_CAPABILITIES_META_KEY]: capabilities,
});

/** A stateless client without any validation. @returns the whole answer of one `prompts/get` */
async function openStateless(liveServer: FakeLiveServer, services = fakeServices()) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveConnection(liveServer, services, theirs);
  const pendingAnswers = new Map<unknown, (answer: Data) => void>();
  ours.onmessage = (message) => pendingAnswers.get((message as { id?: unknown }).id)?.(message as unknown as Data);
  await ours.start();
  let id = 0;
  return (params: Data, capabilities: object = { elicitation: { form: {} } }) =>
    new Promise<{ result?: Data & { requestState?: string; inputRequests?: Data }; error?: Data }>(
      (resolve, reject) => {
        id += 1;
        pendingAnswers.set(id, resolve as never);
        const _meta = statelessMeta(capabilities);
        ours
          .send({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name: 'explain', ...params, _meta } } as never)
          .catch(reject);
      },
    );
}

const accept = (content: Data) => ({ form: { action: 'accept', content } });

describe('A prompt that asks a stateless client', () => {
  it('goes on in another process that has the same key, and in no process with another one', async () => {
    const servicesWithKeys = (...keys: string[]) => ({ ...fakeServices(), dialogueKeys: async () => keys });
    const askFirst = await openStateless(liveServerOf(everyKind), servicesWithKeys('one'));
    const askSecond = await openStateless(liveServerOf(everyKind), servicesWithKeys('one'));
    const askRotated = await openStateless(liveServerOf(everyKind), servicesWithKeys('two', 'one'));
    const stranger = await openStateless(liveServerOf(everyKind), servicesWithKeys('two'));
    const { result } = await askFirst({});
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { form: { method: 'elicitation/create', params: { mode: 'form' } } },
    });
    const retry = {
      requestState: result?.requestState,
      inputResponses: accept({ ...filledValues, language: 'English' }),
    };
    expect(textOf((await askSecond(retry)).result as never)).toContain('limits|English');
    expect(textOf((await askRotated(retry)).result as never)).toContain('limits|English');
    expect((await stranger(retry)).error).toMatchObject({
      code: -32602,
      message: 'The requestState is not one of Prompt "explain": send the request again without it.',
    });
  });

  it('refuses a state that is changed, of another prompt, expired or of a changed definition, in words', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const liveServer = liveServerOf(everyKind, { ...everyKind, Name: 'other' });
    const get = await openStateless(liveServer);
    const { result } = await get({});
    const token = String(result?.requestState);
    const retry = (requestState: string, fields: Data = {}) =>
      get({ requestState, inputResponses: accept(filledValues), ...fields }).then(({ error }) => error);
    const [text = '', signature = ''] = token.split('.');
    const forgedBytes = Buffer.from(String(Buffer.from(text, 'base64url')).replace('"rounds":0', '"rounds":1'));
    for (const wrongText of [
      `${forgedBytes.toString('base64url')}.${signature}`,
      `${text}.`,
      text,
      '',
      'x.y',
      `${token}x`,
    ])
      expect(await retry(wrongText)).toMatchObject({ code: -32602, message: expect.stringContaining('is not one of') });
    expect(await retry(token, { name: 'other' })).toMatchObject({
      code: -32602,
      message: 'The requestState is not one of Prompt "other": send the request again without it.',
    });
    vi.setSystemTime(Date.now() + maxAgeMs + 1);
    expect(await retry(token)).toMatchObject({
      code: -32602,
      message: 'The form of Prompt "explain" is older than 15 minutes: send the request again.',
    });
    const freshText = String((await get({})).result?.requestState);
    liveServer.set({ prompts: [prompt(define({ ...everyKind, Message: 'Another question' }))] });
    expect(await retry(freshText)).toMatchObject({
      code: -32602,
      message: 'Prompt "explain" has changed since the form was shown: send the request again.',
    });
  });

  it('asks again if the answer is missing or unusable, and after five rounds it refuses', async () => {
    const get = await openStateless(liveServerOf(everyKind));
    let { result } = await get({});
    const firstRequests = result?.inputRequests;
    for (const inputResponses of [undefined, {}, { other: { action: 'accept', content: {} } }, { form: 'x' }]) {
      ({ result } = await get({ requestState: result?.requestState, ...(inputResponses && { inputResponses }) }));
      expect(result?.inputRequests).toEqual(firstRequests);
    }
    for (let round = 1; round < 5; round++) {
      ({ result } = await get({ requestState: result?.requestState, inputResponses: accept({}) }));
      expect(result?.inputRequests).toMatchObject({ form: { params: { message: /^Topic is missing\.\n/ } } });
    }
    const lastAnswer = await get({ requestState: result?.requestState, inputResponses: accept({}) });
    expect(lastAnswer.error).toMatchObject({
      code: -32602,
      message: 'Prompt "explain" has asked 5 times: Topic is missing.',
    });
    const wrongResponses = { form: { action: 'dance' } };
    const { error } = await get({ requestState: (await get({})).result?.requestState, inputResponses: wrongResponses });
    expect(error).toMatchObject({ code: -32602 });
  });

  it('gives a client without forms the arguments as they are, and refuses a function that asks', async () => {
    const get = await openStateless(liveServerOf(everyKind));
    for (const capabilities of [{}, { elicitation: { url: {} } }]) {
      expect(textOf((await get({ arguments: { topic: 'sets' } }, capabilities)).result as never)).toContain('sets|Eng');
      expect((await get({}, capabilities)).error).toMatchObject({ code: -32602 });
    }
    const find = { Name: 'find', Content: { Function: 'async (_, { ask }) => ask()' } };
    const askingServices = fakeServices(async ({ host }) =>
      host.ask?.({ message: 'Which one?', fields: [{ name: 'n' }] }),
    );
    const getFound = await openStateless(liveServerOf(find), askingServices);
    expect((await getFound({ name: 'find' }, {})).error).toEqual({
      code: -32021,
      message: 'Prompt "find" asks in a form, and this client shows no forms: use a client that does.',
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
    const catchingServices = fakeServices(async ({ host }) => host.ask?.({}).catch((error: Error) => error.message));
    const getCaught = await openStateless(liveServerOf(find), catchingServices);
    expect(textOf((await getCaught({ name: 'find' }, {})).result as never)).toBe('this client shows no forms.');
    const olderClient = await connectWire(liveServerOf(find), '2025-11-25', askingServices);
    expect(await olderClient.request('prompts/get', { name: 'find' })).toEqual({
      code: -32603,
      message: 'Prompt "find" failed: this client shows no forms.',
    });
    const oldClient = await connectWire(liveServerOf(everyKind), '2025-03-26');
    expect(
      textOf((await oldClient.request('prompts/get', { name: 'explain', arguments: { topic: 'sets' } })) as never),
    ).toContain('sets');
    expect(oldClient.notifications).toEqual([]);
  });
});

describe('A prompt that asks while the call waits', () => {
  async function openWaiting() {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    serveConnection(liveServerOf(everyKind), fakeServices(), theirs);
    const receivedMessages: Data[] = [];
    ours.onmessage = (message) => receivedMessages.push(message as unknown as Data);
    await ours.start();
    const send = (message: Data) => ours.send({ jsonrpc: '2.0', ...message } as never);
    const clientInfo = { name: 'raw', version: '1' };
    await send({
      id: 'i',
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo },
    });
    await send({ method: 'notifications/initialized' });
    const forms = () => receivedMessages.filter(({ method }) => method === 'elicitation/create');
    return { receivedMessages, send, forms };
  }

  it('withdraws the form when the call is cancelled, and then shows the next one', async () => {
    const { receivedMessages, send, forms } = await openWaiting();
    await send({ id: 1, method: 'prompts/get', params: { name: 'explain' } });
    await send({ id: 2, method: 'prompts/get', params: { name: 'explain' } });
    await until(() => forms().length === 1, 'the first form');
    await send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await until(() => forms().length === 2, 'the second form');
    const cancellations = receivedMessages.filter(({ method }) => method === 'notifications/cancelled');
    expect(cancellations).toMatchObject([{ params: { requestId: forms()[0]?.id } }]);
    await send({ id: forms()[1]?.id, result: { action: 'decline' } });
    await until(() => receivedMessages.some(({ id, method }) => id === 2 && method === undefined), 'the second answer');
    expect(receivedMessages.some(({ id, method }) => id === 1 && method === undefined)).toBe(false);
  });

  it('goes on as without forms for a client that refuses its form', async () => {
    const { receivedMessages, send, forms } = await openWaiting();
    const answerOf = async (id: number, args: Data) => {
      const before = forms().length;
      await send({ id, method: 'prompts/get', params: { name: 'explain', arguments: args } });
      await until(() => forms().length > before, 'the form');
      await send({ id: forms().at(-1)?.id, error: { code: -32603, message: 'No tool call is active.' } });
      await until(() => receivedMessages.some((message) => message.id === id && !message.method), 'the answer');
      return receivedMessages.find((candidate) => candidate.id === id && !candidate.method) as {
        result?: never;
        error?: Data;
      };
    };
    expect(textOf((await answerOf(1, { topic: 'sets' })).result as never)).toBe('sets|English||proof|3||true||||');
    expect((await answerOf(2, {})).error).toMatchObject({ code: -32602, message: expect.stringContaining('"topic"') });
  });

  it('ends after five minutes without an answer, with a sentence', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const { receivedMessages, send, forms } = await openWaiting();
    await send({ id: 1, method: 'prompts/get', params: { name: 'explain' } });
    await vi.waitFor(() => expect(forms()).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(5 * 60 * 1000 + 1);
    expect(receivedMessages.find(({ id, method }) => id === 1 && method === undefined)?.error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('its form had no answer within 5 minutes. Call it again.'),
    });
  });
});
