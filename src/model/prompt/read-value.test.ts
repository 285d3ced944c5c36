import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ValueRules } from '../definitions.ts';
import { readValue, typedValue } from './read-value.ts';

const sizes: ValueRules = { kind: 'choice', choices: [{ value: 'small' }, { value: 'xl', title: 'Extra large' }] };
const severalRules: ValueRules = {
  kind: 'choices',
  choices: [{ value: 'a' }, { value: 'b', title: 'Second' }, { value: 'c' }],
};

describe('A value that is read by its kind', () => {
  it.each<[ValueRules, unknown, string]>([
    [{}, ' any text ', ' any text '],
    [{}, '', ''],
    [{}, '$1', '$1'],
    [sizes, 'small', 'small'],
    [sizes, ' SMALL ', 'small'],
    [sizes, 'extra large', 'xl'],
    [severalRules, 'c, a', 'a, c'],
    [severalRules, 'Second,a,,', 'a, b'],
    [severalRules, ['b', 'a', 'b'], 'a, b'],
    [{ kind: 'number' }, '1.50', '1.5'],
    [{ kind: 'number' }, '-.5e1', '-5'],
    [{ kind: 'number' }, '-0', '0'],
    [{ kind: 'number', minimum: 0, maximum: 1 }, 1, '1'],
    [{ kind: 'integer' }, '3.0', '3'],
    [{ kind: 'boolean' }, 'YES', 'true'],
    [{ kind: 'boolean' }, 'on', 'true'],
    [{ kind: 'boolean' }, 'no', 'false'],
    [{ kind: 'boolean' }, false, 'false'],
    [{ kind: 'date' }, '2026-02-28', '2026-02-28'],
    [{ kind: 'email' }, ' ada@example.com', 'ada@example.com'],
    [{ kind: 'url' }, 'https://example.com/a?b', 'https://example.com/a?b'],
  ])('of %j: %j becomes %j', (rules, rawValue, value) => {
    expect(readValue(rules, rawValue)).toEqual({ value });
  });

  it.each<[ValueRules, unknown, string]>([
    [sizes, 'medium', 'must be small or xl, not "medium".'],
    [severalRules, 'a, d', 'must be one or several of a, b and c, separated by commas, not "d".'],
    [{ kind: 'number' }, '1,5', 'must be a number, not "1,5": write 1.5.'],
    [{ kind: 'number' }, '1,500', 'must be a number, not "1,500": write 1500, or 1.500.'],
    [{ kind: 'number' }, '1,500,000', 'must be a number, not "1,500,000": write 1500000.'],
    [{ kind: 'number', minimum: 0, maximum: 1 }, '2', 'must be a number from 0 to 1, not "2".'],
    [{ kind: 'integer', minimum: 1 }, '0', 'must be a whole number, at least 1, not "0".'],
    [{ kind: 'integer' }, '1.5', 'must be a whole number, not "1.5".'],
    [{ kind: 'integer' }, '12345678901234567890', 'use text for so many digits'],
    [{ kind: 'number' }, '1e999', 'must be a number'],
    [{ kind: 'number' }, '0x10', 'must be a number'],
    [{ kind: 'boolean' }, 'maybe', 'must be true or false, not "maybe".'],
    [{ kind: 'date' }, '2026-02-30', 'must be a date such as 2026-05-03, not "2026-02-30".'],
    [{ kind: 'date' }, '2026/5/3', 'not "2026/5/3": write 2026-05-03.'],
    [{ kind: 'email' }, 'ada', 'must be an email address, not "ada".'],
    [{ kind: 'url' }, 'example.com', 'not "example.com": write https://example.com.'],
    [{ kind: 'boolean' }, { a: 1 }, 'must be true or false, not {"a":1}.'],
  ])('of %j: %j is refused, and the sentence says what is meant', (rules, rawValue, fault) => {
    expect(readValue(rules, rawValue).fault).toContain(fault);
  });

  it('keeps its spelling when it is read again, and its type gives the same value', () => {
    const rules = fc.oneof(
      fc.constantFrom<ValueRules>(sizes, severalRules, {}, { kind: 'boolean' }, { kind: 'date' }, { kind: 'email' }),
      fc.constantFrom<ValueRules>({ kind: 'number' }, { kind: 'integer' }, { kind: 'url' }),
    );
    const rawArbitrary = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.integer(),
      fc.boolean(),
      fc.subarray(['a', 'b', 'c', 'Second']),
      fc.constantFrom('small', 'yes', 'a,c', '2026-05-03', 'a@b.c', 'https://e.org/'),
    );
    fc.assert(
      fc.property(rules, rawArbitrary, (rule, input) => {
        const { value } = readValue(rule, input);
        if (value === undefined) return;
        expect(readValue(rule, value)).toEqual({ value });
        expect(readValue(rule, typedValue(rule, value))).toEqual({ value });
      }),
    );
  });
});
