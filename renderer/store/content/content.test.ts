import { expect, it } from 'vitest';
import { firstText } from '../../../src/model/prompt/first-text.ts';
import { contentKind, convertContent } from './content.ts';

const image = { Type: 'image', File: 'a.png' };

it('tells the four forms apart', () => {
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

it('takes a text to one user message and back without losing anything', () => {
  const text = { StringTemplate: 'Hi `name`' };
  const { value, lost } = convertContent(text, 'messages');
  expect(value).toEqual({ Messages: [{ Role: 'user', Content: text }] });
  expect(lost).toEqual([]);
  expect(convertContent(value, 'text')).toEqual({ value: text, lost: [] });
});

it('takes a search to a message with that search and back', () => {
  const search = { Search: { Sources: ['Docs'], Query: { StringTemplate: '`q`' } } };
  const { value } = convertContent(search, 'messages');
  expect(value).toEqual({
    Messages: [{ Role: 'user', Content: { Type: 'search', Sources: ['Docs'], Query: { StringTemplate: '`q`' } } }],
  });
  expect(convertContent(value, 'search')).toEqual({ value: search, lost: [] });
});

it('says what a text cannot hold of messages', () => {
  const messages = {
    Messages: [
      { Role: 'user', Content: ['One', image, image] },
      { Role: 'assistant', Content: { StringTemplate: 'Two `a`' } },
    ],
  };
  expect(convertContent(messages, 'text')).toEqual({
    value: { StringTemplate: 'One\n\nTwo `a`' },
    lost: ['2 images', 'the roles of the messages'],
  });
});

it('makes a function that answers with the text', () => {
  expect(convertContent('He said "no".', 'function').value).toEqual({
    Function: 'export default () => "He said \\"no\\".";\n',
  });
  expect(convertContent({ StringTemplate: 'Hi `name`' }, 'function').value).toEqual({
    Function: 'export default (args, context) => context.template("Hi `name`", args);\n',
  });
  expect(convertContent({ Function: 'x' }, 'text')).toEqual({ value: '', lost: ['the function'] });
});

it('leaves content alone that has the form already', () => {
  const messages = { Messages: [{ Role: 'user', Content: image }] };
  expect(convertContent(messages, 'messages')).toEqual({ value: messages, lost: [] });
});

it('makes a search for the text, and for what an argument is given where nobody has written one', () => {
  const searchFor = (query: unknown) => ({ Search: { Sources: [], Query: query } });
  expect(convertContent('primes', 'search')).toEqual({ value: searchFor('primes'), lost: [] });
  const asked = { value: searchFor({ StringTemplate: '`topic`' }), asksFor: 'topic' };
  for (const unwritten of [undefined, ' ', { StringTemplate: firstText }])
    expect(convertContent(unwritten, 'search', { argument: 'topic', sources: [] })).toEqual({ ...asked, lost: [] });
  const lost = ['the function'];
  expect(convertContent({ Function: 'x' }, 'search', { argument: 'topic', sources: [] })).toEqual({ ...asked, lost });
  expect(convertContent('', 'search').asksFor).toBe('query');
  const { value } = convertContent('', 'search', { argument: undefined, sources: ['Manual'] });
  expect(value).toMatchObject({ Search: { Sources: ['Manual'] } });
});
