import type { KeyPath } from '../../../src/base/json.ts';
import { isWithin } from '../../../src/base/json.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';

/** The problems of a place that none of the fields below it, named by their paths from there, shows itself. */
export function useOtherProblems(at: KeyPath, fields: readonly KeyPath[]): readonly ProblemView[] {
  return useProblemsAt(at).filter((problem) => !fields.some((field) => isWithin([...at, ...field], problem.at)));
}
