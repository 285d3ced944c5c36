import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../base/text/testing/any-text.ts';
import { indexBuilder } from './index/build.ts';
import { openIndex } from './open.ts';
import { maxQueryLength } from './query/query.ts';
import { synonymsOf, wolframSynonyms } from './query/synonym-lookup.ts';
import { maxConcepts } from './query/weights.ts';
import { readMarkdown } from './text/markdown.ts';
import type { Answer, SearchIndex } from './types.ts';

/** Pages by location; the title is the first heading. */
function indexOf(pages: Readonly<Record<string, string>>, synonyms = wolframSynonyms()): SearchIndex {
  const builder = indexBuilder();
  for (const [location, text] of Object.entries(pages)) builder.add(readMarkdown(text, location));
  return openIndex(builder.finish(), synonyms);
}

const filler = 'Nothing of interest is written on this page, which only takes part. '.repeat(5);
const language = indexOf({
  'PrimePi.md': '# PrimePi\n\nCounts the primes up to a number.\n\n```wl\nPrimePi[100]\n```\n\n## Related\nPrime',
  'Prime.md': '# Prime\n\nGives the n-th prime number. `Prime[n]` counts from 1.\n\n```wl\nPrime[10]\n```',
  'NestWhileList.md': '# NestWhileList\n\nApplies a function while a test is true and keeps all results.',
  'Map.md': '# Map\n\nApplies a function to each element: `f /@ list`.',
  'For.md': '# For\n\nThe loop of C. Prefer others.',
  'Association.md': '# Association\n\nKeys with values: `<|a -> 1|>`.',
  'how-to/primes.md': `# How to find prime numbers\n\nLists and tests of primes. ${filler}`,
  'korean.md': '# 소수 찾기\n\nPrime 함수로 n번째 소수를 구합니다.',
  'chinese.md': '# 线性代数\n\n矩阵的特征值用 Eigenvalues 计算。',
  'other.md': `# Other\n\n${filler}`,
});

/** An answer with its lazily computed parts. */
const everythingOf = ({ parsedQuery, ranked }: Answer) => ({
  parsedQuery,
  ranked: ranked.map(({ passage, score, because, matches, folded }) => ({ passage, score, because, matches, folded })),
});

const findLocations = (query: string, index = language) =>
  index.search(query).ranked.map(({ passage }) => passage.location);
const findFirst = (query: string, index = language) => findLocations(query, index)[0];

test('a question in plain words finds its page, and an ordinal finds text about the n-th', () => {
  const locations = findLocations('How can I find the 123456789th prime number?');
  expect(locations[0]).toBe('Prime.md');
  expect(locations.slice(0, 3)).toContain('how-to/primes.md');
});

test('a name is found in its own spelling, in lower case, in words, and with a typo', () => {
  for (const query of ['PrimePi', 'primepi', 'prime pi', 'PrimePi[x]', 'PrimmePi'])
    expect(findFirst(query), query).toBe('PrimePi.md');
  for (const query of ['NestWhileList', 'nest while list', 'NestWhilelist', 'nestwhilelst'])
    expect(findFirst(query), query).toBe('NestWhileList.md');
});

test('a name that is a common English word is found when it is meant, and is no obstacle when it is not', () => {
  expect(findFirst('For')).toBe('For.md');
  expect(findFirst('`For`')).toBe('For.md');
  expect(findLocations('what is it for')).not.toContain('For.md');
});

test('a stub ranks below a page that says as much, and first for its own name', () => {
  const stub = { ...readMarkdown('# GeoPin\n\nMarks a place on a map.', 'GeoPin.md'), isStub: true };
  const page = readMarkdown(`# GeoMap\n\nDraws a map and marks a place with \`GeoPin\`. ${filler}`, 'GeoMap.md');
  const builder = indexBuilder();
  for (const builtPage of [stub, page]) builder.add(builtPage);
  const previousIndex = openIndex(builder.finish());
  const next = indexBuilder({ previous: previousIndex });
  for (const { location } of [stub, page]) next.keep(location);
  for (const index of [previousIndex, openIndex(next.finish())]) {
    expect(findFirst('mark a place on a map', index)).toBe('GeoMap.md');
    expect(findFirst('GeoPin', index)).toBe('GeoPin.md');
  }
});

