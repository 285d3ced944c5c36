/** Lines whose values were read from the programs themselves; `npm run verify:clients` compares hundreds more. */
import { describe, expect, it } from 'vitest';
import { splitForGemini, splitForQwen } from './option-words.ts';

const slot = (name: string, isRequired: boolean) => ({ name, required: isRequired });
const twoSlots = [slot('a', true), slot('b', true)];
const mixedSlots = [slot('a', true), slot('b', false)];
const lateSlots = [slot('a', false), slot('b', true)];

describe('Gemini CLI', () => {
  it.each([
    [' one\ttwo', [slot('q', true)], { q: 'one two' }],
    [' ideographic\u3000blank', twoSlots, { a: 'ideographic', b: 'blank' }],
    [' C:\\path "x \\" y"', twoSlots, { a: 'C:path', b: 'x " y' }],
    [' @f--b=""--a=', [slot('q', true)], { q: '@f--a=' }],
    [' --a=1 second', twoSlots, { a: '1', b: 'second' }],
    [' --a="" word', [slot('a', true)], { a: 'word' }],
    [' first second', mixedSlots, { a: 'first second' }],
    [' --a=1 --a=2', mixedSlots, { a: '2' }],
    [' --__proto__=x word', mixedSlots, { a: 'word' }],
  ])('reads %j', (line, slots, values) => {
    expect(splitForGemini(line, slots).values).toEqual(values);
  });
});

describe('Qwen Code', () => {
  it.each([
    [' one\ttwo', [slot('q', true)], { q: 'one\ttwo' }],
    ['', [slot('q', true)], {}],
    [' first second third', mixedSlots, { a: 'first', b: 'second' }],
    [' first second third', lateSlots, { b: 'first', a: 'second' }],
    [' three short words', [slot('q', false)], { q: 'three short words' }],
    [' --q="" word', [slot('q', true)], { q: '' }],
    [' some "two words"', [], { input: 'some two words' }],
    [' --input=x --other=y word', [], { input: 'x', other: 'y' }],
  ])('reads %j', (line, slots, values) => {
    expect(splitForQwen(line, slots).values).toEqual(values);
  });
});

it('each part of the line belongs to the argument that gets it', () => {
  const line = ' fi--b="two words"rst  surplus';
  const shownPieces = splitForGemini(line, [slot('a', true), slot('b', true), slot('c', true)]).pieces;
  expect(
    shownPieces.map(({ start, end, to }) => [line.slice(start, end), to.kind === 'argument' ? to.name : to.kind]),
  ).toEqual([
    ['fi', 'a'],
    ['--b="two words"', 'b'],
    ['rst', 'a'],
    ['surplus', 'c'],
  ]);
});

it('a pasted text of 100 kB is split in a moment', () => {
  const line = ` ${'some "more words" --b=1 '.repeat(4_000)}`;
  const before = process.cpuUsage();
  expect(splitForGemini(line, twoSlots).values.b).toBe('1');
  expect(splitForQwen(line, twoSlots).values.b).toBe('1');
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
});
