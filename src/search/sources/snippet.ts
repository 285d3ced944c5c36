/** The matched words of a passage as its text has them, and a short extract of the text around them. */
import { wordTerms } from '../engine/text/analyse.ts';
import type { Passage, RankedPassage } from '../engine/types.ts';

export interface Snippet {
  readonly text: string;
  /** The matched words: offsets in UTF-16 code units. */
  readonly marks: { start: number; end: number }[];
}

interface FoundWord {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly string[];
}

/** Characters of an extract, about two lines. */
const length = 180;
/** The extract comes from this much of the passage. */
const maxScannedLength = 8_000;
/** Different spellings of one term that an explanation shows. */
const maxSpellings = 3;
const word = /[\p{L}\p{M}\p{N}_$]+/gu;

/** The words of a text that have one of the terms. */
function wordsWith(text: string, terms: ReadonlySet<string>): readonly FoundWord[] {
  return [...text.matchAll(word)].flatMap(({ 0: spelling, index }) => {
    const { words, name } = wordTerms(spelling);
    const matchedTerms = [...words, ...(name === undefined ? [] : [name])].filter((term) => terms.has(term));
    return matchedTerms.length > 0 ? [{ start: index, end: index + spelling.length, terms: matchedTerms }] : [];
  });
}

/** For each matched term, its words as the passage spells them. */
export function spellings({ passage, matches }: RankedPassage): ReadonlyMap<string, readonly string[]> {
  const text = [passage.title, ...passage.headings, textOf(passage)].join('\n');
  const wordsByTerm = new Map<string, string[]>();
  for (const { start, end, terms } of wordsWith(text, termsOf(matches))) {
    const word = text.slice(start, end);
    for (const term of terms) {
      const spellings = wordsByTerm.get(term) ?? [];
      const isKnown = spellings.some((spelling) => spelling.toLowerCase() === word.toLowerCase());
      if (!isKnown && spellings.length < maxSpellings) wordsByTerm.set(term, [...spellings, word]);
    }
  }
  return wordsByTerm;
}

/** The extract with the most different terms; the beginning of the passage if its text has none. */
export function snippetOf({ passage, matches }: RankedPassage): Snippet {
  const text = textOf(passage);
  const words = wordsWith(text, termsOf(matches));
  const startWord = bestStart(words);
  const start = startWord === undefined ? 0 : wordStart(text, Math.max(0, startWord - 30));
  const end = start + length >= text.length ? text.length : wordEnd(text, start + length);
  const before = start > 0 ? '… ' : '';
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end)}${end < text.length ? ' …' : ''}`,
    marks: words
      .filter((foundWord) => foundWord.start >= start && foundWord.end <= end)
      .map((foundWord) => ({ start: foundWord.start + shift, end: foundWord.end + shift })),
  };
}

/** Where the densest part begins. */
function bestStart(words: readonly FoundWord[]): number | undefined {
  let bestWindow: { readonly start: number; readonly count: number } | undefined;
  words.forEach(({ start }, index) => {
    const inside = words.slice(index).filter(({ end }) => end <= start + length - 30);
    const count = new Set(inside.flatMap(({ terms }) => terms)).size;
    if (count > (bestWindow?.count ?? 0)) bestWindow = { start, count };
  });
  return bestWindow?.start;
}

function termsOf(matches: RankedPassage['matches']): ReadonlySet<string> {
  return new Set(matches.map(({ term }) => term));
}

/** On one line: headings, paragraphs, list items and table rows without their marks, with a dot between them. */
function textOf({ blocks }: Passage): string {
  const pieces = blocks.flatMap(({ text }) => piecesOf(text.slice(0, maxScannedLength)));
  return pieces.join(' · ').slice(0, maxScannedLength);
}

const heading = /^#{1,6} /;
const bullet = /^(?:[-*+]|\d+[.)]) +/;
const tableRule = /^\|?[\s:|-]*-[\s:|-]*$/;

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let isContinued = false;
  for (const line of text.split('\n').map((value) => value.replace(/\s+/g, ' ').trim())) {
    const isRow = line.startsWith('|');
    const isAlone = isRow || heading.test(line);
    const isOwn = isAlone || bullet.test(line) || !isContinued;
    const lineText = isRow ? cellsOf(line) : line.replace(heading, '').replace(bullet, '');
    isContinued = line !== '' && !isAlone;
    if (lineText === '' || tableRule.test(line)) continue;
    if (isOwn) pieces.push(lineText);
    else pieces.push(`${pieces.pop() ?? ''} ${lineText}`);
  }
  return pieces;
}

function cellsOf(row: string): string {
  const cells = row.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(', ');
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(' ', at);
  return space < 0 || space > at + 30 ? at : space + 1;
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return space < at - 30 ? at : space;
}