test('of two stubs that say as much, the one that is an aside ranks first', () => {
  const text = (title: string) => `# ${title}\n\nMarks a place on a map.`;
  const stub = { ...readMarkdown(text('GeoPin'), 'GeoPin.md'), isStub: true };
  const asidePage = { ...readMarkdown(text('Messages'), 'messages.md'), isStub: true, isAside: true };
  const builder = indexBuilder();
  for (const builtPage of [stub, asidePage]) builder.add(builtPage);
  const previousIndex = openIndex(builder.finish());
  const next = indexBuilder({ previous: previousIndex });
  for (const { location } of [stub, asidePage]) next.keep(location);
  for (const index of [previousIndex, openIndex(next.finish())])
    expect(findFirst('mark a place on a map', index)).toBe('messages.md');
});

test('an operator is found', () => {
  expect(findFirst('/@')).toBe('Map.md');
  expect(findFirst('what does /@ mean')).toBe('Map.md');
});

test("another language's word leads to this one's", () => {
  expect(findFirst('dictionary')).toBe('Association.md');
  expect(language.search('dictionary').ranked[0]?.matches[0]).toMatchObject({ query: 'dictionary', kind: 'synonym' });
});

test('questions in Korean, Chinese and Japanese find pages of their language, and English ones by the synonyms', () => {
  expect(findFirst('소수를 찾는 방법')).toBe('korean.md');
  expect(findFirst('矩阵特征值怎么算')).toBe('chinese.md');
  expect(findLocations('素数を求める')).toContain('Prime.md');
  expect(findFirst('연관', indexOf({ 'a.md': '# Association', 'b.md': '# Other' }))).toBe('a.md');
});

test('a word is found in a sentence of a script without spaces, however long', () => {
  const sentence = 'การคำนวณจำนวนเฉพาะทำได้โดยใช้ฟังก์ชันที่มีอยู่แล้วในภาษาโปรแกรมนี้ซึ่งรวดเร็วและแม่นยำมาก';
  expect(sentence.length).toBeGreaterThan(64);
  const index = indexOf({ 'thai.md': `# A\n\n${sentence}`, 'other.md': '# Other' });
  expect(findFirst('ฟังก์ชัน', index)).toBe('thai.md');
});

test('an unknown word matches a similar one, or is reported as unknown', () => {
  const { parsedQuery, ranked } = language.search('aplies funktion zzzzqqqq');
  expect(ranked.map(({ passage }) => passage.location)).toEqual(expect.arrayContaining(['Map.md', 'NestWhileList.md']));
  expect(parsedQuery.unknown).toEqual(['zzzzqqqq']);
  expect(ranked[0]?.matches.map(({ query, kind }) => [query, kind])).toContainEqual(['funktion', 'spelling']);
});

test('words that mean something to JavaScript are words', () => {
  const index = indexOf({
    'a.md': '# The constructor of a class',
    'b.md': '# `toString`, `__proto__` and `hasOwnProperty`',
  });
  expect(findFirst('constructor', index)).toBe('a.md');
  for (const query of ['toString', '__proto__', 'hasOwnProperty']) expect(findFirst(query, index), query).toBe('b.md');
});

test('accents, compatibility forms and cases of the same word are one', () => {
  const index = indexOf({ 'a.md': '# Größe eines Cafés', 'b.md': '# Other' });
  for (const query of ['grosse café', 'CAFES', 'ｃａｆｅｓ']) expect(findFirst(query, index), query).toBe('a.md');
});

