import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { Row, Stack, Text } from './primitives.tsx';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly hint?: ReactNode;
  /** Shown at the right end of the heading. */
  readonly aside?: ReactNode;
  /** Takes the free height of its parent, and gives it to a text inside. */
  readonly fills?: boolean;
  /** The content of the open prompt or tool: a jump to its text ends here. */
  readonly isContent?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, hint, aside, fills = false, isContent = false, children }: SectionProps) {
  const id = useId();
  return (
    <Stack
      as="section"
      aria-labelledby={id}
      gap={2}
      className={cx(fills && styles.fills)}
      data-fills={fills || undefined}
      data-content={isContent || undefined}
    >
      <div className={styles.head}>
        <Row align="center" gap={1}>
          <Text as="h3" id={id} size="m" weight="bold">
            {title}
          </Text>
          {hint}
        </Row>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </Stack>
  );
}
