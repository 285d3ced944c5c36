import { expect, test } from 'vitest';
import { type PdfLine, smallPdf } from '../../testing/small-pdf.ts';
import { readPdf } from './pdf.ts';

const lines = (texts: readonly string[], { x = 72, top = 700 } = {}): PdfLine[] =>
  texts.map((text, index) => ({ size: 11, x, y: top - 14 * index, text }));

const readBlocks = async (pdf: Uint8Array) =>
  (await readPdf(pdf, 'a.pdf')).blocks.map(({ kind, anchor, text }) => `${kind} #${anchor}: ${text}`);

test('a PDF has its outline as sections, and the page of each passage', async () => {
  const pdf = smallPdf({
    pages: [
      lines(['1 Starting', 'Turn the crank.']),
      lines(['It goes on here.', '2 Stopping', 'Pull the lever.']),
      lines(['Nothing repeats its name.']),
    ],
    outline: [
      { title: 'Starting', page: 1 },
      { title: 'Stopping', page: 2 },
      { title: 'Elsewhere', page: 3 },
    ],
  });
  expect(await readBlocks(pdf)).toEqual([
    'heading #page=1: Starting',
    'text #page=1: Turn the crank.',
    'text #page=2: It goes on here.',
    'heading #page=2: Stopping',
    'text #page=2: Pull the lever.',
    'heading #page=3: Elsewhere',
    'text #page=3: Nothing repeats its name.',
  ]);
});

test('running heads, page numbers and entries of a table of contents are left out, and a program’s bracket is not', async () => {
  const body = ['Of engines and their cranks.', 'Of pedals.', 'Of levers.', 'Of brakes.'];
  const pages = body.map((text, index) => [
    { size: 9, y: 760, text: 'The Engine Manual' },
    ...lines([text, 'Brakes . . . . . . . . 4', 'exit 0', '}']),
    { size: 9, y: 40, text: `Chapter ${'ABCD'[index]} ${index + 5}` },
  ]);
  const { blocks } = await readPdf(smallPdf({ pages }), 'a.pdf');
  const text = blocks.map((block) => block.text).join('\n');
  expect(text.split('\n')).toEqual(body.flatMap((line) => [line, 'exit 0', '}']));
});

test('words hyphenated at the end of a line or a page are joined, and two columns are read one after the other', async () => {
  const leftLines = Array.from({ length: 9 }, (_, index) => `Left column, its line of number ${index}`);
  const rightLines = Array.from({ length: 9 }, (_, index) => `Right column, its line of number ${index}`);
  const columns = leftLines.flatMap((text, index) => [
    { size: 10, x: 50, y: 700 - 14 * index, text },
    { size: 10, x: 320, y: 700 - 14 * index, text: rightLines[index] ?? '' },
  ]);
  const pdf = smallPdf({ pages: [lines(['The great en-']), lines(['gine goes.']), columns] });
  expect(await readBlocks(pdf)).toEqual([
    'text #page=1: The great engine goes.',
    `text #page=3: ${[...leftLines, ...rightLines].join('\n')}`,
  ]);
});
