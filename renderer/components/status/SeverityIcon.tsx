import { CircleX, TriangleAlert } from 'lucide-react';
import styles from './SeverityIcon.module.css';

interface SeverityIconProps {
  readonly severity: 'error' | 'warning';
  readonly size?: number;
}

/** Shape as well as colour says how bad it is. */
export function SeverityIcon({ severity, size = 13 }: SeverityIconProps) {
  return severity === 'error' ? (
    <CircleX size={size} className={styles.error} role="img" aria-label="Error:" />
  ) : (
    <TriangleAlert size={size} className={styles.warning} role="img" aria-label="Warning:" />
  );
}
