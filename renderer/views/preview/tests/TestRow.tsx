/** One test with its outcome. */
import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TestResult } from '../../../../src/contract/contract.ts';
import { onlyAnswered } from '../../../../src/model/tests/tests-outcome.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { ChangedLines } from '../../../components/text/ChangedLines.tsx';
import { FramedText } from '../../../components/text/FramedText.tsx';
import { Marked } from '../../../components/text/Marked.tsx';
import styles from './TestsView.module.css';

interface TestRowProps {
  readonly result: TestResult;
  /** Adds what is expected of the sample that is this test. */
  readonly onExpect?: (() => void) | undefined;
  readonly menu?: ReactNode;
}

/** A test with its outcome: how the answer differs from what is expected. */
export function TestRow({ result, onExpect, menu }: TestRowProps) {
  const { test, failures } = result;
  const isPassed = failures.length === 0;
  const isOnlyAnswered = onlyAnswered(result);
  return (
    <Stack gap={1}>
      <Row align="center" gap={2} wrap>
        {isPassed ? (
          <CircleCheck
            size={15}
            className={isOnlyAnswered ? styles.answered : styles.passed}
            aria-label={isOnlyAnswered ? 'Answered' : 'Passed'}
          />
        ) : (
          <CircleX size={15} className={styles.failed} aria-label="Failed" />
        )}
        <span className={styles.name}>{test}</span>
        {isOnlyAnswered && (
          <Text as="span" tone="faint" size="s">
            answered: it expects nothing else
          </Text>
        )}
        {onExpect && (
          <Button variant="quiet" aria-label={`Add what you expect of ${test}`} onPress={onExpect}>
            Add what you expect…
          </Button>
        )}
        {menu}
      </Row>
      {failures.map(({ expectation, client, message, detail, answer }) => (
        <div key={`${expectation} ${client ?? ''} ${message}`} className={styles.failure}>
          <Text size="s" breaks>
            <code>{client === undefined ? expectation : `${expectation} as ${client}`}</code> {message}
          </Text>
          {detail !== undefined && <ChangedLines text={detail} />}
          {answer && (
            <section aria-label={`Answer of ${test}`}>
              <FramedText className={styles.answer}>
                <Marked text={answer.text} ranges={answer.marks} isFault />
              </FramedText>
            </section>
          )}
        </div>
      ))}
    </Stack>
  );
}
