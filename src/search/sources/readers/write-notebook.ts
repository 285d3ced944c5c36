/** Writes Markdown as a notebook file, with cells that `readNotebook` can read. */
import { printString } from '../../../wolfram/syntax/strings.ts';
import { readMarkdown } from '../../engine/text/markdown.ts';
import type { PlacedBlock } from '../../engine/types.ts';

const headings = ['Title', 'Section', 'Subsection', 'Subsubsection', 'Subsubsubsection'];
const wolframLanguage = /^(?:|wl|wls|wolfram|mathematica|mma)$/i;

/** @returns the text of the file, in ASCII, and the number of its cells */
export function notebookOf(markdown: string): { readonly text: string; readonly cells: number } {
  const { title, blocks } = readMarkdown(markdown, '');
  const allBlocks: readonly PlacedBlock[] =
    title === '' ? blocks : [{ kind: 'heading', level: 1, text: title }, ...blocks];
  const cells = allBlocks.flatMap(cellsOf);
  const text = `(* Content-type: application/vnd.wolfram.mathematica *)

(*** Wolfram Notebook File ***)
(* http://www.wolfram.com/nb *)

Notebook[{
${cells.join(',\n')}
}]
`;
  return { text, cells: cells.length };
}

function cellsOf(block: PlacedBlock): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [cell(printString(block.text), headings[block.level - 1] ?? 'Subsubsubsection')];
    case 'code':
      return wolframLanguage.test(block.language ?? '')
        ? [cell(`BoxData[${printString(block.text)}]`, 'Input')]
        : [cell(printString(block.text), 'Program')];
    case 'text':
      return textCells(block.text);
  }
}

/** One cell for a paragraph, and one for each item of a list. */
function textCells(text: string): readonly string[] {
  const cells: { style: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', mark, rest = ''] = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/.exec(line) ?? [];
    const last = cells.at(-1);
    if (mark !== undefined) {
      const isNumbered = /\d/.test(mark);
      const style = `${indent.length > 1 ? 'Subitem' : 'Item'}${isNumbered ? 'Numbered' : ''}`;
      cells.push({ style, lines: [rest] });
    } else if (last && (last.style === 'Text' || line.trim() !== '')) last.lines.push(line.trim());
    else cells.push({ style: 'Text', lines: [line] });
  }
  return cells.flatMap(({ style, lines }) => {
    const content = lines.join('\n').trim();
    return content === '' ? [] : [cell(inline(content), style)];
  });
}

/** Code, strong and emphasized text. All other markup stays literal. */
function inline(text: string): string {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).flatMap((part): string[] => {
    if (part === '') return [];
    if (/^`.+`$/s.test(part)) return [`Cell[BoxData[${printString(part.slice(1, -1))}], "InlineFormula"]`];
    if (/^\*\*.+\*\*$/s.test(part)) return [`StyleBox[${printString(part.slice(2, -2))}, FontWeight -> "Bold"]`];
    if (/^\*.+\*$/s.test(part)) return [`StyleBox[${printString(part.slice(1, -1))}, FontSlant -> "Italic"]`];
    return [printString(part)];
  });
  const [onlyPart] = parts;
  return parts.length === 1 && onlyPart?.startsWith('"') ? onlyPart : `TextData[{${parts.join(', ')}}]`;
}

function cell(content: string, style: string): string {
  return `Cell[${content}, "${style}"]`;
}
