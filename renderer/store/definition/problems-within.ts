/** Problems of a definition by path, indexed once: many fields look theirs up at every change of the state. */

import { getOrCreate } from '../../../src/base/get-or-create.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { pathKey } from './json.ts';

const noProblems: readonly ProblemView[] = [];

/** By the core's list: its problems under each path (`pathKey`) that leads to one. */
const problemsByPath = new WeakMap<readonly ProblemView[], ReadonlyMap<string, readonly ProblemView[]>>();

/** The problems at a path and below it, in order. The list keeps its identity while the problems are the same. */
export function problemsWithin(problems: readonly ProblemView[], at: KeyPath): readonly ProblemView[] {
  return getOrCreate(problemsByPath, problems, () => byPlace(problems)).get(pathKey(at)) ?? noProblems;
}

const joinedLists = new WeakMap<readonly ProblemView[], WeakMap<readonly ProblemView[], readonly ProblemView[]>>();

/** Joins two lists. The result keeps its identity while both are the same. */
export function joinProblems(a: readonly ProblemView[], b: readonly ProblemView[]): readonly ProblemView[] {
  if (b.length === 0) return a;
  return getOrCreate(
    getOrCreate(joinedLists, a, () => new WeakMap()),
    b,
    () => [...a, ...b],
  );
}

function byPlace(problems: readonly ProblemView[]): ReadonlyMap<string, readonly ProblemView[]> {
  const places = new Map<string, ProblemView[]>();
  for (const problem of problems) {
    for (let length = 0; length <= problem.at.length; length++) {
      const key = pathKey(problem.at.slice(0, length));
      const cachedPlaces = places.get(key);
      if (cachedPlaces) cachedPlaces.push(problem);
      else places.set(key, [problem]);
    }
  }
  return places;
}
