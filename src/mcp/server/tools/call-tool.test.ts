/** `tools/call`: refused calls, the results of functions, and the check of structured content. */
import { describe, expect, it } from 'vitest';
import { WorkbenchError } from '../../../base/errors.ts';
import { REVISIONS } from '../revisions.ts';
import { connectClient, connectClientV1, connectWire } from '../testing/clients.ts';
import { fakeLiveServer, fakeServices, resolvedServer, tool } from '../testing/fake-live-server.ts';
import { answerTo, fromFile, text, wireOf } from '../testing/tools.ts';

const weather = {
  Name: 'get_weather',
  Description: 'Get current weather information for a location',
  Parameters: [{ Name: 'location', Description: 'City name or zip code', Required: true }],
  Content: { StringTemplate: 'Current weather in `location`' },
};

describe('arguments', () => {
  it('fill the template of a tool; values are not parsed again', async () => {
    const { call } = await wireOf([
      fromFile({
        Name: 'all',
        Parameters: [
          { Name: 'place' },
          { Name: 'days', Kind: 'integer', Default: 3 },
          { Name: 'tags', Kind: 'array' },
          { Name: 'more', Kind: 'object' },
          { Name: 'left_out' },
        ],
        Content: { StringTemplate: '`place`|`days`|`tags`|`4`|`left_out`' },
      }),
    ]);
    const args = { place: 'a `days` <* 1 *>', tags: ['x', 1], more: { a: null } };
    expect(await call('all', args)).toEqual({
      content: [text('a `days` <* 1 *>|3|["x",1]|{"a":null}|')],
      isError: false,
    });
  });

  it('that are missing, null or empty are the same', async () => {
    const { call } = await wireOf([fromFile({ Name: 'now', Content: 'It is now.' })]);
    for (const none of [undefined, null, {}]) expect(await call('now', none)).toMatchObject({ isError: false });
  });

  it.each([
    [{}, 'location is missing'],
    [{ location: 1 }, 'location must be a string, but it is a number'],
    [{ location: null }, 'location must be a string, but it is null'],
  ])('%j are a result with isError, from which a model can correct itself', async (args, sentence) => {
    const { call } = await wireOf([fromFile(weather)]);
    expect(await call('get_weather', args)).toEqual({
      content: [text(`Invalid arguments for get_weather: ${sentence}. Correct this and call it again.`)],
      isError: true,
    });
  });

  it('are refused as a request if they are not an object, and so is a call without a name', async () => {
    const { client, call } = await wireOf([fromFile(weather)]);
    for (const args of [[], 'x', 1]) expect(await call('get_weather', args)).toMatchObject({ code: -32602 });
    expect(await client.request('tools/call', {})).toMatchObject({ code: -32602 });
  });

  it('that are nested too deeply get an error that says so', async () => {
    const { call } = await wireOf([
      tool({
        name: 'deep',
        inputSchema: { type: 'object' },
        content: { kind: 'text', text: { kind: 'template', template: '`a`' } },
      }),
    ]);
    let deepList: unknown[] = [];
    for (let level = 0; level < 50_000; level++) deepList = [deepList];
    expect(await call('deep', { a: deepList })).toMatchObject({
      content: [{ text: expect.stringContaining('nested too deeply') }],
      isError: true,
    });
  });

  it('reach a function with its defaults filled in', async () => {
    const requests: unknown[] = [];
    const services = fakeServices(async ({ args }) => {
      requests.push(...args);
      return 'done';
    });
    const { call } = await wireOf(
      [
        fromFile({
          ...weather,
          Parameters: [...weather.Parameters, { Name: 'days', Kind: 'integer', Default: 3 }],
          Content: { Function: 'x' },
        }),
      ],
      services,
    );
    await call('get_weather', { location: 'Oslo', extra: true });
    expect(requests).toEqual([{ location: 'Oslo', extra: true, days: 3 }]);
  });
});

