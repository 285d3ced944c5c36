/**
 * An argument that takes the rest of the line, for a client that gives each argument one word: the server lists further
 * arguments after it, and joins the words that arrive in them.
 */
import type { Argument } from '../../model/definitions.ts';

/**
 * A page of words. Claude Code 2.1.330 fills 3,000 arguments of one prompt. Its menu shows two lines of their names, and its
 * hint one, however many there are; only its message about a missing argument names them all.
 */
const maxArguments = 500;
/** Of a prompt among many others: about a paragraph of words. */
const minArguments = 120;
/** Of all prompts that share a list, which a client reads when it starts. */
const sharedArguments = 10_000;
/** Further arguments, however many are declared. */
const minRoom = 64;

/** The last argument, if it takes the rest of the line. */
export function restArgument(declaredArguments: readonly Argument[]): Argument | undefined {
  const last = declaredArguments.at(-1);
  return last?.restOfLine ? last : undefined;
}

/**
 * The arguments to list after one that takes the rest of the line; none for any other prompt. Their names are the places
 * of their words, `2`, `3`, `4` …: short, as a menu shows many of them, and ASCII, as a client may change other letters.
 * @param sharing how many prompts of the list have such arguments
 */
export function overflowArguments(declaredArguments: readonly Argument[], sharing = 1): readonly Argument[] {
  if (!restArgument(declaredArguments)) return [];
  const takenNames = new Set(declaredArguments.map(({ name }) => name));
  const maxListed = Math.min(maxArguments, Math.max(minArguments, Math.floor(sharedArguments / sharing)));
  const names = numbersFrom(declaredArguments.length + 1, Math.max(maxListed - declaredArguments.length, minRoom));
  return names.every(({ name }) => !takenNames.has(name))
    ? names
    : numbersFrom(declaredArguments.length + 1, names.length + takenNames.size)
        .filter(({ name }) => !takenNames.has(name))
        .slice(0, names.length);
}

const numbers = new Map<string, readonly Argument[]>();

/** Arguments named `from` and on. Cached, as thousands of prompts share them. */
function numbersFrom(from: number, count: number): readonly Argument[] {
  const key = `${from} ${count}`;
  const list =
    numbers.get(key) ?? Array.from({ length: count }, (_, place) => ({ name: String(from + place), required: false }));
  numbers.set(key, list);
  return list;
}

/** The name of a further argument. */
const furtherName = /^[1-9]\d*$/;

/**
 * Numbered values that are not listed count as words too: the client has the list of an earlier prompt, or the request was
 * kept before the prompt changed.
 * @param listedArguments begins with the declared arguments, in their order, some under other names
 * @returns `values` under the declared names, the rest of the line as one value; `isFull` if every further argument has a
 * word, so that the client may have dropped more
 */
export function collectWords<Value>(
  declaredArguments: readonly Argument[],
  listedArguments: readonly { readonly name: string }[],
  sentValues: Readonly<Record<string, Value>>,
): { readonly values: Record<string, Value | string>; readonly isFull: boolean } {
  const values = new Map<string, Value | string>(Object.entries(sentValues));
  const words: string[] = [];
  const rest = restArgument(declaredArguments);
  const takeWord = (name: string) => {
    const value = values.get(name);
    if (typeof value !== 'string') return;
    words.push(value);
    values.delete(name);
  };
  for (const [index, argument] of declaredArguments.entries()) {
    const name = listedArguments[index]?.name ?? argument.name;
    const value = values.get(name);
    if (value === undefined) continue;
    if (argument === rest && typeof value === 'string') takeWord(name);
    else if (argument.name !== name) {
      values.delete(name);
      values.set(argument.name, value);
    }
  }
  if (rest) {
    const takenNames = new Set(declaredArguments.map(({ name }) => name));
    const furtherNames = [...values.keys()].filter((name) => furtherName.test(name) && !takenNames.has(name));
    for (const name of furtherNames.sort((a, b) => Number(a) - Number(b))) takeWord(name);
  }
  if (rest && words.length > 0) values.set(rest.name, joinWords(words));
  const room = listedArguments.length - declaredArguments.length + 1;
  return { values: Object.fromEntries(values), isFull: room > 1 && words.length >= room };
}

/** @returns the words with single blanks between them, without a pair of quotes around all of them */
export function joinWords(words: readonly string[]): string {
  return withoutQuotes(words.filter((word) => word !== '').join(' '));
}

/** Removes one pair of quotes around the whole text. The two pairs of `"a" and "b"` stay: one closes before the other opens. */
export function withoutQuotes(text: string): string {
  const quote = text[0];
  if (text.length < 2 || (quote !== '"' && quote !== "'") || text.at(-1) !== quote) return text;
  const inside = text.slice(1, -1);
  let open = 0;
  for (let at = inside.indexOf(quote); at >= 0; at = inside.indexOf(quote, at + 1)) {
    const [before, after] = [isWordCharacter(inside[at - 1]), isWordCharacter(inside[at + 1])];
    // An apostrophe between two letters, or an empty quotation.
    if (before === after) continue;
    open += after ? 1 : -1;
    if (open < 0) return text;
  }
  return inside;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && !/\s/.test(character);
}
