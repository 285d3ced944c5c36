import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../tools/test/property-tests.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, valueAt, withItemMoved } from '../../base/json.ts';
import { applyChange } from './changes.ts';
import { changeText, editText, type ReadableText, readText } from './edit-text.ts';
import { writtenFile } from './testing/written-file.ts';

const path = { file: 'prompts/Test.yaml', kind: 'prompt', name: 'Test' } as const;
const runs = casesOf(120);

function read(text: string): ReadableText {
  const readableText = readText(path, text);
  if (!readableText) throw new Error(`unreadable:\n${text}`);
  return readableText;
}

function listsOf(value: unknown, at: KeyPath = []): KeyPath[] {
  const entries: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((child, index) => [index, child])
    : Object.entries(isJsonObject(value) ? value : {});
  const innerLists = entries.flatMap(([step, child]) => listsOf(child, [...at, step]));
  return Array.isArray(value) && value.length > 1 ? [at, ...innerLists] : innerLists;
}

/** One item of one list of a file, and where it goes. */
const scenario = fc
  .tuple(writtenFile, fc.nat(), fc.nat(), fc.nat())
  .filter(([file]) => listsOf(read(file.text).data).length > 0)
  .map(([file, pick, a, b]) => {
    const { data } = read(file.text);
    const lists = listsOf(data);
    const at = lists[pick % lists.length] ?? [];
    const { length } = valueAt(data, at) as unknown[];
    return { file, at, from: a % length, to: b % length };
  });

function move(text: string, at: KeyPath, from: number, to: number): string {
  return changeText(path, read(text), [{ kind: 'move', at: [...at, from], to }]).parsedText.document.text;
}

test('a list reads as the permuted one, and nothing else has changed', () => {
  fc.assert(
    fc.property(scenario, ({ file, at, from, to }) => {
      const { data } = read(file.text);
      const expected = applyChange(data, {
        kind: 'replace',
        at,
        value: withItemMoved(valueAt(data, at) as unknown[], from, to),
      });
      expect(read(move(file.text, at, from, to)).data).toEqual(expected);
    }),
    runs,
  );
});

test('every line and every comment is kept', () => {
  fc.assert(
    fc.property(scenario, ({ file, at, from, to }) => {
      fc.pre(!file.hasAlias && !endsOpen(file.text));
      expect(sortedLines(move(file.text, at, from, to))).toEqual(sortedLines(file.text));
    }),
    runs,
  );
});

test('moving back restores every byte', () => {
  fc.assert(
    fc.property(scenario, ({ file, at, from, to }) => {
      fc.pre(!file.hasAlias && !endsOpen(file.text));
      expect(move(move(file.text, at, from, to), at, to, from)).toBe(file.text);
    }),
    runs,
  );
});

test('a list that is replaced by itself in another order is moved, not rewritten', () => {
  fc.assert(
    fc.property(scenario, ({ file, at, from, to }) => {
      fc.pre(!file.hasAlias && !endsOpen(file.text));
      const before = read(file.text);
      const list = valueAt(before.data, at) as unknown[];
      const expected = applyChange(before.data, { kind: 'replace', at, value: withItemMoved(list, from, to) });
      expect(sortedLines(editText(path, before, expected))).toEqual(sortedLines(file.text));
    }),
    runs,
  );
});

/** Whether the file ends without a line break: then the last line of a block scalar is not the one it would be elsewhere. */
function endsOpen(text: string): boolean {
  return !text.endsWith('\n');
}

/** Flow lists are on one line: their characters are compared. */
function sortedLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => [...line].sort().join(''))
    .sort();
}
