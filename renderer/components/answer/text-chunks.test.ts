import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { spansByChunk, textChunks } from './text-chunks.ts';

const line = fc.oneof(fc.string({ maxLength: 12 }), fc.constant('x'.repeat(5_000)));
const text = fc.array(line, { maxLength: 200 }).map((lines) => lines.join('\n'));

it('the chunks make up the whole text, and every one but the last ends with a line break', () => {
  fc.assert(
    fc.property(text, (wholeText) => {
      const parts = textChunks(wholeText).map(({ start, end }) => wholeText.slice(start, end));
      expect(parts.join('')).toBe(wholeText);
      expect(parts.slice(0, -1).every((part) => part.endsWith('\n'))).toBe(true);
    }),
  );
});

it('the spans of the chunks are the spans of the text', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(2_000), { maxLength: 60 }), (wholeText, lengths) => {
      const spans: { start: number; end: number; id: number }[] = [];
      for (const [id, length] of lengths.entries()) {
        const start = spans.at(-1)?.end ?? 0;
        if (length > 0 && start < wholeText.length)
          spans.push({ start, end: Math.min(start + length, wholeText.length), id });
      }
      const seenTexts = new Map<number, string>();
      for (const { start, end, id } of spansByChunk(textChunks(wholeText), spans).flat())
        seenTexts.set(id, (seenTexts.get(id) ?? '') + wholeText.slice(start, end));
      expect([...seenTexts]).toEqual(spans.map(({ start, end, id }) => [id, wholeText.slice(start, end)]));
    }),
  );
});

it('a text of 200,000 characters is cut into many pieces', () => {
  const chunks = textChunks('A line of some forty characters, as usual.\n'.repeat(5_000));
  expect(chunks.length).toBeGreaterThan(100);
  expect(chunks.every(({ lines }) => lines <= 40)).toBe(true);
});

it('an empty span at the end of the text, or in an empty text, is part of the last chunk', () => {
  const spans = [
    { start: 0, end: 5 },
    { start: 5, end: 5 },
  ];
  expect(spansByChunk(textChunks('End: '), spans)).toEqual([spans]);
  const emptySpans = [{ start: 0, end: 0 }];
  expect(spansByChunk(textChunks(''), emptySpans)).toEqual([emptySpans]);
  const longText = 'line\n'.repeat(100);
  const atEnd = [
    { start: 0, end: longText.length },
    { start: longText.length, end: longText.length },
  ];
  expect(spansByChunk(textChunks(longText), atEnd).at(-1)).toHaveLength(2);
  expect(spansByChunk(textChunks(longText), atEnd).flat()).toHaveLength(textChunks(longText).length + 1);
});
