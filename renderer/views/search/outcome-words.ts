import { assertNever } from '../../../src/base/assert-never.ts';
import type { RankedPassage } from '../../store/state/searches.ts';

/** The outcome of a passage: a label, and a sentence with the reason. */
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
      return { label: 'duplicate', sentence: `same text as ${outcome.into.location} of ${outcome.into.source}` };
    case 'left':
      return outcome.reason === 'budget'
        ? { label: 'no room', sentence: 'left out: the budget is full' }
        : { label: 'weak', sentence: 'left out: scored too low' };
    default:
      return assertNever(outcome);
  }
}
