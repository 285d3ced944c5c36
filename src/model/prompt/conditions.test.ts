import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from '../definitions.ts';
import { chosenMessages, conditionInWords, isMet } from './conditions.ts';
import { readPrompt } from './prompt.ts';
import { renameArgument } from './rename-argument.ts';

const promptWith = (When: unknown, fields: Record<string, unknown> = {}) => ({
  Name: 'p',
  Arguments: [{ Name: 'language' }, { Name: 'detail' }],
  Content: {
    Messages: [
      { Role: 'user', Content: { StringTemplate: '`language` `detail`' } },
      { Role: 'user', When, Content: 'Formally.' },
    ],
  },
  ...fields,
});

const conditionIn = (When: unknown) => {
  const { prompt, findings } = readPrompt(promptWith(When));
  return {
    findings,
    condition: prompt?.content.kind === 'messages' ? prompt.content.messages[1]?.when : undefined,
  };
};

describe('A condition', () => {
  it.each<[unknown, Condition]>([
    [
      { Argument: 'language', Is: 'French' },
      { argument: 'language', test: 'is', values: ['French'] },
    ],
    [
      { argument: 'language', is: ['French', 3, true] },
      { argument: 'language', test: 'is', values: ['French', '3', 'true'] },
    ],
    [
      { Argument: 'detail', IsNot: ['a', 'b'] },
      { argument: 'detail', test: 'isNot', values: ['a', 'b'] },
    ],
    [
      { Argument: 'detail', IsEmpty: true },
      { argument: 'detail', test: 'isEmpty' },
    ],
    [
      { Argument: 'detail', IsEmpty: false },
      { argument: 'detail', test: 'isNotEmpty' },
    ],
  ])('%j is read', (writtenCondition, readCondition) => {
    expect(conditionIn(writtenCondition)).toEqual({ findings: [], condition: readCondition });
  });

  it.each<[unknown, (string | number)[], string]>([
    ['French', [], 'When must have the key Argument, and one of Is, IsNot and IsEmpty.'],
    [{ Argument: 'language' }, [], 'compares nothing: add Is or IsNot with values, or IsEmpty: true.'],
    [{ Is: 'French' }, [], 'Argument is missing: add it.'],
    [{ Argument: 'language', Is: 'x', IsEmpty: true }, [], 'Is and IsEmpty cannot be combined: keep one of them.'],
    [{ Argument: 'language', Is: [] }, ['Is'], 'Is must have at least one value.'],
    [{ Argument: 'language', Is: { a: 1 } }, ['Is'], 'Is must be a value, or a list of values.'],
    [{ Argument: 'language', IsEmpty: 'true' }, ['IsEmpty'], 'IsEmpty must be true or false, without quotes.'],
    [
      { Argument: 'language', IsEmpty: 'yes' },
      ['IsEmpty'],
      'IsEmpty must be true or false: YAML 1.2 reads yes as text.',
    ],
  ])('%j is an error at its place', (writtenCondition, at, sentence) => {
    const { findings, condition } = conditionIn(writtenCondition);
    expect(condition).toBeUndefined();
    expect(findings).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        at: ['Content', 'Messages', 1, 'When', ...at],
        message: expect.stringContaining(sentence),
      }),
    );
  });

  it('on an argument that is not declared is a warning with the name that was probably meant', () => {
    expect(conditionIn({ Argument: 'langage', Is: 'French' }).findings).toEqual([
      {
        tag: 'UnknownArgument',
        severity: 'warning',
        message: 'This condition depends on "langage", which is not an argument: did you mean language?',
        at: ['Content', 'Messages', 1, 'When', 'Argument'],
        subject: { kind: 'name', near: 'language' },
      },
    ]);
    expect(conditionIn({ Argument: 'colour', Is: 'red' }).findings[0]?.message).toContain(
      'declare it, or choose another',
    );
  });

  it('compares with the values that its argument can have, in their one spelling', () => {
    const Arguments = [
      { Name: 'formal', Kind: 'boolean' },
      { Name: 'days', Kind: 'choices', Choices: ['Mon', 'Tue', 'Wed'] },
    ];
    const read = (When: unknown) => {
      const Messages = [
        { Role: 'user', Content: { StringTemplate: '`formal` `days`' } },
        { Role: 'user', When, Content: 'x' },
      ];
      const { prompt, findings } = readPrompt({ Name: 'p', Arguments, Content: { Messages } });
      return {
        when: prompt?.content.kind === 'messages' ? prompt.content.messages[1]?.when : undefined,
        faults: findings.map(({ at, message }) => `${at.slice(4).join('.')}: ${message}`),
      };
    };
    expect(read({ Argument: 'formal', Is: 'yes' })).toMatchObject({ when: { values: ['true'] }, faults: [] });
    expect(read({ Argument: 'formal', Is: 'perhaps' }).faults).toEqual([
      'Is: The argument "formal" must be true or false, not "perhaps".',
    ]);
    const { when, faults } = read({ Argument: 'days', IsNot: ['mon', 'Sun'] });
    expect(faults).toEqual(['IsNot.1: The argument "days" must be Mon, Tue or Wed, not "Sun".']);
    expect(when).toEqual({ argument: 'days', test: 'isNot', values: ['Mon', 'Sun'], isList: true });
    expect(when && ['Tue, Mon', 'Tue, Wed', ''].map((days) => isMet(when, { days }))).toEqual([false, true, true]);
  });

  it('counts as a use of its argument', () => {
    const data = promptWith({ Argument: 'detail', IsEmpty: true });
    const [firstMessage, secondMessage] = data.Content.Messages;
    const onlyIn = {
      ...data,
      Content: { Messages: [{ ...firstMessage, Content: { StringTemplate: '`language`' } }, secondMessage] },
    };
    expect(readPrompt(onlyIn).findings).toEqual([]);
  });

  it('follows its argument to a new name', () => {
    const { changes } = renameArgument(promptWith({ Argument: 'detail', IsEmpty: true }), 1, 'depth');
    expect(changes).toContainEqual({ at: ['Content', 'Messages', 1, 'When', 'Argument'], after: 'depth' });
    const otherChanges = renameArgument(promptWith({ Argument: 'detail', IsEmpty: true }), 0, 'tongue').changes;
    expect(otherChanges.filter(({ at }) => at.includes('When'))).toEqual([]);
  });

  it('compares without the white space around a value; a missing value is empty', () => {
    const isCondition: Condition = { argument: 'a', test: 'is', values: ['French', 'German '] };
    expect([' French', 'German', 'french', ''].map((a) => isMet(isCondition, { a }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isMet({ argument: 'a', test: 'isEmpty' }, { a: ' \n' })).toBe(true);
    expect(isMet({ argument: 'a', test: 'isEmpty' }, {})).toBe(true);
    expect(isMet({ argument: 'toString', test: 'isNotEmpty' }, {})).toBe(false);
  });

  const condition = fc.oneof(
    fc.record({
      argument: fc.constantFrom('a', 'b'),
      test: fc.constantFrom('is' as const, 'isNot' as const),
      values: fc.array(fc.constantFrom('', 'x', 'y z', '"'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      argument: fc.constantFrom('a', 'b'),
      test: fc.constantFrom('isEmpty' as const, 'isNotEmpty' as const),
    }),
  );
  const oppositeOf = (givenCondition: Condition): Condition => {
    switch (givenCondition.test) {
      case 'is':
        return { ...givenCondition, test: 'isNot' };
      case 'isNot':
        return { ...givenCondition, test: 'is' };
      case 'isEmpty':
        return { ...givenCondition, test: 'isNotEmpty' };
      case 'isNotEmpty':
        return { ...givenCondition, test: 'isEmpty' };
    }
  };
  const values = fc.record({ a: fc.constantFrom('', 'x', ' y z'), b: fc.string() }, { requiredKeys: [] });

  it('and its opposite choose each message once', () => {
    fc.assert(
      fc.property(condition, values, (drawnCondition, drawnValues) => {
        const block = { type: 'text', text: { kind: 'literal', text: 'x' } } as const;
        const message = (condition: Condition) => ({ role: 'user', when: condition, blocks: [block] }) as const;
        const messages = chosenMessages([message(drawnCondition), message(oppositeOf(drawnCondition))], drawnValues);
        expect(messages).toEqual([
          message(isMet(drawnCondition, drawnValues) ? drawnCondition : oppositeOf(drawnCondition)),
        ]);
      }),
    );
  });

  it('that no block of a message meets leaves out the message', () => {
    const block = {
      type: 'text',
      text: { kind: 'literal', text: 'x' },
      when: { argument: 'a', test: 'isEmpty' },
    } as const;
    expect(chosenMessages([{ role: 'user', blocks: [block, block] }], { a: 'x' })).toEqual([]);
  });

  it('is written out in words', () => {
    expect(conditionInWords({ argument: 'language', test: 'is', values: ['French', 'Swiss German'] })).toBe(
      'language is French or "Swiss German"',
    );
    expect(conditionInWords({ argument: 'detail', test: 'isNotEmpty' })).toBe('detail is not empty');
  });
});
