import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { definitionPath } from '../../files/workspace-paths.ts';
import { mergeTexts } from './merge-texts.ts';

const path = definitionPath('prompts/a.yaml');
const base = '# A prompt.\nName: a\nTitle: old\nDescription: old\nContent: Hello\n';

const mergeOf = (ours: string, theirs: string, from = base) => mergeTexts(path, from, ours, theirs);

test('changes of different fields are both kept, with the comments of both', () => {
  const ours = base.replace('Title: old', 'Title: ours # my title');
  const theirs = base.replace('Description: old', 'Description: theirs # their text');
  expect(mergeOf(ours, theirs)).toBe(
    '# A prompt.\nName: a\nTitle: ours # my title\nDescription: theirs # their text\nContent: Hello\n',
  );
});

test('an appended line of the other side follows ours, even without a final line break', () => {
  const ours = base.replace('Title: old', 'Title: ours');
  expect(mergeOf(ours, `${base}# theirs\n`)).toBe(`${ours}# theirs\n`);
  expect(mergeOf(`${ours}# ours\n`, `${base}# theirs\n`)).toBe(`${ours}# ours\n# theirs\n`);
  expect(mergeOf(ours.trimEnd(), `${base}# theirs\n`)).toBe(`${ours}# theirs\n`);
});

test('if both change one field, the later writer’s value stays, and so do the other fields of both', () => {
  const ours = base.replace('Title: old', 'Title: ours').replace('Hello', 'Ours');
  const theirs = base.replace('Title: old', 'Title: theirs').replace('Description: old', 'Description: theirs');
  expect(parse(mergeOf(ours, theirs))).toEqual({
    Name: 'a',
    Title: 'theirs',
    Description: 'theirs',
    Content: 'Ours',
  });
});

test('a text that cannot be read is merged by its lines, or else kept unchanged', () => {
  const brokenBase = base.replace('Content: Hello', 'Content: [Hello');
  const ours = base.replace('# A prompt.', '# Our prompt.');
  expect(mergeOf(ours, brokenBase)).toBe(brokenBase.replace('# A prompt.', '# Our prompt.'));
  expect(mergeOf(base.replace('Content: Hello', 'Content: Ours'), brokenBase)).toBe(brokenBase);
});

const keys = ['Title', 'Description', 'Content', 'Role'];
const words = fc.stringMatching(/^[a-z][a-z ]{0,12}[a-z]$/);
const fields = fc.dictionary(fc.constantFrom(...keys), words);

test('for any change of other fields, both changes are in the result', () => {
  fc.assert(
    fc.property(fields, fields, fields, fc.subarray(keys), (from, ourValues, theirValues, ourKeys) => {
      /** `from` with what `change` says of these keys. */
      const applyChange = (change: Record<string, string>, ownKeys: readonly string[]) =>
        Object.fromEntries(
          keys.flatMap((key) => {
            const value = (ownKeys.includes(key) ? change : from)[key];
            return value === undefined ? [] : [[key, value]];
          }),
        );
      const theirKeys = keys.filter((key) => !ourKeys.includes(key));
      const [ours, theirs] = [applyChange(ourValues, ourKeys), applyChange(theirValues, theirKeys)];
      const bothValues = Object.fromEntries(
        keys.flatMap((key) => {
          const value = (ourKeys.includes(key) ? ours : theirs)[key];
          return value === undefined ? [] : [[key, value]];
        }),
      );
      const textOf = (data: object) => stringify({ Name: 'a', ...data });
      expect(parse(mergeOf(textOf(ours), textOf(theirs), textOf(from)))).toEqual({ Name: 'a', ...bothValues });
    }),
  );
});

test('if one side has no change, the result is the other’s text, to the byte', () => {
  fc.assert(
    fc.property(fields, fields, (from, otherValues) => {
      const [before, after] = [stringify({ Name: 'a', ...from }), stringify({ Name: 'a', ...otherValues })];
      expect(mergeOf(after, before, before)).toBe(after);
      expect(mergeOf(before, after, before)).toBe(after);
      expect(mergeOf(after, after, before)).toBe(after);
    }),
  );
});

test('a change of one side is never lost; if both change a line, the later writer’s stays', () => {
  const slots = [0, 1, 2, 3];
  const change = fc.record({ comments: fc.subarray(slots), keys: fc.subarray(keys), lines: fc.nat({ max: 3 }) });
  fc.assert(
    fc.property(change, change, fc.nat({ max: 2 }), fc.boolean(), (ourChange, theirChange, before, isSame) => {
      const text = (changes: readonly { readonly who: string; readonly change: typeof ourChange }[]) => {
        const writerOf = (value: string, isChangedBy: (change: typeof ourChange) => boolean) =>
          changes.find(({ change: edit }) => isChangedBy(edit))?.who ?? value;
        return [
          ...slots.map((slot) => `# comment ${slot}: ${writerOf('old', ({ comments }) => comments.includes(slot))}`),
          'Name: a',
          ...keys.map((key) => `${key}: ${writerOf('old', (edit) => edit.keys.includes(key))}`),
          ...Array.from({ length: before }, (_, index) => `# before ${index}`),
          ...changes.flatMap(({ who, change: { lines } }) =>
            Array.from({ length: lines }, (_, index) => `# appended ${who} ${index}`),
          ),
          '',
        ].join('\n');
      };
      const [ours, theirs] = [
        { who: 'ours', change: ourChange },
        { who: isSame ? 'ours' : 'theirs', change: theirChange },
      ];
      const mergedText = mergeOf(text([ours]), text([theirs]), text([]));
      // Both may have appended the same lines.
      const expected = new Set(text([theirs, ours]).split('\n'));
      expect([...new Set(mergedText.split('\n'))].sort()).toEqual([...expected].sort());
    }),
  );
});
