/**
 * An argument that takes the rest of the line, for a client that gives one word to each argument: further arguments are
 * listed behind it, and what arrives in them is put together again.
 */
import type { Argument } from '../../model/definitions.ts';

/** Arguments of one prompt in all. Claude Code 2.1.330 was seen to fill 120 of them. */
const argumentsInAll = 120;
/** Words for which there is room, however many arguments come before. */
const leastRoom = 64;

/** The argument that takes the rest of the line: the last, where it says so. */
export function restArgument(declared: readonly Argument[]): Argument | undefined {
  const last = declared.at(-1);
  return last?.restOfLine ? last : undefined;
}

/**
 * The arguments to list behind one that takes the rest of the line; none for a prompt without. They are called after the
 * place of their word, `2`, `3`, `4` …: short, since a menu shows all of them, and ASCII, since a client may change others.
 */
export function overflowArguments(declared: readonly Argument[]): readonly Argument[] {
  if (!restArgument(declared)) return [];
  const taken = new Set(declared.map(({ name }) => name));
  const names = numbersFrom(declared.length + 1, Math.max(argumentsInAll - declared.length, leastRoom));
  return names.every(({ name }) => !taken.has(name))
    ? names
    : numbersFrom(declared.length + 1, names.length + taken.size)
        .filter(({ name }) => !taken.has(name))
        .slice(0, names.length);
}

const numbers = new Map<string, readonly Argument[]>();

/** Arguments called `from` and on, made once: thousands of prompts have the same. */
function numbersFrom(from: number, count: number): readonly Argument[] {
  const key = `${from} ${count}`;
  const known =
    numbers.get(key) ?? Array.from({ length: count }, (_, place) => ({ name: String(from + place), required: false }));
  numbers.set(key, known);
  return known;
}

/** @returns the words with single blanks between them, without a pair of quotes around the whole */
export function joinWords(words: readonly string[]): string {
  return withoutQuotes(words.filter((word) => word !== '').join(' '));
}

/**
 * Takes off one pair of quotes around the whole text. `"a" and "b"` keeps its quotes: they are two pairs, which shows in
 * one that closes before another has opened.
 */
export function withoutQuotes(text: string): string {
  const quote = text[0];
  if (text.length < 2 || (quote !== '"' && quote !== "'") || text.at(-1) !== quote) return text;
  const inside = text.slice(1, -1);
  let open = 0;
  for (let at = inside.indexOf(quote); at >= 0; at = inside.indexOf(quote, at + 1)) {
    const [before, after] = [isWordCharacter(inside[at - 1]), isWordCharacter(inside[at + 1])];
    // Between two letters it is an apostrophe, beside none a quote of nothing.
    if (before === after) continue;
    open += after ? 1 : -1;
    if (open < 0) return text;
  }
  return inside;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && !/\s/.test(character);
}
