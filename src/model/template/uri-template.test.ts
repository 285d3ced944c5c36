import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandUri, isUriOrTemplate, matchUri, parseUriTemplate, renameUriVariable } from './uri-template.ts';

it.each([
  ['docs://guide', true],
  ['docs://cities/{city}', true],
  ['docs://{a}/{b.c}?q={d_1}', true],
  ['docs://{}', false],
  ['docs://{a-b}', false],
  ['docs://{+path}', false],
  ['docs://{a', false],
  ['docs://a b/{c}', false],
  ['{scheme}://x', false],
  ['guide/{a}', false],
])('%s is a URI or a template: %s', (value, expected) => {
  expect(isUriOrTemplate(value)).toBe(expected);
});

describe('A template', () => {
  it('is filled with percent-encoded values, and an unknown one is empty', () => {
    expect(expandUri('docs://{a}/{b}/{c}', { a: 'São Paulo/1', b: "it's(1)!*" })).toBe(
      'docs://S%C3%A3o%20Paulo%2F1/it%27s%281%29%21%2A/',
    );
    expect(expandUri('docs://{toString}', {})).toBe('docs://');
    expect(expandUri('docs://{a}', { a: '\ud83d' })).toBe('docs://%EF%BF%BD');
  });

  it('has its variables as slots', () => {
    expect(parseUriTemplate('docs://{a}/{b}').parts).toEqual([
      { kind: 'literal', text: 'docs://', start: 0, end: 7 },
      { kind: 'slot', name: 'a', start: 7, end: 10 },
      { kind: 'literal', text: '/', start: 10, end: 11 },
      { kind: 'slot', name: 'b', start: 11, end: 14 },
    ]);
  });

  it('follows the new name of an argument', () => {
    expect(renameUriVariable('docs://{a}/{ab}/{a}', 'a', 'x')).toBe('docs://{x}/{ab}/{x}');
    expect(renameUriVariable('docs://{a}', 'a', 'not a variable')).toBe('docs://{a}');
  });

  it.each([
    ['docs://{a}', 'docs://', { a: '' }],
    ['docs://{a}', 'docs://x%2Fy', { a: 'x/y' }],
    ['test://template/{id}/data', 'test://template/123/data', { id: '123' }],
    ['docs://{a}-{b}.md', 'docs://1-2-3.md', { a: '1', b: '2-3' }],
    ['docs://{a}/{a}', 'docs://1/1', { a: '1' }],
    ['docs://{a}/{a}', 'docs://1/2', undefined],
    ['docs://{a}', 'docs://x/y', undefined],
    ['docs://{a}', 'docs://x?y', undefined],
    ['docs://{a}', 'docs://%E3', undefined],
    ['docs://{a}', 'other://x', undefined],
    ['docs://{a}/data', 'docs://data', undefined],
    ['docs://{a}/{b}', 'docs://x', undefined],
    ['docs://guide', 'docs://guide', {}],
    ['docs://guide', 'docs://guide2', undefined],
  ])('%s in %s has the values %j', (template, uri, values) => {
    expect(matchUri(template, uri)).toEqual(values);
  });

  it('has the values that it was filled with', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(matchUri('docs://{a}/x/{b}.md', expandUri('docs://{a}/x/{b}.md', { a, b }))).toEqual({ a, b });
      }),
      { numRuns: 30 },
    );
  });
});
