import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWithin } from '../../../src/base/json.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { problemsWithin } from './problems-within.ts';

const paths = fc.array(fc.oneof(fc.constantFrom('Name', '0'), fc.nat(1)), { maxLength: 3 });

it('finds the problems at a place and below it, and is the same list each time', () => {
  fc.assert(
    fc.property(fc.array(paths), paths, (places, at) => {
      const problems = places.map((place) => ({ at: place }) as unknown as ProblemView);
      const innerProblems = problemsWithin(problems, at);
      expect(innerProblems).toEqual(problems.filter((problem) => isWithin(at, problem.at)));
      expect(problemsWithin(problems, at)).toBe(innerProblems);
    }),
  );
});
