import type { ProblemView } from '../../../src/contract/contract.ts';
import { cx } from '../cx.ts';
import { SeverityIcon } from '../status/SeverityIcon.tsx';
import styles from './FieldProblems.module.css';

/** A problem of the file, or of a value not yet in a file. */
export type FieldProblem = Pick<ProblemView, 'severity' | 'message'> & Partial<Pick<ProblemView, 'line' | 'column'>>;

interface FieldProblemsProps {
  readonly id?: string;
  readonly problems: readonly FieldProblem[];
}

/** The problems of one field. */
export function FieldProblems({ id, problems }: FieldProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul id={id} className={styles.list}>
      {problems.map((problem) => (
        <li
          key={`${problem.line}:${problem.column}:${problem.message}`}
          className={cx(styles.item, styles[problem.severity])}
        >
          <SeverityIcon severity={problem.severity} />
          <span>{problem.message}</span>
        </li>
      ))}
    </ul>
  );
}
