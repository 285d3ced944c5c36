/** Selectors of the sources. */
import { getOrCreate } from '../../../src/base/get-or-create.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import type { SourceSummary, SourcesState } from '../state/searches.ts';
import type { WorkbenchState } from '../state.ts';

export function findSource(state: WorkbenchState, name: string): SourceSummary | undefined {
  return state.sources.list.find((source) => source.name === name);
}

const problems = new WeakMap<SourcesState['list'], readonly ProblemView[]>();

/** Problems of all sources. The list keeps its identity while the sources are the same. */
export function problemsOfSources({ list }: SourcesState): readonly ProblemView[] {
  return getOrCreate(problems, list, () => list.flatMap((source) => source.problems));
}
