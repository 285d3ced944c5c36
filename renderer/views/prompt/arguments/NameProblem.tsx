import type { NameFault } from '../../../../src/model/prompt/argument-names.ts';
import { SeverityIcon } from '../../../components/status/SeverityIcon.tsx';
import styles from './ArgumentRow.module.css';

/** The problem of a name, shown during typing. */
export function NameProblem({ fault }: { fault: NameFault }) {
  return (
    <p className={styles.fault} data-severity={fault.severity}>
      <SeverityIcon severity={fault.severity} />
      {fault.message}
    </p>
  );
}
