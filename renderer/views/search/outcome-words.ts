/** What the search did with a passage, in words. */
import { assertNever } from '../../../src/base/assert-never.ts';
import type { RankedPassage } from '../../store/workspace/searches.ts';

/** What became of a passage, as a label and as a sentence that says why. */
export function outcomeWords({ outcome, tokens }: Pick<RankedPassage, 'outcome' | 'tokens'>): {
  readonly label: string;
  readonly sentence: string;
} {
  const length = `${tokens.toLocaleString('en')} tokens`;
  switch (outcome.kind) {
    case 'taken':
      return { label: 'taken', sentence: `taken whole, ${length}` };
    case 'cut':
      return {
        label: 'cut',
        sentence: `cut to ${length} at the end of the budget, ${outcome.tokensLeftOut.toLocaleString('en')} left out`,
      };
    case 'folded':
      return { label: 'folded', sentence: `says the same as ${outcome.into.location} of ${outcome.into.source}` };
    case 'left':
      return outcome.reason === 'budget'
        ? { label: 'no room', sentence: 'left out, the budget is full' }
        : { label: 'weak', sentence: 'left out, too weak beside the best one' };
    default:
      return assertNever(outcome);
  }
}
