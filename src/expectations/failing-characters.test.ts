import { expect, test } from 'vitest';
import type { Claim } from '../model/definitions.ts';
import type { EvaluationContext } from './evaluate.ts';
import { markFailingCharacters } from './failing-characters.ts';
import type { AnswerText } from './subject.ts';

const answer = (text: string): AnswerText => ({
  kind: 'text',
  text,
  messages: [{ role: 'user', text }],
  searches: [],
});
const nothing: EvaluationContext = { schemaMistakes: async () => '', matches: () => true };

/** The text with its failing characters in brackets. */
function markFailing(claim: Claim, text: string, contextFields: Partial<EvaluationContext> = {}): string | undefined {
  const markedAnswer = markFailingCharacters(claim, answer(text), { ...nothing, ...contextFields });
  if (!markedAnswer) return undefined;
  return markedAnswer.marks.toReversed().reduce((shownText, [from, to]) => {
    return `${shownText.slice(0, from)}[${shownText.slice(from, to)}]${shownText.slice(to)}`;
  }, markedAnswer.text);
}

test.each<[string, Claim, string, string | undefined]>([
  ['unwanted words', { kind: 'not-contains', text: 'foo' }, 'a foo b foo', 'a [foo] b [foo]'],
  ['letters of another case', { kind: 'contains', text: 'Hello, Ada' }, 'hello, ada!', '[h]ello, [a]da!'],
  [
    'the end of a near miss',
    { kind: 'contains', text: 'the queue holds' },
    'Say: the queue hides it',
    'Say: the queue h[ides] it',
  ],
  ['nothing for words that are missing', { kind: 'contains', text: 'Hello' }, 'Good day', undefined],
  ['a wrong beginning', { kind: 'starts-with', text: 'Hello' }, 'Help me', 'Hel[p ]me'],
  ['other words', { kind: 'equals', text: 'Hello, Ada!' }, 'Hello, Bob!', 'Hello, [Bob]!'],
  ['the character beside a gap', { kind: 'equals', text: 'one two three' }, 'one three', 'one [t]hree'],
  ['the character where JSON ends', { kind: 'is-json' }, '{"a": x}', '{"a": [x]}'],
  ['the text beyond a limit', { kind: 'tokens-at-most', tokens: 1 }, 'one two', 'one [two]'],
  ['the message of a tool that fails', { kind: 'is-error', value: false }, 'No.', '[No.]'],
])('marks %s', (_, claim, text, expected) => {
  expect(markFailing(claim, text)).toBe(expected);
});

test('marks what differs from a snapshot, and the value that breaks out', () => {
  expect(markFailing({ kind: 'snapshot' }, 'Good day, Ada!', { snapshot: 'Hello, Ada!\n' })).toBe('[Good day], Ada!');
  const brokenEscape = { message: '', value: '</d>x', text: '<d></d>x</d>' };
  expect(markFailing({ kind: 'cannot-escape' }, 'other', { escape: brokenEscape })).toBe('<d>[</d>x]</d>');
});

test('shows the part of a long text around its first mark', () => {
  const text = `${'a '.repeat(10_000)}foo${' b'.repeat(10_000)}`;
  const markedAnswer = markFailingCharacters({ kind: 'not-contains', text: 'foo' }, answer(text), nothing);
  const [from, to] = markedAnswer?.marks[0] ?? [0, 0];
  expect(markedAnswer?.text.slice(from, to)).toBe('foo');
  expect(markedAnswer?.text.length).toBeLessThan(6_100);
});
