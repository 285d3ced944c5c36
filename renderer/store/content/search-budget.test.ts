import { expect, test } from 'vitest';
import { budgetPlace } from './search-budget.ts';

const report = (name: string, budget = 3_000) => ({
  budget,
  sources: [{ name, state: 'answered' as const, milliseconds: 1, found: 1, unknown: [] }],
});

test('the budget of a search prompt is beside its sources', () => {
  const content = { Search: { Sources: ['Manual'], Query: 'q' } };
  expect(budgetPlace(content, ['Content'], report('Manual'))).toEqual(['Content', 'Search', 'Budget']);
});

test('a report belongs to the search with the same sources and budget, and to none of several equal ones', () => {
  const block = (source: string, budget?: number) => ({
    Type: 'search',
    Sources: [source],
    Query: 'q',
    Budget: budget,
  });
  const content = { Messages: [{ Role: 'user', Content: [block('A'), block('B', 500)] }] };
  const place = ['Content', 'Messages', 0, 'Content', 1, 'Budget'];
  expect(budgetPlace(content, ['Content'], report('B', 500))).toEqual(place);
  const repeatedSearches = { Messages: [{ Role: 'user', Content: [block('A'), block('A')] }] };
  expect(budgetPlace(repeatedSearches, ['Content'], report('A'))).toBeUndefined();
  expect(budgetPlace('Text', ['Content'], report('A'))).toBeUndefined();
});