it.each(REVISIONS)('a client of revision %s calls a tool, and an unknown one is −32602', async (revision) => {
  const liveServer = fakeLiveServer(resolvedServer([], { tools: [fromFile(weather)] }));
  const client = await connectClient(liveServer, revision);
  expect(await client.callTool({ name: 'get_weather', arguments: { location: 'Oslo' } })).toMatchObject({
    content: [text('Current weather in Oslo')],
    isError: false,
  });
  await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({
    code: -32602,
    message: 'Unknown tool: nothing',
  });
  await client.close();
});

it("is called by SDK v1's client too, which checks structured content against the schema that was listed", async () => {
  const OutputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const liveServer = fakeLiveServer(
    resolvedServer([], { tools: [fromFile({ Name: 'count', OutputSchema, Content: '{"n": 3}' })] }),
  );
  const client = await connectClientV1(liveServer);
  await client.listTools();
  expect(await client.callTool({ name: 'count' })).toMatchObject({ structuredContent: { n: 3 } });
});

describe('what a function returns', () => {
  it.each([
    ['text', 'Sunny', [text('Sunny')]],
    ['texts', ['a', 'b'], [text('a'), text('b')]],
    ['a block', { type: 'text', text: 'a' }, [text('a')]],
    [
      "blocks in the file's spelling",
      [{ Type: 'image', Data: 'AAAA', MimeType: 'image/png' }, 'b'],
      [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }, text('b')],
    ],
    ['a number', 7, [text('7')]],
    ['nothing', null, [text('null')]],
    ['other data', { temperature: 22.5 }, [text('{"temperature":22.5}')]],
    ['a list of data', [{ a: 1 }], [text('[{"a":1}]')]],
    ['a whole result', { content: 'done' }, [text('done')]],
    ['a whole result of blocks', { content: [{ type: 'text', text: 'a' }], isError: false }, [text('a')]],
  ])('%s is its content', async (_, returnedValue, content) => {
    expect(await answerTo(returnedValue)).toEqual({ content, isError: false });
  });

  it.each([
    [{ content: [{ type: 'video' }] }, 'content[0].type must be one of text, image'],
    [{ content: 'x', isError: 'no' }, 'isError must be true or false'],
    [[{ type: 'text', text: 'a' }, 7], '[1] must be a string, a content block'],
  ])('%j is a failure that names the place', async (returnedValue, sentence) => {
    expect(await answerTo(returnedValue)).toMatchObject({
      content: [{ text: expect.stringContaining(sentence) }],
      isError: true,
    });
  });

  it('can be its own error, word for word', async () => {
    const sentence = 'Invalid departure date: must be in the future. Current date is 08/08/2025.';
    expect(await answerTo({ content: sentence, isError: true })).toEqual({ content: [text(sentence)], isError: true });
  });

  it('is a failure with its sentence when it throws, and an error without details when the program breaks', async () => {
    const connectFailing = (error: Error) =>
      wireOf(
        [tool({ name: 'made', content: { kind: 'function', code: '' } })],
        fakeServices(async () => Promise.reject(error)),
      );
    expect(await (await connectFailing(new WorkbenchError('failed', 'The function threw "No".'))).call('made')).toEqual(
      {
        content: [text('made failed: The function threw "No".')],
        isError: true,
      },
    );
    expect(await (await connectFailing(new Error('secret.internal'))).call('made')).toEqual({
      code: -32603,
      message: "The tool made failed unexpectedly; the server's log has the details.",
    });
  });
});

