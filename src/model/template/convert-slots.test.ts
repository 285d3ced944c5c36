import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertInTemplate, keepInTemplate, leaveAsText } from './convert-slots.ts';
import { withoutEscapes } from './escape.ts';
import { findForeignSlots } from './foreign-slots.ts';
import { applyTemplate, parseTemplate } from './string-template.ts';

const convert = (template: string, names: readonly string[] = []) =>
  convertInTemplate(template, findForeignSlots(template, true), names);

describe("converting another program's slots keeps backticked words without an argument as text", () => {
  test.each([
    [
      'Bump {{version}} in the field `version` of package.json.',
      [],
      'Bump `version` in the field <*"`version`"*> of package.json.',
      ['`version`'],
    ],
    ['`git` for {{tone}}, then `git`', ['tone'], '<*"`git`"*> for `tone`, then <*"`git`"*>', ['`git`']],
    ['`git` in a `tone` for {{topic}}', ['tone'], '<*"`git`"*> in a `tone` for `topic`', ['`git`']],
    ['Exit `1`, {{a b}}, `` and `2`', ['x'], 'Exit `1`, `a_b`, `` and <*"`2`"*>', ['`2`']],
    ['Exit `1` and {{code}}', [], 'Exit <*"`1`"*> and `code`', ['`1`']],
    ['`a``b` {{c}}', [], '<*"`a`"*><*"`b`"*> `c`', ['`a`', '`b`']],
    ['A <*"`a`"*> stays {{a}}', [], 'A <*"`a`"*> stays `a`', []],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a slot of VS Code.
    ['Use ${input:name:such as `git`} well', [], 'Use `name` well', []],
  ])('%s', (template, names, expected, literals) => {
    expect(convert(template, names)).toEqual({ template: expected, literals });
  });

  test.each(['Use <* and `git` for {{version}}', '`{{version}} and `git`', 'x <* {{a}} `b` {{c}} *'])(
    'in a text whose marks would touch a slot or an escape: %s',
    (template) => {
      const { parts, problems } = parseTemplate(convert(template).template);
      expect(problems).toEqual([]);
      const text = parts.map((part) => (part.kind === 'slot' && 'name' in part ? `{{${part.name}}}` : textOf(part)));
      expect(text.join('')).toBe(template);
    },
  );
});

test('several slots are left as text even after a mark that would end an escape', () => {
  const template = 'a <* {one} and {two}';
  const result = keepInTemplate(template, findForeignSlots(template, true));
  expect(parseTemplate(result).problems).toEqual([]);
  expect(withoutEscapes(result)).toBe(template);
  expect(findForeignSlots(result, true)).toEqual([]);
});

test('chosen slots are left as text', () => {
  expect(
    leaveAsText('On `main`, set `DEBUG` in `folder`', (slot) => !('name' in slot && slot.name === 'folder')),
  ).toEqual({ template: 'On <*"`main`"*>, set <*"`DEBUG`"*> in `folder`', literals: ['`main`', '`DEBUG`'] });
});

test('a converted text fills with the values of its slots and nothing else', () => {
  const pieces = fc.constantFrom('{{aa}}', '{bb}', '`aa`', '`cc`', '``', '`', ' ', 'x', '<*', '"*>', '`1`', '\n');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (templateParts) => {
      const template = templateParts.join('');
      if (parseTemplate(template).problems.length > 0) return;
      const slots = findForeignSlots(template, true);
      const { template: convertedText } = convertInTemplate(template, slots, []);
      let expected = '';
      let end = 0;
      for (const slot of slots) {
        expected += `${withoutEscapes(template.slice(end, slot.start))}<${slot.name}>`;
        end = slot.end;
      }
      expected += withoutEscapes(template.slice(end));
      const names = ['aa', 'bb', 'cc'];
      const values = { aa: '<aa>', bb: '<bb>', cc: '<cc>' };
      expect(parseTemplate(convertedText).problems).toEqual([]);
      expect(applyTemplate(convertedText, { names, values }).text).toBe(expected);
    }),
  );
});

function textOf(part: { readonly kind: string; readonly text?: string }): string {
  return part.text ?? '';
}
