import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { Side } from '../../model/diff/merge.ts';
import { mergeDefinition } from './merge-definition.ts';

const path = definitionPath('prompts/greet.yaml');
const base = `# How we greet.
Name: greet
Description: Greets
Arguments:
  - Name: name
    Description: Who
  - Name: tone # formal or not
Content:
  Messages:
    - Role: user
      Content: |
        One
        Two
        Three
        Four
    - Role: assistant
      Content: Hello
`;

const mergeOf = (ours: string | null, theirs: string | null, choices: Readonly<Record<string, Side>> = {}) => {
  const mergedDefinition = mergeDefinition(path, { base, ours, theirs }, ({ label }) => choices[label]);
  return { text: mergedDefinition.text, open: mergedDefinition.open.map(({ label }) => label) };
};

test('changes of different arguments and of different lines of one message are both kept, with all comments', () => {
  const ours = base.replace('Description: Who', 'Description: Whom # mine').replace('One', 'Eins');
  const theirs = base.replace('- Name: tone', '- Name: tone\n    Required: true').replace('Four', 'Vier # text');
  const { text, open } = mergeOf(ours, theirs);
  expect(open).toEqual([]);
  expect(text).toContain('# How we greet.');
  expect(text).toContain('Description: Whom # mine');
  expect(text).toContain('# formal or not');
  expect(parse(text ?? '')).toMatchObject({
    Arguments: [{ Description: 'Whom' }, { Name: 'tone', Required: true }],
    Content: { Messages: [{ Content: 'Eins\nTwo\nThree\nVier # text\n' }, { Content: 'Hello' }] },
  });
});

test('conflicts are named by argument and message, and each place takes the side that a person chooses', () => {
  const ours = base.replace('Who', 'Mine').replace('Hello', 'Mine').replace('Greets', 'Mine');
  const theirs = base.replace('Who', 'Theirs').replace('Hello', 'Theirs').replace('Two', 'Zwei');
  const openPlaces = ['Arguments › name › Description', 'Content › Messages › 2 › Content'];
  expect(mergeOf(ours, theirs).open).toEqual(openPlaces);
  const { text, open: remainingPlaces } = mergeOf(ours, theirs, {
    [openPlaces[0] ?? '']: 'theirs',
    [openPlaces[1] ?? '']: 'mine',
  });
  expect(remainingPlaces).toEqual([]);
  expect(parse(text ?? '')).toMatchObject({
    Description: 'Mine',
    Arguments: [{ Description: 'Theirs' }, {}],
    Content: { Messages: [{ Content: 'One\nZwei\nThree\nFour\n' }, { Content: 'Mine' }] },
  });
});

test('an argument that one side removed and the other changed, and a file that one side deleted, are decisions', () => {
  const removedBase = base.replace('  - Name: tone # formal or not\n', '');
  const changedBase = base.replace('- Name: tone', '- Name: tone\n    Required: true');
  expect(mergeOf(removedBase, changedBase).open).toEqual(['Arguments › tone']);
  expect(mergeOf(removedBase, changedBase, { 'Arguments › tone': 'theirs' }).text).toContain('Required: true');
  expect(mergeOf(removedBase, changedBase, { 'Arguments › tone': 'mine' }).text).not.toContain('tone');
  expect(mergeOf(null, changedBase)).toEqual({ text: null, open: [''] });
  expect(mergeOf(changedBase, null, { '': 'theirs' })).toEqual({ text: null, open: [] });
});

test('an argument that both added is one argument, and a file that both added is merged by its fields', () => {
  const add = (moreText: string) =>
    base.replace('Content:\n  Messages', `  - Name: length\n    ${moreText}\nContent:\n  Messages`);
  const { text, open } = mergeOf(add('Description: Words'), add('Required: true'));
  expect(open).toEqual([]);
  expect(parse(text ?? '').Arguments).toEqual([
    { Name: 'name', Description: 'Who' },
    { Name: 'tone' },
    { Name: 'length', Description: 'Words', Required: true },
  ]);
  const sides = { base: null, ours: 'Name: a\nTitle: A\nContent: x\n', theirs: 'Name: a\nContent: x\nRole: user\n' };
  const result = mergeDefinition(path, sides, () => undefined);
  expect(parse(result.text ?? '')).toEqual({ Name: 'a', Title: 'A', Content: 'x', Role: 'user' });
});

test('a file that cannot be read as YAML is merged by its lines, or else it is one decision', () => {
  const brokenBase = base.replace('Name: greet', 'Name: [greet');
  expect(mergeOf(brokenBase, base.replace('Hello', 'Hi')).text).toBe(brokenBase.replace('Hello', 'Hi'));
  expect(mergeOf(brokenBase, base.replace('Name: greet', 'Name: hail')).open).toEqual(['']);
});

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const definition = fc.record(
  {
    Name: fc.constant('a'),
    Title: word,
    Description: word,
    Arguments: fc.uniqueArray(fc.record({ Name: word, Description: word }), {
      selector: ({ Name }) => Name,
      maxLength: 3,
    }),
    Content: fc.array(word, { minLength: 1, maxLength: 6 }).map((lines) => `${lines.join('\n')}\n`),
  },
  { requiredKeys: ['Name', 'Content'] },
);
const writtenArbitrary = fc.tuple(definition, word).map(([data, comment]) => `# ${comment}\n${stringify(data)}`);
const side = fc.constantFrom<Side>('mine', 'theirs');

test('for any three versions and any choice: nothing is left open, there are no marks, and equal sides stay', () => {
  fc.assert(
    fc.property(writtenArbitrary, writtenArbitrary, writtenArbitrary, side, (oldText, ours, theirs, choice) => {
      const mergeTexts = (base: string, myText: string, otherText: string) =>
        mergeDefinition(path, { base, ours: myText, theirs: otherText }, () => choice);
      const { text, open } = mergeTexts(oldText, ours, theirs);
      expect(open).toEqual([]);
      expect(text).not.toMatch(/^(?:<{7}|={7}|>{7}|\|{7})/m);
      expect(parse(text ?? '')).toMatchObject({ Name: 'a' });
      expect(mergeTexts(oldText, oldText, theirs).text).toBe(theirs);
      expect(mergeTexts(oldText, ours, oldText).text).toBe(ours);
      expect(mergeTexts(oldText, ours, ours).text).toBe(ours);
    }),
    { numRuns: 60 },
  );
});

test('for any change of different fields, the merge has both changes and the comments of both', () => {
  fc.assert(
    fc.property(definition, word, word, (data, title, description) => {
      const oldText = `# top\n${stringify({ Title: 'old', Description: 'old', Tags: ['x'], ...data })}`;
      const ours = oldText.replace(/^Title: .*$/m, `Title: ${title}1 # mine`);
      const theirs = oldText.replace(/^Description: .*$/m, `Description: ${description}2 # theirs`);
      const { text, open } = mergeDefinition(path, { base: oldText, ours, theirs }, () => undefined);
      expect(open).toEqual([]);
      for (const part of ['# top', '# mine', '# theirs']) expect(text).toContain(part);
      expect(parse(text ?? '')).toEqual({ ...parse(oldText), Title: `${title}1`, Description: `${description}2` });
    }),
    { numRuns: 60 },
  );
});
