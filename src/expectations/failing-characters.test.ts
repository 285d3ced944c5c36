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
function marked(claim: Claim, text: string, given: Partial<EvaluationContext> = {}): string | undefined {
  const found = markFailingCharacters(claim, answer(text), { ...nothing, ...given });
  if (!found) return undefined;
  return found.marks.toReversed().reduce((shown, [from, to]) => {
    return `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`;
  }, found.text);
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
  expect(marked(claim, text)).toBe(expected);
});

test('marks what differs from a snapshot, and the value that breaks out', () => {
  expect(marked({ kind: 'snapshot' }, 'Good day, Ada!', { snapshot: 'Hello, Ada!\n' })).toBe('[Good day], Ada!');
  const broken = { message: '', value: '</d>x', text: '<d></d>x</d>' };
  expect(marked({ kind: 'cannot-escape' }, 'other', { escape: broken })).toBe('<d>[</d>x]</d>');
});

test('shows the part of a long text around its first mark', () => {
  const text = `${'a '.repeat(10_000)}foo${' b'.repeat(10_000)}`;
  const found = markFailingCharacters({ kind: 'not-contains', text: 'foo' }, answer(text), nothing);
  const [from, to] = found?.marks[0] ?? [0, 0];
  expect(found?.text.slice(from, to)).toBe('foo');
  expect(found?.text.length).toBeLessThan(6_100);
});
