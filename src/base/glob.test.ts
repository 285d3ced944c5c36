import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globFault, globMatcher } from './glob.ts';

const paths = [
  'a.md',
  'b.txt',
  '.hidden.md',
  'docs/a.md',
  'docs/b.md',
  'docs/deep/er/a.md',
  'docs/.git/a.md',
  'Docs/🙂.md',
];

test.each([
  ['*.md', ['a.md']],
  ['./*.md', ['a.md']],
  ['**/*.md', ['a.md', 'docs/a.md', 'docs/b.md', 'docs/deep/er/a.md', 'Docs/🙂.md']],
  ['docs/**', ['docs/a.md', 'docs/b.md', 'docs/deep/er/a.md']],
  ['docs/**/a.md', ['docs/a.md', 'docs/deep/er/a.md']],
  ['docs/*/a.md', []],
  ['docs/.git/*', ['docs/.git/a.md']],
  ['**/.*/*', ['docs/.git/a.md']],
  ['.*.md', ['.hidden.md']],
  ['?.md', ['a.md']],
  ['[Dd]ocs/?.md', ['docs/a.md', 'docs/b.md', 'Docs/🙂.md']],
  ['docs/[!a-]*.md', ['docs/b.md']],
  ['docs/[a-b].md', ['docs/a.md', 'docs/b.md']],
  ['{*.txt,docs/{a,x}.md}', ['b.txt', 'docs/a.md']],
  ['[!b]ocs/**', ['docs/a.md', 'docs/b.md', 'docs/deep/er/a.md', 'Docs/🙂.md']],
  ['a.m', []],
  ['a+.md', []],
])('%s matches what a person expects', (pattern, expected) => {
  expect(globFault(pattern)).toBeUndefined();
  expect(paths.filter(globMatcher(pattern))).toEqual(expected);
});

test.each([
  ['(a+)+x', 'contain "("'],
  ['*.@(md|txt)', 'contain "("'],
  ['a|b', 'contain "|"'],
  ['!*.md', 'contain "!"'],
  ['a\\*', 'contain "\\"'],
  ['[a', 'close every ['],
  ['a]', 'close every ['],
  ['[{a,b}]', 'close every ['],
  ['{a,b', 'close every [ and {'],
  ['a}', 'close every [ and {'],
  ['{a,b}'.repeat(20), 'too many alternatives'],
  ['a'.repeat(201), 'at most 200'],
])('%s is not a pattern, and the sentence says why', (pattern, why) => {
  expect(globFault(pattern)).toContain(why);
});

const name = fc.stringMatching(/^[a-z.]{1,4}$/);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

test('a path without special characters is a pattern that matches that path alone', () => {
  fc.assert(
    fc.property(path, path, (pattern, fileName) => {
      expect(globMatcher(`x/${pattern}`)(`x/${fileName}`)).toBe(pattern === fileName);
    }),
  );
});

/** `*` and `?` by trying everything. */
function slowly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('*')) return slowly(pattern.slice(1), text) || (text !== '' && slowly(pattern, text.slice(1)));
  return text !== '' && (pattern[0] === '?' || pattern[0] === text[0]) && slowly(pattern.slice(1), text.slice(1));
}

test('stars and question marks match like an exhaustive search', () => {
  const pattern = fc.stringMatching(/^[ab*?]{1,8}$/).filter((value) => value !== '**');
  fc.assert(
    fc.property(pattern, fc.stringMatching(/^[ab]{1,8}$/), (part, text) => {
      expect(globMatcher(part)(text)).toBe(slowly(part, text));
    }),
    { numRuns: 1_000 },
  );
});

test('stars for folders match like an exhaustive search', () => {
  const segments = fc.array(fc.constantFrom('**', 'a', '.a', '?', '.?'), { minLength: 1, maxLength: 6 });
  const names = fc.array(fc.constantFrom('a', 'b', '.a', '.b'), { minLength: 1, maxLength: 6 });
  const matches = (
    [firstPart, ...otherParts]: readonly string[],
    [name, ...otherNames]: readonly string[],
  ): boolean => {
    if (firstPart === undefined) return name === undefined;
    if (firstPart === '**' && matches(otherParts, name === undefined ? [] : [name, ...otherNames])) return true;
    if (name === undefined) return false;
    if (firstPart === '**') return !name.startsWith('.') && matches([firstPart, ...otherParts], otherNames);
    return (
      firstPart.startsWith('.') === name.startsWith('.') && slowly(firstPart, name) && matches(otherParts, otherNames)
    );
  };
  fc.assert(
    fc.property(segments, names, (pattern, path) => {
      expect(globMatcher(pattern.join('/'))(path.join('/'))).toBe(matches(pattern, path));
    }),
    { numRuns: 2_000 },
  );
});

test.each([`${'*a'.repeat(99)}x`, `${'**/a/'.repeat(39)}x`, `${'?*'.repeat(99)}x`, `{${'*a*a*a*ax,'.repeat(19)}}`])(
  'no pattern takes long: %s',
  (pattern) => {
    const isMatch = globMatcher(pattern);
    const begin = performance.now();
    for (let round = 0; round < 100; round++) {
      expect(isMatch('a'.repeat(255))).toBe(false);
      expect(isMatch('a/'.repeat(255))).toBe(false);
    }
    expect(performance.now() - begin).toBeLessThan(2_000);
  },
);
