import { Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { DeletionQuestion } from '../shell/dialogs/DeletionQuestion.tsx';
import { selectOwnSource } from '../shell/find/selected-entries.ts';
import { SourceUsers } from './SourceUsers.tsx';
import { strings } from './strings.ts';

/** Asks before a source is deleted that prompts or tools search. */
export default function DeleteSourceDialog() {
  const source = useWorkbench((state) => selectOwnSource(state)?.source);
  const { deleteSource, closeOverlay } = useWorkbenchActions();
  if (!source) return null;
  const { name, usedBy } = source;
  const dependent = usedBy.filter(({ isDependent }) => isDependent);
  const otherUses = usedBy.filter(({ isDependent }) => !isDependent);
  return (
    <DeletionQuestion
      what={name}
      stays={strings.deletingKeepsFiles}
      onCancel={closeOverlay}
      onDelete={() => {
        closeOverlay();
        inBackground(deleteSource(name));
      }}
    >
      {usedBy.length === 0 && <Text>{strings.deletingUnused}</Text>}
      {dependent.length > 0 && (
        <>
          <Text>{strings.deletingOnlySource(dependent.length)}</Text>
          <SourceUsers label="Will fail" users={dependent} />
        </>
      )}
      {otherUses.length > 0 && (
        <>
          <Text>{strings.deletingOneOfSeveral(otherUses.length)}</Text>
          <SourceUsers label="Used by" users={otherUses} />
        </>
      )}
    </DeletionQuestion>
  );
}
