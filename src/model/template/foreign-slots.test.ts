import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepAsText } from './escape.ts';
import { findDoubtfulSlots, findForeignSlots } from './foreign-slots.ts';

const findNames = (text: string, isTemplate = true) => findForeignSlots(text, isTemplate).map(({ name }) => name);

describe('slots of other programs are recognised', () => {
  test.each([
    ['Write notes for {{version}} and {{ tone }}.', ['version', 'tone']],
    ['Use a {tone} tone for "{audience}".', ['tone', 'audience']],
    ['{topic}\n{text}', ['topic', 'text']],
    ['Fix issue $ARGUMENTS', ['arguments']],
    ['Fix $1, then $2. Cost: $1', ['arg1', 'arg2', 'arg1']],
    ['First $ARGUMENTS[0], then $ARGUMENTS[1]', ['arg1', 'arg2']],
    [`Name it \${input:name} or \${input:kind:such as table}`, ['name', 'kind']],
    [`Write it in \${lang}.`, ['lang']],
    ['For {{first name}}', ['first_name']],
    ['Dear {{ user.name }} of {{order.shop.city}}', ['user_name', 'order_shop_city']],
    ['Hallo {größe} {名前}', ['größe', '名前']],
  ])('%s', (text, names) => {
    expect(findNames(text)).toEqual(names);
    expect(findNames(text, false)).toEqual(names);
  });
});

describe('other text with braces and dollars is left alone', () => {
  test.each([
    '{ "a": 1, "b": {"c": 2} }',
    '{"tone": "warm", "x": {tone}}',
    'const a = {tone};',
    'f"Hello {name}"',
    'print("{name}".format(name))',
    'style={color} <a href={link}>',
    'GET /users/{id}/posts/{post_id}',
    'The set {x} and {a, b}',
    `{{__proto__}} {{__proto__.name}} \${input:__proto__}`,
    '\\frac{ab}{cd} and \\begin{equation}',
    `\${home}/bin and const a = \${lang};`,
    `\${HOME}/bin and \${{ matrix }} and $HOME`,
    '{{else}} {{else if x}} {{#if x}} {{this}} {{this.name}} {{ loop.index }} {{ .Values.name }} {{user.}}',
    'It costs $1 million, $5 each and $1.50, $1,000 or $100',
    'Only $5',
    '`{tone}` and `{{version}}` and `$ARGUMENTS`',
    '```\n{tone} {{version}} $ARGUMENTS\n```',
    '~~~js\n{{version}}',
    'A <*"{{version}}"*> and <*"{tone}"*>',
    '\\{{version}} and \\$1',
  ])('%s', (text) => {
    expect(findNames(text)).toEqual([]);
  });

  test('slots that a person keeps as text are not offered again', () => {
    const text = 'Use {tone} and {tone}';
    const [firstSlot] = findForeignSlots(text, true);
    const result = keepAsText(text, firstSlot?.start ?? 0, firstSlot?.end ?? 0);
    expect(result).toBe('Use <*"{tone}"*> and {tone}');
    expect(findForeignSlots(result, true)).toHaveLength(1);
  });
});

describe('text that may or may not be a slot is found separately', () => {
  const findDoubtfulNames = (text: string) => findDoubtfulSlots(text, true).map(({ name }) => name);
  test.each([
    ['The set {x} and {a, b}', ['x']],
    [`Write \${language} in a {style} tone, as {"summary": "…"}`, ['language', 'style']],
    ['{"tone": "{tone}", "x": {size}}', ['tone', 'size']],
  ])('%s', (text, names) => {
    expect(findDoubtfulNames(text)).toEqual(names);
    expect(findNames(text)).toEqual([]);
  });

  test.each([
    '{ "a": 1, "b": {"c": 2}, "d": {} }',
    '{\n  "tone": "warm",\n  "x": {\n    "y": 1 } }',
    'const a = {x};',
    `const a = \${lang};`,
    'f"Hello {n}"',
    'style={x} <a href={y}>',
    'GET /users/{i}/posts',
    '\\frac{a}{b}',
    'for (const x of y) {x}',
    '```json\n{"tone": "{tone}"}\n```',
    '`{x}`',
    'Use a {tone} tone, $ARGUMENTS and {{version}}',
    'A <*"{x}"*>',
  ])('nothing in %s', (text) => {
    expect(findDoubtfulNames(text)).toEqual([]);
  });
});

test('places are always those of the written text, in order', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '{{',
    '}}',
    '$',
    '$1',
    '$ARGUMENTS',
    'ab',
    ' ',
    '\n',
    '`',
    '```',
    '<*"',
    '"*>',
    ':',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), fc.boolean(), (parts, isTemplate) => {
      const text = parts.join('');
      let end = 0;
      for (const slot of findForeignSlots(text, isTemplate)) {
        expect(slot.start).toBeGreaterThanOrEqual(end);
        expect(text.slice(slot.start, slot.end)).toBe(slot.slotText);
        end = slot.end;
      }
    }),
  );
});

test('a long hostile text is read in linear time', () => {
  for (const piece of ['{{', '{a', '$ARGUMENTS[', '```\n', '`a', '\n{ab} ', `\${input:a:`, '{{a b ', '${a'])
    expect(findForeignSlots(piece.repeat(50_000), true, 100).length).toBeLessThanOrEqual(100);
});