describe('structured content', () => {
  const outputSchema = {
    type: 'object',
    properties: { temperature: { type: 'number' }, content: { type: 'string' } },
    required: ['temperature'],
  };

  it('is the result of a function with a schema, repeated as JSON text', async () => {
    expect(await answerTo({ temperature: 22.5 }, { outputSchema })).toEqual({
      content: [text('{"temperature":22.5}')],
      structuredContent: { temperature: 22.5 },
    });
    expect(await answerTo({ temperature: 1, content: 'cold' }, { outputSchema })).toMatchObject({
      structuredContent: { temperature: 1, content: 'cold' },
    });
  });

  it('keeps the text that says it already, and adds it to one that does not', async () => {
    const answerWithText = { content: '{ "temperature": 1 }', structuredContent: { temperature: 1 } };
    const noContent = { type: 'object', properties: { temperature: { type: 'number' } } };
    expect(await answerTo(answerWithText, { outputSchema: noContent })).toMatchObject({
      content: [text('{ "temperature": 1 }')],
    });
    const answerWithoutText = { content: 'It is cold.', structuredContent: { temperature: 1 } };
    expect(await answerTo(answerWithoutText, { outputSchema: noContent })).toMatchObject({
      content: [text('It is cold.'), text('{"temperature":1}')],
    });
    expect(await answerTo(answerWithoutText)).toMatchObject({ structuredContent: { temperature: 1 } });
  });

  it.each([
    [{ temperature: 'warm' }, 'temperature must be a number, but it is a string'],
    [{}, 'temperature is missing'],
    [7, 'must be an object, but it is a number'],
    ['warm', 'text that is not a JSON object'],
  ])('%j, which breaks the schema, is a failure of the tool', async (returnedValue, sentence) => {
    const result = await answerTo(returnedValue, { outputSchema });
    expect(result).toMatchObject({ content: [{ text: expect.stringContaining(sentence) }], isError: true });
    expect(result).not.toHaveProperty('structuredContent');
  });

  it('is not required of an error', async () => {
    expect(
      await answerTo({ content: 'No.', isError: true }, { outputSchema: { type: 'object', required: ['n'] } }),
    ).toEqual({
      content: [text('No.')],
      isError: true,
    });
  });

  it.each(REVISIONS)('goes to a client of %s only if its revision has it', async (revision) => {
    const ownTool = tool({
      name: 'made',
      outputSchema,
      content: { kind: 'text', text: { kind: 'literal', text: '{"temperature":1}' } },
    });
    const { call, client } = await wireOf([ownTool], fakeServices(), revision);
    const hasStructuredContent = revision >= '2025-06-18';
    expect(Object.hasOwn(await call('made'), 'structuredContent')).toBe(hasStructuredContent);
    const { tools } = await client.request('tools/list');
    expect(Object.hasOwn((tools as object[])[0] ?? {}, 'outputSchema')).toBe(hasStructuredContent);
  });
});

it('calls over the rate limit are answered with the time to wait, and are not run', async () => {
  let runs = 0;
  const services = fakeServices(async () => {
    runs += 1;
    return 'done';
  });
  const liveServer = fakeLiveServer(
    resolvedServer([], {
      tools: [tool({ name: 'made', content: { kind: 'function', code: '' } })],
      rateLimit: { perSecond: 0.5, burst: 3 },
    }),
  );
  const clients = await Promise.all([
    connectWire(liveServer, '2025-11-25', services),
    connectWire(liveServer, '2026-07-28', services),
  ]);
  const results = [];
  for (let index = 0; index < 5; index++)
    results.push(await clients[index % 2]?.request('tools/call', { name: 'made' }));
  expect(results.map((result) => result?.isError)).toEqual([false, false, false, true, true]);
  expect(results[4]).toMatchObject({
    content: [{ text: expect.stringMatching(/accepts no more calls right now.* in 2 seconds/) }],
  });
  expect(runs).toBe(3);
});

it.each([
  [{ perClient: 1 }, 'this server accepts 1 call a minute from one client'],
  [{ perTool: { made: 1 } }, 'this tool accepts 1 call a minute'],
])('a call over the limit %j says which limit it is and when to try again', async (change, sentence) => {
  const rateLimit = { perSecond: 20, burst: 40, ...change };
  const client = await connectWire(
    fakeLiveServer(resolvedServer([], { tools: [tool({ name: 'made' })], rateLimit })),
    '2025-11-25',
  );
  const call = () => client.request('tools/call', { name: 'made' });
  expect(await call()).toMatchObject({ isError: false });
  const [{ text }] = (await call()).content as [{ text: string }];
  expect(text).toMatch(new RegExp(`^made was not called: ${sentence}\\. Call it again in (59|60) seconds\\.$`));
});
