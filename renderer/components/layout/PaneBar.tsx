import type { ReactNode } from 'react';
import styles from './PaneBar.module.css';

/** The bar at the top of a pane or between its parts: title at the left, controls at the right. */
export function PaneBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

/** The scrolling column below a PaneBar. */
export function PaneBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
