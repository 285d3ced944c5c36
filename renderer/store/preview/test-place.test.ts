import { expect, test } from 'vitest';
import { findTestPlace } from './test-place.ts';

const locate = (text: string, name: string) => {
  const { from, to } = findTestPlace(text, 'greet', name);
  return [text.slice(0, from).split('\n').length, text.slice(from, to)];
};

test('a test is found by its name, in each way of writing it, and not a sample of the same name', () => {
  const text = `Name: greet
Samples: [{ Name: Ada }]
Tests:
  - { Name: Ada Lovelace, Sample: Ada }
  - Name: Ada
    Sample: Ada
  - Name: "is: kept"
  - { Name: 'it''s', Expect: [snapshot] }
`;
  expect(locate(text, 'Ada')).toEqual([5, 'Ada']);
  expect(locate(text, 'Ada Lovelace')).toEqual([4, 'Ada Lovelace']);
  expect(locate(text, 'is: kept')).toEqual([7, '"is: kept"']);
  expect(locate(text, "it's")).toEqual([8, "'it''s'"]);
  expect(locate(text, 'other')).toEqual([1, '']);
});

test('in the file of a server, a test is found in the prompt that was asked for', () => {
  const text = `Name: Docs
MCPPrompts:
  - Name: other
    Tests: [{ Name: same }]
  - Name: greet
    Tests: [{ Name: same }]
`;
  expect(locate(text, 'same')).toEqual([6, 'same']);
});
