/** Which characters of an answer make an expectation fail, for a person who reads the answer. */
import { diffLines, diffWordsWithSpace } from 'diff';
import { type ParseError, parse } from 'jsonc-parser';
import { estimateTokenCount } from 'tokenx';
import type { Claim } from '../model/definitions.ts';
import { withoutBoundaries } from '../model/fence/fence.ts';
import type { Given } from './evaluate.ts';
import { keptText } from './kept-text.ts';
import type { AnswerText, Subject } from './subject.ts';

/** Offsets in UTF-16 code units: from, to. */
export type Range = readonly [number, number];

export interface MarkedAnswer {
  readonly text: string;
  /** The characters that fail, in order, without overlap. */
  readonly marks: readonly Range[];
}

/** Most UTF-16 code units that are shown, and those before the first mark. */
const maxShown = 6_000;
const before = 1_500;
const maxMarks = 200;
/** Texts that are longer together are compared by lines: words of a book take seconds. */
const longestForWords = 40_000;

/** @returns undefined where no character is to blame, as for a missing word */
export function failingCharacters(claim: Claim, subject: Subject, given: Given): MarkedAnswer | undefined {
  if (subject.kind === 'error') return undefined;
  const found = marksOf(claim, subject, given);
  return found && found.marks.length > 0 ? excerpt(found) : undefined;
}

function marksOf(claim: Claim, subject: AnswerText, given: Given): MarkedAnswer | undefined {
  const text = withoutBoundaries(subject.text);
  switch (claim.kind) {
    case 'not-contains':
      return { text, marks: occurrences(text, claim.text) };
    case 'contains':
      return { text, marks: nearMiss(text, claim.text) };
    case 'starts-with':
      return { text, marks: [[commonStart(text, claim.text), Math.min(text.length, claim.text.length)]] };
    case 'equals':
      return compared(claim.text.trim(), text.trim());
    case 'same-as':
      return given.other?.kind === 'text' ? compared(withoutBoundaries(given.other.text), text) : undefined;
    case 'snapshot':
      return given.snapshot === undefined ? undefined : compared(given.snapshot.trimEnd(), keptText(subject).trimEnd());
    case 'is-json':
      return { text, marks: jsonFault(text) };
    case 'tokens-at-most':
      return { text, marks: [[endOfTokens(text, claim.tokens), text.length]] };
    case 'cannot-escape':
      return given.escape && { text: given.escape.text, marks: occurrences(given.escape.text, given.escape.value) };
    case 'is-error':
      return claim.value ? undefined : { text, marks: [[0, text.length]] };
    default:
      return undefined;
  }
}

function occurrences(text: string, part: string): readonly Range[] {
  const found: Range[] = [];
  if (part === '') return found;
  for (let at = text.indexOf(part); at >= 0 && found.length < maxMarks; at = text.indexOf(part, at + part.length))
    found.push([at, at + part.length]);
  return found;
}

/** Where a text agrees with the beginning of what is wanted: from where it stops to agree. */
function nearMiss(text: string, wanted: string): readonly Range[] {
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at >= 0)
    return [...wanted].length === wanted.length
      ? differingLetters(text.slice(at, at + wanted.length), wanted).map(([from, to]) => [from + at, to + at])
      : [[at, at + wanted.length]];
  let common = wanted.length - 1;
  while (common > 0 && !text.includes(wanted.slice(0, common))) common--;
  // Shorter agreements are chance.
  if (common < 8 || common < wanted.length / 3) return [];
  const start = text.indexOf(wanted.slice(0, common));
  const end = Math.min(text.length, start + wanted.length);
  return end > start + common ? [[start + common, end]] : [];
}

function differingLetters(text: string, wanted: string): readonly Range[] {
  return [...text].flatMap((letter, index): readonly Range[] => (letter === wanted[index] ? [] : [[index, index + 1]]));
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

/** What the text has more than expected; where it has less, the character beside the gap. */
function compared(expected: string, text: string): MarkedAnswer {
  const isLong = expected.length + text.length > longestForWords;
  const parts = isLong ? diffLines(expected, text) : diffWordsWithSpace(expected, text);
  const marks: Range[] = [];
  let at = 0;
  for (const [index, { added, removed, value }] of parts.entries()) {
    if (added) marks.push([at, at + value.length]);
    const isReplaced = parts[index + 1]?.added === true || parts[index - 1]?.added === true;
    if (removed && !isReplaced && text !== '') marks.push(at < text.length ? [at, at + 1] : [at - 1, at]);
    if (!removed) at += value.length;
  }
  return { text, marks: marks.slice(0, maxMarks) };
}

/** Where a text stops to be JSON. */
function jsonFault(text: string): readonly Range[] {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowEmptyContent: true });
  const [first] = errors;
  if (!first || text === '') return [];
  const at = Math.min(first.offset, text.length - 1);
  return [[at, Math.max(at + 1, Math.min(text.length, first.offset + first.length))]];
}

/** Where a text has so many tokens, by estimate. */
function endOfTokens(text: string, tokens: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokenCount(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The part of a long text around its first mark. */
function excerpt({ text, marks }: MarkedAnswer): MarkedAnswer {
  if (text.length <= maxShown) return { text, marks };
  const start = Math.max(0, Math.min((marks[0]?.[0] ?? 0) - before, text.length - maxShown));
  const end = Math.min(text.length, start + maxShown);
  const head = start > 0 ? '…' : '';
  const shift = head.length - start;
  const shown = marks
    .filter(([from]) => from < end)
    .map(([from, to]): Range => [from + shift, Math.min(to, end) + shift]);
  return { text: `${head}${text.slice(start, end)}${end < text.length ? '…' : ''}`, marks: shown };
}
