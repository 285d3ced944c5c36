import { Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { DeletionQuestion } from '../shell/DeletionQuestion.tsx';
import { selectOwnSource } from '../shell/find/selection-commands.ts';
import { SourceUsers } from './SourceUsers.tsx';
import { strings } from './strings.ts';

/** Asks before a source is deleted that prompts or tools search. */
export default function DeleteSourceDialog() {
  const source = useWorkbench((state) => selectOwnSource(state)?.source);
  const { deleteSource, closeOverlay } = useWorkbenchActions();
  if (!source) return null;
  const { name, usedBy } = source;
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
      <Text>{strings.deletingSource(usedBy.length)}</Text>
      <SourceUsers users={usedBy} />
    </DeletionQuestion>
  );
}
