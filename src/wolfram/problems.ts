/** Located syntax problems of a Wolfram Language text. */
import type { Range } from './syntax/expression.ts';

/** `line` and `column` are 1-based, in UTF-16 code units, as editors count; the offsets are those of the text. */
export interface SyntaxProblem extends Range {
  /** One sentence: what is wrong and what to do. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A text in another language would have a problem in every line. */
const problemLimit = 100;

export interface ProblemList {
  readonly problems: readonly SyntaxProblem[];
  add(message: string, start: number, end: number): void;
  place(offset: number): { line: number; column: number };
}

export function problemList(text: string): ProblemList {
  const problems: SyntaxProblem[] = [];
  let lines: number[] | undefined;
  const place = (offset: number) => {
    lines ??= lineStarts(text);
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lines[low] ?? 0) + 1 };
  };
  return {
    problems,
    place,
    add(message, start, end) {
      if (problems.length < problemLimit) problems.push({ message, start, end, ...place(start) });
    },
  };
}

/** Offsets at which lines begin: after LF, CR LF or CR. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}
