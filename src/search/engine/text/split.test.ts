import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlacedBlock } from '../types.ts';
import { readMarkdown } from './markdown.ts';
import { splitPage } from './split.ts';

const sentence = 'This sentence is here to fill the page with something to read. ';

test('a short page is one passage, its headings kept as text', () => {
  const passages = splitPage(readMarkdown('# Page\n\nIntro.\n\n## Part\n\nText.\n', 'a.md'));
  expect(passages).toEqual([
    {
      title: 'Page',
      location: 'a.md',
      headings: [],
      line: 3,
      order: 0,
      blocks: [
        { kind: 'text', text: 'Intro.', line: 3 },
        { kind: 'text', text: '## Part' },
        { kind: 'text', text: 'Text.', line: 7 },
      ],
    },
  ]);
});

test('a long page falls into its sections, each with the headings around it', () => {
  const longText = sentence.repeat(12);
  const text = `# Page\n\n${longText}\n\n## One\n\n${longText}\n\n## Two\n\n${longText}\n\n### Deep\n\n${longText}${longText}\n`;
  expect(splitPage(readMarkdown(text, 'a.md')).map(({ headings, line }) => [headings, line])).toEqual([
    [[], 3],
    [['One'], 5],
    [['Two'], 9],
    [['Two', 'Deep'], 13],
  ]);
});

test('short sections are joined under their common heading', () => {
  const list = Array.from({ length: 40 }, (_, index) => `### option${index}\n\nSets ${sentence}\n`).join('\n');
  const passages = splitPage(readMarkdown(`# Page\n\n## Options\n\n${list}`, 'a.md'));
  expect(passages.length).toBeLessThan(20);
  expect(passages.every(({ headings }) => headings[0] === 'Options')).toBe(true);
  const allText = passages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n');
  for (let index = 0; index < 40; index++) expect(allText).toContain(`### option${index}`);
});

test('a program is kept whole, with the sentence that introduces it', () => {
  const program = Array.from({ length: 80 }, (_, line) => `statement number ${line};`).join('\n');
  const passages = splitPage(
    readMarkdown(`# P\n\n${sentence.repeat(20)}\n\nRun this:\n\n\`\`\`\n${program}\n\`\`\`\n`, 'a.md'),
  );
  expect(passages.map(({ blocks }) => blocks.map(({ text }) => text).slice(0, 2))).toEqual([
    [sentence.repeat(20).trim()],
    ['Run this:', program],
  ]);
});

test('a page without text is found by its title', () => {
  expect(splitPage({ title: 'Empty', location: 'e.md', blocks: [] })).toEqual([
    { title: 'Empty', location: 'e.md', headings: [], blocks: [], order: 0 },
  ]);
});

test('no word of any page is lost, and no passage is larger than the limit for a program', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc.!ü字😀 \n'), minLength: 1, maxLength: 3_000 });
  const block: fc.Arbitrary<PlacedBlock> = fc.oneof(
    fc.record({
      kind: fc.constant('heading' as const),
      level: fc.integer({ min: 1, max: 6 }),
      text: fc.constantFrom('A', 'B'),
    }),
    fc.record({ kind: fc.constantFrom('text' as const, 'code' as const), text: word }),
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      const passages = splitPage({ title: 'T', location: 't', blocks });
      const letters = (texts: string[]) => texts.join('').replace(/\s+/g, '');
      const writtenTexts = blocks.flatMap((block) => (block.kind === 'heading' ? [] : [block.text]));
      const keptTexts = passages
        .flatMap(({ blocks: passageBlocks }) => passageBlocks.map(({ text }) => text))
        .filter((text) => !/^#+ [AB]$/.test(text));
      expect(letters(keptTexts)).toBe(letters(writtenTexts));
      for (const passage of passages)
        expect(passage.blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(8_000);
    }),
  );
});

test('a very long heading is text: it is not repeated in every passage below', () => {
  const blocks: PlacedBlock[] = [
    { kind: 'heading', level: 2, text: sentence.repeat(40), line: 1 },
    { kind: 'heading', level: 3, text: 'Part', line: 2 },
    { kind: 'text', text: sentence.repeat(20), line: 3 },
  ];
  const passages = splitPage({ title: 'Page', location: 'a.html', blocks });
  expect(passages.map(({ headings }) => headings)).toEqual([[], [], ['Part']]);
  expect(passages.flatMap((passage) => passage.blocks).map(({ kind }) => kind)).toEqual(['text', 'text', 'text']);
});
