import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../../components/cx.ts';
import { ProblemList } from '../../components/ProblemList.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectProblems } from '../../store/selectors.ts';
import styles from './ProblemsPopover.module.css';

interface ProblemsPopoverProps {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** Every problem of the workspace; choosing one goes to its prompt. */
export default function ProblemsPopover({ trigger, onClose }: ProblemsPopoverProps) {
  const problems = useWorkbench(selectProblems);
  const { goTo } = useWorkbenchActions();
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement="top end"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={cx(styles.popover)}
    >
      <Dialog aria-label="Problems" className={cx(styles.dialog)}>
        <ProblemList
          label="Problems of the workspace"
          problems={problems}
          onChoose={(problem) => {
            onClose();
            goTo(problem.file, problem.at);
          }}
        />
      </Dialog>
    </Popover>
  );
}
