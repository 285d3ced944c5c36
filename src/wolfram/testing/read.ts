import { expect } from 'vitest';
import type { Value } from '../syntax/expression.ts';
import { parseWolfram } from '../syntax/parse.ts';
import { withoutPlaces } from './arbitrary.ts';

/** The one expression of a text that has no problem, without places. */
export function read(text: string): Value {
  const { statements, problems } = parseWolfram(text);
  expect(problems).toEqual([]);
  const [statement] = statements;
  if (!statement || statement.target || statements.length > 1) throw new Error('not one expression');
  return withoutPlaces(statement.value);
}
