import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ProblemView } from '../../../src/contract/contract.ts';
import type { Fix } from '../code-text/code-text-props.ts';
import { Button } from '../controls/Button.tsx';
import { cx } from '../cx.ts';
import { SeverityIcon } from '../status/SeverityIcon.tsx';
import styles from './FieldProblems.module.css';
import { whenReleased } from './when-released.ts';

/** A problem of the file, or of a value not yet in a file. */
export interface FieldProblem
  extends Pick<ProblemView, 'severity' | 'message'>,
    Partial<Pick<ProblemView, 'line' | 'column'>> {
  /** A name that can be used instead of a taken one. */
  readonly free?: string;
  readonly fixes?: readonly Fix[];
}

interface FieldProblemsProps {
  readonly id?: string;
  readonly problems: readonly FieldProblem[];
  /** Uses the free name that a problem offers. */
  readonly onFree?: ((name: string) => void) | undefined;
}

/**
 * The problems of one field. They come into view while the field has the focus. They change only while no pointer is
 * pressed, because they move what is below them.
 */
export function FieldProblems({ id, problems: latestProblems, onFree }: FieldProblemsProps) {
  const [problems, setProblems] = useState(latestProblems);
  useLayoutEffect(() => {
    if (latestProblems.length === 0 && problems.length === 0) return;
    return whenReleased(() => setProblems(latestProblems));
  }, [latestProblems, problems.length]);
  const list = useRef<HTMLUListElement>(null);
  const text = problems.map(({ message }) => message).join('\n');
  useEffect(() => {
    if (text !== '' && list.current?.parentElement?.contains(document.activeElement))
      list.current.scrollIntoView({ block: 'nearest' });
  }, [text]);
  if (problems.length === 0) return null;
  return (
    <ul ref={list} id={id} className={styles.list}>
      {problems.map(({ free, fixes = [], ...problem }) => (
        <li
          key={`${problem.line}:${problem.column}:${problem.message}`}
          className={cx(styles.item, styles[problem.severity])}
        >
          <SeverityIcon severity={problem.severity} />
          <span>{problem.message}</span>
          {fixes.map(({ label, apply }) => (
            <Button key={label} onPress={apply}>
              {label}
            </Button>
          ))}
          {free !== undefined && onFree && <Button onPress={() => onFree(free)}>{`${free} is free`}</Button>}
        </li>
      ))}
    </ul>
  );
}
