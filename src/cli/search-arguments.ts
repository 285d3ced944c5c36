import { maxBudget } from '../model/search.ts';
import { UsageError } from './outcome.ts';

/** A number of passages or of a part. @throws UsageError */
export function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1) throw new UsageError(`"${text}" is not a whole number of at least 1.`);
  return count;
}

/** A number of tokens. @throws UsageError */
export function readBudget(text: string): number {
  const tokens = Number(text);
  if (!/^\d+$/.test(text) || tokens < 1 || tokens > maxBudget)
    throw new UsageError(`"${text}" is not a budget; give a number of tokens from 1 to ${maxBudget}.`);
  return tokens;
}
