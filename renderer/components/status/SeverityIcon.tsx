import { CircleX, TriangleAlert } from 'lucide-react';
import { textClass } from '../layout/text-class.ts';

interface SeverityIconProps {
  readonly severity: 'error' | 'warning';
  readonly size?: number;
}

/** Shows a severity by shape and colour. */
export function SeverityIcon({ severity, size = 13 }: SeverityIconProps) {
  return severity === 'error' ? (
    <CircleX size={size} className={textClass({ tone: 'danger' })} role="img" aria-label="Error:" />
  ) : (
    <TriangleAlert size={size} className={textClass({ tone: 'warning' })} role="img" aria-label="Warning:" />
  );
}
