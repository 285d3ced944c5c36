import { type RefObject, useEffect, useRef } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { formatCount } from '../../../src/base/text/format-count.ts';
import styles from '../controls/Choice.module.css';
import { cx } from '../cx.ts';

interface SuggestionListProps {
  /** The label of the field. */
  readonly label: string;
  readonly id: string;
  readonly field: RefObject<HTMLElement | null>;
  readonly items: readonly string[];
  readonly activeIndex: number;
  readonly onChoose: (suggestion: string) => void;
  readonly onClose: () => void;
}

/** The list below a field with `useSuggestions`. It hides nothing from assistive technology while it is open. */
export function SuggestionList({ label, id, field, items, activeIndex, onChoose, onClose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isOpen = items.length > 0;
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <>
      <VisuallyHidden elementType="span" role="status">
        {isOpen && `${formatCount(items.length, 'suggestion')}, arrow keys to choose`}
      </VisuallyHidden>
      <Popover
        isNonModal
        isOpen={isOpen}
        onOpenChange={(isStillOpen) => !isStillOpen && onClose()}
        triggerRef={field}
        placement="bottom start"
        offset={3}
        className={cx(styles.popover)}
      >
        <div ref={list} id={id} role="listbox" aria-label={`Suggestions for ${label}`} className={styles.list}>
          {items.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
            <div
              key={suggestion}
              id={`${id}${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              className={cx(styles.option, styles.suggestion)}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(suggestion)}
            >
              {suggestion}
            </div>
          ))}
        </div>
      </Popover>
    </>
  );
}
