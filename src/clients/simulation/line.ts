/** The line that a person types: how it is written for given values, and how each client application splits it. */
import { shellWord } from '../applications/prompt-command.ts';
import type { Filling } from '../applications/simulation-rules.ts';
import type { LineSplit, Piece, Slot, Values } from './line-split.ts';
import { splitForGemini, splitForQwen } from './option-words.ts';

/** What a person types after the command so that these values arrive, as far as the client application allows. */
export function argumentsText(filling: Filling, slots: readonly Slot[], values: Values): string {
  const filledSlots = slots.filter(({ name }) => (values[name] ?? '') !== '');
  const valueFor = ({ name }: Slot) => values[name] ?? '';
  const optionFor = (slot: Slot) => `--${slot.name}="${valueFor(slot).replace(/["\\]/g, '\\$&')}"`;
  switch (filling) {
    case 'words':
      return filledSlots.map(valueFor).join(' ');
    case 'line':
      return filledSlots[0] ? valueFor(filledSlots[0]) : '';
    case 'options': {
      const [onlySlot] = filledSlots;
      if (onlySlot?.required && filledSlots.length === 1 && !/["\\]|^--|^help(?!\S)/.test(valueFor(onlySlot)))
        return valueFor(onlySlot);
      return filledSlots.map(optionFor).join(' ');
    }
    case 'all-options': {
      const [onlySlot] = slots;
      const isPlain =
        onlySlot && slots.length === 1 && /^(?!--|help(?!\S))[^\s"\\]+(?: [^\s"\\]+)*$/.test(valueFor(onlySlot));
      return isPlain ? valueFor(onlySlot) : filledSlots.map(optionFor).join(' ');
    }
    case 'placeholders': {
      // By position: an omitted value before another one is written as an empty string.
      const count = slots.findLastIndex((slot) => filledSlots.includes(slot)) + 1;
      const last = slots.length - 1;
      return slots
        .slice(0, count)
        .map((slot, index) => (index === last ? restOfWords(valueFor(slot)) : quotedWord(valueFor(slot))))
        .join(' ');
    }
    case 'pairs':
      return filledSlots.map((slot) => shellWord(`${slot.name}=${valueFor(slot)}`)).join(' ');
    case 'shell': {
      const count = slots.findLastIndex((slot) => filledSlots.includes(slot)) + 1;
      return slots
        .slice(0, count)
        .map((slot) => shellWord(valueFor(slot)))
        .join(' ');
    }
    case 'form':
    case 'none':
      return '';
  }
}

/** @param line begins with the command, which is `commandLength` long */
export function splitLine(filling: Filling, line: string, commandLength: number, slots: readonly Slot[]): LineSplit {
  const command: Piece = { start: 0, end: commandLength, to: { kind: 'command' } };
  const rest = line.slice(commandLength);
  const { pieces, values } = splitRest(filling, rest, slots);
  const shiftedPieces = pieces.map(({ start, end, to }) => ({
    start: start + commandLength,
    end: end + commandLength,
    to,
  }));
  return { pieces: [command, ...shiftedPieces], values };
}

function splitRest(filling: Filling, rest: string, slots: readonly Slot[]): LineSplit {
  switch (filling) {
    case 'words':
      return byPosition(tokens(rest, /\S+/g), slots);
    case 'shell':
      return byPosition(shellTokens(rest), slots);
    case 'pairs':
      return byKey(shellTokens(rest), slots);
    case 'placeholders':
      return lastTakesRest(placeholderWords(rest), slots);
    case 'options':
      return splitForGemini(rest, slots);
    case 'all-options':
      return splitForQwen(rest, slots);
    case 'line': {
      const [wholeToken] = tokens(rest, /\S(?:.*\S)?/gs);
      return byPosition(wholeToken ? [wholeToken] : [], slots);
    }
    case 'form':
    case 'none':
      return byPosition(tokens(rest, /\S+/g), []);
  }
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

function tokens(text: string, pattern: RegExp, read: (token: string) => string = (token) => token): Token[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: read(match[0]),
  }));
}

function pieceOf({ start, end }: Token, slot: Slot | undefined): Piece {
  return { start, end, to: slot ? { kind: 'argument', name: slot.name } : { kind: 'dropped' } };
}

function byPosition(words: readonly Token[], slots: readonly Slot[]): LineSplit {
  const fillingTokens = words.slice(0, slots.length);
  return {
    pieces: words.map((token, index) => pieceOf(token, slots[index])),
    values: Object.fromEntries(fillingTokens.map((token, index) => [slots[index]?.name ?? '', token.value])),
  };
}

/** `name=value`; the last of several counts. */
function byKey(words: readonly Token[], slots: readonly Slot[]): LineSplit {
  const pairs = words.map((token) => {
    const [name] = token.value.split('=', 1);
    const isPair = token.value.includes('=');
    return { token, slot: isPair ? slots.find((slot) => slot.name === name) : undefined };
  });
  return {
    pieces: pairs.map(({ token, slot }) => pieceOf(token, slot)),
    values: Object.fromEntries(
      pairs.flatMap(({ token, slot }) => (slot ? [[slot.name, token.value.slice(slot.name.length + 1)]] : [])),
    ),
  };
}

/** A missing value is empty, and surplus words belong to the last argument. */
function lastTakesRest(words: readonly Token[], slots: readonly Slot[]): LineSplit {
  const last = slots.length - 1;
  const valueAt = (index: number) =>
    index === last
      ? words
          .slice(index)
          .map(({ value }) => value)
          .join(' ')
      : (words[index]?.value ?? '');
  return {
    pieces: words.map((token, index) => pieceOf(token, slots[Math.min(index, last)])),
    values: Object.fromEntries(slots.map((slot, index) => [slot.name, valueAt(index)])),
  };
}

/** The words that OpenCode 1.18 puts into a text: a quote inside a word ends it, and one at either end goes. */
export function placeholderWords(text: string): Token[] {
  return tokens(text, /\[Image\s+\d+\]|"[^"]*"|'[^']*'|[^\s"']+/gi, (token) => token.replace(/^["']|["']$/g, ''));
}

/** In the quotes that it does not have; a value with both cannot arrive whole. */
function quotedWord(value: string): string {
  if (value !== '' && !/[\s"']/.test(value)) return value;
  if (!value.includes('"')) return `"${value}"`;
  return value.includes("'") ? value : `'${value}'`;
}

/** The last value may be several words. */
function restOfWords(value: string): string {
  const isPlain = !/["']/.test(value) && value.split(' ').every((word) => /^\S+$/.test(word));
  return isPlain ? value : quotedWord(value);
}

/** Words as a POSIX shell splits them: with quotes and backslashes anywhere in a word. */
function shellTokens(text: string): Token[] {
  return tokens(text, /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+|\S+/gs, (token) =>
    token.replace(
      /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
      (_, singleQuoted, doubleQuoted, escaped) =>
        singleQuoted ?? doubleQuoted?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
    ),
  );
}
