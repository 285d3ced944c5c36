import type { KeyPath } from '../../../src/base/json.ts';
import { isWithin } from '../../../src/base/json.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';

/** The problems at a path that no field below it shows; `fields` are relative paths. */
export function useOtherProblems(at: KeyPath, fields: readonly KeyPath[]): readonly ProblemView[] {
  return useProblemsAt(at).filter((problem) => !fields.some((field) => isWithin([...at, ...field], problem.at)));
}
