import { argumentNameFault } from '../../../../src/model/prompt/argument-names.ts';
import { useNameDraft } from '../../../components/fields/useNameDraft.ts';
import { inBackground } from '../../../in-background.ts';
import { selectArgumentNames, selectNameFaults } from '../../../store/arguments/argument-names.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../../store/StoreProvider.tsx';

/** The name of an argument for its cell. Its slots and its values in samples are renamed with it. */
export function useArgumentName(index: number) {
  const store = useWorkbenchStore();
  const { renameArgument } = useWorkbenchActions();
  const name = useWorkbench((state) => selectArgumentNames(state)[index] ?? '');
  const fault = useWorkbench((state) => selectNameFaults(state)[index]);
  const draft = useNameDraft({
    name,
    check: (typedText) =>
      argumentNameFault(typedText, selectArgumentNames(store.state.getState()).toSpliced(index, 1), index + 1),
    onCommit: (typedText) => inBackground(renameArgument(index, typedText)),
  });
  return { ...draft, fault: draft.isPending ? draft.problem : fault };
}
