import { describe, expect, it } from 'vitest';
import { askingOf, isSecret, mayAsk } from './asking.ts';
import { readPrompt } from './prompt.ts';

function read(fields: Record<string, unknown>) {
  return readPrompt({ Name: 'p', Content: { Function: '() => 1' }, ...fields });
}

function faults(fields: Record<string, unknown>) {
  return read(fields).findings.map(({ at, message }) => `${at.join('.')}: ${message}`);
}

describe('An argument with a kind', () => {
  it('has its kind, choices, limits, default and question, and reads the same with keys in lower case', () => {
    const data = {
      Ask: 'missing',
      Message: 'What should I explain?',
      Arguments: [
        { Name: 'topic', Required: true, Multiline: true },
        { Name: 'language', Kind: 'choice', Choices: ['English', { Value: 'fr', Title: 'French' }], Default: 'French' },
        { Name: 'formal', Kind: 'boolean', Default: true, AskWhen: { language: ['French'] } },
        { Name: 'parts', Kind: 'choices', Choices: ['intro', 'proof', 1], Default: ['proof', 'intro'], Ask: 'always' },
        { Name: 'length', Kind: 'integer', Minimum: 1, Maximum: 5, Default: 3, Ask: 'missing' },
      ],
    };
    const { prompt, findings } = read(data);
    expect(findings).toEqual([]);
    expect(prompt).toMatchObject({
      ask: 'missing',
      message: 'What should I explain?',
      arguments: [
        { name: 'topic', required: true, multiline: true },
        { kind: 'choice', choices: [{ value: 'English' }, { value: 'fr', title: 'French' }], default: 'fr' },
        { kind: 'boolean', default: 'true', askWhen: { language: ['fr'] } },
        { kind: 'choices', choices: [{ value: 'intro' }, { value: 'proof' }, { value: '1' }], default: 'intro, proof' },
        { kind: 'integer', minimum: 1, maximum: 5, default: '3', ask: 'missing' },
      ],
    });
    expect(prompt?.arguments.map((argument) => prompt && askingOf(prompt, argument))).toEqual([
      ...['missing', 'never', 'missing', 'always', 'missing'],
    ]);
  });

  it('is the same as before when it is text, and a prompt without questions never asks', () => {
    const { prompt } = read({ Arguments: [{ Name: 'a', Kind: 'text', Required: true, Default: 'x' }] });
    expect(prompt?.arguments).toEqual([{ name: 'a', required: true, default: 'x' }]);
    expect(prompt && mayAsk(prompt)).toBe(false);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown kind', { Kind: 'bool' }, 'Arguments.0.Kind: Kind must be text, choice'],
    ['no choices', { Kind: 'choice' }, 'Arguments.0.Kind: The kind choice needs a list of the values'],
    ['choices without the kind', { Choices: ['a'] }, 'Arguments.0.Choices: Choices is only for the kinds choice and'],
    [
      'a repeated choice',
      { Kind: 'choice', Choices: ['a', 'a'] },
      'Arguments.0.Choices.1: The choice "a" is written tw',
    ],
    [
      'a comma',
      { Kind: 'choices', Choices: ['a,b'] },
      'Arguments.0.Choices.0: The choice "a,b" must not contain a comma',
    ],
    [
      'a choice that is a list',
      { Kind: 'choice', Choices: [['a']] },
      'Arguments.0.Choices.0: A choice must be a value',
    ],
    [
      'a choice without a value',
      { Kind: 'choice', Choices: [{ Title: 'A' }] },
      'Arguments.0.Choices.0: Value must be text, a number',
    ],
    ['a limit of text', { Minimum: 1 }, 'Arguments.0.Minimum: Minimum is only for the kinds number and integer'],
    ['crossed limits', { Kind: 'number', Minimum: 2, Maximum: 1 }, 'Arguments.0.Maximum: Maximum is less than Minimum'],
    ['a broken limit', { Kind: 'integer', Maximum: 1.5 }, 'Arguments.0.Maximum: Maximum must be a whole number.'],
    ['lines of a number', { Kind: 'number', Multiline: true }, 'Arguments.0.Multiline: Multiline is only for the kind'],
    [
      'a wrong default',
      { Kind: 'number', Default: '1,5' },
      'Default: The Default of "a" must be a number, not "1,5": wri',
    ],
    [
      'a default of text that is a number',
      { Default: 3 },
      'Arguments.0.Default: Default must be text: put it in quotes.',
    ],
    ['an unknown question', { Ask: 'sometimes' }, 'Arguments.0.Ask: Ask must be never, missing or always'],
    [
      'a condition on nothing',
      { AskWhen: { other: ['x'] } },
      'Arguments.0.AskWhen.other: There is no argument "other"',
    ],
    [
      'a condition on itself',
      { AskWhen: { a: ['x'] } },
      'AskWhen can only use arguments that come before: move "a" up',
    ],
    ['a condition without values', { AskWhen: { a: 'x' } }, 'AskWhen can only use arguments that come before'],
    ['a condition that is text', { AskWhen: 'a' }, 'Arguments.0.AskWhen: AskWhen must name arguments and their values'],
  ])('with %s has an error in its place that says what to do', (_, argument, fault) => {
    const { prompt, findings } = read({ Arguments: [{ Name: 'a', ...argument }] });
    expect(prompt).toBeUndefined();
    expect(findings.map(({ at, message }) => `${at.join('.')}: ${message}`)).toEqual([expect.stringContaining(fault)]);
  });

  it('has a condition only for values that the other argument can have', () => {
    const Arguments = (value: unknown) => [
      { Name: 'language', Kind: 'choice', Choices: ['English', 'French'] },
      { Name: 'formal', Kind: 'boolean', AskWhen: { language: [value] } },
    ];
    expect(faults({ Arguments: Arguments('French') })).toEqual([]);
    expect(faults({ Arguments: Arguments('Frensh') })).toEqual([
      'Arguments.1.AskWhen.language.0: The argument "language" must be English or French, not "Frensh".',
    ]);
  });

  it('warns of a default that nothing uses, but not of one that fills a field of the form', () => {
    const Arguments = [{ Name: 'a', Required: true, Default: 'x' }];
    expect(faults({ Arguments })).toEqual([expect.stringContaining('its Default is never used')]);
    expect(faults({ Arguments, Ask: 'missing' })).toEqual([]);
  });

  it('warns of a sample that does not fit', () => {
    const Samples = [{ Name: 's', Arguments: { a: '1,5' } }];
    expect(faults({ Arguments: [{ Name: 'a', Kind: 'number' }], Samples })).toEqual([
      'Samples.0.Arguments.a: The argument "a" must be a number, not "1,5": write 1.5.',
    ]);
  });

  it('has any place among the others if a form asks for it', () => {
    const optionalArgument = { Name: 'tone' };
    const requiredArgument = { Name: 'topic', Required: true };
    const orders = (data: Record<string, unknown>) =>
      read(data).findings.filter(({ message }) => message.includes('cannot leave out'));
    expect(orders({ Arguments: [optionalArgument, requiredArgument] })).toHaveLength(1);
    expect(orders({ Arguments: [{ ...optionalArgument, Ask: 'missing' }, requiredArgument] })).toEqual([]);
    expect(orders({ Ask: 'missing', Arguments: [optionalArgument, requiredArgument] })).toEqual([]);
    const length = { Name: 'length', Kind: 'choice', Choices: ['short', 'long'] };
    const askedArgument = { ...optionalArgument, AskWhen: { length: ['long'] } };
    expect(orders({ Arguments: [{ ...length, Required: true }, askedArgument, requiredArgument] })).toEqual([]);
    expect(
      orders({ Arguments: [optionalArgument, { ...requiredArgument, Ask: 'never' }], Ask: 'missing' }),
    ).toHaveLength(1);
  });

  it('is never asked for when it is a secret, and has a warning', () => {
    for (const Name of ['password', 'apiKey', 'API_KEY', 'github-access-token']) {
      const { prompt, findings } = read({ Ask: 'always', Arguments: [{ Name }] });
      expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('forms never ask for secrets')]);
      expect(prompt && mayAsk(prompt)).toBe(false);
      expect(faults({ Ask: 'always', Arguments: [{ Name, Ask: 'never' }] })).toEqual([]);
    }
    for (const name of ['token_budget', 'key', 'keyword', 'pin', 'passage']) expect(isSecret({ name })).toBe(false);
  });
});
