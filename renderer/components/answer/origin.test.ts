import { expect, it } from 'vitest';
import { type OriginSpan, originHue, originsIn, undeclaredSentence, undeclaredSlot } from './origin.ts';

const span = (from: OriginSpan['from']): OriginSpan => ({ start: 0, end: 1, from });
const argument = (name: string) => ({ kind: 'argument', name }) as const;

it('a legend has each origin once: arguments as they are declared, slots without one, then the rest', () => {
  const literal = { kind: 'literal' } as const;
  const spans = [[span(literal), span(argument('b'))], null, [span(argument('a')), span(argument('b'))]];
  expect(originsIn(spans, ['a', 'b', 'c'])).toEqual([argument('a'), argument('b'), literal]);
  expect(originsIn(spans, ['b'])).toEqual([argument('b'), argument('a'), literal]);
});

it('an argument has the hue of its position; other origins have none', () => {
  expect(originHue(argument('b'), ['a', 'b'])).toBe(2);
  expect(originHue(argument('gone'), ['a', 'b'])).toBe('undeclared');
  expect(originHue({ kind: 'literal' }, ['a'])).toBeUndefined();
});

it('warns about an empty slot without an argument, and about none that has an argument or a value', () => {
  expect(undeclaredSlot(argument('npm'), '', ['topic'])).toBe('npm');
  expect(undeclaredSlot(argument('topic'), '', ['topic'])).toBeUndefined();
  expect(undeclaredSlot(argument('npm'), 'x', ['topic'])).toBeUndefined();
  expect(undeclaredSlot({ kind: 'literal' }, '', [])).toBeUndefined();
  expect(undeclaredSentence('npm')).toBe('There is no argument npm, so clients get nothing here');
  expect(undeclaredSentence('2')).toBe('There is no argument 2, so clients get nothing here');
});
