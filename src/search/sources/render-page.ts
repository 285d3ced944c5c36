/** Renders a page for a model: the whole page, one section with its neighbours, or the outline. */
import { estimateTokenCount } from 'tokenx';
import { WorkbenchError } from '../../base/errors.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import type { SourcePage } from '../../contract/contract.ts';
import { cutText } from '../engine/query/cut.ts';
import { withoutTags } from '../engine/query/results-text.ts';

/** The part of a page to read. */
export interface PageSelection {
  /** A heading, or the fragment of an address (`install`). */
  readonly section?: string | undefined;
  /** The 1-based number of the first part, as the outline has it. */
  readonly start?: number | undefined;
  readonly isOutline?: boolean | undefined;
  /** Maximum number of tokens. */
  readonly budget: number;
}

type Part = SourcePage['passages'][number];

/**
 * A heading with the title and the place of the page, then the text in Markdown. If the budget ends before the page, the
 * last line says how to read on.
 * @throws WorkbenchError `not-found` for a section that the page does not have; `invalid-input` for a `start` beyond its end
 */
export function renderPage(page: SourcePage, { section, start = 1, isOutline, budget }: PageSelection): string {
  const { passages: parts } = page;
  if (isOutline) return withoutTags(outlineOf(page, budget));
  if (section !== undefined) {
    const range = sectionOf(page, section);
    const withNeighbours = { from: Math.max(0, range.from - 1), to: Math.min(parts.length, range.to + 1) };
    const wholeText = textWithin(page, withNeighbours, budget);
    return withoutTags(wholeText.isWhole ? wholeText.text : textWithin(page, range, budget).text);
  }
  if (start > parts.length)
    throw new WorkbenchError(
      'invalid-input',
      `${page.location} has ${countParts(parts.length)}: start at one of them.`,
    );
  return withoutTags(textWithin(page, { from: start - 1, to: parts.length }, budget).text);
}

interface Range {
  /** 0-based index of the first part. */
  readonly from: number;
  /** Index of the part after the last. */
  readonly to: number;
}

function textWithin(page: SourcePage, { from, to }: Range, budget: number): { text: string; isWhole: boolean } {
  const texts = [headingOf(page)];
  let usedTokens = estimateTokenCount(texts[0] ?? '') + lastLineTokens;
  let previousHeadings: readonly string[] = [];
  let next = from;
  for (; next < to; next++) {
    const part = page.passages[next] as Part;
    const text = [newHeadings(part.headings, previousHeadings), part.text].filter((value) => value !== '').join('\n\n');
    const tokens = estimateTokenCount(`\n\n${text}`);
    if (usedTokens + tokens > budget) {
      if (next > from) break;
      texts.push(`${cutText(text, Math.floor((text.length * Math.max(0, budget - usedTokens)) / tokens))}…`);
      texts.push(`[Cut here: this part needs a budget of ${usedTokens + tokens} tokens.]`);
      next++;
      break;
    }
    texts.push(text);
    usedTokens += tokens;
    previousHeadings = part.headings;
  }
  const isWhole = next === to;
  const passageCount = page.passages.length;
  if (next < passageCount)
    texts.push(`[Parts ${from + 1} to ${next} of ${passageCount}. Read on with start: ${next + 1}.]`);
  return { text: texts.join('\n\n'), isWhole };
}

/** Room for the last line. */
const lastLineTokens = 25;

function headingOf({ title, location, url }: SourcePage): string {
  const places = [location, ...(url === undefined ? [] : [url])].map(oneLine);
  return `# ${oneLine(title)}\n${places.join('\n')}`;
}

/** The headings of a part that differ from those of the part before it. */
function newHeadings(headings: readonly string[], previousHeadings: readonly string[]): string {
  const first = headings.findIndex((heading, depth) => heading !== previousHeadings[depth]);
  if (first === -1) return '';
  return headings
    .map((heading, depth) => `${'#'.repeat(Math.min(6, depth + 2))} ${oneLine(heading)}`)
    .slice(first)
    .join('\n\n');
}

/** The parts of the first section with this heading or fragment. */
function sectionOf(page: SourcePage, section: string): Range {
  const { passages: parts } = page;
  const slug = slugOf(section);
  const depthIn = ({ headings }: Part) => headings.findIndex((heading) => slugOf(heading) === slug);
  const from = parts.findIndex((part) => part.anchor === section.trim() || depthIn(part) !== -1);
  const first = parts[from];
  if (first) {
    const depth = depthIn(first);
    const path = JSON.stringify(first.headings.slice(0, depth + 1));
    const isInside = ({ headings }: Part) => depth !== -1 && JSON.stringify(headings.slice(0, depth + 1)) === path;
    const length = parts.slice(from + 1).findIndex((part) => !isInside(part));
    return { from, to: length === -1 ? parts.length : from + 1 + length };
  }
  // A heading inside the text of a part.
  const inside = parts.findIndex(({ text }) =>
    [...text.matchAll(/^#{2,6} (.+)$/gm)].some(([, heading = '']) => slugOf(heading) === slug),
  );
  if (inside !== -1) return { from: inside, to: inside + 1 };
  const sectionNames = [...new Set(parts.flatMap(({ headings }) => headings.slice(-1)))].slice(0, maxNamed);
  const advice =
    sectionNames.length === 0 ? 'read the whole page.' : `some of its sections are ${sectionNames.join('; ')}.`;
  throw new WorkbenchError('not-found', `${page.location} has no section ${oneLine(section)}: ${advice}`);
}

const maxNamed = 12;

/** The fragment that web pages usually make of a heading. */
function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function outlineOf(page: SourcePage, budget: number): string {
  const lines = page.passages.map(({ headings, text }, index) => {
    const name = headings.length === 0 ? '(beginning)' : headings.map(oneLine).join(' › ');
    return `${index + 1}. ${name}, ${estimateTokenCount(text)} tokens`;
  });
  const shownLines = [headingOf(page), ''];
  let usedTokens = estimateTokenCount(shownLines.join('\n')) + lastLineTokens;
  for (const line of lines) {
    usedTokens += estimateTokenCount(`\n${line}`);
    if (usedTokens > budget) break;
    shownLines.push(line);
  }
  const omittedCount = lines.length - (shownLines.length - 2);
  return [...shownLines, ...(omittedCount > 0 ? [`[${countParts(omittedCount)} more: raise the budget.]`] : [])].join(
    '\n',
  );
}

function countParts(count: number): string {
  return count === 1 ? '1 part' : `${count} parts`;
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
