/**
 * Checks the bytes of an answer before parsing: a parser would use the memory before it knows the size.
 */
import { type AnswerBudget, LimitError } from './limits.ts';

/** `json` is one document, `lines` one document per line, `events` a `text/event-stream` whose events hold one each. */
export type AnswerFormat = 'json' | 'lines' | 'events' | 'other';

const byteOf = { lf: 0x0a, cr: 0x0d, quote: 0x22, comma: 0x2c, backslash: 0x5c } as const;
const open = { array: 0x5b, object: 0x7b } as const;
const close = { array: 0x5d, object: 0x7d } as const;
const dataField = Buffer.from('data:');
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Counts bytes, messages and JSON values of one answer against a budget. */
export class AnswerGuard {
  readonly #format: AnswerFormat;
  readonly #budget: AnswerBudget;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The number of bytes read in the present line. */
  #column = 0;
  /** Whether the present line of a stream starts like `data:` so far. */
  #isData = true;
  #hasData = false;
  #isAfterCr = false;
  #isFirstLine = true;

  constructor(format: AnswerFormat, budget: AnswerBudget) {
    this.#format = format;
    this.#budget = budget;
  }

  /** @throws LimitError once the answer breaks a limit */
  check(chunk: Uint8Array): void {
    this.#budget.countBytes(chunk.byteLength);
    switch (this.#format) {
      case 'json':
        this.#checkJson(chunk, 0, chunk.length);
        return;
      case 'lines':
        this.#checkLines(chunk);
        return;
      case 'events':
        this.#checkEvents(chunk);
        return;
      case 'other':
    }
  }

  #checkLines(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(byteOf.lf, start);
      this.#checkJson(chunk, start, end < 0 ? chunk.length : end);
      if (end < 0) return;
      this.#endMessage();
      start = end + 1;
    }
  }

  /** A line ends with CR, LF or both; an empty line ends an event (HTML Standard, 9.2.6). */
  #checkEvents(chunk: Uint8Array): void {
    for (let index = 0; index < chunk.length; ) {
      const end = lineEnd(chunk, index);
      if (end > index) {
        this.#isAfterCr = false;
        this.#checkLinePart(chunk, index, end);
      }
      if (end === chunk.length) return;
      const isSecondHalf = this.#isAfterCr && chunk[end] === byteOf.lf;
      this.#isAfterCr = chunk[end] === byteOf.cr;
      if (!isSecondHalf) this.#endLine();
      index = end + 1;
    }
  }

  #checkLinePart(chunk: Uint8Array, start: number, end: number): void {
    let index = start;
    for (; index < end && this.#column < dataField.length; index++) {
      const byte = chunk[index] as number;
      if (this.#isFirstLine && this.#column === 0 && byteOrderMark.includes(byte)) continue;
      this.#isData &&= byte === dataField[this.#column];
      this.#column++;
    }
    if (this.#isData) this.#checkJson(chunk, index, end);
    this.#column += end - index;
  }

  #endLine(): void {
    this.#isFirstLine = false;
    if (this.#column === 0) {
      if (this.#hasData) this.#endMessage();
      this.#hasData = false;
    } else if (this.#isData) this.#hasData = true;
    // Every line costs its reader some work.
    this.#budget.countValues(1);
    this.#column = 0;
    this.#isData = true;
  }

  #endMessage(): void {
    this.#budget.countMessage();
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }

  #checkJson(chunk: Uint8Array, start: number, end: number): void {
    const { maxDepth } = this.#budget.limits;
    let values = 0;
    for (let index = start; index < end; index++) {
      const byte = chunk[index];
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === byteOf.backslash) this.#isEscaped = true;
        else if (byte === byteOf.quote) this.#isInString = false;
        continue;
      }
      switch (byte) {
        case byteOf.quote:
          this.#isInString = true;
          break;
        case byteOf.comma:
          values++;
          break;
        case open.array:
        case open.object:
          values++;
          if (++this.#depth > maxDepth)
            throw new LimitError(`it answered with JSON that is nested deeper than ${maxDepth} levels`);
          break;
        case close.array:
        case close.object:
          this.#depth--;
      }
    }
    this.#budget.countValues(values);
  }
}

/** @returns the end of the line at `start`, or the length of the chunk */
function lineEnd(chunk: Uint8Array, start: number): number {
  let end = start;
  while (end < chunk.length && chunk[end] !== byteOf.lf && chunk[end] !== byteOf.cr) end++;
  return end;
}
