import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, findEntry, RefusedFile, rawValue, readDocument } from './json-document.ts';
import { proveOnlyEntryDiffers, removeEntry, restoreEntry, setEntry } from './json-edit.ts';
import { configurationFile, jsonObject } from './testing/json-text.ts';

const entry = { type: 'stdio', command: '/bin/node', args: ['serve', 'Docs'] };
const set = (text: string) => setEntry(text, 'mcpServers', 'Docs', entry);

function refusalOf(action: () => unknown): RefusedFile {
  try {
    action();
  } catch (error) {
    if (error instanceof RefusedFile) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('setting an entry', () => {
  it.each([
    ['an empty file', '', ''],
    ['a file of blank lines', '\n\n', ''],
    ['a byte order mark alone', '\uFEFF', '\uFEFF'],
  ])('makes a tidy file of %s', (_, before, mark) => {
    expect(set(before)).toBe(`${mark}${JSON.stringify({ mcpServers: { Docs: entry } }, null, 2)}\n`);
  });

  it('takes the indentation, line ends and missing last line end of the file', () => {
    const before = '{\r\n\t"mcpServers": {\r\n\t\t"a": {"command": "x"}\r\n\t}\r\n}';
    expect(set(before)).toBe(
      [
        '{',
        '\t"mcpServers": {',
        '\t\t"a": {"command": "x"},',
        '\t\t"Docs": {',
        '\t\t\t"type": "stdio",',
        '\t\t\t"command": "/bin/node",',
        '\t\t\t"args": [',
        '\t\t\t\t"serve",',
        '\t\t\t\t"Docs"',
        '\t\t\t]',
        '\t\t}',
        '\t}',
        '}',
      ].join('\r\n'),
    );
  });

  it.each([
    ['{"mcpServers":{"a":{}}}', `{"mcpServers":{"a":{},"Docs":${JSON.stringify(entry)}}}`],
    ['{"a":12345678901234567890}', `{"a":12345678901234567890,"mcpServers":{"Docs":${JSON.stringify(entry)}}}`],
    ['{"mcpServers":{}}', `{"mcpServers":{"Docs":${JSON.stringify(entry)}}}`],
    [
      '{ "x": 1, "mcpServers": { "a": {}, "b": {} } }\n',
      '{ "x": 1, "mcpServers": { "a": {}, "b": {}, "Docs": { "type": "stdio", "command": "/bin/node", "args": [ "serve", "Docs" ] } } }\n',
    ],
  ])('keeps a file of one line on one line: %s', (before, after) => {
    expect(set(before)).toBe(after);
  });

  it('replaces an entry where it stands', () => {
    const before = '{\n  "mcpServers": {\n    "Docs": { "command": "old" },\n    "z": {}\n  }\n}\n';
    const after = set(before);
    expect(Object.keys(JSON.parse(after).mcpServers)).toEqual(['Docs', 'z']);
    expect(JSON.parse(after).mcpServers.Docs).toEqual(entry);
    expect(restoreEntry(after, 'mcpServers', 'Docs', '{ "command": "old" }')).toBe(before);
  });

  it('recognises a key that is written with escapes', () => {
    const after = set('{"mcp\\u0053ervers": {"\\u0044ocs": {}}}');
    expect(JSON.parse(after)).toEqual({ mcpServers: { Docs: entry } });
  });

  it('leaves keys alone that are there twice elsewhere', () => {
    const before = '{"a": 1, "a": 2, "mcpServers": {"x": {"k": 1, "k": 2}}}';
    expect(set(before)).toContain('"a": 1, "a": 2, "mcpServers": {"x": {"k": 1, "k": 2}, "Docs"');
  });
});

describe('a file that is left as it is', () => {
  it.each([
    ['{\n  "a": 1, // note\n}', 2, 11, 'it has a comment'],
    ['/* note */ {}', 1, 1, 'it has a comment'],
    ['\uFEFF{\r\n  "a": [1,]\r\n}', 2, 10, 'it has a trailing comma'],
    ['{"a": 1,}', 1, 8, 'it has a trailing comma'],
    ["{'a': 1}", 1, 2, 'a word that JSON does not know'],
    ['{"a" 1}', 1, 6, 'a colon is missing'],
    ['{"a": 1\n"b": 2}', 2, 1, 'a comma is missing'],
    ['{"a": 1', 1, 8, 'a closing } is missing'],
    ['{"a": "x\ty"}', 1, 7, 'a raw control character'],
    ['{"a": 1}\n}', 2, 1, 'text behind its end'],
    ['[]', 1, 1, 'is not a JSON object'],
    ['"text"', 1, 1, 'is not a JSON object'],
    ['{\n  "mcpServers": []\n}', 2, 17, 'that is not an object'],
    ['{"mcpServers": {},\n "mcpServers": {}}', 2, 2, 'has "mcpServers" twice'],
    ['{"mcpServers": {"Docs": {}, "Docs": {}}}', 1, 29, 'has "Docs" twice'],
  ])('is refused with its place: %j', (text, line, column, message) => {
    const refusal = refusalOf(() => set(text));
    expect(refusal.place).toEqual({ line, column });
    expect(refusal.message).toContain(message);
    expect(refusal.message).toContain(`(line ${line}, column ${column})`);
  });

  it('is refused where a byte is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('{\n "ü": "'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(refusalOf(() => decodeUtf8(bytes)).place).toEqual({ line: 2, column: 8 });
  });

  it('is refused when it is nested too deeply to read', () => {
    const text = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(refusalOf(() => set(text)).message).toContain('nested too deeply');
  });
});

const isRefused = (text: string) => {
  try {
    findEntry(readDocument(text, 'mcpServers'), 'Docs');
    return false;
  } catch {
    return true;
  }
};

describe('for JSON text in any formatting', () => {
  it('every character outside the entry is the same, and the entry is what was asked', () => {
    fc.assert(
      fc.property(configurationFile, (before) => {
        fc.pre(!isRefused(before));
        const after = set(before);
        expect(JSON.parse(after.replace('\uFEFF', '')).mcpServers.Docs).toEqual(entry);

        const document = readDocument(before, 'mcpServers');
        const old = findEntry(document, 'Docs');
        if (old) {
          expect(after.startsWith(before.slice(0, old.value.offset))).toBe(true);
          expect(after.endsWith(before.slice(old.end))).toBe(true);
          expect(restoreEntry(after, 'mcpServers', 'Docs', rawValue(document, old))).toBe(before);
        } else {
          // One piece was put in; what it replaced was white space between two braces, or nothing.
          let start = 0;
          while (start < before.length && before[start] === after[start]) start++;
          let end = 0;
          while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
          expect(before.slice(start, before.length - end).trim()).toBe('');
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('taking the entry out again leaves the text as it was, blanks between two braces aside', () => {
    fc.assert(
      fc.property(configurationFile, (before) => {
        fc.pre(!isRefused(before));
        const { root, section } = readDocument(before, 'mcpServers');
        fc.pre(findEntry(readDocument(before, 'mcpServers'), 'Docs') === undefined);
        fc.pre(root?.children?.length !== 0 && section?.value.children?.length !== 0);
        expect(removeEntry(set(before), 'mcpServers', 'Docs', section === undefined)).toBe(before);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a text is read exactly when JSON.parse reads it', () => {
    const damaged = fc
      .tuple(
        jsonObject,
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '/', '\\', '0', '-', 'e', '.', '\u00a0', '//', '\u0001'),
      )
      .map(([text, at, piece]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + piece + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        let read = true;
        try {
          readDocument(text, 'no such section');
        } catch (error) {
          // Valid JSON that is no object is refused for that reason.
          read = error instanceof RefusedFile && error.message.includes('not a JSON object');
        }
        expect(read).toBe(valid);
      }),
      { numRuns: 3_000 },
    );
  });
});

it('a change outside the entry does not pass for a change of the entry', () => {
  const before = '{"a": 1.0, "mcpServers": {"x": {}}}';
  const after = set(before);
  expect(() => proveOnlyEntryDiffers(before, after, 'mcpServers', 'Docs')).not.toThrow();
  for (const wrong of [after.replace('1.0', '1'), `${after}\n`, after.replace('"x": {}', '"x":{}'), `\uFEFF${after}`]) {
    expect(() => proveOnlyEntryDiffers(before, wrong, 'mcpServers', 'Docs')).toThrow('more than its own entry');
  }
});
