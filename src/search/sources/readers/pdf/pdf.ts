/**
 * Reads PDF: joins lines into paragraphs. The outline names the sections; without one, large lines are headings. Every block
 * names its page.
 */
import { getDocumentProxy, getMeta } from 'unpdf';
import { WorkbenchError } from '../../../../base/errors.ts';
import { titleFromLocation } from '../../../engine/text/markdown.ts';
import type { PlacedBlock } from '../../../engine/types.ts';
import type { ReadPage } from '../share-read.ts';
import { withoutFurniture } from './pdf-furniture.ts';
import { type Line, linesOf } from './pdf-lines.ts';
import { readOutline, type Section } from './pdf-outline.ts';

/** How many lines are searched for a title. */
const titleSearchLines = 200;

/** Later pages are left out. */
const maxPages = 3_000;

/** @throws WorkbenchError for a file that is damaged, needs a password, or has only pictures */
export async function readPdf(bytes: Uint8Array, location: string): Promise<ReadPage> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: Error) => {
    const isLocked = error.name === 'PasswordException';
    const message = isLocked
      ? 'It needs a password: save a copy without one.'
      : `It is not a readable PDF (${error.message.replace(/\.$/, '')}): export it again, or exclude it with Exclude.`;
    throw new WorkbenchError('failed', message);
  });
  try {
    const pages: (readonly Line[])[] = [];
    for (let number = 1; number <= Math.min(document.numPages, maxPages); number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(linesOf(items, number));
      page.cleanup();
    }
    if (pages.every((lines) => lines.length === 0))
      throw new WorkbenchError('failed', 'It has only images and no text: run text recognition (OCR) on it first.');
    const sections = await readOutline(document);
    const lines = withoutFurniture(pages);
    const blocks = sections.length > 0 ? withSections(lines, sections) : withLargeLines(lines.flat());
    const meta = await getMeta(document).catch(() => undefined);
    const title: unknown = meta?.info.Title;
    const isNamed = typeof title === 'string' && /\p{L}{2}/u.test(title) && !/^(untitled|microsoft word)/i.test(title);
    const isCut = document.numPages > maxPages;
    return {
      title: isNamed ? title.trim() : titleFromLocation(location),
      location,
      blocks,
      ...(isCut && { remark: `Only its first ${maxPages.toLocaleString('en')} pages were read: split it.` }),
    };
  } finally {
    await document.destroy();
  }
}

/** Collects lines into paragraphs between headings. */
class Paragraphs {
  readonly blocks: PlacedBlock[] = [];
  #lines: Line[] = [];

  add(line: Line): void {
    const last = this.#lines.at(-1);
    const isNextColumn = last && last.y < line.y;
    const isApart =
      last &&
      (last.page === line.page && !isNextColumn ? last.y - line.y > line.size * 1.8 : /[.!?:]$/.test(last.text));
    if (isApart) this.end();
    this.#lines.push(line);
  }

  heading(text: string, level: number, page: number): void {
    this.end();
    this.blocks.push({ kind: 'heading', level, text, anchor: `page=${page}` });
  }

  end(): void {
    const [first] = this.#lines;
    if (first) this.blocks.push({ kind: 'text', text: joinLines(this.#lines), anchor: `page=${first.page}` });
    this.#lines = [];
  }
}

/** Begins each section at the line that repeats its title, or else at its place on the page. */
function withSections(pages: readonly (readonly Line[])[], sections: readonly Section[]): PlacedBlock[] {
  const paragraphs = new Paragraphs();
  const onPage = new Map<number, Section[]>();
  for (const section of sections) {
    const list = onPage.get(section.page) ?? [];
    onPage.set(section.page, list);
    list.push(section);
  }
  for (const [index, lines] of pages.entries()) {
    const dueSections = onPage.get(index + 1) ?? [];
    let next = 0;
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as Line;
      const section = dueSections[next];
      const titleLineCount = section ? titleLines(lines, at, section.title) : 0;
      if (section && (titleLineCount > 0 || isPast(line, section, lines.slice(at + 1, at + 1 + titleSearchLines)))) {
        paragraphs.heading(section.title, section.level, index + 1);
        next++;
        at += titleLineCount - 1;
      } else paragraphs.add(line);
    }
    for (const { title, level, page } of dueSections.slice(next)) paragraphs.heading(title, level, page);
  }
  paragraphs.end();
  return paragraphs.blocks;
}

/** The number of lines from `at` on that form the title; 0 if none. A number or a word such as "Chapter" may precede it. */
function titleLines(lines: readonly Line[], at: number, title: string): number {
  const titleLetters = lettersOf(title);
  let text = '';
  for (let count = 1; count <= 3 && at + count <= lines.length; count++) {
    text += lettersOf(lines[at + count - 1]?.text ?? '');
    if (
      titleLetters !== '' &&
      (text === titleLetters || (text.endsWith(titleLetters) && text.length <= titleLetters.length + 12))
    )
      return count;
    if (text.length > titleLetters.length + 12) return 0;
  }
  return 0;
}

/** Whether a section begins above a line, and no later line of the page is its title. */
function isPast(line: Line, { y, title }: Section, laterLines: readonly Line[]): boolean {
  return (
    y !== undefined &&
    line.y <= y &&
    !laterLines.some((_, at) => titleLines(laterLines, at, title) > 0) &&
    titleLines([line], 0, title) === 0
  );
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function withLargeLines(lines: readonly Line[]): PlacedBlock[] {
  const body = commonSize(lines);
  const largerSizes = [...new Set(lines.map(({ size }) => size).filter((size) => size >= body * 1.15))].sort(
    (a, b) => b - a,
  );
  const paragraphs = new Paragraphs();
  for (const line of lines) {
    if (largerSizes.includes(line.size) && line.text.length <= 120 && /\p{L}/u.test(line.text))
      paragraphs.heading(line.text, Math.min(4, largerSizes.indexOf(line.size) + 2), line.page);
    else paragraphs.add(line);
  }
  paragraphs.end();
  return paragraphs.blocks;
}

/** The most frequent size of letters. */
function commonSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((bestEntry, entry) => (entry[1] > bestEntry[1] ? entry : bestEntry), [0, 0])[0];
}

/** Joins words that are hyphenated at the end of a line. */
function joinLines(lines: readonly Line[]): string {
  const parts: string[] = [];
  for (const { text } of lines) {
    const last = parts.at(-1);
    if (last !== undefined && /\p{Ll}[-\u00ad‐]$/u.test(last) && /^\p{Ll}/u.test(text))
      parts[parts.length - 1] = last.slice(0, -1) + text;
    else parts.push(text);
  }
  return parts.join('\n').trim();
}
