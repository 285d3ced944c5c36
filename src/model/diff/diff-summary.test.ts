import { describe, expect, test } from 'vitest';
import { compareDefinitions } from './definition-diff.ts';
import { summaryOf, withoutDetail } from './diff-summary.ts';

const summary = (before: unknown, after: unknown) => summaryOf(compareDefinitions(before, after));
const text = (Content: unknown) => ({ Name: 'notes', Content });

describe('a version says what changed', () => {
  test.each([
    ['words of the text', text('Write a long note.'), text('Write a short note.'), 'Text changed: "long" → "short"'],
    ['added words', text('Write a note'), text('Write a note today'), 'Text changed: added "today"'],
    ['removed words', text('Write a long note'), text('Write a note'), 'Text changed: removed "long"'],
    ['a template', text({ StringTemplate: 'a `b`' }), text({ StringTemplate: 'c `b`' }), 'Text changed: "a" → "c"'],
    [
      'many words',
      text('a '.repeat(40)),
      text('b '.repeat(40)),
      `Text changed: "${'a '.repeat(20).trim()}…" → "${'b '.repeat(20).trim()}…"`,
    ],
    ['the kind of text', text('a'), text({ StringTemplate: 'a' }), 'Kind of text changed'],
    ['a function', text({ Function: '() => 1' }), text({ Function: '() => 2' }), 'Function changed'],
    ['a search', text({ Search: { Query: 'a' } }), text({ Search: { Query: 'b' } }), 'Search changed'],
    ['another kind of content', text('a'), text({ Function: '() => 1' }), 'Content changed'],
    ['new content', { Name: 'notes' }, text('a'), 'Content added'],
    ['a description', { ...text('a'), Description: 'b' }, { ...text('a'), Description: 'c' }, 'Description changed'],
    ['two fields', { ...text('a'), Title: 'b' }, { ...text('c'), Title: 'd' }, 'Title changed and text changed'],
  ])('%s', (_, before, after, expected) => {
    expect(summary(before, after)).toBe(expected);
  });
});

describe('a version of a skill says it in the words of its form', () => {
  const skill = (facts: object) => ({
    Name: 'notes',
    Description: 'To write notes',
    Content: 'Write a note.',
    ...facts,
  });
  test.each([
    ['when to use it', { Description: 'To write news' }, 'When to use it changed'],
    ['the instructions', { Content: 'Write a long note.' }, 'Instructions changed: added "long"'],
    [
      'both',
      { Description: 'To write news', Content: 'Write a long note.' },
      'When to use it changed and instructions changed',
    ],
    ['no instructions', { Content: undefined }, 'Instructions removed'],
  ])('%s', (_, facts, expected) => {
    expect(summaryOf(compareDefinitions(skill({}), skill(facts)), 'skill')).toBe(expected);
  });
});

describe('a version says which choices of an argument changed', () => {
  const choices = (...Choices: readonly unknown[]) => ({ Name: 'notes', Arguments: [{ Name: 'tone', Choices }] });
  const choiceOf = (Value: string, Title: string) => ({ Value, Title });
  test.each([
    ['one more', choices('warm'), choices('warm', 'cold'), 'added "cold"'],
    ['one fewer', choices('warm', 'cold'), choices('cold'), 'removed "warm"'],
    ['another one', choices('war', 'cold'), choices('warm', 'cold'), '"war" → "warm"'],
    ['their order', choices('warm', 'cold'), choices('cold', 'warm'), 'another order'],
    ['a title', choices(choiceOf('w', 'Warm')), choices(choiceOf('w', 'Hot')), '"Warm" → "Hot"'],
  ])('%s', (_, before, after, detail) => {
    expect(summary(before, after)).toBe(`Choices of tone changed: ${detail}`);
  });

  test('also of a tool', () => {
    const tool = (Parameters: readonly unknown[]) => ({ Name: 'weather', Parameters });
    expect(summary(tool([{ Name: 'city' }]), tool([{ Name: 'city' }, { Name: 'day' }]))).toBe('Argument day added');
  });
});

test('a summary has a short form without the words', () => {
  expect(withoutDetail('Undone: greet: text changed: "a" → "b"')).toBe('Undone: greet: text changed');
  expect(withoutDetail('Choices of tone changed: added "a changed: b"')).toBe('Choices of tone changed');
  expect(withoutDetail('Argument tone added')).toBe('Argument tone added');
});
