/** Lines with `--name="value"`, as Gemini CLI 0.61 and Qwen Code 0.24 read them. `npm run verify:clients` compares. */
import type { LineSplit, Piece, Slot } from './line-split.ts';

/** A text taken from a line: each of its code units with the offset in the line. */
interface Excerpt {
  readonly text: string;
  readonly offsets: readonly number[];
}

const option = /--([^=]+)=(?:"((?:\\.|[^"\\])*)"|([^ ]+))/g;
const word = /"((?:\\.|[^"\\])*)"|([^ ]+)/g;

/**
 * Gemini CLI joins the words of a line by single blanks first. Words that are not options go to the required arguments
 * without a value; a single one gets all of them.
 */
export function splitForGemini(rest: string, slots: readonly Slot[]): LineSplit {
  const { namedValues, words, namedPieces } = readOptions(joinWords(rest));
  const values = new Map<string, string>();
  for (const { name } of slots) if (namedValues.get(name)) values.set(name, namedValues.get(name) ?? '');
  const unfilledSlots = slots.filter(({ name, required }) => required && !values.has(name));
  const [onlySlot] = unfilledSlots;
  const takers = onlySlot !== undefined && unfilledSlots.length === 1 ? words.map(() => onlySlot) : unfilledSlots;
  if (onlySlot !== undefined && unfilledSlots.length === 1)
    values.set(onlySlot.name, words.map(({ value }) => value).join(' '));
  else for (const [index, { value }] of words.entries()) setAt(values, unfilledSlots[index], value);
  return splitOf(values, namedPieces(slots), words, takers);
}

/**
 * Qwen Code keeps the blanks, and gives words to every argument without a value, required ones first. A prompt without
 * arguments is sent all options, and the words as `input`.
 */
export function splitForQwen(rest: string, slots: readonly Slot[]): LineSplit {
  const { namedValues, words, namedPieces } = readOptions(trim(excerptOf(rest)));
  if (slots.length === 0) {
    const input = words.map(({ value }) => value).join(' ');
    const values = new Map(
      input !== '' && !namedValues.has('input') ? [...namedValues, ['input', input]] : namedValues,
    );
    return splitOf(values, namedPieces(slots), words, []);
  }
  const values = new Map<string, string>();
  for (const { name } of slots)
    setAt(values, namedValues.has(name) ? { name } : undefined, namedValues.get(name) ?? '');
  const open = slots.filter(({ name }) => !values.has(name));
  const unfilledSlots = [...open.filter(({ required }) => required), ...open.filter(({ required }) => !required)];
  const [onlySlot] = unfilledSlots;
  const isSingle = onlySlot !== undefined && unfilledSlots.length === 1 && words.length > 0;
  if (isSingle) values.set(onlySlot.name, words.map(({ value }) => value).join(' '));
  else for (const [index, { value }] of words.entries()) setAt(values, unfilledSlots[index], value);
  return splitOf(values, namedPieces(slots), words, isSingle ? words.map(() => onlySlot) : unfilledSlots);
}

function setAt(values: Map<string, string>, slot: Pick<Slot, 'name'> | undefined, value: string): void {
  if (slot) values.set(slot.name, value);
}

interface Word {
  readonly value: string;
  /** Its parts in the line: an option in the middle of a word is taken out of it. */
  readonly ranges: readonly Range[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Options {
  /** The last value of each name, even if no argument has it. */
  readonly namedValues: ReadonlyMap<string, string>;
  readonly words: readonly Word[];
  readonly namedPieces: (slots: readonly Slot[]) => Piece[];
}

function readOptions(line: Excerpt): Options {
  const options = new Map<string, string>();
  const matches: { readonly name: string; readonly ranges: readonly Range[] }[] = [];
  const otherExcerpts: Excerpt[] = [];
  let from = 0;
  for (const match of line.text.matchAll(option)) {
    const [matchText, name = '', quotedValue, plainValue = ''] = match;
    // A property of this name cannot be set on the object in which the programs collect them.
    if (name !== '__proto__') options.set(name, unescapeText(quotedValue ?? plainValue));
    otherExcerpts.push(part(line, from, match.index));
    from = match.index + matchText.length;
    matches.push({ name, ranges: rangesOf(part(line, match.index, from)) });
  }
  const rest = trim(concatenate([...otherExcerpts, part(line, from, line.text.length)]));
  const words = [...rest.text.matchAll(word)].map(({ 0: text, 1: quotedText, index }) => ({
    value: unescapeText(quotedText ?? text),
    ranges: rangesOf(part(rest, index, index + text.length)),
  }));
  return {
    namedValues: options,
    words,
    namedPieces: (slots) =>
      matches.flatMap(({ name, ranges }) =>
        piecesOf(
          ranges,
          slots.find((slot) => slot.name === name),
        ),
      ),
  };
}

function splitOf(
  values: ReadonlyMap<string, string>,
  namedPieces: readonly Piece[],
  words: readonly Word[],
  takers: readonly Slot[],
): LineSplit {
  const pieces = [...namedPieces, ...words.flatMap(({ ranges }, index) => piecesOf(ranges, takers[index]))];
  return { pieces: pieces.sort((left, right) => left.start - right.start), values: Object.fromEntries(values) };
}

function piecesOf(ranges: readonly Range[], slot: Slot | undefined): Piece[] {
  return ranges.map((range) => ({ ...range, to: slot ? { kind: 'argument', name: slot.name } : { kind: 'dropped' } }));
}

function unescapeText(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

function excerptOf(line: string): Excerpt {
  return { text: line, offsets: Array.from({ length: line.length }, (_, index) => index) };
}

/** The words of a line with one blank between two. */
function joinWords(line: string): Excerpt {
  const wholeExcerpt = excerptOf(line);
  const parts = [...line.matchAll(/\S+/g)].map(({ 0: text, index }, place) => {
    const word = part(wholeExcerpt, index, index + text.length);
    return place === 0 ? word : { text: ` ${word.text}`, offsets: [index - 1, ...word.offsets] };
  });
  return concatenate(parts);
}

function trim(excerpt: Excerpt): Excerpt {
  const start = excerpt.text.length - excerpt.text.trimStart().length;
  return part(excerpt, start, start + excerpt.text.trim().length);
}

function part({ text, offsets }: Excerpt, start: number, end: number): Excerpt {
  return { text: text.slice(start, end), offsets: offsets.slice(start, end) };
}

function concatenate(parts: readonly Excerpt[]): Excerpt {
  return { text: parts.map(({ text }) => text).join(''), offsets: parts.flatMap(({ offsets }) => offsets) };
}

/** The uninterrupted ranges of the line that an excerpt comes from. */
function rangesOf({ offsets }: Excerpt): Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const offset of offsets) {
    const last = ranges.at(-1);
    if (last?.end === offset) last.end = offset + 1;
    else ranges.push({ start: offset, end: offset + 1 });
  }
  return ranges;
}
