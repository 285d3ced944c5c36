import type { KeyPath } from '../../../src/base/json.ts';
import type { NameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { useDefinitionField } from './useDefinitionField.ts';

/** The name of the open definition for a `NameField`, bound to its path in the file. */
export function useDefinitionName(
  at: KeyPath,
  problemOf: (state: WorkbenchState, name: string) => NameProblem | undefined,
) {
  const { state } = useWorkbenchStore();
  const { value, place, problems, onChange } = useDefinitionField([...at, 'Name']);
  return {
    name: value,
    place,
    problems,
    check: (name: string) => problemOf(state.getState(), name),
    onCommit: onChange,
  };
}
