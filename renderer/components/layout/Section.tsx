import { type ReactNode, useId } from 'react';
import { Row, Stack, Text } from './primitives.tsx';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly hint?: ReactNode;
  /** Shown at the right end of the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, hint, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap={2}>
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
