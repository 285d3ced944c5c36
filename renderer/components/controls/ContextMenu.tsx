import { useRef } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../cx.ts';
import menuStyles from './ActionMenu.module.css';
import { ActionList, type MenuAction } from './ActionMenu.tsx';
import styles from './ContextMenu.module.css';

interface ContextMenuProps {
  /** The accessible name. */
  readonly label: string;
  /** A point of the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly actions: readonly (readonly MenuAction[])[];
  readonly onClose: () => void;
}

/** A menu of actions at a point of the window. */
export function ContextMenu({ label, at, actions, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const closingActions = actions.map((group) =>
    group.map((action) => ({
      ...action,
      onAction: () => {
        onClose();
        action.onAction();
      },
    })),
  );
  return (
    <>
      <span ref={anchor} className={styles.anchor} style={{ left: at.x, top: at.y }} />
      <Popover
        isOpen
        aria-label={label}
        triggerRef={anchor}
        // Beside the point, so that a long menu moves up instead of being cut off.
        placement="right top"
        offset={0}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        className={cx(menuStyles.popover)}
      >
        <ActionList label={label} groups={closingActions} autoFocus />
      </Popover>
    </>
  );
}
