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
    ['a new content', { Name: 'notes' }, text('a'), 'Content added'],
    ['a description', { ...text('a'), Description: 'b' }, { ...text('a'), Description: 'c' }, 'Description changed'],
    ['two fields', { ...text('a'), Title: 'b' }, { ...text('c'), Title: 'd' }, 'Title changed and text changed'],
  ])('%s', (_, before, after, expected) => {
    expect(summary(before, after)).toBe(expected);
  });
});

test('a summary has a short form without the words', () => {
  expect(withoutDetail('Undone: greet: text changed: "a" → "b"')).toBe('Undone: greet: text changed');
  expect(withoutDetail('Argument tone added')).toBe('Argument tone added');
});
