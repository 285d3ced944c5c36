import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './ScrollingTable.module.css';

interface ScrollingTableProps {
  readonly label: string;
  /** The class of the frame, which sets its height. */
  readonly frame?: string | undefined;
  readonly className?: string | undefined;
  /** The `thead` and `tbody`. */
  readonly children: ReactNode;
}

/** A table that scrolls in its frame. The frame takes the focus, so that the arrow keys scroll it too. */
export function ScrollingTable({ label, frame, className, children }: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
    <section aria-label={label} tabIndex={0} className={cx(styles.frame, frame)}>
      <table aria-label={label} className={cx(styles.table, className)}>
        {children}
      </table>
    </section>
  );
}
