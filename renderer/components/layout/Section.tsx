import { type ReactNode, useId } from 'react';
import { Stack, Text } from './primitives.tsx';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** Shown at the right end of the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap={2}>
      <div className={styles.head}>
        <Text as="h3" id={id} size="m" weight="bold">
          {title}
        </Text>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </Stack>
  );
}
