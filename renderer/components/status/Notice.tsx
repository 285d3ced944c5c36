import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Row } from '../layout/primitives.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'good' | 'warning' | 'danger';
  readonly title?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A message with actions. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cx(styles.notice, styles[tone])}>
      <div className={styles.text}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {actions && (
        <Row gap={2} wrap>
          {actions}
        </Row>
      )}
    </div>
  );
}
