import { expect, it } from 'vitest';
import { firstText } from '../../../src/model/placeholders.ts';
import { contentKind, convertContent } from './content.ts';

const image = { Type: 'image', File: 'a.png' };

it('distinguishes the four forms', () => {
  const forms = [
    'Hi',
    { StringTemplate: 'Hi' },
    { Messages: [] },
    { Function: '() => 1' },
    { Search: {} },
    undefined,
    [1],
  ];
  expect(forms.map(contentKind)).toEqual(['text', 'text', 'messages', 'function', 'search', 'none', 'unreadable']);
});

it('turns a text into one user message and back without losses', () => {
  const text = { StringTemplate: 'Hi `name`' };
  const { value, lostParts } = convertContent(text, 'messages');
  expect(value).toEqual({ Messages: [{ Role: 'user', Content: text }] });
  expect(lostParts).toEqual([]);
  expect(convertContent(value, 'text')).toEqual({ value: text, lostParts: [] });
});

it('turns a search into a message with that search and back', () => {
  const search = { Search: { Sources: ['Docs'], Query: { StringTemplate: '`q`' } } };
  const { value } = convertContent(search, 'messages');
  expect(value).toEqual({
    Messages: [{ Role: 'user', Content: { Type: 'search', Sources: ['Docs'], Query: { StringTemplate: '`q`' } } }],
  });
  expect(convertContent(value, 'search')).toEqual({ value: search, lostParts: [] });
});

it('lists the parts of messages that a text cannot hold', () => {
  const messages = {
    Messages: [
      { Role: 'user', Content: ['One', image, image] },
      { Role: 'assistant', Content: { StringTemplate: 'Two `a`' } },
    ],
  };
  expect(convertContent(messages, 'text')).toEqual({
    value: { StringTemplate: 'One\n\nTwo `a`' },
    lostParts: ['2 images', 'the roles of the messages'],
  });
});

it('creates a function that returns the text', () => {
  expect(convertContent('He said "no".', 'function').value).toEqual({
    Function: 'export default () => "He said \\"no\\".";\n',
  });
  expect(convertContent({ StringTemplate: 'Hi `name`' }, 'function').value).toEqual({
    Function: 'export default (args, context) => context.template("Hi `name`", args);\n',
  });
  expect(convertContent({ Function: 'x' }, 'text')).toEqual({ value: '', lostParts: ['the function'] });
});

it('does not change content that already has the form', () => {
  const messages = { Messages: [{ Role: 'user', Content: image }] };
  expect(convertContent(messages, 'messages')).toEqual({ value: messages, lostParts: [] });
});

it('creates a search for the text, or for the value of an argument if there is no text', () => {
  const searchFor = (query: unknown) => ({ Search: { Sources: [], Query: query } });
  expect(convertContent('primes', 'search')).toEqual({ value: searchFor('primes'), lostParts: [] });
  const search = { value: searchFor({ StringTemplate: '`topic`' }), asksFor: 'topic' };
  for (const unwrittenContent of [undefined, ' ', { StringTemplate: firstText }])
    expect(convertContent(unwrittenContent, 'search', { argument: 'topic', sources: [] })).toEqual({
      ...search,
      lostParts: [],
    });
  const lostParts = ['the function'];
  expect(convertContent({ Function: 'x' }, 'search', { argument: 'topic', sources: [] })).toEqual({
    ...search,
    lostParts,
  });
  expect(convertContent('', 'search').asksFor).toBe('query');
  const { value } = convertContent('', 'search', { argument: undefined, sources: ['Manual'] });
  expect(value).toMatchObject({ Search: { Sources: ['Manual'] } });
});
