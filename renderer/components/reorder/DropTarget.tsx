import { type HTMLAttributes, type ReactNode, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useDrop } from 'react-aria-components/useDrop';
import { cx } from '../cx.ts';
import { useDraggedItem } from './dragged-item.ts';
import styles from './reorder.module.css';

interface DropTargetProps extends HTMLAttributes<HTMLDivElement> {
  /** The sort of items that can be dropped here. */
  readonly sort: string;
  /** The name of this place, for dragging by keyboard: `Before message 2`. */
  readonly label: string;
  /** `hasAfter`: a pointer can also drop after it. */
  readonly hasAfter?: boolean;
  readonly onMove: (from: string, edge: 'before' | 'after') => void;
  readonly children: ReactNode;
}

/** A drop target: a pointer drops before or after its content, the keyboard before it. */
export function DropTarget({ sort, label, hasAfter = false, onMove, children, className, ...rest }: DropTargetProps) {
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isBehind, setBehind] = useState(false);
  const { draggedItem } = useDraggedItem();
  const { dropProps, dropButtonProps, isDropTarget } = useDrop({
    ref: button,
    hasDropButton: true,
    isDisabled: draggedItem?.sort !== sort,
    // Only a pointer moves over it.
    onDropMove: ({ y }) => setBehind(hasAfter && y > (area.current?.offsetHeight ?? 0) / 2),
    onDropExit: () => setBehind(false),
    onDrop: () => draggedItem && onMove(draggedItem.place, isBehind ? 'after' : 'before'),
  });
  const edge = isDropTarget && (isBehind ? styles.after : styles.before);
  return (
    <div {...rest} {...dropProps} ref={area} className={cx(className, styles.landing, edge)}>
      <Button {...dropButtonProps} ref={button} aria-label={label} className={cx(styles.target)} />
      {children}
    </div>
  );
}