test('only the best passage of a page is in the answer', () => {
  const section = (topic: string) => `## ${topic}\n\n${topic} is treated here. ${filler}${filler}`;
  const index = indexOf({
    'long.md': `# Manual\n\n${['apples', 'pears', 'plums'].map(section).join('\n\n')}`,
    'other.md': '# Other\n\nApples, pears.',
  });
  const { ranked } = index.search('pears');
  expect(ranked.map(({ passage }) => [passage.location, passage.headings])).toEqual(
    expect.arrayContaining([
      ['long.md', ['pears']],
      ['other.md', []],
    ]),
  );
  expect(ranked).toHaveLength(2);
});

test('near-duplicate pages are folded into the best one', () => {
  const text = `${filler} The quick brown fox jumps over the lazy dog while the sun sets behind distant mountains.`;
  const index = indexOf({
    'v1/fox.md': `# Fox\n\n${text}`,
    'v2/fox.md': `# Fox\n\n${text} Indeed.`,
    'cat.md': '# Cat\n\nNo fox.',
  });
  const { ranked } = index.search('quick brown fox');
  expect(ranked.map(({ passage, folded }) => [passage.location, folded.map(({ location }) => location)])).toEqual([
    ['v1/fox.md', ['v2/fox.md']],
    ['cat.md', []],
  ]);
});

test('other pages fill the answer, however many near-duplicates there are', () => {
  const copies = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `copies/${index}.md`,
      `# Fox ${index}\n\nThe quick brown fox. ${filler}`,
    ]),
  );
  const otherFields = { 'a.md': '# A\n\nAnimals: fox.', 'b.md': '# B\n\nNo fox here.', 'c.md': '# C\n\nTwo of a fox.' };
  const { ranked } = indexOf({ ...copies, ...otherFields }).search('quick brown fox', { limit: 4 });
  expect(ranked.map(({ folded }) => folded.length)).toEqual([39, 0, 0, 0]);
});

test('adjacent words count more than the same words apart', () => {
  const index = indexOf({
    'apart.md': `# One\n\nStandard texts. ${filler} A deviation.`,
    'together.md': `# Two\n\nThe standard deviation. ${filler} Texts.`,
  });
  expect(findFirst('standard deviation', index)).toBe('together.md');
});

test('a page is found by terms that it borrows from pages that it refers to', () => {
  const index = indexOf({
    'Merge.md': '# Merge\n\nReconciles what two sources say.',
    'guide.md': '# Working with keys\n\nUse `Merge` here.',
    'other.md': '# Working with values\n\nUse nothing here.',
  });
  const { ranked } = index.search('reconciles');
  expect(ranked.map(({ passage }) => passage.location)).toEqual(['Merge.md', 'guide.md']);
  expect(ranked[1]?.matches).toMatchObject([{ query: 'reconciles', kind: 'word', fields: [] }]);
});

test('every match reports its query word, its kind, its fields and its score', () => {
  const [bestResult] = language.search('counts primes').ranked;
  expect(bestResult?.passage.location).toBe('PrimePi.md');
  expect(bestResult?.matches).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ query: 'primes', term: 'prime', kind: 'word', fields: ['title', 'body', 'code'] }),
    ]),
  );
  const sum = bestResult?.matches.reduce((total, { score }) => total + score, 0) ?? 0;
  const { words = 0, nearness = 0 } = bestResult?.because ?? {};
  expect(sum).toBeCloseTo(words, 6);
  expect(words + nearness).toBeCloseTo(bestResult?.score ?? 0, 10);
});

test('a query of any length and any characters is answered, the same way each time', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (query) => {
      expect(everythingOf(language.search(query))).toEqual(everythingOf(language.search(query)));
    }),
  );
});

test('an empty query, white space and punctuation find nothing and are not an error', () => {
  for (const query of ['', '  \n\t', '?', '...', '\u0000\u0007', '\u200b\u202e'])
    expect(language.search(query).ranked, JSON.stringify(query)).toEqual([]);
});

