import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../base/text/testing/any-text.ts';
import { applyTemplate, isSlotName, parseTemplate } from './string-template.ts';

const fill = (template: string, values: Record<string, string> = {}, names = Object.keys(values)) =>
  applyTemplate(template, { names, values }).text;

/** Text in which slots, fences and expressions are likely. */
const templateText = fc
  .array(
    fc.oneof(
      fc.constantFrom('`', '``', '```', '<*', '*>', '`name`', '`1`', '`2`', '`f(x)`', '\n', ' ', 'name', '日本', '🙂'),
      anyText({ maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));
const values = fc.dictionary(fc.constantFrom('name', 'query', 'x-1'), templateText);

describe('slots', () => {
  it('fills a named slot', () => {
    expect(fill('Hello, `name`! Welcome to the Wolfram Language.', { name: 'World' })).toBe(
      'Hello, World! Welcome to the Wolfram Language.',
    );
  });

  it('accepts names with digits, underscores, hyphens and letters of any script', () => {
    expect(
      fill('`a1` `a_b` `a-b` `größe` `名前` `नाम`', { a1: '1', a_b: '2', 'a-b': '3', größe: '4', 名前: '5', नाम: '6' }),
    ).toBe('1 2 3 4 5 6');
  });

  it('counts numbered slots over the declared arguments', () => {
    expect(fill('`2` before `1`', { first: 'a', second: 'b' }, ['first', 'second'])).toBe('b before a');
  });

  it('gives the next declared argument to each empty pair', () => {
    expect(fill('`` and `` and `1`', { first: 'a', second: 'b' }, ['first', 'second'])).toBe('a and b and a');
  });

  it('fills neighbouring slots separately', () => {
    expect(fill('`a``b`', { a: '1', b: '2' })).toBe('12');
  });

  it('fills an absent argument with an empty text', () => {
    expect(fill('Hello, `name`!')).toBe('Hello, !');
    expect(fill('`3``x`|', { a: '1' })).toBe('|');
  });

  it('never finds a value on the prototype of the values', () => {
    expect(fill('`constructor``toString``__proto__`')).toBe('');
  });

  it('lists the argument names that a slot can have', () => {
    expect(['name', 'a-b', '_x', 'é'].map(isSlotName)).toEqual([true, true, true, true]);
    expect(['1a', '-x', 'a.b', 'a b', ''].map(isSlotName)).toEqual([false, false, false, false, false]);
  });
});

describe('Markdown in a template', () => {
  it.each([
    ['code with anything but a name in it', 'Call `f(x)` or `a b` or `--flag` or `0`.'],
    ['a backtick without a partner', 'It`s fine: 5` long, `name'],
    ['a code fence', '```js\nconst a = 1;\n```'],
    ['a fence of four', '````md\n```\n````'],
  ])('keeps %s', (_, text) => {
    expect(fill(text, { name: 'X', js: 'X', md: 'X' })).toBe(text);
  });

  it('fills slots inside a code fence', () => {
    expect(fill('```js\n`code`\n```', { code: 'f()' })).toBe('```js\nf()\n```');
  });

  it('lets a slot be the language of a fence, and touch its end', () => {
    expect(fill('````lang`\n`code````', { lang: 'c', code: 'x;' })).toBe('```c\nx;```');
  });

  it('still finds the slot after a stray backtick', () => {
    expect(fill('It`s `name`', { name: 'Ada' })).toBe('It`s Ada');
  });
});

describe('expressions', () => {
  it('reports each with its place and evaluates nothing', () => {
    const template = 'a <* 1 + 1 *> b <* `name` *>';
    expect(parseTemplate(template).problems.map(({ start, end }) => template.slice(start, end))).toEqual([
      '<* 1 + 1 *>',
      '<* `name` *>',
    ]);
    expect(fill(template, { name: 'X' })).toBe(template);
  });

  it('treats <* without an end as text', () => {
    expect(parseTemplate('x <* y `name`').problems).toEqual([]);
    expect(fill('*> <* `name`', { name: 'X' })).toBe('*> <* X');
  });
});

describe('laws', () => {
  it('splits any text into parts that cover it without gaps', () => {
    fc.assert(
      fc.property(templateText, (template) => {
        const { parts, problems } = parseTemplate(template);
        let end = 0;
        for (const part of parts) {
          expect(part.start).toBe(end);
          expect(part.end).toBeGreaterThan(part.start);
          if (part.kind === 'literal' && !part.isEscaped) expect(part.text).toBe(template.slice(part.start, part.end));
          end = part.end;
        }
        expect(end).toBe(template.length);
        for (const problem of problems) expect(template.slice(problem.start, problem.end)).toMatch(/^<\*[\s\S]*\*>$/);
      }),
    );
  });

  it('gives spans that cover the output without gaps and say where every character came from', () => {
    fc.assert(
      fc.property(templateText, values, (template, filledValues) => {
        const { text, spans } = applyTemplate(template, { names: Object.keys(filledValues), values: filledValues });
        let end = 0;
        for (const span of spans) {
          expect(span.start).toBe(end);
          if (span.from.kind === 'argument') {
            // A slot may be called `toString`.
            const { name } = span.from;
            expect(text.slice(span.start, span.end)).toBe(Object.hasOwn(filledValues, name) ? filledValues[name] : '');
          }
          end = span.end;
        }
        expect(end).toBe(text.length);
      }),
    );
  });

  it('names a numbered slot beyond the declared arguments by its number, and leaves it empty', () => {
    const { text, spans } = applyTemplate('a `2`', { names: ['first'], values: { first: 'A', 2: 'B' } });
    expect(text).toBe('a ');
    expect(spans.at(-1)).toEqual({ start: 2, end: 2, from: { kind: 'argument', name: '2' } });
  });

  it('never changes values', () => {
    fc.assert(
      fc.property(templateText, templateText, (first, second) => {
        expect(fill('`first`|`2`|``', { first, second })).toBe(`${first}|${second}|${first}`);
      }),
    );
  });

  it('does not change text without backticks', () => {
    fc.assert(
      fc.property(templateText, (text) => {
        const plainText = text.replaceAll('`', '');
        expect(fill(plainText, { name: 'X' })).toBe(plainText);
      }),
    );
  });

  it('fills every template the same when it is filled again', () => {
    fc.assert(
      fc.property(templateText, values, (template, filledValues) => {
        expect(fill(template, filledValues)).toBe(fill(template, filledValues));
      }),
    );
  });

  it('reads a long text of openings without ends in linear time', () => {
    const text = '<*`a '.repeat(200_000);
    expect(parseTemplate(text).parts).toEqual([{ kind: 'literal', text, start: 0, end: text.length }]);
  });
});
