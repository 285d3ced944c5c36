import type { ReactNode } from 'react';
import { Tab, TabList } from 'react-aria-components/Tabs';
import { cx } from '../cx.ts';
import { SeverityIcon } from '../status/SeverityIcon.tsx';
import styles from './TabBar.module.css';

export interface TabItem {
  readonly id: string;
  readonly label: string;
  /** Shown after the label. */
  readonly count?: number;
  /** The most severe problem behind the tab. */
  readonly severity?: 'error' | 'warning' | undefined;
}

interface TabBarProps {
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly tabs: readonly TabItem[];
  /** Shown at the right end of the row. */
  readonly children?: ReactNode;
}

/** One row of tabs, inside a `Tabs`; in a narrow pane, as many rows as they need. */
export function TabBar({ label, tabs, children }: TabBarProps) {
  return (
    <div className={styles.bar}>
      <TabList aria-label={label} className={cx(styles.tabs)}>
        {tabs.map(({ id, label: name, count, severity }) => (
          <Tab key={id} id={id} className={cx(styles.tab)}>
            {name}
            {count !== undefined && <span className={styles.count}>{count.toLocaleString('en')}</span>}
            {severity && <SeverityIcon severity={severity} />}
          </Tab>
        ))}
      </TabList>
      {children}
    </div>
  );
}
