import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitionPath } from '../../../files/workspace-paths.ts';
import { readDefinition } from './read-definition.ts';

/** What each problem points at: the characters from its place to its end in the file. */
function pointedAt(text: string, file = 'prompts/Test.yaml'): string[] {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const offset = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0) + column - 1;
  return readDefinition(definitionPath(file), Buffer.from(text)).problems.map(({ line, column, endLine, endColumn }) =>
    lines.join('\n').slice(offset(line, column), offset(endLine, endColumn)),
  );
}

function place(text: string, file = 'prompts/Test.yaml'): string[] {
  const { problems } = readDefinition(definitionPath(file), Buffer.from(text));
  return problems.map(({ line, column, endLine, endColumn }) => `${line}:${column}-${endLine}:${endColumn}`);
}

test('a slot without an argument is reported at its place in a block of text', () => {
  const text = 'Name: a\nContent:\n  StringTemplate: |\n    First line\n\n    Hello `nam`!\n';
  expect(place(text)).toEqual(['6:11-6:16']);
  expect(place(text.replaceAll('\n', '\r\n'))).toEqual(['6:11-6:16']);
});

test.each([
  ['an indented line', 'Content:\n  StringTemplate: |\n      a\n        `b`\nName: a\n'],
  ['an explicit indentation', 'Content:\n  StringTemplate: |2-\n      a `b`\nName: a\n'],
  ['folded lines', 'Content:\n  StringTemplate: >-\n    a\n    c\n\n    d `b`\nName: a\n'],
  ['plain text over several lines', 'Content:\n  StringTemplate: a\n    c\n\n    d `b`\nName: a\n'],
  ['single quotes', "Content:\n  StringTemplate: 'it''s\n    ''`b`'''\nName: a\n"],
  ['double quotes', 'Content: {StringTemplate: "\\u00e4\\U0001f600\\n\\t\\"\\x20`b`"}\nName: a\n'],
  ['a continued line', 'Content:\n  StringTemplate: "a \\\n    c\\\n    `b`"\nName: a\n'],
  ['a byte order mark before it', '\ufeffContent: {StringTemplate: "`b`"}\nName: a\n'],
  ['a comment beside the bar', 'Content:\n  StringTemplate: | # `b`\n    a `b`\nName: a\n'],
  ['an anchor', 'Content:\n  StringTemplate: &t |\n    a `b`\nName: a\n'],
])('a slot is found in %s', (_, text) => {
  expect(pointedAt(text)).toEqual(['`b`']);
});

test('a slot is found in JSON', () => {
  const text = '{ "Name": "a", "Content": { "StringTemplate": "one\\ntwo \\"`b`\\"" } }';
  expect(pointedAt(text, 'prompts/Test.json')).toEqual(['`b`']);
});

test('invalid template text is reported from its first to its last character', () => {
  expect(pointedAt('Name: a\nContent:\n  StringTemplate: |\n    x\n    y <* Now[] *> z\n')).toEqual(['<* Now[] *>']);
  expect(place('Name: a\nContent:\n  StringTemplate: |\n    y <*\n    Now[] *>\n')).toEqual(['4:7-5:13']);
});

test('a slot in the text of an alias is reported at the alias', () => {
  const text = 'Name: a\nDescription: &t x `b`\nContent: { StringTemplate: *t }\n';
  expect(pointedAt(text)).toEqual(['*t']);
});

const piece = fc.oneof(
  fc.constantFrom('a', '  ', '\n', '\n\n', "'", '"', '\\', 'é', '😀', '<', '#', ':', '\u00a0', '\t'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
/** No text begins or ends in a way that changes how its slot is read. */
const templateText = fc
  .array(piece, { maxLength: 12 })
  .map((pieces) => `x${pieces.join('').replace(/(?![\n\t])[`\p{Cc}]/gu, '')}`);

const textInStyle = {
  double: (text: string) => ` ${JSON.stringify(text)}`,
  single: (text: string) => ` '${text.replaceAll("'", "''").replace(/\s*\n/g, '\n\n      ')}'`,
  block: (text: string) => ` |\n${text.replace(/^/gm, '     ')}`,
  folded: (text: string) => ` >\n${text.replace(/^/gm, '     ')}`,
  plain: (text: string) => ` ${text.replace(/[^a-z`\n]/g, '-').replace(/\s*\n\s*/g, '\n\n     ')}`,
};

test('the place of a slot is that of its characters in every notation', () => {
  fc.assert(
    fc.property(
      templateText,
      templateText,
      fc.constantFrom(...(Object.keys(textInStyle) as (keyof typeof textInStyle)[])),
      fc.constantFrom('\n', '\r\n'),
      (before, after, style, lineBreak) => {
        const file = `Name: a\nContent:\n  StringTemplate:${textInStyle[style](`${before} \`slot\` ${after}`)}\n`;
        expect(pointedAt(file.replaceAll('\n', lineBreak))).toEqual(['`slot`']);
      },
    ),
    { numRuns: 500 },
  );
});
