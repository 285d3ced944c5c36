import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { useDrag } from 'react-aria-components/useDrag';
import { cx } from '../cx.ts';
import { useDraggedItem } from './dragged-item.ts';
import styles from './reorder.module.css';

interface DraggableProps {
  /** The sort of places that accept it. */
  readonly sort: string;
  readonly place: string;
  /** Names the handle: `Move message 2`. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The header of a draggable item, with the handle that starts dragging by keyboard. */
export function Draggable({ sort, place, label, className, children }: DraggableProps) {
  const { setDraggedItem } = useDraggedItem();
  const { dragProps, dragButtonProps, isDragging } = useDrag({
    hasDragButton: true,
    getAllowedDropOperations: () => ['move'],
    getItems: () => [{ [`prompt-workbench-${sort}`]: place }],
    onDragStart: () => setDraggedItem({ sort, place }),
    onDragEnd: () => setDraggedItem(undefined),
  });
  return (
    <div {...dragProps} className={cx(className, styles.carryable, isDragging && styles.dragging)}>
      <Button {...dragButtonProps} aria-label={label} data-grip={place} className={cx(styles.grip)}>
        <GripVertical size={14} />
      </Button>
      {children}
    </div>
  );
}
