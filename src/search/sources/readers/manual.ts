/** Reads manual pages in the macros of man(7) and mdoc(7). */
import { WorkbenchError } from '../../../base/errors.ts';
import type { Page } from '../../engine/types.ts';
import { LineBlocks, linesOfText } from './line-blocks.ts';
import { type Macro, mdocText } from './manual-mdoc.ts';
import { argumentsOf, removeEscapes } from './manual-text.ts';

const paragraphs = new Set(['PP', 'P', 'LP', 'Pp', 'sp', 'HP', 'RS', 'RE', 'Bl', 'El', 'Lp']);
const programStarts = new Set(['nf', 'EX', 'Bd']);
const programEnds = new Set(['fi', 'EE', 'Ed']);
const fonts = new Set(['B', 'I', 'BR', 'RB', 'BI', 'IB', 'IR', 'RI', 'SM', 'SB', 'R', 'UR', 'MT', 'CW']);
/** Requests of mdoc, whose text is part of the sentence. */
const mdocRequest = /^[A-Z][a-z]$/;
const silentRequests = new Set([
  'Dd',
  'Os',
  'Bk',
  'Ek',
  'Sm',
  'Db',
  'UE',
  'ME',
  'Rv',
  'ad',
  'na',
  'hy',
  'nh',
  'ne',
  'in',
  'ti',
  'so',
  'ft',
]);
/** Requests with a body that is not text. */
const definitions = new Set(['de', 'de1', 'am', 'ig']);

/** Its title is that of `.TH` or `.Dt`. @throws WorkbenchError for a file without either */
export function readManual(text: string, location: string): Page {
  const lines = linesOfText(text);
  if (!/^[.']\s*(TH|Dd|Dt|so|Sh|SH)\s/m.test(text))
    throw new WorkbenchError('failed', 'It is not a manual page: exclude it with Exclude.');
  const blocks = new LineBlocks();
  const macro: Macro = { name: '' };
  let title: string | undefined;
  let program: string[] | undefined;
  let programLine = 0;
  /** After `.TP`, `.IP` and `.It`: the next text is a term, and the text after it begins a new line. */
  let isTerm = false;
  let isNewLine = false;
  const endProgram = () => {
    if (program) blocks.code(program, programLine);
    program = undefined;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, request = '', rest = ''] = /^[.']\s*([A-Za-z]\w?\w?)\b\s*(.*)$/.exec(line) ?? [];
    const add = (content: string) => {
      if (program) program.push(content);
      else if (content.trim() !== '') {
        if (isNewLine) blocks.text(content.trim(), at + 1);
        else blocks.append(` ${content.trim()}`, at + 1);
        isNewLine = isTerm;
        isTerm = false;
      }
    };
    if (/^[.'](\s*\\["#]|\s*$|\\")/.test(line)) continue;
    if (request === '') {
      add(removeEscapes(line.replaceAll('\t', program ? '\t' : ' | ')));
    } else if (request === 'TH' || request === 'Dt') {
      const [name = '', section = ''] = argumentsOf(rest);
      title = section === '' ? name : `${name}(${section})`;
    } else if (request === 'SH' || request === 'Sh' || request === 'SS' || request === 'Ss') {
      endProgram();
      const heading = argumentsOf(rest).join(' ') || removeEscapes(lines[++at] ?? '');
      blocks.heading(/^S[Hh]$/.test(request) ? 2 : 3, heading, at + 1);
    } else if (request === 'TS') {
      blocks.end();
      const end = endOfTable(lines, at);
      for (const row of tableRows(lines.slice(at + 1, end))) blocks.text(row, at + 1);
      blocks.end();
      at = end;
    } else if (definitions.has(request)) {
      at = endOfDefinition(lines, at, request === 'ig' && rest !== '' ? rest.trim() : '.');
    } else if (programStarts.has(request)) {
      if (request === 'Bd' && !/-(literal|unfilled)/.test(rest)) blocks.end();
      else if (!program) {
        program = [];
        programLine = at + 2;
      }
    } else if (programEnds.has(request)) endProgram();
    else if (paragraphs.has(request)) {
      if (program) program.push('');
      else blocks.end();
    } else if (request === 'TP' || request === 'TQ') {
      blocks.end();
      isTerm = true;
    } else if (request === 'IP') {
      blocks.end();
      const [term = ''] = argumentsOf(rest);
      isTerm = /\w/.test(term);
      if (isTerm) add(term);
    } else if (request === 'br') isNewLine = true;
    else if (request === 'It') {
      blocks.end();
      isTerm = rest !== '';
      add(mdocText(rest, macro));
    } else if (fonts.has(request)) {
      const words = argumentsOf(rest);
      add(words.join(/^(BR|RB|BI|IB|IR|RI)$/.test(request) ? '' : ' '));
    } else if (request === 'Dl' || request === 'D1') blocks.code([mdocText(rest, macro)], at + 1);
    else if (request === 'Nd') add(`- ${mdocText(rest, macro)}`);
    else if (!silentRequests.has(request) && mdocRequest.test(request)) {
      if (request === 'Nm' && macro.name === '') macro.name = argumentsOf(rest)[0] ?? '';
      const macroText = mdocText(`${request} ${rest}`, macro);
      if (/^[,.;:)]/.test(macroText)) blocks.append(macroText, at + 1);
      else add(macroText);
    }
  }
  endProgram();
  // The file only gives another page a second name.
  if (/^\.so\s/m.test(text) && title === undefined) return { title: '', location, blocks: [] };
  return blocks.page(location, title);
}

/** A table without an end is one line. */
function endOfTable(lines: readonly string[], at: number): number {
  for (let end = at + 1; end < lines.length; end++) if (/^[.']\s*TE\b/.test(lines[end] ?? '')) return end;
  return at;
}

/** The rows of a table of tbl(1), after its options, which end with `;`, and its formats, which end with `.`. */
function tableRows(lines: readonly string[]): readonly string[] {
  const tab = /\btab\s*\((.)\)[^;]*;/.exec(lines[0] ?? '')?.[1] ?? '\t';
  const start = lines.findIndex((line) => /\.\s*$/.test(line)) + 1;
  const rows: string[] = [];
  /** A cell of several lines, between `T{` and `T}`. */
  let isInCell = false;
  for (const line of lines.slice(start)) {
    // Rules, and requests other than those of fonts.
    if (/^[_=]$|^[.'](?!\s*[A-Z]{1,2}\s)/.test(line)) continue;
    const [, font = '', words = ''] = /^[.']\s*([A-Z]{1,2})\s+(.*)$/.exec(line) ?? [];
    const text =
      font === ''
        ? removeEscapes(line.replaceAll(tab, ' | ').replace(/^T\}/, '').replace(/T\{$/, ''))
        : argumentsOf(words).join(font.length === 2 ? '' : ' ');
    const hasOpenCell = /T\{$/.test(line);
    if (isInCell) rows.push(`${rows.pop() ?? ''} ${text}`);
    else if (text.trim() !== '' || hasOpenCell) rows.push(text);
    isInCell = hasOpenCell || (isInCell && !line.startsWith('T}'));
  }
  return rows.map((row) => row.replace(/\s+/g, ' ').trim());
}

/** A definition without an end is one line. */
function endOfDefinition(lines: readonly string[], at: number, mark: string): number {
  for (let end = at + 1; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (/^[.']/.test(line) && line.slice(1).trim() === mark) return end;
  }
  return at;
}
