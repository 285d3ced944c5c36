import { wordList } from '../../../src/base/text/word-list.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';

interface KindDialogProps {
  readonly kind: string;
  readonly lostParts: readonly string[];
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks before a change of kind that removes something. */
export default function KindDialog({ kind, lostParts, onCancel, onConfirm }: KindDialogProps) {
  return (
    <Modal
      title={`Change to ${kind}?`}
      onClose={onCancel}
      footer={
        <>
          <Button autoFocus onPress={onCancel}>
            Cancel
          </Button>
          <Button variant="danger" onPress={onConfirm}>{`Change to ${kind}`}</Button>
        </>
      }
    >
      <Text>{`This removes ${wordList(lostParts)}. You can undo it.`}</Text>
    </Modal>
  );
}
