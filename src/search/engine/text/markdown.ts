/** Reads Markdown and MDX: headings, paragraphs and programs, each with its line. */

import type { Page, PlacedBlock } from '../types.ts';
import { maxHeadingLength } from './split.ts';

// Each pattern is linear in the length of the line, which may be megabytes.
const atxHeading = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/;
const setextLine = /^ {0,3}(=+|-{2,})[ \t]*$/;
const fence = /^( {0,3})(`{3,}|~{3,}(?!~))([^`]*)$/;
const listOrQuote = /^\s*(?:[-*+>|]|\d+[.)])(?:\s|$)/;
const moduleLine = /^(?:import\s.*from\s+['"]|import\s+['"]|export\s+(?:const|default|function|\{))/;

/**
 * Reads one Markdown file. Its title is `title` in the front matter, else the first heading if it has level 1, else the
 * file name.
 * @param location the path below the source's folder
 */
export function readMarkdown(text: string, location: string): Page {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const front = frontMatter(lines);
  const blocks = readBlocks(lines, front.lines, /\.mdx$/i.test(location));
  const first = blocks.find((block) => block.kind === 'heading');
  const firstTitle = first?.kind === 'heading' && first.level === 1 ? first.text : undefined;
  const title = front.title ?? firstTitle ?? titleFromLocation(location);
  return { title, location, blocks: firstTitle === title ? blocks.filter((block) => block !== first) : blocks };
}

/** The file name without its extension. */
export function titleFromLocation(location: string): string {
  const name = location.slice(location.lastIndexOf('/') + 1);
  return name.replace(/\.[^.]+$/, '') || location;
}

/** Removes Markdown markup from a heading or title. */
function plainInline(text: string): string {
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\s*\{#[^}]*\}\s*$/, '')
    .replace(/(\*\*|__|`+)(.+?)\1/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!<>])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The front matter: the block between `---` lines at the beginning. */
function frontMatter(lines: readonly string[]): { lines: number; title?: string } {
  if (lines[0]?.trimEnd() !== '---') return { lines: 0 };
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end === -1) return { lines: 0 };
  for (const line of lines.slice(1, end)) {
    const titleText = line.startsWith('title:') ? line.slice('title:'.length).trim() : '';
    const title = /^(["']).*\1$/.test(titleText) ? titleText.slice(1, -1) : titleText;
    if (title) return { lines: end + 1, title: plainInline(title.slice(0, maxHeadingLength)) };
  }
  return { lines: end + 1 };
}

function readBlocks(lines: readonly string[], from: number, isMdx: boolean): PlacedBlock[] {
  const blocks: PlacedBlock[] = [];
  let paragraph: string[] = [];
  let paragraphLine = 0;
  const endParagraph = () => {
    const text = withoutComments(paragraph.join('\n')).trim();
    if (text !== '') blocks.push({ kind: 'text', text, line: paragraphLine + 1 });
    paragraph = [];
  };
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] as string;
    const openingFence = fence.exec(line);
    if (openingFence) {
      endParagraph();
      const end = closingFence(lines, index + 1, openingFence[2] as string);
      const text = lines.slice(index + 1, end).map((inner) => unindent(inner, (openingFence[1] as string).length));
      const name = /^[ \t]*(\S*)/.exec(openingFence[3] as string)?.[1];
      const language = name ? { language: name } : {};
      if (text.some((inner) => inner.trim() !== ''))
        blocks.push({ kind: 'code', text: text.join('\n').trimEnd(), ...language, line: index + 1 });
      index = end;
      continue;
    }
    const heading = atxHeading.exec(line);
    if (heading) {
      endParagraph();
      pushHeading(blocks, (heading[1] as string).length, withoutClosing(heading[2] ?? ''), index);
      continue;
    }
    const underline =
      paragraph.length === 1 && !listOrQuote.test(paragraph[0] as string) ? setextLine.exec(line) : null;
    if (underline) {
      const text = paragraph[0] as string;
      paragraph = [];
      pushHeading(blocks, underline[1]?.startsWith('=') ? 1 : 2, text, paragraphLine);
      continue;
    }
    if (line.trim() === '') endParagraph();
    else if (!(isMdx && paragraph.length === 0 && moduleLine.test(line))) {
      if (paragraph.length === 0) paragraphLine = index;
      paragraph.push(line.trimEnd());
    }
  }
  endParagraph();
  return blocks;
}

function pushHeading(blocks: PlacedBlock[], level: number, text: string, index: number): void {
  if (text.length > maxHeadingLength) {
    blocks.push({ kind: 'text', text, line: index + 1 });
    return;
  }
  const plainInlineText = plainInline(text);
  if (plainInlineText !== '') blocks.push({ kind: 'heading', level, text: plainInlineText, line: index + 1 });
}

/** Removes the closing `#` signs of a heading. */
function withoutClosing(text: string): string {
  const trimmedText = text.trim();
  let end = trimmedText.length;
  while (trimmedText[end - 1] === '#') end--;
  const isClosed = end < trimmedText.length && /[ \t]/.test(trimmedText[end - 1] ?? '');
  return isClosed ? trimmedText.slice(0, end).trimEnd() : trimmedText;
}

/** Removes comments; one without an end is text. */
function withoutComments(text: string): string {
  let cleanedText = '';
  let from = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', start + 4);
    if (end < 0) break;
    cleanedText += text.slice(from, start);
    from = end + 3;
  }
  return cleanedText + text.slice(from);
}

/** The line that closes a program, or the end of the file. */
function closingFence(lines: readonly string[], from: number, openingFence: string): number {
  const mark = openingFence[0] as string;
  for (let index = from; index < lines.length; index++) {
    const line = (lines[index] as string).trim();
    if (line.length >= openingFence.length && line.replaceAll(mark, '') === '') return index;
  }
  return lines.length;
}

function unindent(line: string, columns: number): string {
  const spaces = line.length - line.trimStart().length;
  return line.slice(Math.min(spaces, columns));
}
