/** The run of all tests of a server, with its outcome. */
import { useEffect, useState } from 'react';
import { formatCount } from '../../../../src/base/text/format-count.ts';
import { testsOutcome } from '../../../../src/model/tests/tests-outcome.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Row, Text } from '../../../components/layout/primitives.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { TestRow } from './TestRow.tsx';
import styles from './TestsView.module.css';
import { awaitRun, type TestRun } from './test-run.ts';

/** Changes with everything in the workspace that a test may depend on. */
const selectRevision = ({ filesRevision, snapshotsRevision, answersRevision }: WorkbenchState) =>
  `${filesRevision} ${snapshotsRevision} ${answersRevision}`;

/** The tests of the whole server, run by a press; the list marks its prompts then. A change clears the outcome. */
export function AllTests({ server }: { readonly server: string }) {
  const { loadChecks } = useWorkbenchActions();
  const [isRunning, setRunning] = useState(false);
  const revision = useWorkbench(selectRevision);
  const [outcome, setOutcome] = useState<TestRun>({ status: 'waiting' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an outcome is that of its revision.
  useEffect(() => setOutcome({ status: 'waiting' }), [revision]);
  const run = async () => {
    setRunning(true);
    setOutcome(await awaitRun(loadChecks().then((checks) => checks.runAll(server))));
    setRunning(false);
  };
  const failedTests = outcome.status === 'shown' ? outcome.results.filter(({ failures }) => failures.length > 0) : [];
  return (
    <section aria-label={`All tests of ${server}`} className={styles.all}>
      <Row align="center" justify="between" wrap gap={3}>
        <Text tone={failedTests.length === 0 ? 'faint' : 'danger'} size="s" role="status">
          {outcome.status === 'shown' &&
            `${formatCount(outcome.results.length, 'test')} of ${server}: ${failedTests.length === 0 ? testsOutcome(outcome.results) : `${failedTests.length} failed`}`}
        </Text>
        <Button isPending={isRunning} onPress={() => inBackground(run())}>
          {`Run all tests of ${server}`}
        </Button>
      </Row>
      {outcome.status === 'failed' && <Notice tone="danger">{outcome.message}</Notice>}
      <ul className={styles.tests}>
        {failedTests.map((result) => (
          <li key={`${result.kind} ${result.name} ${result.test}`}>
            <TestRow result={{ ...result, test: `${result.name} › ${result.test}` }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
