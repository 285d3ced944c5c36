import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkedJson, formatCheckedJson } from './checked-json.ts';

const shape = z.strictObject({ path: z.string(), entry: z.json() });
const schema = checkedJson(shape, shape);
const text = formatCheckedJson({ path: '/home/ada/.claude.json', entry: { command: 'node', args: ['cli', '--x', 7] } });

test('any flipped bit is damage, or changes white space alone', () => {
  const wholeRecord = schema.parse(JSON.parse(text));
  const flips = fc.uniqueArray(fc.nat(Buffer.byteLength(text) * 8 - 1), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(flips, (places) => {
      const bytes = Buffer.from(text);
      for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) ^ (1 << (place & 7));
      const parsedJson = parseJson(bytes.toString('utf8'));
      const result = schema.safeParse(parsedJson);
      if (result.success) expect(result.data).toEqual(wholeRecord);
    }),
    { numRuns: 3_000 },
  );
});

test('a file that an earlier version wrote without a checksum is read', () => {
  expect(schema.parse({ path: '/a', entry: null })).toEqual({ path: '/a', entry: null });
});

function parseJson(damagedText: string): unknown {
  try {
    return JSON.parse(damagedText);
  } catch {
    return undefined;
  }
}