test('control characters neither hide words nor join them', () => {
  expect(findFirst('nest\u0000while\u0007list')).toBe('NestWhileList.md');
  expect(findFirst('Prime\u200bPi')).toBe('PrimePi.md');
});

test('a query of a hundred kilobytes is cut, says so, and is answered at once', () => {
  const { parsedQuery, ranked } = language.search(`primes ${'abc zzqj '.repeat(12_000)}`);
  expect(parsedQuery.cut).toBe(true);
  expect(parsedQuery.text.length).toBeLessThanOrEqual(maxQueryLength);
  expect(ranked.length).toBeGreaterThan(0);
  expect(language.search('x'.repeat(100_000)).ranked).toEqual([]);
});

test('a very long query keeps the words with the highest weights', () => {
  const letters = [...'bcdfghjk'];
  const commonText = letters.flatMap((letter) => letters.map((ending) => `${letter}a${ending}o`)).join(' ');
  const index = indexOf({ 'a.md': `# A\n\n${commonText}`, 'b.md': `# B\n\n${commonText}`, 'c.md': '# C\n\nQuokka.' });
  const { ranked } = index.search(`${commonText} quokka`);
  expect(ranked.map(({ passage }) => passage.location)).toContain('c.md');
  expect(ranked[0]?.matches).toHaveLength(maxConcepts - 1);
});

test('an answer has at most `limit` passages, and all of them if there are fewer', () => {
  const countOf = (limit: number) => language.search('function prime list element', { limit }).ranked.length;
  expect([0, 2].map(countOf)).toEqual([0, 2]);
  const fullCount = countOf(language.pageCount);
  expect(fullCount).toBeGreaterThan(2);
  for (const limit of [1e12, Number.POSITIVE_INFINITY]) expect(countOf(limit), String(limit)).toBe(fullCount);
});

test('a shorter answer is the beginning of a longer one', () => {
  const { ranked } = language.search('primes list function number', { limit: 20 });
  expect(ranked.length).toBeGreaterThan(4);
  for (let limit = 1; limit <= ranked.length; limit++) {
    const shorterList = language.search('primes list function number', { limit }).ranked;
    expect(shorterList.map(({ passage, score }) => [passage.location, score])).toEqual(
      ranked.slice(0, limit).map(({ passage, score }) => [passage.location, score]),
    );
  }
});

test('a long page gives several passages, a short one gives one', () => {
  const section = (number: number) => `## Valve ${number}\n\n${`Valve ${number} opens the pipe. `.repeat(60)}\n\n`;
  const sections = (count: number) => Array.from({ length: count }, (_, number) => section(number)).join('');
  const index = indexOf({ 'book.md': `# Book\n\n${sections(40)}`, 'leaflet.md': `# Leaflet\n\n${sections(2)}` });
  const { ranked } = index.search('valve opens the pipe');
  const count = (location: string) => ranked.filter(({ passage }) => passage.location === location).length;
  expect(count('leaflet.md')).toBe(1);
  expect(count('book.md')).toBeGreaterThan(2);
  expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).toSorted((a, b) => b - a));
});

test('of the passages of a long page with the same words, the one that has them together comes first', () => {
  const farApart = (number: number) => `The heap is ${number}. ${filler} The size of it is a limit.`;
  const sections = Array.from({ length: 24 }, (_, number) => `## Part ${number}\n\n${farApart(number)}`);
  sections.splice(17, 0, `## Part between\n\nThe heap size limit is here. ${filler}`);
  const index = indexOf({ 'book.md': `# Book\n\n${sections.join('\n\n')}` });
  const headings = index.search('heap size limit').ranked.map(({ passage }) => passage.headings.at(-1));
  expect(headings.length).toBeGreaterThan(1);
  expect(headings[0]).toBe('Part between');
});

