/**
 * The tokenizer: finds the runs of letters and digits in a text, and the operators of a program. Building an index spends
 * most of its time here. ASCII is classified by table, and each run has a hash of its units, so that a known run is
 * recognised without making a string.
 */

export type Surroundings =
  /** Sentences: words. */
  | 'prose'
  /** Code in a sentence, or a program: words and operators. */
  | 'code';

/** Part of an operator. A mark also ends sentences and statements, so marks alone are not an operator. */
const mark = 1;
const sign = 2;
/** Part of `[[`. */
const bracket = 3;
/** Part of a run of letters and digits. */
const letter = 4;
/** Classified by Unicode properties. */
const beyondAscii = 5;

/** The kind of each UTF-16 unit; 0 for none. */
const kinds = new Uint8Array(1 << 16).fill(beyondAscii, 0x80);
for (const [kind, characters] of [
  [mark, '.?!:;-'],
  [sign, '#%&*+/<=>@^|~'],
  [bracket, '['],
  [letter, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$'],
] as const)
  for (const character of characters) kinds[character.charCodeAt(0)] = kind;

/** A longer row of signs is split into operators of this length. */
const maxOperatorLength = 4;
const anyWord = /[\p{L}\p{M}\p{N}_$]+/uy;
const underscore = 0x5f;
const hashSeed = 0x811c9dc5;
const hashPrime = 0x01000193;

/**
 * Reads texts run by run. After each `next` that returns true, the fields describe the run; the next call overwrites
 * them.
 */
export class RunReader {
  /** Where the run begins and ends in the text. */
  start = 0;
  end = 0;
  isOperator = false;
  /** FNV-1a over the units of the run. */
  hash = 0;
  /** The units of the text: reading these is several times faster than reading a string, above all a slice of one. */
  units = new Uint16Array(1 << 14);
  #bytes = Buffer.from(this.units.buffer);
  #text = '';
  #isCode = false;

  /** Starts a text. */
  read(text: string, surroundings: Surroundings): void {
    if (text.length >= this.units.length) {
      this.units = new Uint16Array(2 * text.length);
      this.#bytes = Buffer.from(this.units.buffer);
    }
    this.#bytes.write(text, 'utf16le');
    // Ends every run.
    this.units[text.length] = 0;
    this.#text = text;
    this.#isCode = surroundings === 'code';
    this.end = 0;
  }

  /**
   * Advances to the next run.
   * @returns false at the end
   */
  next(): boolean {
    const { units } = this;
    const { length } = this.#text;
    const minKind = this.#isCode ? mark : letter;
    for (let at = this.end; at < length; ) {
      const kind = kinds[units[at] as number] as number;
      if (kind < minKind) at++;
      else {
        if (kind >= letter ? this.#word(at) : this.#operator(at)) return true;
        at = this.end;
      }
    }
    return false;
  }

  /**
   * The name with dots that the run ends, such as `os.path.join`; undefined if it ends none. Its parts begin with letters and
   * have more than one: `e.g.` and `3.11` are not names.
   */
  dotted(): string | undefined {
    const { units, start, end } = this;
    if (units[start - 1] !== dot || (units[end] === dot && isLetter(units[end + 1] as number))) return undefined;
    let first = start;
    while (first > 1 && units[first - 1] === dot && isPart(units, first, end)) {
      let at = first - 1;
      while (at > 0 && kinds[units[at - 1] as number] === letter) at--;
      if (!isPart(units, at, first - 1)) break;
      first = at;
    }
    return first < start ? this.#bytes.toString('utf16le', 2 * first, 2 * end) : undefined;
  }

  /** The run as a new string: a slice would keep the whole text in memory. */
  written(): string {
    return this.#bytes.toString('utf16le', 2 * this.start, 2 * this.end);
  }

  /** Reads a run at `start`, or skips a character outside any run. */
  #word(start: number): boolean {
    const { units } = this;
    let hash = hashSeed;
    let at = start;
    let code = units[at] as number;
    let isBlank = true;
    while (kinds[code] === letter) {
      if (code !== underscore) isBlank = false;
      hash = Math.imul(hash ^ code, hashPrime);
      code = units[++at] as number;
    }
    if (kinds[code] === beyondAscii) {
      anyWord.lastIndex = at;
      if (anyWord.test(this.#text)) {
        isBlank = false;
        for (const end = anyWord.lastIndex; at < end; at++) hash = Math.imul(hash ^ (units[at] as number), hashPrime);
      } else if (at === start) at += (this.#text.codePointAt(at) as number) > 0xffff ? 2 : 1;
    }
    this.start = start;
    this.end = at;
    this.hash = hash >>> 0;
    // `_`, `__` and `___` are patterns of the Wolfram Language, not words.
    this.isOperator = isBlank;
    return !isBlank || (this.#isCode && units[start] === underscore && at - start < maxOperatorLength);
  }

  /** Reads an operator at `start`, or skips signs that are not one. */
  #operator(start: number): boolean {
    const { units } = this;
    const isBracket = kinds[units[start] as number] === bracket;
    const maxEnd = start + (isBracket ? 2 : maxOperatorLength);
    let hash = hashSeed;
    let onlyMarks = true;
    let at = start;
    for (; at < maxEnd; at++) {
      const code = units[at] as number;
      const kind = kinds[code] as number;
      if (isBracket ? kind !== bracket : kind !== mark && kind !== sign) break;
      if (kind !== mark) onlyMarks = false;
      hash = Math.imul(hash ^ code, hashPrime);
    }
    this.start = start;
    this.end = at;
    this.hash = hash >>> 0;
    this.isOperator = true;
    return isBracket ? at === maxEnd : !onlyMarks;
  }
}

const dot = 0x2e;

function isLetter(unit: number): boolean {
  return kinds[unit] === letter && !(unit >= 0x30 && unit <= 0x39);
}

/** Whether the units to `end` begin with a word of two letters or more, as a part of a name with dots. */
function isPart(units: Uint16Array, start: number, end: number): boolean {
  return end - start > 1 && isLetter(units[start] as number) && isLetter(units[start + 1] as number);
}

/** Whether punctuation in a query is an operator: `/@`, or one sign between spaces. */
export function isOperatorWord(text: string, start: number, end: number): boolean {
  const isAlone = /[\s"'`(]/.test(text[start - 1] ?? ' ') && /[\s"'`),]/.test(text[end] ?? ' ');
  return end - start > 1 || isAlone;
}
