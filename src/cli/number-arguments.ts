import { maxRunLimits } from '../model/run-limits.ts';
import { maxBudget } from '../model/search.ts';
import { UsageError } from './outcome.ts';

/** A number of passages or of a part. @throws UsageError */
export function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1) throw new UsageError(`"${text}" is not a whole number of at least 1.`);
  return count;
}

/** The parser of a whole number with a limit: a longer time would overflow a timer, which then ends at once. */
export function readCountUpTo(max: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < 1 || count > max)
      throw new UsageError(`"${text}" is not a whole number from 1 to ${max}.`);
    return count;
  };
}

/** The parser of the time limit of a run. */
export const readRunSeconds = readCountUpTo(maxRunLimits.timeoutMs / 1000);

/** A number of tokens. @throws UsageError */
export function readBudget(text: string): number {
  const tokens = Number(text);
  if (!/^\d+$/.test(text) || tokens < 1 || tokens > maxBudget)
    throw new UsageError(`"${text}" is not a budget; give a number of tokens from 1 to ${maxBudget}.`);
  return tokens;
}
