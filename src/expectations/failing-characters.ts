/** Marks the characters of an answer that make an expectation fail. */
import { diffLines, diffWordsWithSpace } from 'diff';
import { type ParseError, parse } from 'jsonc-parser';
import { estimateTokenCount } from 'tokenx';
import type { Claim } from '../model/definitions.ts';
import { withoutBoundaries } from '../model/fence/fence.ts';
import type { EvaluationContext } from './evaluate.ts';
import { formatSnapshot } from './format-snapshot.ts';
import type { AnswerText, Subject } from './subject.ts';

/** Offsets in UTF-16 code units: from, to. */
export type Range = readonly [number, number];

export interface MarkedAnswer {
  readonly text: string;
  /** The characters that fail, in order, without overlap. */
  readonly marks: readonly Range[];
}

/** UTF-16 code units that are shown, in all and before the first mark. */
const maxShown = 6_000;
const shownBefore = 1_500;
const maxMarks = 200;
/** Texts that are longer together are compared by lines: comparing the words of a book takes seconds. */
const maxLengthForWords = 40_000;

/** @returns undefined if no character is at fault, as when a word is missing */
export function markFailingCharacters(
  claim: Claim,
  subject: Subject,
  context: EvaluationContext,
): MarkedAnswer | undefined {
  if (subject.kind === 'error') return undefined;
  const markedAnswer = findMarks(claim, subject, context);
  return markedAnswer && markedAnswer.marks.length > 0 ? cutExcerpt(markedAnswer) : undefined;
}

function findMarks(claim: Claim, subject: AnswerText, context: EvaluationContext): MarkedAnswer | undefined {
  const text = withoutBoundaries(subject.text);
  switch (claim.kind) {
    case 'not-contains':
      return { text, marks: findOccurrences(text, claim.text) };
    case 'contains':
      return { text, marks: findNearMiss(text, claim.text) };
    case 'starts-with':
      return { text, marks: [[countCommonStart(text, claim.text), Math.min(text.length, claim.text.length)]] };
    case 'equals':
      return markDifferences(claim.text.trim(), text.trim());
    case 'same-as':
      return context.otherSubject?.kind === 'text'
        ? markDifferences(withoutBoundaries(context.otherSubject.text), text)
        : undefined;
    case 'snapshot':
      return context.snapshot === undefined
        ? undefined
        : markDifferences(context.snapshot.trimEnd(), formatSnapshot(subject).trimEnd());
    case 'is-json':
      return { text, marks: findJsonFault(text) };
    case 'tokens-at-most':
      return { text, marks: [[findEndOfTokens(text, claim.tokens), text.length]] };
    case 'cannot-escape':
      return (
        context.escape && {
          text: context.escape.text,
          marks: findOccurrences(context.escape.text, context.escape.value),
        }
      );
    case 'is-error':
      return claim.value ? undefined : { text, marks: [[0, text.length]] };
    default:
      return undefined;
  }
}

function findOccurrences(text: string, part: string): readonly Range[] {
  const ranges: Range[] = [];
  if (part === '') return ranges;
  for (let at = text.indexOf(part); at >= 0 && ranges.length < maxMarks; at = text.indexOf(part, at + part.length))
    ranges.push([at, at + part.length]);
  return ranges;
}

/** Finds a part of the text that agrees with the beginning of the wanted text, and marks it from where it stops agreeing. */
function findNearMiss(text: string, expected: string): readonly Range[] {
  const at = text.toLowerCase().indexOf(expected.toLowerCase());
  if (at >= 0)
    return [...expected].length === expected.length
      ? markDifferingLetters(text.slice(at, at + expected.length), expected).map(([from, to]) => [from + at, to + at])
      : [[at, at + expected.length]];
  let commonCount = expected.length - 1;
  while (commonCount > 0 && !text.includes(expected.slice(0, commonCount))) commonCount--;
  // A shorter agreement may be chance.
  if (commonCount < 8 || commonCount < expected.length / 3) return [];
  const start = text.indexOf(expected.slice(0, commonCount));
  const end = Math.min(text.length, start + expected.length);
  return end > start + commonCount ? [[start + commonCount, end]] : [];
}

function markDifferingLetters(text: string, expected: string): readonly Range[] {
  return [...text].flatMap((letter, index): readonly Range[] =>
    letter === expected[index] ? [] : [[index, index + 1]],
  );
}

function countCommonStart(left: string, right: string): number {
  let at = 0;
  while (at < left.length && at < right.length && left[at] === right[at]) at++;
  return at;
}

/** Marks what the text has in addition; where something is missing, the character beside the gap. */
function markDifferences(expected: string, text: string): MarkedAnswer {
  const isLong = expected.length + text.length > maxLengthForWords;
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

/** Marks where a text stops being JSON. */
function findJsonFault(text: string): readonly Range[] {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowEmptyContent: true });
  const [first] = errors;
  if (!first || text === '') return [];
  const at = Math.min(first.offset, text.length - 1);
  return [[at, Math.max(at + 1, Math.min(text.length, first.offset + first.length))]];
}

/** Finds the offset at which a text has that many tokens, by estimate. */
function findEndOfTokens(text: string, tokens: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokenCount(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Cuts a long text to the part around its first mark. */
function cutExcerpt({ text, marks }: MarkedAnswer): MarkedAnswer {
  if (text.length <= maxShown) return { text, marks };
  const start = Math.max(0, Math.min((marks[0]?.[0] ?? 0) - shownBefore, text.length - maxShown));
  const end = Math.min(text.length, start + maxShown);
  const head = start > 0 ? '…' : '';
  const shift = head.length - start;
  const shownMarks = marks
    .filter(([from]) => from < end)
    .map(([from, to]): Range => [from + shift, Math.min(to, end) + shift]);
  return { text: `${head}${text.slice(start, end)}${end < text.length ? '…' : ''}`, marks: shownMarks };
}
