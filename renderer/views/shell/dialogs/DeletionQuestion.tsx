import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { strings } from '../strings.ts';

interface DeletionQuestionProps {
  /** What is deleted: `explain`, `3 prompts`. */
  readonly what: string;
  /** How many definitions are deleted. */
  readonly count?: number;
  /** What the deletion leaves in place, as a sentence. */
  readonly stays?: string | undefined;
  /** What stops working. */
  readonly children: ReactNode;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
}

/** The same question before prompts, tools, servers, sources and skills are deleted on which something else depends. */
export function DeletionQuestion({ what, count = 1, stays, children, onCancel, onDelete }: DeletionQuestionProps) {
  return (
    <Modal
      title={`Delete ${what}?`}
      onClose={onCancel}
      footer={
        <>
          <Button autoFocus onPress={onCancel}>
            Cancel
          </Button>
          <Button variant="danger" onPress={onDelete}>
            {`Delete ${what}`}
          </Button>
        </>
      }
    >
      {children}
      <Text tone="soft">{[stays, strings.deletedCanReturn(count)].filter(Boolean).join(' ')}</Text>
    </Modal>
  );
}
