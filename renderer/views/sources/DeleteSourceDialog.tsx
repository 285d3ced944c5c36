import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
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
    <Modal
      title={`Delete ${name}?`}
      onClose={closeOverlay}
      footer={
        <>
          <Button onPress={closeOverlay}>Cancel</Button>
          <Button
            variant="danger"
            onPress={() => {
              closeOverlay();
              inBackground(deleteSource(name));
            }}
          >
            {`Delete ${name}`}
          </Button>
        </>
      }
    >
      <Text>{strings.deletingSource(usedBy.length)}</Text>
      <SourceUsers users={usedBy} />
    </Modal>
  );
}
