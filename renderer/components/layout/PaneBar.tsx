import type { ReactNode } from 'react';
import styles from './PaneBar.module.css';

/** The line at the head of a pane, or between two parts of one: what it shows at the left, its choices at the right. */
export function PaneBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

/** The scrolling column below a PaneBar. */
export function PaneBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
