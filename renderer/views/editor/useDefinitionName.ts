import type { KeyPath } from '../../../src/base/json.ts';
import type { ListName } from '../../../src/contract/contract.ts';
import type { NameProblem } from '../../../src/model/prompt/prompt-names.ts';
import type { FieldProblem } from '../../components/fields/FieldProblems.tsx';
import { entryNameProblem } from '../../store/arguments/name-clash.ts';
import { useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { locationOf } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { useDefinitionField } from './useDefinitionField.ts';

/** The name of the open prompt or tool: its file's name and the lists that name it follow. */
export function useEntryName(at: KeyPath, list: ListName) {
  const { state, actions } = useWorkbenchStore();
  const ownLocation = () => locationOf(state.getState(), state.getState().selection);
  const name = useDefinitionName(at, (now, typedText) => entryNameProblem(now, list, ownLocation(), typedText));
  const isUnportable = name.problems.some(({ tag }) => tag === 'UnportableName');
  const freeName = isUnportable ? name.check(name.name)?.free : undefined;
  return {
    ...name,
    problems: name.problems.map(
      (problem): FieldProblem =>
        problem.tag === 'UnportableName' && freeName !== undefined ? { ...problem, free: freeName } : problem,
    ),
    // A definition without a name is only completed.
    onCommit: (text: string) => (name.name === '' ? name.onCommit(text) : actions.renameOpen(text)),
    // A rename of files takes several calls.
    onLeave: name.onCommit,
    readNote: async () => {
      const location = ownLocation();
      const { selection } = state.getState();
      return location && actions.readRenameNote(location, selection && 'server' in selection ? selection.server : '');
    },
  };
}

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
