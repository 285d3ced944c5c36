import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openIndex } from '../open.ts';
import { readMarkdown } from '../text/markdown.ts';
import type { Page } from '../types.ts';
import { indexBuilder } from './build.ts';
import { IndexError } from './container.ts';
import { readIndexFile, writeIndexFile } from './index-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'search-index-'));

function build(pages: readonly Page[], settings = 's'): Uint8Array {
  const builder = indexBuilder({ settings });
  for (const page of pages) builder.add(page);
  return builder.finish();
}

const words = fc.constantFrom(
  'prime',
  'primes',
  'PrimePi',
  'list',
  'Größe',
  '소수',
  '`Map`',
  '`Primes`',
  '`_→`',
  '`__ =`',
  '`_ =`',
  'max_length',
  '素数定理',
  '\n\n## Part\n\n',
);
const page = fc
  .tuple(fc.constantFrom('Map.md', 'b.md', 'dir/c.md', 'Primes.md', 'how to é.md'), fc.array(words, { maxLength: 30 }))
  .map(([location, text]): Page => ({ ...readMarkdown(text.join(' '), location), stamp: `${text.length}` }));
const library = fc.uniqueArray(page, { selector: ({ location }) => location });

test('an index lists its pages, and returns their passages unchanged', () => {
  const pages = [
    readMarkdown('# Beta\n\nText `code`.\n\n```js\nlet x = 1;\n```\n', 'b.md'),
    readMarkdown('# Alpha\n', 'a.md'),
  ];
  const index = openIndex(
    build(
      pages.map((page) => ({ ...page, stamp: 'v1' })),
      'settings 한',
    ),
  );
  expect(index.settings).toBe('settings 한');
  expect(index.pages()).toEqual([
    { title: 'Alpha', location: 'a.md', stamp: 'v1', passages: 1 },
    { title: 'Beta', location: 'b.md', stamp: 'v1', passages: 1 },
  ]);
  expect(index.passagesOf('b.md')).toEqual([
    {
      title: 'Beta',
      location: 'b.md',
      headings: [],
      line: 3,
      order: 0,
      blocks: [
        { kind: 'text', text: 'Text `code`.' },
        { kind: 'code', text: 'let x = 1;', language: 'js' },
      ],
    },
  ]);
  expect(index.passagesOf('none.md')).toEqual([]);
});

test('a page of any length gives all its text back', () => {
  const text = Array.from({ length: 20_000 }, (_, number) => `소수 ${number}`).join('\n\n');
  const passages = openIndex(build([readMarkdown(text, 'long.md')])).passagesOf('long.md');
  expect(passages.flatMap(({ blocks }) => blocks.map((block) => block.text)).join('\n\n')).toBe(text);
});

test('a title and a heading of a million letters without a space are read like any others', () => {
  const letters = 'a'.repeat(1_000_000);
  const page = readMarkdown(`# T${letters}\n\n## H${letters}\n\nThe end.`, 'a.md');
  expect(openIndex(build([page])).search('end').ranked).toHaveLength(1);
});

test('while an index is built, the text of pages that were read is not held in memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const fillerText = `${'Words that every page has. '.repeat(40)}\n\n`.repeat(500);
  const builder = indexBuilder();
  const heapAfter = (words: readonly string[]) => {
    for (const [number, word] of words.entries())
      builder.add(readMarkdown(Buffer.from(fillerText + word).toString(), `${words.length} ${number}.md`));
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(['hydrometeorological']);
  const after = heapAfter([...'abcdefgh'].map((letter) => `hydrometeorologist${letter}`));
  expect(after - before).toBeLessThan(4 * fillerText.length);
});

test('an update gives the same bytes as a new build, whatever was kept, replaced, added or left out', () => {
  fc.assert(
    fc.property(library, library, (before, after) => {
      const previousIndex = openIndex(build(before));
      const builder = indexBuilder({ settings: 's', previous: previousIndex });
      const knownPages = new Map(before.map((knownPage) => [knownPage.location, JSON.stringify(knownPage)]));
      for (const newPage of after) {
        if (knownPages.get(newPage.location) !== JSON.stringify(newPage)) builder.add(newPage);
        else expect(builder.keep(newPage.location)).toBe(true);
      }
      expect(Buffer.compare(builder.finish(), build(after))).toBe(0);
    }),
  );
});

test('the order in which pages are added does not matter', () => {
  fc.assert(
    fc.property(library, (pages) => {
      expect(Buffer.compare(build(pages), build([...pages].reverse()))).toBe(0);
    }),
  );
});

test('a page that the previous index does not have cannot be kept', () => {
  expect(indexBuilder().keep('a.md')).toBe(false);
  expect(indexBuilder({ previous: openIndex(build([])) }).keep('a.md')).toBe(false);
});

test('an index without pages returns no results', () => {
  const index = openIndex(build([]));
  expect(index.search('anything at all').ranked).toEqual([]);
  expect(index.pages()).toEqual([]);
});

test('any changed byte, any missing end and any other file is refused', () => {
  const bytes = build([readMarkdown('# Prime\n\nThe n-th prime.', 'p.md')]);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damagedBytes = Uint8Array.from(bytes);
      damagedBytes[at] = (damagedBytes[at] as number) ^ change;
      expect(() => openIndex(damagedBytes)).toThrow(IndexError);
    }),
  );
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), (length) => {
      expect(() => openIndex(bytes.subarray(0, length))).toThrow(IndexError);
    }),
  );
  expect(() => openIndex(Buffer.from('<html>not an index</html>'))).toThrow(IndexError);
});

test('an index opens wherever its bytes begin in a larger buffer', () => {
  const bytes = build([readMarkdown('# Prime\n\nThe n-th prime.', 'p.md')]);
  const largerBytes = new Uint8Array(bytes.length + 3);
  largerBytes.set(bytes, 3);
  expect(openIndex(largerBytes.subarray(3)).search('prime').ranked).toHaveLength(1);
});

test('an index file is replaced in one step and read only when it was made with the same settings', async () => {
  const path = join(folder, 'deep', 'docs.index');
  expect(await readIndexFile(path, 's')).toBeUndefined();
  await writeIndexFile(path, build([readMarkdown('# A', 'a.md')]));
  await writeIndexFile(path, build([readMarkdown('# B', 'b.md')]));
  expect((await readIndexFile(path, 's'))?.pages()[0]?.title).toBe('B');
  expect(await readIndexFile(path, 'other')).toBeUndefined();
  expect(readdirSync(join(folder, 'deep'))).toEqual(['docs.index']);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
});

test.each([
  ['an index file that is too short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['an index file with another byte', (bytes: Buffer) => bytes.fill((bytes.at(-1) as number) ^ 1, bytes.length - 1)],
  ['an empty index file', () => Buffer.alloc(0)],
])('%s counts as none', async (_, damage) => {
  const path = join(folder, 'damaged.index');
  await writeIndexFile(path, build([readMarkdown('# A', 'a.md')]));
  writeFileSync(path, damage(readFileSync(path)));
  expect(await readIndexFile(path, 's')).toBeUndefined();
});

test('a title as long as a text is cut, because every passage of its page has it', () => {
  const index = openIndex(build([{ title: 'long word '.repeat(1_000), location: 'a.html', blocks: [] }]));
  expect(index.pages()[0]?.title.length).toBeLessThanOrEqual(500);
});
