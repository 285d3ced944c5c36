/**
 * Reads the doc comments of programs: one heading for each documented declaration, its signature, and its comment. A
 * program without doc comments is an empty page.
 */
import { readMarkdown } from '../../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../../engine/types.ts';
import { readRestructuredText } from '../restructured-text.ts';
import { cLanguage } from './c.ts';
import { type CommentText, commentText } from './comment-text.ts';
import { docstringText } from './docstring-text.ts';
import { go } from './go.ts';
import { javascript } from './javascript.ts';
import { scanPython } from './python.ts';
import { rust } from './rust.ts';
import { scanProgram } from './scan.ts';
import type { DocumentedFile } from './types.ts';

interface Reader {
  /** As in the fence of a program in Markdown. */
  readonly language: string;
  scan(text: string): DocumentedFile;
  asMarkdown(comment: string): CommentText;
}

const readTagged = (comment: string) => commentText(comment, false);
const readDoxygen = (comment: string) => commentText(comment, true);
const readUntagged = (text: string): CommentText => ({ text, isHidden: false, isAboutFile: false });

/** @param location its extension decides the language */
export function readDocComments(text: string, location: string): Page {
  const reader = readerOf(location);
  const file = reader.scan(text.replace(/^\uFEFF/, ''));
  const blocks: PlacedBlock[] = [];
  if (file.about && !isLicence(file.about.comment))
    blocks.push(...blocksOf(reader.asMarkdown(file.about.comment).text, reader, 1, file.about.line));
  for (const { name, signature, comment, line, depth } of file.symbols) {
    const { text, isHidden, isAboutFile } = reader.asMarkdown(comment);
    if (isHidden) continue;
    if (isAboutFile) {
      blocks.unshift(...blocksOf(text, reader, 1, line));
      continue;
    }
    const level = Math.min(2 + depth, 4);
    const place = { line, anchor: `L${line}` };
    blocks.push({ kind: 'heading', level, text: name, ...place });
    if (signature !== '') blocks.push({ kind: 'code', text: signature, language: reader.language, ...place });
    blocks.push(...blocksOf(text, reader, level, line).map((block) => ({ ...block, ...place })));
  }
  return { title: blocks.length === 0 ? '' : titleOf(location), location, blocks };
}

function readerOf(location: string): Reader {
  const ending = /\.([^./\\]+)$/.exec(location)?.[1]?.toLowerCase() ?? '';
  switch (ending) {
    case 'py':
    case 'pyi':
      return { language: 'python', scan: scanPython, asMarkdown: (text) => readUntagged(docstringText(text)) };
    case 'rs':
      return { language: 'rust', scan: (text) => scanProgram(text, rust), asMarkdown: readUntagged };
    case 'go':
      return {
        language: 'go',
        scan: (text) => scanProgram(text, go),
        asMarkdown: (text) => readUntagged(withFences(text)),
      };
    case 'ts':
    case 'tsx':
    case 'mts':
    case 'cts': {
      const isOpen = /\.d\.[cm]?ts$/i.test(location);
      return { language: 'typescript', scan: (text) => scanProgram(text, javascript(isOpen)), asMarkdown: readTagged };
    }
    case 'js':
    case 'jsx':
    case 'mjs':
    case 'cjs':
      return { language: 'javascript', scan: (text) => scanProgram(text, javascript(true)), asMarkdown: readTagged };
    default: {
      const language = /^[ch]$/.test(ending) ? 'c' : 'cpp';
      const isHeader = ending.startsWith('h');
      return { language, scan: (text) => scanProgram(text, cLanguage(isHeader)), asMarkdown: readDoxygen };
    }
  }
}

/** The name of the file, after that of its folder if it says nothing by itself. */
function titleOf(location: string): string {
  const [, folder = '', name = location] = /([^/]*\/)?([^/]*)$/.exec(location) ?? [];
  return /^(index|mod|lib|main|__init__)\./.test(name) ? folder + name : name;
}

function isLicence(comment: string): boolean {
  return /@license|\bcopyright\b|SPDX-License|\blicensed under\b/i.test(comment.slice(0, 400));
}

/** @param level of the heading around it */
function blocksOf(comment: string, { language }: Reader, level: number, line: number): PlacedBlock[] {
  // The heading is the title that both formats look for; what follows it keeps its own headings.
  const isMarkdown = language !== 'python' || /^\s*```/m.test(comment);
  const { blocks } = isMarkdown
    ? readMarkdown(`# _\n\n${comment}`, '')
    : readRestructuredText(`_____\ntitle\n_____\n\n${comment}`, '');
  return blocks.map((block): PlacedBlock => {
    if (block.kind === 'heading')
      return { kind: 'heading', level: Math.min(level + block.level, 6), text: block.text, line };
    if (block.kind === 'code' && language === 'rust') return rustProgram(block.text, block.language, line);
    return block.kind === 'code'
      ? { kind: 'code', text: block.text, language: block.language ?? language, line }
      : { kind: 'text', text: block.text, line };
  });
}

/** A code block in Rust documentation, without the lines that rustdoc hides. */
function rustProgram(text: string, language: string | undefined, line: number): PlacedBlock {
  const isRust = language === undefined || /^(rust|no_run|ignore|should_panic|compile_fail|edition)/.test(language);
  if (!isRust) return { kind: 'code', text, language, line };
  const visibleLines = text.split('\n').filter((value) => !/^\s*#(\s|$)/.test(value));
  return { kind: 'code', text: visibleLines.join('\n'), language: 'rust', line };
}

/** Go marks code in comments by indentation. */
function withFences(comment: string): string {
  const lines: string[] = [];
  let isProgram = false;
  for (const line of comment.split('\n')) {
    const isIndented = /^(\t| {2,})(?!\s*([-*+•]|\d+[.)])\s)\S/.test(line);
    const begins = isIndented && !isProgram && (lines.at(-1) ?? '').trim() === '';
    const ends = isProgram && !isIndented && line.trim() !== '';
    if (begins || ends) lines.push('```');
    if (begins) isProgram = true;
    if (ends) isProgram = false;
    lines.push(isProgram ? line.replace(/^\t| {2,4}/, '') : line);
  }
  if (isProgram) lines.push('```');
  return lines.join('\n');
}
