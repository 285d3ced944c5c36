import { describe, expect, it } from 'vitest';
import { type AnswerFormat, AnswerGuard } from './answer-guard.ts';
import { AnswerBudget, answerLimits } from './limits.ts';

const limits = { ...answerLimits, maxBytes: 10_000, maxMessages: 5, maxValues: 100, maxDepth: 10 };

/** What a guard says of a text that arrives in pieces of `size` bytes; undefined when it lets the text pass. */
function said(format: AnswerFormat, text: string, size = 7): string | undefined {
  const guard = new AnswerGuard(format, new AnswerBudget(limits));
  const bytes = Buffer.from(text);
  try {
    for (let start = 0; start < bytes.length; start += size) guard.check(bytes.subarray(start, start + size));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const deepText = '['.repeat(11);
const wideList = `[${'1,'.repeat(100)}1]`;

describe('An answer of JSON', () => {
  it.each([
    ['that is too long', 'x'.repeat(10_001), 'sent more than 0.01 MB'],
    ['that is nested too deeply', `{"a":${deepText}`, 'answered with JSON that is nested deeper than 10 levels'],
    ['that holds too many values', wideList, 'sent more than 100 values'],
    ['that hides depth behind an escaped quote', `["\\"",${deepText}`, 'answered with JSON that is nested deeper than'],
    ['that hides depth behind an escaped backslash', `["\\\\",${deepText}`, 'answered with JSON that is nested deeper'],
  ])('%s is broken off', (_, text, sentence) => {
    for (const size of [1, 2, 3, 1000]) expect(said('json', text, size)).toContain(sentence);
  });

  it('may hold brackets and commas in its strings', () => {
    expect(said('json', JSON.stringify({ text: `"\\${'[{,'.repeat(500)}` }))).toBeUndefined();
  });
});

describe('A stream of events', () => {
  const event = 'event: message\ndata: {"a":[1,2]}\n\n';
  it.each([
    ['with too many events', event.repeat(6), 'sent more than 5 messages'],
    ['with lines that end in CR', event.replaceAll('\n', '\r').repeat(6), 'sent more than 5 messages'],
    ['with lines that end in CRLF', event.replaceAll('\n', '\r\n').repeat(6), 'sent more than 5 messages'],
    ['with too many comments', ':\n'.repeat(101), 'sent more than 100 values'],
    ['with a line without an end', `data: ${'x'.repeat(10_000)}`, 'sent more than 0.01 MB'],
    ['with deep data', `data: ${deepText}`, 'nested deeper than 10 levels'],
    ['with deep data in several lines', 'data: [[[[\n'.repeat(3), 'nested deeper than 10 levels'],
    ['with deep data without a space after the colon', `data:${deepText}`, 'nested deeper than 10 levels'],
    ['with deep data after a byte order mark', `\ufeffdata: ${deepText}`, 'nested deeper than 10 levels'],
    [
      'that opens a string in a comment, and depth after it',
      `: "\nevent: "\ndata: ${deepText}`,
      'deeper than 10 levels',
    ],
    [
      'that opens a string in one event, and depth in the next',
      `data: "\n\ndata: ${deepText}`,
      'deeper than 10 levels',
    ],
  ])('%s is broken off', (_, text, sentence) => {
    for (const size of [1, 2, 3, 1000]) expect(said('events', text, size)).toContain(sentence);
  });

  it('passes with five events, and brackets in other fields', () => {
    for (const size of [1, 2, 3, 1000])
      expect(said('events', event.replace('message', deepText).repeat(5), size)).toBeUndefined();
  });
});

describe('Lines of JSON', () => {
  it.each([
    ['too many', '{}\n'.repeat(6), 'sent more than 5 messages'],
    ['a deep one', `"\n${deepText}`, 'nested deeper than 10 levels'],
    ['one without an end', 'x'.repeat(10_001), 'sent more than 0.01 MB'],
  ])('%s are broken off', (_, text, sentence) => {
    expect(said('lines', text)).toContain(sentence);
  });
});

describe('A budget', () => {
  it('begins again with each question', () => {
    const budget = new AnswerBudget(limits);
    for (let question = 0; question < 3; question++) {
      const end = budget.begin();
      budget.countBytes(10_000);
      expect(() => budget.countBytes(1)).toThrow('sent more than');
      end();
    }
  });

  it('holds one answer for each question that is asked at the same time', () => {
    const budget = new AnswerBudget(limits);
    const ends = [budget.begin(), budget.begin()];
    budget.countBytes(20_000);
    expect(() => budget.countBytes(1)).toThrow('sent more than');
    for (const end of ends) end();
  });
});
