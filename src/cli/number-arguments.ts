/** Reads whole numbers of the command line. */
import { maxRunLimits } from '../model/run-limits.ts';
import { maxBudget } from '../model/search.ts';
import { UsageError } from './outcome.ts';

/** A number of passages or of a part. @throws UsageError */
export function readCount(text: string): number {
  return readWhole(text, Number.POSITIVE_INFINITY, `"${text}" is not a whole number of at least 1.`);
}

/** The parser of a whole number with a limit: a longer time would overflow a timer, which then ends at once. */
export function readCountUpTo(max: number): (text: string) => number {
  return (text) => readWhole(text, max, `"${text}" is not a whole number from 1 to ${max}.`);
}

/** The parser of the time limit of a run. */
export const readRunSeconds = readCountUpTo(maxRunLimits.timeoutMs / 1000);

/** A number of tokens. @throws UsageError */
export function readBudget(text: string): number {
  return readWhole(text, maxBudget, `"${text}" is not a budget; give a number of tokens from 1 to ${maxBudget}.`);
}

/** @throws UsageError with the sentence, unless the text is a whole number from 1 to `max` */
function readWhole(text: string, max: number, sentence: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > max) throw new UsageError(sentence);
  return number;
}
