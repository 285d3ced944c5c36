/** Reads PDF: joins lines to paragraphs, and takes large lines as headings. */
import { getDocumentProxy, getMeta } from 'unpdf';
import { WorkbenchError } from '../../../base/errors.ts';
import { titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';

interface Line {
  readonly text: string;
  /** Size of its largest letters in points. */
  readonly size: number;
  /** Distance from the bottom of the page in points. */
  readonly y: number;
  /** 1-based. */
  readonly page: number;
}

/** The pages after this one are left out. */
const maxPages = 3_000;

/** @throws WorkbenchError for a file that is damaged, needs a password, or has only pictures */
export async function readPdf(bytes: Uint8Array, location: string): Promise<Page> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: Error) => {
    const isLocked = error.name === 'PasswordException';
    const message = isLocked
      ? 'It needs a password.'
      : `It is not a readable PDF (${error.message.replace(/\.$/, '')}).`;
    throw new WorkbenchError('failed', message);
  });
  try {
    const lines: Line[] = [];
    for (let number = 1; number <= Math.min(document.numPages, maxPages); number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      lines.push(...linesOf(items, number));
      page.cleanup();
    }
    if (lines.length === 0)
      throw new WorkbenchError('failed', 'It has only images and no text: run text recognition (OCR) on it first.');
    const meta = await getMeta(document).catch(() => undefined);
    const title: unknown = meta?.info.Title;
    const isNamed = typeof title === 'string' && /\p{L}{2}/u.test(title) && !/^(untitled|microsoft word)/i.test(title);
    return { title: isNamed ? title.trim() : titleFromLocation(location), location, blocks: blocksOf(lines) };
  } finally {
    await document.destroy();
  }
}

/** The used properties of a text item of pdf.js. */
interface TextItem {
  readonly str?: string;
  readonly transform?: readonly number[];
  readonly hasEOL?: boolean;
}

function linesOf(items: readonly unknown[], page: number): Line[] {
  const lines: Line[] = [];
  let text = '';
  let size = 0;
  let y = 0;
  const end = () => {
    if (text.trim() !== '') lines.push({ text: text.trim(), size, y, page });
    text = '';
    size = 0;
  };
  for (const { str = '', transform = [], hasEOL } of items as readonly TextItem[]) {
    const [, , c = 0, d = 0, , baseline = 0] = transform;
    const height = Math.round(Math.hypot(c, d) * 2) / 2;
    if (text !== '' && str.trim() !== '' && Math.abs(baseline - y) > Math.max(size, height)) end();
    if (str.trim() !== '') {
      size = Math.max(size, height);
      y = baseline;
    }
    text += str;
    if (hasEOL) end();
  }
  end();
  return lines;
}

function blocksOf(lines: readonly Line[]): PlacedBlock[] {
  const body = commonSize(lines);
  const larger = [...new Set(lines.map(({ size }) => size).filter((size) => size >= body * 1.15))].sort(
    (a, b) => b - a,
  );
  const blocks: PlacedBlock[] = [];
  let paragraph: Line[] = [];
  const end = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'text', text: joined(paragraph) });
    paragraph = [];
  };
  for (const line of lines) {
    const last = paragraph.at(-1);
    if (larger.includes(line.size) && line.text.length <= 120 && /\p{L}/u.test(line.text)) {
      end();
      const level = Math.min(4, larger.indexOf(line.size) + 2);
      blocks.push({ kind: 'heading', level, text: line.text });
      continue;
    }
    const isApart = last && (last.page === line.page ? last.y - line.y > line.size * 1.8 : /[.!?:]$/.test(last.text));
    if (isApart) end();
    paragraph.push(line);
  }
  end();
  return blocks;
}

/** The most frequent size of letters. */
function commonSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}

/** Joins words that are hyphenated at the end of a line. */
function joined(lines: readonly Line[]): string {
  return lines
    .reduce(
      (text, line) =>
        /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text) ? text.slice(0, -1) + line.text : `${text}\n${line.text}`,
      '',
    )
    .trim();
}
