import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkbenchError } from '../../../base/errors.ts';
import { promptAnswerFrom } from './function-result.ts';

const text = (value: string) => ({ type: 'text', text: { kind: 'literal', text: value } });
const user = (...blocks: object[]) => [{ role: 'user', blocks }];

describe('a result becomes messages', () => {
  it.each<[string, unknown, unknown]>([
    ['a string', 'Hello', user(text('Hello'))],
    ['the empty string', '', user(text(''))],
    ['a block of the protocol', { type: 'text', text: 'Hello' }, user(text('Hello'))],
    ['a block of the file format', { Type: 'text', Text: 'Hello' }, user(text('Hello'))],
    ['a block in capitals', { TYPE: 'text', TEXT: 'Hello' }, user(text('Hello'))],
    [
      'a template',
      { StringTemplate: 'Hi `n`' },
      user({ type: 'text', text: { kind: 'template', template: 'Hi `n`' } }),
    ],
    ['a list of strings and blocks', ['A', { type: 'text', text: 'B' }], user(text('A'), text('B'))],
    ['a message', { role: 'assistant', content: 'Yes' }, [{ role: 'assistant', blocks: [text('Yes')] }]],
    [
      'a list of messages',
      [
        { role: 'user', content: 'Q' },
        { Role: 'assistant', Content: ['A', 'B'] },
      ],
      [
        { role: 'user', blocks: [text('Q')] },
        { role: 'assistant', blocks: [text('A'), text('B')] },
      ],
    ],
    [
      'an answer of prompts/get',
      { messages: [{ role: 'user', content: { type: 'text', text: 'Q' } }] },
      user(text('Q')),
    ],
    [
      'an image',
      { type: 'image', data: 'AQID', mimeType: 'image/png', annotations: { audience: ['user'], priority: 1 } },
      user({
        type: 'image',
        media: { kind: 'data', data: 'AQID' },
        mimeType: 'image/png',
        annotations: { audience: ['user'], priority: 1 },
      }),
    ],
    [
      'audio from the media folder',
      { Type: 'audio', File: 'a.wav', MimeType: 'audio/wav' },
      user({ type: 'audio', media: { kind: 'file', file: 'a.wav' }, mimeType: 'audio/wav' }),
    ],
    [
      'an embedded resource of the protocol',
      { type: 'resource', resource: { uri: 'doc://a', mimeType: 'text/plain', text: 'Body' } },
      user({ type: 'resource', uri: 'doc://a', mimeType: 'text/plain', body: { kind: 'literal', text: 'Body' } }),
    ],
    [
      'an embedded resource of the file format',
      { Type: 'resource', Uri: 'doc://a', MimeType: 'application/pdf', Data: 'AQID' },
      user({ type: 'resource', uri: 'doc://a', mimeType: 'application/pdf', body: { kind: 'data', data: 'AQID' } }),
    ],
    [
      'a resource link',
      { type: 'resource_link', uri: 'https://a.example/', name: 'a', title: 'A', size: 3, icons: [{ src: 'x:y' }] },
      user({
        type: 'resource_link',
        uri: 'https://a.example/',
        name: 'a',
        title: 'A',
        size: 3,
        icons: [{ src: 'x:y' }],
      }),
    ],
  ])('%s', async (_, result, messages) => {
    const { messages: answer } = await promptAnswerFrom(result);
    if (JSON.stringify(messages).includes('"uri":"doc://a","mimeType":"text/plain"'))
      expect(answer).toMatchObject(user({ type: 'resource', body: { kind: 'text', text: { text: 'Body' } } }));
    else expect(answer).toEqual(messages);
  });
});

describe('a result that is not a prompt is refused with its place', () => {
  it.each<[string, unknown, string]>([
    ['a number', 7, 'the result must be a string'],
    ['null', null, 'it is null'],
    ['an empty list', [], 'at least one block'],
    ['a list in a list', [['a']], '[0] must be a string'],
    ['an unknown type', { type: 'video' }, 'the result.type must be one of text, image'],
    ['a text that is not a string', [{ type: 'text', text: 7 }], '[0].text must be a string'],
    ['an extra key', { type: 'text', text: 'a', colour: 'red' }, 'unknown key "colour"'],
    ['bytes that are not base64', { type: 'image', data: 'a', mimeType: 'image/png' }, 'not base64'],
    ['bytes that are missing', { type: 'image', mimeType: 'image/png' }, 'needs either data or file'],
    ['no MIME type', { type: 'image', data: 'AQID' }, 'mimeType must be a MIME type'],
    ['an invalid MIME type', { type: 'image', data: 'AQID', mimeType: 'png' }, 'mimeType must be a MIME type'],
    ['an invalid URI', { type: 'resource_link', uri: 'a b', name: 'a' }, 'uri must be an absolute URI'],
    ['an unknown role', { role: 'system', content: 'a' }, 'role must be "user" or "assistant"'],
    ['a message without content', { role: 'user' }, 'the result.content must be a string'],
    ['an empty list of messages', { messages: [] }, 'at least one message'],
    ['a priority beyond 1', { type: 'text', text: 'a', annotations: { priority: 2 } }, 'a number from 0 to 1'],
    ['an invalid audience', { type: 'text', text: 'a', annotations: { audience: ['all'] } }, 'a list of "user"'],
    ['an invalid date', { type: 'text', text: 'a', annotations: { lastModified: 'soon' } }, 'ISO 8601'],
  ])('%s', async (_, result, sentence) => {
    await expect(promptAnswerFrom(result)).rejects.toThrow(sentence);
  });

  it('for any value, and always with a sentence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (result) => {
        try {
          expect((await promptAnswerFrom(result)).messages.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(WorkbenchError);
        }
      }),
    );
  });
});

it('tens of thousands of messages leave other work its turns', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const { messages } = await promptAnswerFrom(Array.from({ length: 20_000 }, () => ({ role: 'user', content: 'a' })));
  clearInterval(timer);
  expect(messages).toHaveLength(20_000);
  expect(turns).toBeGreaterThan(5);
});
