import { Button } from 'react-aria-components/Button';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { cx } from '../cx.ts';
import { Stack, Text } from '../layout/primitives.tsx';
import styles from './ProblemList.module.css';
import { SeverityIcon } from './SeverityIcon.tsx';

interface ProblemListProps {
  readonly label: string;
  readonly problems: readonly ProblemView[];
  readonly onChoose?: (problem: ProblemView) => void;
}

/** A list of problems; choosing one goes to its place. */
export function ProblemList({ label, problems, onChoose }: ProblemListProps) {
  return (
    <Stack as="ul" aria-label={label}>
      {problems.map((problem) => {
        const place = `${problem.file}:${problem.line}:${problem.column}`;
        const content = (
          <>
            <SeverityIcon severity={problem.severity} size={14} />
            <Text as="span" breaks>
              {problem.message}
            </Text>
            <span className={styles.place}>{place}</span>
          </>
        );
        return (
          <li key={`${place} ${problem.message}`}>
            {onChoose ? (
              <Button className={cx(styles.item, styles.choice)} onPress={() => onChoose(problem)}>
                {content}
              </Button>
            ) : (
              <div className={styles.item}>{content}</div>
            )}
          </li>
        );
      })}
    </Stack>
  );
}
