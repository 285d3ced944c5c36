import { expect, it } from 'vitest';
import { Plans } from './plans.ts';

it('keeps only the newest plans', () => {
  const plans = new Plans<string>(2);
  const [firstId, secondId, thirdId] = ['first', 'second', 'third'].map((plan) => plans.add(plan));
  expect([firstId, secondId, thirdId].map((id) => plans.get(id ?? ''))).toEqual([undefined, 'second', 'third']);
});

it('has a plan until it is deleted', () => {
  const plans = new Plans<string>(2);
  plans.set('a', 'plan');
  expect(plans.get('a')).toBe('plan');
  plans.delete('a');
  expect(plans.get('a')).toBeUndefined();
});