test('a page with the words that a person wrote comes before pages with only synonyms or corrections of them', () => {
  const pages = {
    'written.md': `# Notes\n\n${filler} Somewhere, a handle turns. ${filler}`,
    'synonym.md': '# Lever\n\n## Lever\n\nThe lever is a lever.',
    'corrected.md': '# Candle\n\nA candle burns.',
    ...Object.fromEntries(Array.from({ length: 30 }, (_, page) => [`${page}.md`, `# Page ${page}\n\n${filler}`])),
  };
  const index = indexOf(pages, synonymsOf(['handle => lever']));
  expect(findLocations('handle', index)).toEqual(['written.md', 'synonym.md']);
  expect(findLocations('handle candla', index)[0]).toBe('written.md');
});

test('in every index, a page with all written words comes before each page with only guesses', () => {
  const words = ['valve', 'crank', 'piston', 'gauge'];
  const guesses = ['sluice', 'handle', 'plunger', 'meter'];
  const synonyms = synonymsOf(words.map((word, place) => `${word} => ${guesses[place]}`));
  const text = fc.array(fc.constantFrom(...words, ...guesses, 'wall', 'floor', 'Crank', '## Valve'), { minLength: 1 });
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 12 }),
      fc.subarray(words, { minLength: 1 }),
      (texts, query) => {
        const pages = texts.map((text, page) => [`${page}.md`, `# Page ${page}\n\n${text.join('\n\n')}`]);
        const index = indexOf(Object.fromEntries(pages), synonyms);
        const rankedTexts = index
          .search(query.join(' '))
          .ranked.map(({ passage }) => JSON.stringify(passage).toLowerCase());
        const hasAll = rankedTexts.findLastIndex((page) => query.every((word) => page.includes(word)));
        const hasNone = rankedTexts.findIndex((page) => query.every((word) => !page.includes(word)));
        expect(hasNone === -1 || hasAll < hasNone).toBe(true);
      },
    ),
  );
});

test('spelling is corrected where most of a query is known, and in short queries', () => {
  const index = indexOf({
    'a.md': '# Valve\n\nTurn the crank to open the valve. A piston moves the lever.',
    'b.md': `# Other\n\n${filler}`,
  });
  expect(findFirst('valce', index)).toBe('a.md');
  expect(findFirst('turn the crank to open the valce', index)).toBe('a.md');
  const answer = index.search('valce crenk pistan levor turquoise');
  expect(answer.ranked).toEqual([]);
  expect(answer.parsedQuery.unknown).toEqual(['valce', 'crenk', 'pistan', 'levor', 'turquoise']);
});

test('spelling is corrected where every word of a query is a typing error of one that the index has', () => {
  const index = indexOf({
    'suppress.md': '# Suppressions\n\nThe syntax of a suppression file for the checker.',
    'other.md': '# Other\n\nA file of another kind.',
  });
  const { parsedQuery, ranked } = index.search('supression fille sintax cheker');
  expect(parsedQuery.unknown).toEqual([]);
  expect(ranked[0]?.passage.location).toBe('suppress.md');
  expect(index.search('supression fille sintax xyzzyqwv plovermoo').parsedQuery.unknown).toContain('supression');
});

test('a name with dots counts as a whole where a page has it', () => {
  const index = indexOf({
    'whole.md': `# Paths\n\n${filler} Call shelf.board.join(parts). ${filler}`,
    'parts.md': '# Join\n\n## Join a shelf\n\nThe join of a board: a shelf has a board. Join each board and shelf.',
    'sentence.md': `# Ends\n\nThe part e.g. ends.It is version 3.11 of notes.txt. ${filler}`,
  });
  expect(findFirst('shelf.board.join', index)).toBe('whole.md');
  expect(findFirst('what does Shelf.Board.join() do', index)).toBe('whole.md');
  const terms = (query: string) => index.search(query).ranked[0]?.matches.map(({ term }) => term);
  expect(terms('board.join')).not.toContain('#board.join');
  expect(terms('3.11')?.toSorted()).toEqual(['11', '3']);
});
