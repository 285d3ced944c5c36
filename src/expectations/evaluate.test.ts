import { expect, it } from 'vitest';
import { WorkbenchError } from '../base/errors.ts';
import { findDifference } from './evaluate.ts';
import type { Subject } from './subject.ts';

const answer: Subject = { kind: 'text', text: '[1]', messages: [], searches: [] };

it('an answer that takes too long to check by its schema differs, and ends no other test', async () => {
  const schemaMistakes = () => {
    throw new WorkbenchError('failed', 'checking it against its JSON Schema took longer than a second.');
  };
  const context = { schemaMistakes, matches: () => true };
  expect(await findDifference({ kind: 'is-json', schema: { type: 'array' } }, answer, context)).toEqual({
    message: 'cannot be checked: checking it against its JSON Schema took longer than a second',
  });
});
