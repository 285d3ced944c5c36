import { useMemo } from 'react';
import { Button } from 'react-aria-components/Button';
import { showHidden } from '../../../src/base/visible-text.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { cx } from '../../components/cx.ts';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { SeverityIcon } from '../../components/status/SeverityIcon.tsx';
import { counted } from '../../components/text/counted.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectProblems } from '../../store/selectors.ts';
import { jumpToLine, jumpToProblem } from './jump.ts';
import styles from './ProblemsPanel.module.css';
import { strings } from './strings.ts';

/** Every problem of the workspace by file. Choosing one opens its field, or its line in the file. */
export function ProblemsPanel() {
  const problems = useWorkbench(selectProblems);
  const files = useMemo(() => byFile(problems), [problems]);
  if (problems.length === 0) {
    return <EmptyState title="No problems">{strings.noProblems}</EmptyState>;
  }
  return (
    <div className={styles.panel}>
      {[...files].map(([file, found]) => (
        <section key={file} aria-label={file}>
          <h3 className={styles.file}>
            {file}
            <span>{counted(found.length, 'problem')}</span>
          </h3>
          <ul>
            {found.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one file can have the same problem twice.
              <ProblemRow key={index} problem={problem} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function byFile(problems: readonly ProblemView[]): ReadonlyMap<string, readonly ProblemView[]> {
  const files = new Map<string, ProblemView[]>();
  for (const problem of problems) files.set(problem.file, [...(files.get(problem.file) ?? []), problem]);
  return files;
}

function ProblemRow({ problem }: { problem: ProblemView }) {
  const store = useWorkbenchStore();
  const { severity, message, line, column, tag } = problem;
  return (
    <Row as="li" align="start" gap="2px">
      <Button className={cx(styles.problem)} onPress={() => jumpToProblem(store, problem)}>
        <SeverityIcon severity={severity} size={14} />
        <Text as="span" breaks grow>
          {showHidden(message)}
        </Text>
        <span className={styles.tag}>{tag}</span>
      </Button>
      <Button
        aria-label={`Show line ${line} of the file`}
        className={cx(styles.line)}
        onPress={() => inBackground(jumpToLine(store, problem))}
      >
        {`${line}:${column}`}
      </Button>
    </Row>
  );
}
