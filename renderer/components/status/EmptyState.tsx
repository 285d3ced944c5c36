import type { ReactNode } from 'react';
import { Text } from '../layout/primitives.tsx';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** The path of the empty list in its file (`pathKey`): a jump to it ends at the first action. */
  readonly place?: string;
}

/** Explains an empty area and how to fill it. */
export function EmptyState({ title, children, actions, place }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-at={place}>
      <Text size="l" weight="bold">
        {title}
      </Text>
      {children && (
        <Text as="div" tone="soft">
          {children}
        </Text>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
