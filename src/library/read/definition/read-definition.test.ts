import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../../tools/test/property-tests.ts';
import { anyText } from '../../../base/text/testing/any-text.ts';
import { definitionPath } from '../../../files/workspace-paths.ts';
import { maxDepth } from '../../limits.ts';
import { readDefinition } from './read-definition.ts';

function read(content: string | Uint8Array, file = 'prompts/Test.yaml') {
  return readDefinition(definitionPath(file), Buffer.from(content));
}

/** `line:column tag` of every problem. */
function problems(content: string | Uint8Array, file?: string): string[] {
  return read(content, file).problems.map(({ line, column, tag }) => `${line}:${column} ${tag}`);
}

test('a problem has the line and column of its value or key', () => {
  expect(problems('Name: a\nTitel: b\nContent: c\n')).toEqual(['2:1 UnknownKey']);
  expect(problems('Name: a\nArguments:\n  - Name: b\n    Required: maybe\nContent: c\n')).toEqual([
    '4:15 InvalidMCPPromptSpecification',
  ]);
});

test('keys in another case are located by their spelling in the file', () => {
  expect(problems('name: a\narguments:\n  - name: b\n    required: 1\ncontent: c\n')).toEqual([
    '4:15 InvalidMCPPromptSpecification',
  ]);
});

test('a problem inside a server file leads to the entry', () => {
  const text = 'Name: S\nMCPPrompts:\n  - A\n  - Name: b\n    Content: {Nonsense: 1}\n';
  expect(problems(text, 'servers/S.yaml')[0]).toMatch(/^5:1[0-9] InvalidMCPPromptSpecification$/);
});

test('a byte order mark does not shift columns', () => {
  expect(problems('\ufeffTitel: x\nName: a\nContent: b\n')).toEqual(['1:1 UnknownKey']);
});

test('the extent of a long value ends with its first line', () => {
  const [problem] = read('Name: a\nContent: b\nExtra:\n  a: 1\n  b: 2\n').problems;
  expect(problem).toMatchObject({ line: 3, endLine: 3 });
});

test('the media files of a prompt are known despite other errors, and a wrong path is reported once', () => {
  const file = read(`Name: a
Extra: 1
Content:
  Messages:
    - Role: usr
      Content:
        - {Type: image, File: nope.png, Data: "!"}
        - {Type: image, File: ../nope.png}
        - {Type: imag, File: nope.png}
        - {Type: audio, File: ./b.wav, Annotations: {Priority: 2}}
`);
  expect(file.prompt).toBeUndefined();
  expect(file.media).toMatchObject([
    { file: 'nope.png', prompt: [], place: { line: 7, column: 31 } },
    { file: 'b.wav', prompt: [], place: { line: 10, column: 31 } },
  ]);
});

test('the media files of every prompt in a server file are known, even when the server has an error', () => {
  const text = `Name: S
Version: 1
MCPPrompts:
  - Content: {Messages: [{Role: user, Content: {Type: image, File: a.png}}]}
  - [{Name: b, Content: {Messages: [{Role: user, Content: {Type: image, File: b.png}}]}}]
`;
  const { server, media } = read(text, 'servers/S.yaml');
  expect(server).toBeUndefined();
  expect(media.map(({ file, prompt }) => ({ file, prompt }))).toEqual([
    { file: 'a.png', prompt: ['MCPPrompts', 0] },
    { file: 'b.png', prompt: ['MCPPrompts', 1, 0] },
  ]);
});

test('an error in one message or argument hides no problem of a template beside it', () => {
  const text = `Name: a
Arguments: [{Name: b, Required: 1}]
Content:
  Messages:
    - {Role: usr, Content: {StringTemplate: "<* 1 *>"}}
    - {Role: user, Content: {Type: imag}}
`;
  expect(problems(text)).toEqual([
    '2:33 InvalidMCPPromptSpecification',
    '5:14 InvalidMCPPromptSpecification',
    '6:36 InvalidMCPPromptSpecification',
    '5:46 InvalidMCPPromptSpecification',
  ]);
  expect(problems(text.replace('Required: 1', 'Required: true').replace('<* 1 *>', '`c`'))).toEqual([
    '5:14 InvalidMCPPromptSpecification',
    '6:36 InvalidMCPPromptSpecification',
    '5:46 UnknownSlot',
  ]);
});

test('JSON is read too, tabs included', () => {
  expect(read('{\n\t"Name": "a",\n\t"Content": "b"\n}', 'prompts/Test.json').prompt).toMatchObject({ name: 'a' });
});

