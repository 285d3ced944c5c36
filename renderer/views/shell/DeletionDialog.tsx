import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import styles from './DeletionDialog.module.css';
import { strings } from './strings.ts';

/** Asks before a definition is deleted that clients use or several servers list, and says what stops working. */
export default function DeletionDialog() {
  const deletion = useWorkbench((state) => state.deletion);
  const { confirmDeletion, closeOverlay } = useWorkbenchActions();
  if (!deletion) return null;
  const { name, uses, target } = deletion;
  const isServer = target.kind === 'server';
  return (
    <Modal
      title={`Delete ${name}?`}
      onClose={closeOverlay}
      footer={
        <>
          <Button autoFocus onPress={closeOverlay}>
            Cancel
          </Button>
          <Button variant="danger" onPress={() => inBackground(confirmDeletion())}>
            {`Delete ${name}`}
          </Button>
        </>
      }
    >
      <ul className={styles.list} aria-label="What stops working">
        {uses.map((use) => (
          <li key={use.server}>{isServer ? strings.deletingServer(use) : strings.deletingListed(use)}</li>
        ))}
      </ul>
      <Text tone="soft">{strings.deletedCanReturn}</Text>
    </Modal>
  );
}
