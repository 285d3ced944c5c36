/** Strict JSON: invalid text is refused with its place, and only invalid text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, RefusedFile } from '../connect/refused-file.ts';
import { jsonObject } from '../testing/json-text.ts';
import { removeEntry, setEntry } from './edit.ts';
import { readJson } from './json.ts';

const target = { format: 'json', place: { path: ['mcpServers'] }, name: 'Docs' } as const;
const set = (text: string) => setEntry(text, target, { command: '/bin/node' });

function refusalOf(action: () => unknown): RefusedFile {
  try {
    action();
  } catch (error) {
    if (error instanceof RefusedFile) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('a file that is not changed', () => {
  it.each([
    ['{\n  "a": 1, // note\n}', 2, 11, 'it has a comment'],
    ['/* note */ {}', 1, 1, 'it has a comment'],
    ['\uFEFF{\r\n  "a": [1,]\r\n}', 2, 10, 'it has a trailing comma'],
    ['{"a": 1,}', 1, 8, 'it has a trailing comma'],
    ["{'a': 1}", 1, 2, 'a word that is not valid JSON'],
    ['{"a" 1}', 1, 6, 'a colon is missing'],
    ['{"a": 1\n"b": 2}', 2, 1, 'a comma is missing'],
    ['{"a": 1', 1, 8, 'a closing } is missing'],
    ['{"a": "x\ty"}', 1, 7, 'a raw control character'],
    ['{"a": 1}\n}', 2, 1, 'text after its end'],
    ['[]', 1, 1, 'is not a JSON object'],
    ['"text"', 1, 1, 'is not a JSON object'],
    ['{\n  "mcpServers": []\n}', 2, 17, 'which is not an object'],
    ['{"mcpServers": {},\n "mcpServers": {}}', 2, 2, 'has "mcpServers" twice'],
    ['{"mcpServers": {"Docs": {}, "Docs": {}}}', 1, 29, 'has "Docs" twice'],
  ])('is refused with its place: %j', (text, line, column, message) => {
    const refusal = refusalOf(() => set(text));
    expect(refusal.place).toEqual({ line, column });
    expect(refusal.message).toContain(message);
    expect(refusal.message).toContain(`(line ${line}, column ${column})`);
  });

  it('is refused if a byte is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('{\n "ü": "'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(refusalOf(() => decodeUtf8(bytes)).place).toEqual({ line: 2, column: 8 });
  });

  it('is refused when it is nested too deeply to read', () => {
    const text = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(refusalOf(() => set(text)).message).toContain('nested too deeply');
  });
});

it('a text is read exactly when JSON.parse reads it', () => {
  const damagedArbitrary = fc
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
    fc.property(damagedArbitrary, (text) => {
      let isValid = true;
      try {
        JSON.parse(text);
      } catch {
        isValid = false;
      }
      let isRead = true;
      try {
        readJson(text, { path: ['no such section'] });
      } catch (error) {
        // Valid JSON which is not an object is refused for that reason.
        isRead = error instanceof RefusedFile && error.message.includes('not a JSON object');
      }
      expect(isRead).toBe(isValid);
    }),
    { numRuns: 1_000 },
  );
});

describe('the containers around an entry that is removed', () => {
  const inProject = {
    format: 'json',
    place: { path: ['projects', '/home/ada/proj', 'mcpServers'] },
    name: 'Docs',
  } as const;

  it.each([
    ['{"numStartups": 1}'],
    ['{\n  "numStartups": 1,\n  "projects": {}\n}\n'],
    ['{\n  "projects": {\n    "/other": { "a": 1 }\n  },\n  "numStartups": 1\n}\n'],
    ['{\n  "projects": {\n    "/home/ada/proj": {\n      "allowedTools": []\n    }\n  }\n}\n'],
  ])('go if they came with it: %j', (text) => {
    const { depth } = readJson(text, inProject.place);
    const connectedEntry = setEntry(text, inProject, { command: '/bin/node' });
    expect(JSON.parse(removeEntry(connectedEntry, inProject, true, depth ?? 0))).toEqual(JSON.parse(text));
  });

  it('stay with what another program put into them', () => {
    const connectedEntry = setEntry('{"numStartups": 1}', inProject, { command: '/bin/node' });
    const usedText = connectedEntry.replace('"mcpServers"', '"hasTrust": true, "mcpServers"');
    expect(JSON.parse(removeEntry(usedText, inProject, true, 0))).toEqual({
      numStartups: 1,
      projects: { '/home/ada/proj': { hasTrust: true } },
    });
  });
});