test.each([
  ['a file that is not YAML', 'Name: [a\nContent: b\n'],
  ['a key written twice', 'Name: a\nName: b\nContent: c\n'],
  ['a key that is not text', '[a]: b\n'],
  ['two documents', 'Name: a\n---\nName: b\n'],
  ['an alias without its anchor', 'Name: *a\n'],
  ['an alias inside its own anchor', 'Name: &a [*a]\n'],
  ['an infinite number', 'Name: .inf\n'],
])('%s has a syntax problem and no definition', (_, text) => {
  const file = read(text);
  expect(file.problems.map(({ tag, severity }) => `${severity} ${tag}`)).toContain('error Syntax');
  expect(file.prompt).toBeUndefined();
});

test('a doubled key names the line of the first one', () => {
  expect(read('Name: a\nContent: c\nName: b\n').problems[0]).toMatchObject({ line: 3, column: 1 });
  expect(read('Name: a\nContent: c\nName: b\n').problems[0]?.message).toContain('line 1');
});

test('bytes that are not UTF-8 are refused at their place', () => {
  const bytes = Buffer.concat([Buffer.from('Name: a\nContent: Gr'), Buffer.from([0xfc]), Buffer.from('n\n')]);
  expect(problems(bytes)).toEqual(['2:12 Syntax']);
});

test('UTF-16 is refused with the advice to save as UTF-8', () => {
  expect(read(Buffer.from('\ufeffName: a\n', 'utf16le')).problems[0]?.message).toContain('UTF-8');
});

test('a replacement character is text', () => {
  expect(read('Name: a\nContent: "\ufffd"\n').prompt).toBeDefined();
});

test('aliases that expand to billions of values are refused', () => {
  const levels = Array.from({ length: 30 }, (_, level) =>
    level === 0 ? 'k0: &k0 [x, x]' : `k${level}: &k${level} [*k${level - 1}, *k${level - 1}]`,
  );
  expect(problems(`${levels.join('\n')}\n`).some((problem) => problem.endsWith('Limit'))).toBe(true);
});

test.each([
  ['lists in brackets', '['.repeat(100_000)],
  ['maps in brackets', '{a: '.repeat(100_000)],
  ['dashes', `${'- '.repeat(100_000)}x`],
  ['explicit keys', `${'? '.repeat(100_000)}x`],
  ['indented maps', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
])('%s nested without end are refused, and the process continues', (_, text) => {
  expect(problems(text).some((problem) => problem.endsWith('Limit'))).toBe(true);
});

test('values nested as deeply as allowed are read', () => {
  const depth = maxDepth / 2 - 2;
  expect(problems(`Name: a\nContent: b\nX: ${'['.repeat(depth)}${']'.repeat(depth)}\n`)).toEqual(['3:1 UnknownKey']);
});

test('a map with very many keys is checked for doubled ones in reasonable time', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n');
  expect(problems(`${keys}\nk7: 2\n`)).toContain('20001:1 Syntax');
});

test('a tag that YAML does not know is a warning', () => {
  expect(read('Name: !secret a\nContent: b\n')).toMatchObject({
    prompt: { name: 'a' },
    problems: [{ severity: 'warning' }],
  });
});

test('every document is read by the rules of YAML 1.2, whatever version it claims', () => {
  expect(read('%YAML 1.1\n---\nName: yes\nContent: b\n').prompt?.name).toBe('yes');
});

test('no bytes make reading throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), anyText({ maxLength: 200 })), (content) => {
      for (const file of ['prompts/A.yaml', 'servers/A.json', 'tools/A.yml', 'sources/A.yaml']) {
        for (const { line, column, endLine, endColumn } of read(content, file).problems) {
          expect(line >= 1 && column >= 1 && (endLine > line || (endLine === line && endColumn >= column))).toBe(true);
        }
      }
    }),
    casesOf(200),
  );
});

test.each<[string, string]>([
  ['unknown keys', Array.from({ length: 1_000 }, (_, index) => `key${index}: 1\n`).join('')],
  ['doubled keys', 'Extra: 1\n'.repeat(1_000)],
  ['numbers that JSON does not have', `Extra:\n${'- .inf\n'.repeat(1_000)}`],
  ['unknown slots', `Description: x\nContent:\n  StringTemplate: "${'`a` <* *>'.repeat(1_000)}"\n`],
])('the first hundred of a thousand %s are reported, with the number of the rest', (_, text) => {
  const problems = read(`Name: a\n${text}`).problems;
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)?.message).toMatch(/^This file has (8|9)\d\d more problems: fix/);
});
