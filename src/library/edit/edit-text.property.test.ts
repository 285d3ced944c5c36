import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../tools/test/property-tests.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';
import { anyText } from '../../base/text/testing/any-text.ts';
import { applyChange, type Change, difference } from './changes.ts';
import { editText, type ReadableText, readText } from './edit-text.ts';
import { writtenFile } from './testing/written-file.ts';

const path = { file: 'prompts/Test.yaml', kind: 'prompt', name: 'Test' } as const;

function read(text: string): ReadableText {
  const readableText = readText(path, text);
  if (!readableText) throw new Error(`unreadable:\n${text}`);
  return readableText;
}

/** Any JSON that a person might put into a definition, awkward text included. */
const anyValue = fc.oneof(
  fc.string(),
  anyText(),
  fc.array(fc.string(), { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n')),
  fc.constantFrom('a\n\n', '\n', ' a\n b', 'a\n  ', '# x', 'a\r\nb', '\ttab', 'yes', '1', '- x', '`a`: {b}'),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
);

function pathsOf(value: unknown, at: KeyPath = []): KeyPath[] {
  if (Array.isArray(value)) return [at, ...value.flatMap((child, index) => pathsOf(child, [...at, index]))];
  if (isJsonObject(value))
    return [at, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...at, key]))];
  return [at];
}

/** One change somewhere inside the data; the root stays a map. */
function changeOf(data: unknown, random: number, kind: 'replace' | 'insert' | 'remove', value: unknown): Change {
  const paths = pathsOf(data);
  const pick = paths[1 + (random % (paths.length - 1))] ?? [];
  if (kind !== 'insert') return kind === 'remove' ? { kind, at: pick } : { kind, at: pick, value };
  const parent = Array.isArray(valueAt(data, pick)) || isJsonObject(valueAt(data, pick)) ? pick : pick.slice(0, -1);
  const parentValue = valueAt(data, parent);
  if (Array.isArray(parentValue)) return { kind, at: [...parent, random % (parentValue.length + 1)], value };
  return { kind, at: [...parent, `new${random % 7}`], value };
}

const scenario = fc.tuple(
  writtenFile,
  fc.nat(),
  fc.constantFrom('replace' as const, 'insert' as const, 'remove' as const),
  anyValue,
);
const runs = casesOf(240);

test('after any change, the file reads as exactly the requested data', () => {
  fc.assert(
    fc.property(scenario, ([file, random, kind, value]) => {
      const before = read(file.text);
      const expected = applyChange(before.data, changeOf(before.data, random, kind, value));
      expect(read(editText(path, before, expected)).data).toEqual(expected);
    }),
    runs,
  );
});

test('the text before and after the changed key stays byte for byte', () => {
  fc.assert(
    fc.property(scenario, ([file, random, kind, value]) => {
      fc.pre(!file.hasAlias);
      const before = read(file.text);
      const change = changeOf(before.data, random, kind, value);
      fc.pre(change.at.length > 1);
      const after = editText(path, before, applyChange(before.data, change));
      const [start, end] = linesOfKey(file.text, String(change.at[0]));
      expect(after.slice(0, start)).toBe(file.text.slice(0, start));
      expect(after.slice(after.length - (file.text.length - end))).toBe(file.text.slice(end));
    }),
    runs,
  );
});

test('no comment outside the changed value is lost, moved or repeated', () => {
  fc.assert(
    fc.property(scenario, ([file, random, kind, value]) => {
      const before = read(file.text);
      const change = changeOf(before.data, random, kind, value);
      const after = editText(path, before, applyChange(before.data, change));
      const [commentsBefore, commentsAfter] = [comments(file.text), comments(after)];
      expect(commentsAfter).toEqual(
        kind === 'insert' ? commentsBefore : commentsBefore.filter((comment) => commentsAfter.includes(comment)),
      );
    }),
    runs,
  );
});

test('an edit and its opposite give back the data', () => {
  fc.assert(
    fc.property(writtenFile, fc.nat(), anyValue, (file, random, value) => {
      const before = read(file.text);
      const expected = applyChange(before.data, changeOf(before.data, random, 'replace', value));
      const changedText = read(editText(path, before, expected));
      expect(read(editText(path, changedText, before.data)).data).toEqual(before.data);
    }),
    casesOf(80),
  );
});

test('changes made in order turn one value into the other', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      const [from, to] = [JSON.parse(JSON.stringify(a)) as unknown, JSON.parse(JSON.stringify(b)) as unknown];
      expect(difference(from, to).reduce(applyOne, from)).toEqual(to);
    }),
  );
});

function applyOne(data: unknown, change: Change): unknown {
  return applyChange(data, change);
}

test('any text can be the content of a JSON file', () => {
  fc.assert(
    fc.property(anyText(), fc.constantFrom(0, 2, '\t'), (value, space) => {
      const json = { file: 'prompts/Test.json', kind: 'prompt', name: 'Test' } as const;
      const text = JSON.stringify({ Name: 'a', Arguments: [{ Name: 'b' }], Content: 'x' }, null, space);
      const before = readText(json, text);
      if (!before) throw new Error(text);
      const expected = applyChange(before.data, { kind: 'replace', at: ['Content'], value });
      expect(JSON.parse(editText(json, before, expected))).toEqual(expected);
    }),
  );
});

/** The lines of one key of the root, from its own line to that of the next key. */
function linesOfKey(text: string, key: string): readonly [number, number] {
  const start = text.replace(/^\ufeff/, ' ').search(new RegExp(`^ ?${key}:`, 'm'));
  const keyEnd = start + key.length + 1;
  const next = text.slice(keyEnd).search(/^k\d+:/m);
  return [start, next < 0 ? text.length : keyEnd + next];
}

function comments(text: string): readonly number[] {
  return [...text.matchAll(/# comment (\d+);/g)].map(([, number]) => Number(number));
}
