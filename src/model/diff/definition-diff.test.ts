import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { definitionLikeJson } from '../testing/data.ts';
import { compareDefinitions, isEmptyDiff } from './definition-diff.ts';
import { summaryOf } from './diff-summary.ts';

const greet = {
  Name: 'Greet',
  Arguments: [
    { Name: 'name', Required: true },
    { Name: 'tone', Description: 'How it sounds' },
  ],
  Content: {
    Messages: [
      { Role: 'user', Content: 'Hello' },
      { Role: 'assistant', Content: { StringTemplate: 'I am `name`' } },
    ],
  },
};
const asText = { Name: 'hi', Content: { StringTemplate: 'Hello, `name`' } };
const asMessages = { Name: 'hi', Content: { Messages: [{ Role: 'user', Content: asText.Content }] } };

it('a text that becomes messages changes its kind, and no word', () => {
  const kind = (before: string, after: string) => [{ label: 'Content › Kind', before, after }];
  expect(compareDefinitions(asText, asMessages)).toMatchObject({ fields: kind('Text', 'Messages') });
  expect(compareDefinitions(asText, asMessages).lists.flatMap(({ items }) => items)).toEqual([]);
  expect(compareDefinitions(asMessages, asText).fields).toEqual(kind('Messages', 'Text'));
  const longerPrompt = {
    ...asMessages,
    Content: { Messages: [...asMessages.Content.Messages, { Role: 'assistant', Content: 'Hi' }] },
  };
  expect(compareDefinitions(asText, longerPrompt).lists).toMatchObject([{ items: [{ change: 'added', title: '2' }] }]);
  expect(summary(asMessages, asText)).toBe('Text became messages');
  expect(summary(longerPrompt, asText)).toBe('Text became messages and message 2 added');
  expect(summary(asText, asMessages)).toBe('Messages became text');
});

const summary = (after: unknown, before: unknown = greet) => summaryOf(compareDefinitions(before, after));

const withTone = (tone: object, name: object | undefined = greet.Arguments[0]) => ({
  ...greet,
  Arguments: [name, { ...greet.Arguments[1], ...tone }],
});

it.each([
  ['Title added', { ...greet, Title: 'A greeting' }],
  ['Name changed', { ...greet, Name: 'Welcome' }],
  ['Argument length added', { ...greet, Arguments: [...greet.Arguments, { Name: 'length' }] }],
  ['Argument tone removed', { ...greet, Arguments: greet.Arguments.slice(0, 1) }],
  [
    'Argument tone renamed to voice',
    { ...greet, Arguments: [greet.Arguments[0], { Name: 'voice', Description: 'How it sounds' }] },
  ],
  ['Argument name is now optional', withTone({}, { Name: 'name' })],
  ['Argument tone is now required', withTone({ Required: true })],
  ['Argument tone takes the rest of the line', withTone({ RestOfLine: true })],
  ['Description of tone changed: "it sounds" → "loud"', withTone({ Description: 'How loud' })],
  ['Default of tone added', withTone({ Default: 'calm' })],
  ['Suggestions of tone added', withTone({ Complete: ['calm', 'loud'] })],
  ['Argument tone changed', withTone({ Default: 'calm', Complete: ['calm', 'loud'] })],
  ['Argument tone moved', { ...greet, Arguments: greet.Arguments.toReversed() }],
  [
    'Message 1 changed',
    { ...greet, Content: { Messages: [{ Role: 'user', Content: 'Hi' }, greet.Content.Messages[1]] } },
  ],
  [
    'Message 3 added',
    { ...greet, Content: { Messages: [...greet.Content.Messages, { Role: 'user', Content: 'Bye' }] } },
  ],
  ['Name changed and title added', { ...greet, Name: 'Welcome', Title: 'A greeting' }],
])('says in a few words: %s', (words, after) => {
  expect(summary(after)).toBe(words);
});

it('names a prompt of a server’s list', () => {
  const server = { MCPPrompts: ['Search', { Name: 'Inline', Content: 'As it is' }] };
  expect(summary({ MCPPrompts: ['Search', { Name: 'Inline', Content: 'Other' }] }, server)).toBe(
    'Inline: text changed: "As it is" → "Other"',
  );
  expect(summary({ MCPPrompts: server.MCPPrompts.slice(1) }, server)).toBe('Prompt Search removed');
});

it('shows the new text, and that it became a template', () => {
  expect(compareDefinitions({ Content: 'Hello' }, { Content: { StringTemplate: 'Hello `name`' } }).fields).toEqual([
    { label: 'Content', before: 'Hello', after: 'Hello `name`' },
    { label: 'Content › Kind', after: 'Template' },
  ]);
});

it('recognises an item that was moved and changed', () => {
  const [firstArgument, secondArgument] = greet.Arguments;
  const after = { ...greet, Arguments: [{ ...secondArgument, Required: true }, { Name: 'new' }, firstArgument] };
  const items = compareDefinitions(greet, after).lists[0]?.items ?? [];
  expect(items.map(({ change, title }) => `${change} ${title}`).sort()).toContain('added new');
  expect(items.filter(({ isMoved }) => isMoved)).toHaveLength(1);
});

it('is empty for equal data', () => {
  fc.assert(
    fc.property(definitionLikeJson, (data) => {
      expect(isEmptyDiff(compareDefinitions(data, structuredClone(data)))).toBe(true);
      expect(summaryOf(compareDefinitions(data, structuredClone(data)))).toBeUndefined();
    }),
  );
});

it('reports every changed text, and no other', () => {
  const texts = fc.dictionary(fc.constantFrom('Title', 'Description', 'Content', 'Other'), fc.string());
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const labels = compareDefinitions(before, after).fields.map(({ label }) => label);
      const changedKeys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (key) => before[key] !== after[key],
      );
      expect(labels.toSorted()).toEqual(changedKeys.toSorted());
    }),
  );
});

it('names every added and removed argument', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
  fc.assert(
    fc.property(names, names, (before, after) => {
      const list = (argumentNames: readonly string[]) => ({
        Arguments: argumentNames.map((Name) => ({ Name, Description: `Of ${Name} ${Name.repeat(5)}` })),
      });
      const items = compareDefinitions(list(before), list(after)).lists[0]?.items ?? [];
      const removedNames = before.filter((name) => !after.includes(name));
      const titles = items.flatMap(({ change, title, formerTitle }) =>
        change === 'removed' ? [title] : change === 'changed' && formerTitle !== undefined ? [formerTitle] : [],
      );
      expect(titles.sort()).toEqual(removedNames.sort());
    }),
  );
});
