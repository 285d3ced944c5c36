import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../base/text/testing/any-text.ts';
import { type ComposedPart, composeTemplate, joinText } from './compose.ts';
import { escapeAll, escapeForJoin, escapeText, keepAsText, withoutEscapes } from './escape.ts';
import { applyTemplate, parseTemplate } from './string-template.ts';

const values = { name: 'Ada', git: 'GIT', a: '`b`', x: '<*"y"*>' };
const fill = (template: string) => applyTemplate(template, { names: Object.keys(values), values }).text;

const pieces = ['`', '``', '```', '<*', '*>', '<*"', '"*>', '"', '\\', '\\"', '`git`', '`1`', '<', '*', '\n', ' ', 'é'];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), anyText({ maxLength: 6 })), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('the escape', () => {
  test('keeps code between backticks', () => {
    expect(fill('Run <*"`git`"*> for `name`.')).toBe('Run `git` for Ada.');
  });

  test('keeps quotes and backslashes that are escaped, as the Wolfram Language reads them', () => {
    expect(fill('<*"a \\"b\\" \\\\c"*>')).toBe('a "b" \\c');
    expect(parseTemplate('<*"\\n"*>').problems).toHaveLength(1);
  });

  test('allows spaces around the string, and nothing else', () => {
    expect(fill('<* "`git`" *>')).toBe('`git`');
    expect(parseTemplate('<*"a" <> "b"*>').problems).toHaveLength(1);
    expect(parseTemplate('<*#name*>').problems).toHaveLength(1);
  });

  test('is needed only where a text would be a slot or an expression', () => {
    expect(escapeText('`f(x)` and ```js and 5` long {x}')).toBe('`f(x)` and ```js and 5` long {x}');
    expect(escapeText('Use `git` and `npm`')).toBe('Use <*"`git`"*> and <*"`npm`"*>');
    expect(escapeText('``a``')).toBe('<*"``"*>a<*"``"*>');
    expect(escapeText('<* 1 *>')).toBe('<*"<*"*> 1 *>');
  });

  test('keeps one slot of a template and leaves the others', () => {
    const template = 'Run `git` on `name`';
    expect(keepAsText(template, 4, 9)).toBe('Run <*"`git`"*> on `name`');
    expect(fill(keepAsText('a <* b `git` `name`', 7, 12))).toBe('a <* b `git` Ada');
  });

  test('reads many openings without ends in linear time', () => {
    for (const openingText of ['<*"', '<*"\\"', '<* "a" ', '<*"\\\\'])
      expect(parseTemplate(openingText.repeat(100_000)).parts).toHaveLength(1);
  });
});

describe('laws', () => {
  test('every text can be escaped, and a filled template gives it back', () => {
    fc.assert(
      fc.property(text, (writtenText) => {
        for (const write of [escapeText, escapeAll, escapeForJoin]) {
          const template = write(writtenText);
          expect(parseTemplate(template).problems).toEqual([]);
          expect(fill(template)).toBe(writtenText);
          expect(withoutEscapes(template)).toBe(writtenText);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('every sequence of texts and slots is a template', () => {
    const part = fc.oneof(
      text,
      fc.constantFrom('name', 'git', 'a', 'x', 'b').map((slot): ComposedPart => ({ slot })),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const template = composeTemplate(parts) ?? '';
        const parsedTemplate = parseTemplate(template);
        expect(parsedTemplate.problems).toEqual([]);
        const parsedParts = parsedTemplate.parts.map(
          (templatePart): ComposedPart =>
            templatePart.kind === 'literal'
              ? templatePart.text
              : { slot: 'name' in templatePart ? templatePart.name : `${templatePart.position}` },
        );
        expect(joinText(parsedParts)).toEqual(joinText(parts));
      }),
      { numRuns: 1000 },
    );
  });

  test('keeping a slot as text changes nothing else', () => {
    fc.assert(
      fc.property(text, (template) => {
        const { parts, problems } = parseTemplate(template);
        for (const slot of parts.filter((part) => part.kind === 'slot' && 'name' in part)) {
          const result = keepAsText(template, slot.start, slot.end);
          expect(parseTemplate(result).problems).toHaveLength(problems.length);
          const before = parts.map((part) => (part === slot ? template.slice(slot.start, slot.end) : fillPart(part)));
          expect(fill(result)).toBe(before.join(''));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

function fillPart(part: ReturnType<typeof parseTemplate>['parts'][number]): string {
  if (part.kind === 'literal') return part.text;
  const name = 'name' in part ? part.name : Object.keys(values)[part.position - 1];
  return (name !== undefined && Object.hasOwn(values, name) && values[name as keyof typeof values]) || '';
}
