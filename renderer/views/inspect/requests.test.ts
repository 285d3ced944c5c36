import { expect, test } from 'vitest';
import { filledTemplate, requestOf, templateArguments } from './requests.ts';

test.each([
  ['docs://{page}', { page: 'a b' }, 'docs://a%20b'],
  ['file:///{+path}', { path: 'a/b c' }, 'file:///a/b%20c'],
  ['x://s{?q,lang}', { q: '1', lang: 'en' }, 'x://s?q=1&lang=en'],
  ['x://a{/one,two}', { one: '1', two: '2' }, 'x://a/1/2'],
])('the resource template %s is filled', (template, typedValues, uri) => {
  expect(filledTemplate(template, typedValues)).toBe(uri);
});

test('a template has each variable once, without its modifiers', () => {
  expect(templateArguments('x://{a*}/{b:3}/{a}').map(({ name }) => name)).toEqual(['a', 'b']);
});

test('a prompt is requested without its empty values, and names the required ones among them', () => {
  const item = { list: 'prompts', name: 'review' } as const;
  const listedPrompt = { arguments: [{ name: 'code', required: true }, { name: 'focus' }] };
  expect(requestOf(item, listedPrompt, { focus: 'speed' }, undefined)).toMatchObject({
    params: { name: 'review', arguments: { focus: 'speed' } },
    missingNames: ['code'],
  });
  expect(requestOf(item, listedPrompt, { code: 'x' }, undefined).missingNames).toEqual([]);
  expect(requestOf(item, listedPrompt, { code: 'x', focus: '' }, undefined).params).toEqual({
    name: 'review',
    arguments: { code: 'x' },
  });
});

test('a tool is called with its form or with JSON', () => {
  const item = { list: 'tools', name: 'add' } as const;
  const listedTool = { inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } };
  expect(requestOf(item, listedTool, { a: '2' }, undefined).params).toEqual({ name: 'add', arguments: { a: 2 } });
  expect(requestOf(item, listedTool, { a: 'two' }, undefined).params).toBeUndefined();
  expect(requestOf(item, listedTool, {}, '{"a": [1]}').params).toEqual({ name: 'add', arguments: { a: [1] } });
});
