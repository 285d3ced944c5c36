import { expect, test } from 'vitest';
import { definitionPath } from '../../../files/workspace-paths.ts';
import { readDefinition } from './read-definition.ts';

/** `line:column sentence` of every problem. */
function problems(text: string, file = 'prompts/Test.yaml'): string[] {
  const definitionFile = readDefinition(definitionPath(file), Buffer.from(text));
  return definitionFile.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test.each([
  ['a list in brackets', 'Name: [a\nContent: b\n', '1:7 A [ is not closed: add the closing ]'],
  ['a list in brackets, last', 'Name: a\nX: [a, b', '2:4 A [ is not closed: add the closing ]'],
  ['brackets over several lines', 'X: [\n  a,\n  b\nContent: c\n', '1:4 A [ is not closed'],
  ['a bracket that another one closes', 'Name: a\nX: [a, b}\nContent: d\n', '2:4 A [ is not closed'],
  ['a map in braces', 'Name: a\nContent: {StringTemplate: b\nTitle: c\n', '2:10 A { is not closed: add the closing }'],
  ['a list inside a list', 'Arguments:\n  - Name: b\n    Complete: [x, y\n    Title: z\n', '3:15 A [ is not closed'],
  ['double quotes', 'Name: "a\nContent: b\n', '1:7 A " is not closed: add the closing "'],
  ['double quotes before others', 'Name: "a\r\nContent: "b"\r\n', '1:7 A " is not closed'],
  ['single quotes', "Name: a\nContent: 'b\n", "2:10 A ' is not closed: add the closing '"],
  ['a key in quotes', '"Name: a\nContent: b\n', '1:1 A " is not closed'],
])('an unclosed mark is reported where it opens: %s', (_, text, problem) => {
  expect(problems(text)).toEqual([expect.stringContaining(problem)]);
});

test('an unclosed mark in JSON is reported where it opens', () => {
  expect(problems('{"Name": "a",\n "Content": "b"\n', 'prompts/Test.json')[0]).toContain('1:1 A { is not closed');
  expect(problems('{"Name": "a",\n "X": [1, 2\n}\n', 'prompts/Test.json')[0]).toContain('2:7 A [ is not closed');
});

test.each([
  ['an extra bracket', 'Name: a\nX: [a]]\nContent: d\n', '2:7 This ] has no opening bracket: remove it'],
  ['an apostrophe in single quotes', "Name: 'It's good'\n", "1:11 A ' ends the text here: inside single quotes"],
  ['text after quotes', 'Name: "a" b\n', '1:11 The value ends before this: put all of it in quotes'],
  ['a quote in double quotes', 'Name: "a "b" c"\n', '1:11 A " ends the text here: inside double quotes write \\"'],
  ['text after a bracket', 'Name: [draft] text\n', '1:15 The value ends before this: put all of it in quotes'],
  ['a text that begins with a backtick', 'Name: a\nContent: `b` c\n', '2:10 Text cannot begin with ` without quotes'],
  ['a text that begins with @', 'Name: @a\nContent: b\n', '1:7 Text cannot begin with @ without quotes'],
  ['bold text', 'Name: **bold** text\n', '1:16 Text cannot begin with * or & without quotes'],
  ['stars as bullets', 'Content:\n* b\n', '2:1 Text cannot begin with * or & without quotes'],
  ['slots of another notation', 'Content: {{name}} is\n', '1:11 A key must be text'],
  ['text after a bar', 'Name: a\nContent: |text\n  more\n', '2:11 The text of a | or > begins on the next line'],
  ['text after a fold mark', 'Name: a\nContent: > more text\n', '2:12 The text of a | or > begins on the next line'],
  ['a tab as indentation', 'Arguments:\n\t- Name: b\n', '2:1 This line is indented with a tab: use spaces'],
  ['no space after the first colon', 'Name:a\nContent: b\n', '1:1 There is no space after the colon of Name'],
  ['no space after another colon', 'Name: a\nContent:b\n', '2:1 There is no space after the colon of Content'],
  ['a colon in a text', 'Name: a\nTitle: Note: this\n', '2:8 A colon and a space begin a value'],
  ['a key that is indented too far', 'Name: a\n  Content: b\n', '2:3 This line is indented too far for a key'],
  ['a key below a text of two lines', 'Title: a\n  b\n  Content: c\n', '3:3 This line is indented too far'],
  ['a key between two columns', 'A:\n    - Name: b\n   X: 1\n', '3:4 This line is indented differently'],
  ['a key without its dash', 'A:\n  - Name: b\n   X: 1\n', '3:4 This line belongs neither to the list nor'],
  ['a list among keys', 'Name: a\n- b\nContent: c\n', '2:1 A list cannot be among keys'],
  ['a list beside its key', 'Name: a\nContent: - b\n', '2:10 A list begins on its own line'],
  ['a line without a colon', 'Name: a\nContent\nTitle: b\n', '2:1 This line is not "key: value": add the colon'],
  ['a last line without a colon', 'Name: a\nThis is text\n', '2:1 This line is not "key: value"'],
  ['a text that is not indented', 'Content: |\nHello there\nTitle: b\n', '2:1 This line is not "key: value"'],
  ['a text with a deeper first line', 'Content: |\n   a\n  b\nName: c\n', '3:3 This line is indented differently'],
  ['an extra comma', '{"Name": "a",, "Content": "b"}', '1:14 There is no value before this comma: remove it'],
  ['a missing comma', '{"Name": "a"\n "Content": "b"}\n', '2:2 A comma is missing before this: add it'],
  ['a comment without a space before it', 'Name: "a"#b\n', '1:10 A # begins a comment only after a space'],
  ['a Windows path', 'Name: "C:\\data"\n', '1:10 \\d is not an escape in double quotes: write \\\\ for'],
  ['half an escape', 'Name: "\\u12"\n', '1:8 Two hexadecimal digits follow \\x'],
  ['two documents', 'Name: a\n---\nName: b\n', '2:1 A file has one definition'],
])('%s is reported once, at the expected place, with what to do', (_, text, problem) => {
  expect(problems(text)).toEqual([expect.stringContaining(problem)]);
  expect(problems(text.replaceAll('\n', '\r\n'))).toEqual([expect.stringContaining(problem)]);
});

test('merge conflict markers are recognised', () => {
  const text = 'Name: a\n<<<<<<< HEAD\nTitle: b\n=======\nTitle: c\n>>>>>>> theirs\n';
  expect(problems(text)).toEqual(
    [2, 4, 6].map((line) => expect.stringContaining(`${line}:1 This is a merge conflict marker`)),
  );
});

test('independent errors are all reported, in the order of the file', () => {
  const text = 'Name: [a\nTitle: @b\nContent: "c\n';
  expect(problems(text).map((problem) => problem.slice(0, 4))).toEqual(['1:7 ', '2:8 ', '3:10']);
});
