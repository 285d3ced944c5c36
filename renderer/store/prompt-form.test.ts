import { expect, it } from 'vitest';
import { readArguments, readContent } from './prompt-form.ts';

it('tells a text from a template, and where each is written', () => {
  expect(readContent('Hi', ['Content'])).toEqual({
    kind: 'text',
    text: { at: ['Content'], textAt: ['Content'], isTemplate: false },
  });
  expect(readContent({ StringTemplate: 'Hi `name`' }, ['MCPPrompts', 1, 'Content'])).toEqual({
    kind: 'text',
    text: {
      at: ['MCPPrompts', 1, 'Content'],
      textAt: ['MCPPrompts', 1, 'Content', 'StringTemplate'],
      isTemplate: true,
    },
  });
});

it('finds the texts of messages in every form that a block has', () => {
  const content = readContent(
    {
      Messages: [
        { Role: 'user', Content: 'plain' },
        { Role: 'assistant', Content: [{ Type: 'text', Text: { StringTemplate: 't' } }, { StringTemplate: 'u' }] },
      ],
    },
    ['Content'],
  );
  expect(content.kind === 'messages' && content.messages).toMatchObject([
    { role: 'user', blocks: [{ kind: 'text', text: { textAt: ['Content', 'Messages', 0, 'Content'] } }] },
    {
      role: 'assistant',
      blocks: [
        { text: { textAt: ['Content', 'Messages', 1, 'Content', 0, 'Text', 'StringTemplate'] } },
        { text: { textAt: ['Content', 'Messages', 1, 'Content', 1, 'StringTemplate'] } },
      ],
    },
  ]);
});

it('shows any other block with what it says', () => {
  const content = readContent({ Messages: [{ Role: 'user', Content: { Type: 'image', File: 'a.png' } }] }, ['Content']);
  expect(content.kind === 'messages' && content.messages[0]?.blocks).toEqual([
    { kind: 'other', type: 'image', facts: [['File', 'a.png']] },
  ]);
});

it('reads a function and a search', () => {
  expect(readContent({ Function: 'export default () => 1' }, ['Content'])).toEqual({
    kind: 'function',
    at: ['Content', 'Function'],
  });
  expect(
    readContent({ Search: { Sources: ['Docs'], Query: { StringTemplate: '`query`' } } }, ['Content']),
  ).toMatchObject({
    kind: 'search',
    sources: ['Docs'],
    query: { isTemplate: true },
  });
});

it('says what it cannot read, and what is not there', () => {
  expect(readContent(undefined, ['Content']).kind).toBe('none');
  expect(readContent([1], ['Content']).kind).toBe('unreadable');
});

it('offers rows only for arguments that have keys', () => {
  expect(readArguments([{ Name: 'a' }, 'b'])).toEqual([true, false]);
  expect(readArguments('no list')).toEqual([]);
});
