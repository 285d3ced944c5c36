/** What a dotprompt template that computes says as a function, next to what Handlebars itself makes of the same input. */
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { ImportedItem } from '../importer.ts';
import { dotprompt } from './dotprompt.ts';

function read(template: string, schema = ''): ImportedItem {
  const front = schema === '' ? '' : `---\ninput:\n  schema: ${schema}\n---\n`;
  const file = { path: 'a.prompt', text: front + template };
  const { items, problems } = dotprompt.read({ kind: 'file', file }) as { items: ImportedItem[]; problems: unknown[] };
  expect(problems).toEqual([]);
  if (!items[0]) throw new Error('nothing was read');
  return items[0];
}

/** The text of the one message of the user. */
function said({ data }: ImportedItem, args: Readonly<Record<string, string>>): string {
  const { Function: source } = data.Content as { Function: string };
  const [message, nextMessage] = runInNewContext(source)(args) as { role: string; content: string }[];
  expect([message?.role, nextMessage]).toEqual(['user', undefined]);
  return message?.content ?? '';
}

const lossesOf = ({ notes }: ImportedItem) => notes.flatMap(({ kind, message }) => (kind === 'lost' ? [message] : []));

describe('a loop', () => {
  const template =
    'With:\n{{#each things}}\n- {{this}}{{#unless @last}},{{/unless}}\n{{else}}\nNothing.\n{{/each}}\nGo.';
  test.each([
    ['["salt", "oil"]', 'With:\n- salt,\n- oil\nGo.'],
    ['salt\noil\n', 'With:\n- salt,\n- oil\nGo.'],
    ['[]', 'With:\nNothing.\nGo.'],
    ['', 'With:\nNothing.\nGo.'],
  ])('goes through a list that is given as text: %j', (things, text) => {
    const item = read(template, '{things(array): string}');
    expect(lossesOf(item)).toEqual([]);
    expect(said(item, { things })).toBe(text);
  });

  test('sees the parts of an item, outer values and inner loops', () => {
    const item = read(
      '{{#each rows as |row n|}}{{n}}={{row.name}}/{{../who}}/{{@root.who}}:{{#each row.tags}}{{this}}{{@index}}{{../../who}}{{/each}};{{/each}}',
    );
    expect(lossesOf(item)).toEqual([]);
    const rows = JSON.stringify([{ name: 'a', tags: ['x', 'y'] }, { name: 'b' }]);
    expect(said(item, { rows, who: 'W' })).toBe('0=a/W/W:x0Wy1W;1=b/W/W:;');
  });

  test('over an argument that is declared as text is left out with a note', () => {
    const item = read('Hi {{#each name}}{{this}}{{/each}}', '{name: string}');
    expect(item.data.Content).toBe('Hi');
    expect(lossesOf(item)).toEqual(['{{#each name}} is left out: it does not loop over a list.']);
  });
});

describe('a condition', () => {
  test.each([
    ['{{#if on}}yes{{else}}no{{/if}}', '{on: boolean}', { on: 'false' }, 'no'],
    ['{{#if on}}yes{{else}}no{{/if}}', '{on: boolean}', { on: 'True' }, 'yes'],
    ['{{#unless n}}none{{else}}{{n}}{{/unless}}', '{n: integer}', { n: '0' }, 'none'],
    ['{{#if s}}yes{{else}}no{{/if}}', '{s: string}', { s: 'false' }, 'yes'],
    ['{{#if all}}some{{else}}none{{/if}}', '{all(array): string}', { all: '[]' }, 'none'],
    ['{{#if a}}A{{else if b}}B{{else}}C{{/if}}', '{a: string, b: string}', { a: '', b: 'x' }, 'B'],
    ['{{#if a}}A{{else if b}}B{{else}}C{{/if}}', '{a: string, b: string}', { a: '', b: '' }, 'C'],
    ['{{#ifEquals n 3}}three{{/ifEquals}}.', '{n: integer}', { n: '3' }, 'three.'],
    ['{{#unlessEquals s "de"}}other{{else}}German{{/unlessEquals}}', '{s: string}', { s: 'de' }, 'German'],
    ['{{json all}} {{#if all}}!{{/if}}', '{all(array): string}', { all: 'a\nb' }, '["a","b"] !'],
  ])('%s of %s', (template, schema, args, text) => {
    const item = read(template, schema);
    expect(lossesOf(item)).toEqual([]);
    expect(said(item, args)).toBe(text);
  });

  test('leaves no empty line where its tags are alone on a line', () => {
    expect(said(read('A\n  {{#if x}}\nB\n  {{else}}\nC\n  {{/if}}\nD'), { x: '1' })).toBe('A\nB\nD');
  });
});

test('parts of an object are separate arguments, even inside {{#with}}', () => {
  const item = read(
    '{{#with user}}{{name}}{{/with}} {{user.city}}',
    '{"user(object)": {name: string, "city?": string}}',
  );
  expect(item.data.Arguments).toEqual([{ Name: 'user_name', Required: true }, { Name: 'user_city' }]);
  expect(said(item, { user_name: 'Ada', user_city: 'Rom' })).toBe('Ada Rom');
});

test('unsupported tags are left out with a reason, and the rest stays', () => {
  const item = read('{{> head}}\n{{#each xs}}{{lookup ../ys @index}}{{this}}{{/each}}{{#mine x}}y{{/mine}}{{@key}}');
  expect(lossesOf(item).map((message) => message.split(' is left out')[0])).toEqual([
    '{{> head}}',
    '{{lookup ../ys @index}}',
    '{{#mine x}}',
    '{{@key}}',
  ]);
  expect(said(item, { xs: 'a' })).toBe('a');
});

test('text that looks like a program is text', () => {
  const item = read('{{#if a}}"; process.exit(); `a` \\u0041{{/if}}{{{a}}}');
  expect(said(item, { a: '"]; x' })).toBe('"; process.exit(); `a` \\u0041"]; x');
});
