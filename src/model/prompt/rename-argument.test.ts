import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyTemplate, isSlotName, parseTemplate } from '../template/string-template.ts';
import { renameArgument, renameSlots } from './rename-argument.ts';
import { templatesIn } from './template-texts.ts';

const prompt = {
  Name: 'translate',
  Arguments: [
    { Name: 'text' },
    { Name: 'language', Complete: { Function: '(value, { text }) => [text]' } },
    { Name: 'unused' },
  ],
  Content: {
    Messages: [
      { Role: 'user', Content: 'A plain `text` has no slots.' },
      {
        Role: 'user',
        Content: [
          { StringTemplate: 'Put `text` into `language`: `1`, text' },
          { Type: 'search', Sources: ['Docs'], Query: { StringTemplate: '`text`' } },
          { Type: 'resource', Uri: 'docs://{text}/{language}', Text: { StringTemplate: '<`text`>' } },
        ],
      },
    ],
  },
  Samples: [{ Name: 'One', Arguments: { text: 'Guten Tag', language: 'English' } }],
};

describe('renaming an argument', () => {
  it('names numbered slots again after a name that no slot can have', () => {
    const numberedText = renameSlots('Explain `topic` to `reader`', 'topic', 'my arg', 1);
    expect(numberedText).toBe('Explain `1` to `reader`');
    expect(renameSlots(numberedText, 'my arg', 'subject', 1)).toBe('Explain `subject` to `reader`');
    expect(renameSlots('`1` is numbered on purpose', 'topic', 'subject', 1)).toBe('`1` is numbered on purpose');
    expect(renameSlots('`` and ``', 'my arg', 'subject', 1)).toBe('`` and ``');
  });

  it('renames its slots in every template and its values in the samples, and nothing else', () => {
    expect(renameArgument(prompt, 0, 'words').changes).toEqual([
      { at: ['Arguments', 0, 'Name'], after: 'words' },
      {
        at: ['Content', 'Messages', 1, 'Content', 0, 'StringTemplate'],
        after: 'Put `words` into `language`: `1`, text',
      },
      { at: ['Content', 'Messages', 1, 'Content', 1, 'Query', 'StringTemplate'], after: '`words`' },
      { at: ['Content', 'Messages', 1, 'Content', 2, 'Text', 'StringTemplate'], after: '<`words`>' },
      { at: ['Content', 'Messages', 1, 'Content', 2, 'Uri'], after: 'docs://{words}/{language}' },
      { at: ['Samples', 0, 'Arguments', 'words'], after: 'Guten Tag' },
      { at: ['Samples', 0, 'Arguments', 'text'] },
    ]);
  });

  it('does not change functions, and lists those that mention the old name', () => {
    expect(renameArgument(prompt, 0, 'words').mentions).toEqual([['Arguments', 1, 'Complete', 'Function']]);
    expect(renameArgument(prompt, 1, 'tongue').mentions).toEqual([]);
  });

  it('does not change the slots if another argument has the same name', () => {
    const doubledArguments = { Arguments: [{ Name: 'a' }, { Name: 'a' }], Content: { StringTemplate: '`a`' } };
    expect(renameArgument(doubledArguments, 1, 'b').changes).toEqual([{ at: ['Arguments', 1, 'Name'], after: 'b' }]);
  });

  it('uses a numbered slot if no slot can have the new name', () => {
    expect(renameSlots('`text` and `language`', 'language', 'target language', 2)).toBe('`text` and `2`');
  });

  it('can be applied to content of any form', () => {
    for (const Content of [undefined, null, 'text', 3, [], { Function: 'x' }, { Messages: 'no list' }])
      expect(renameArgument({ Arguments: [{ Name: 'a' }], Content }, 0, 'b').changes).toHaveLength(1);
  });
});

const piece = fc.constantFrom(
  '`',
  '``',
  '```',
  '````',
  'a',
  'b',
  '`a`',
  '`b`',
  '`1`',
  '`2`',
  '<*',
  '*>',
  ' ',
  'é',
  '\n',
);
const template = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const slotsCalled = (text: string, name: string) =>
  parseTemplate(text).parts.filter((part) => part.kind === 'slot' && 'name' in part && part.name === name).length;

describe('renaming slots', () => {
  it('back again gives the same text, when nothing had the new name', () => {
    fc.assert(
      fc.property(template, (text) => {
        fc.pre(slotsCalled(text, 'b') === 0);
        expect(renameSlots(renameSlots(text, 'a', 'b', 1), 'b', 'a', 1)).toBe(text);
      }),
    );
  });

  it('does not change the rendered text', () => {
    fc.assert(
      fc.property(template, fc.string(), fc.string(), fc.constantFrom('c', 'ü1', 'two words'), (text, a, b, to) => {
        const before = applyTemplate(text, { names: ['a', 'b'], values: { a, b } }).text;
        const renamedSlots = renameSlots(text, 'a', to, 1);
        expect(applyTemplate(renamedSlots, { names: [to, 'b'], values: { [to]: a, b } }).text).toBe(before);
        if (isSlotName(to)) expect(slotsCalled(renamedSlots, to)).toBe(slotsCalled(text, 'a'));
      }),
    );
  });
});

it('finds templates anywhere in content', () => {
  expect(templatesIn(prompt.Content, ['Content']).map(({ template: text }) => text)).toEqual([
    'Put `text` into `language`: `1`, text',
    '`text`',
    '<`text`>',
  ]);
});
