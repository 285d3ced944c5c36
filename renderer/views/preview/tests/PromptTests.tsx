/** The tests of the previewed prompt: their rows, and the forms that add and change them. */
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { sentence } from '../../../../src/base/errors.ts';
import { formatCount } from '../../../../src/base/text/format-count.ts';
import type { TestResult } from '../../../../src/contract/contract.ts';
import { testsOutcome } from '../../../../src/model/tests/tests-outcome.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { inBackground } from '../../../in-background.ts';
import { selectTestDrafts } from '../../../store/preview/test-drafts.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { findPrompt, selectPreviewed, selectValues, valueIn } from '../../../store/selectors.ts';
import { textWords } from '../../../store/state/test-draft.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { TestForm } from './TestForm.tsx';
import { TestMenu } from './TestMenu.tsx';
import { TestRow } from './TestRow.tsx';
import styles from './TestsView.module.css';

const selectServed = (state: WorkbenchState) => findPrompt(state, state.selection)?.prompt.isServed ?? true;

/** Whether the prompt has tests or samples, of which those that cannot run or have not run yet have no results. */
const selectHasTests = (state: WorkbenchState) => {
  const { definition } = state;
  const tests = definition.status === 'open' ? valueIn(state, [...definition.view.at, 'Tests']) : undefined;
  return (Array.isArray(tests) && tests.length > 0) || (selectPreviewed(state)?.form.samples ?? []).length > 0;
};

/** What a new test needs. */
const selectTestable = (state: WorkbenchState) => {
  const previewedPrompt = selectPreviewed(state);
  return { server: previewedPrompt?.server, form: previewedPrompt?.form, values: selectValues(state) };
};

/** Undefined for a built-in prompt, which has no file for a test. */
function useTestable() {
  const { server, form, values } = useWorkbench(selectTestable);
  if (server === undefined || form?.location === undefined) return undefined;
  const entries = form.arguments.flatMap(({ name }) => (values[name] ? [[name, values[name]] as const] : []));
  return {
    server,
    prompt: form.name,
    location: form.location,
    samples: form.samples,
    values: Object.fromEntries(entries),
  };
}

const hasTextFailure = ({ failures }: TestResult) =>
  failures.some(({ expectation }) => textWords.some((word) => word === expectation));

interface PromptTestsProps {
  readonly results: readonly TestResult[];
  /** Runs the tests, and keeps their answers as snapshots. */
  readonly onUpdate: () => void;
}

/** The tests of the previewed prompt with their outcomes, and the forms that add and change tests. */
export function PromptTests({ results, onUpdate }: PromptTestsProps) {
  const isServed = useWorkbench(selectServed);
  const hasTests = useWorkbench(selectHasTests);
  const testable = useTestable();
  const drafts = useWorkbench(selectTestDrafts);
  const { addTest, editTest } = useWorkbenchActions();
  /** The form that the person opened last, and how often: it takes the focus each time. Without a test: a new one. */
  const [lastForm, setLastForm] = useState<{ readonly test: string | undefined; readonly times: number }>();
  const takeFocus = (test: string | undefined) => setLastForm((before) => ({ test, times: (before?.times ?? 0) + 1 }));
  const [editFailure, setEditFailure] = useState<string>();
  const add = (sample: string | undefined) => {
    addTest(sample);
    takeFocus(undefined);
  };
  const edit = async (test: string) => {
    setEditFailure(undefined);
    try {
      await editTest(test);
      takeFocus(test);
    } catch (error) {
      setEditFailure(sentence(error));
    }
  };
  /** The form of a test, if it is open. */
  const formOf = (test?: string) => {
    const draft = drafts.find(({ changes }) => changes?.test === test);
    if (!testable || !draft) return undefined;
    const times = lastForm && lastForm.test === test ? lastForm.times : 0;
    return (
      <TestForm key={times} draft={draft} samples={testable.samples} values={testable.values} takesFocus={times > 0} />
    );
  };
  const newTestForm = formOf();
  /** The tests with an open form that have gone from the file, or that have errors. */
  const testsWithoutResult = drafts.flatMap(({ changes }) =>
    changes && !results.some(({ test }) => test === changes.test) ? [changes.test] : [],
  );
  if (results.length === 0 && !isServed)
    return <EmptyState title="The tests can't run">Fix the errors in this prompt, and its tests run again.</EmptyState>;
  const failureCount = results.filter(({ failures }) => failures.length > 0).length;
  const hasOtherText = results.some(({ failures }) => failures.some(({ expectation }) => expectation === 'snapshot'));
  const addButton = testable && (
    <Button data-adds-test="" onPress={() => add(results.find(({ sample }) => sample)?.sample)}>
      <Plus size={14} />
      Add test…
    </Button>
  );
  return (
    <Stack gap={3}>
      {/* The button has one place, also without tests: the focus stays on it when the first test appears. */}
      <Row align="center" justify={results.length > 0 ? 'between' : 'end'} wrap gap={3}>
        {results.length > 0 && (
          <Text tone={failureCount === 0 ? 'faint' : 'danger'} size="s" role="status">
            {formatCount(results.length, 'test')}:{' '}
            {failureCount === 0 ? testsOutcome(results) : `${failureCount} failed`}
          </Text>
        )}
        <Row gap={2} wrap>
          {hasOtherText && <Button onPress={onUpdate}>Keep the text as a snapshot</Button>}
          {!newTestForm && addButton}
        </Row>
      </Row>
      {newTestForm}
      {editFailure !== undefined && <Notice tone="danger">{editFailure}</Notice>}
      {results.length === 0 && !hasTests && !newTestForm && (
        <EmptyState title="No tests">
          A test says what must hold of the answer, and runs after every change. Each sample is also a test: the prompt
          must answer without an error.
        </EmptyState>
      )}
      <ul className={styles.tests}>
        {results.map((result) => (
          <li key={result.test}>
            <TestRow
              result={result}
              onExpect={testable && result.sample !== undefined ? () => add(result.sample) : undefined}
              menu={
                testable &&
                result.sample === undefined && (
                  <TestMenu
                    {...testable}
                    test={result.test}
                    isChangeable={hasTextFailure(result) && !formOf(result.test)}
                    onChange={() => inBackground(edit(result.test))}
                  />
                )
              }
            />
            {formOf(result.test)}
          </li>
        ))}
        {testsWithoutResult.map((test) => (
          <li key={test}>
            <span className={styles.name}>{test}</span>
            {formOf(test)}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
