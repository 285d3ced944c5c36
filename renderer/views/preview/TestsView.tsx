import { CircleCheck, CircleX, Code, Ellipsis, PencilLine, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { formatCount } from '../../../src/base/format-count.ts';
import type { Location, TestResult } from '../../../src/contract/contract.ts';
import { onlyAnswered, testsOutcome } from '../../../src/model/tests/tests-outcome.ts';
import { ActionMenu } from '../../components/controls/ActionMenu.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { ChangedLines } from '../../components/text/ChangedLines.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { Marked } from '../../components/text/Marked.tsx';
import { inBackground } from '../../in-background.ts';
import { selectTestDrafts } from '../../store/preview/test-drafts.ts';
import { findTestPlace } from '../../store/preview/test-place.ts';
import { selectTested } from '../../store/preview/tests.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { findPrompt, selectPreviewed, selectValues } from '../../store/selectors.ts';
import { textWords } from '../../store/state/test-draft.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { afterClosing } from '../shell/focus.ts';
import { jumpToYaml } from '../shell/jump.ts';
import { keepFocusOnTests, TestForm } from './TestForm.tsx';
import styles from './TestsView.module.css';

type Outcome =
  | { readonly status: 'waiting' }
  | { readonly status: 'shown'; readonly results: readonly TestResult[] }
  | { readonly status: 'failed'; readonly message: string };

const selectServed = (state: WorkbenchState) => findPrompt(state, state.selection)?.prompt.served ?? true;

/** How many faults of its tests keep some of them from running. */
const selectFaults = (state: WorkbenchState) =>
  findPrompt(state, state.selection)?.prompt.problems.filter(({ tag }) => tag === 'InvalidTest').length ?? 0;

/** The pause after the last keystroke before the tests run. */
const debounceMs = 150;

/** The tests of the previewed prompt: they run again after every change. */
export default function TestsView() {
  const { server, prompt, key } = useWorkbench(selectTested);
  const { runTests } = useWorkbenchActions();
  const faults = useWorkbench(selectFaults);
  const [outcome, setOutcome] = useState<Outcome>({ status: 'waiting' });
  const newest = useRef(0);
  const run = async (updates: boolean) => {
    if (server === undefined || prompt === undefined) return;
    const number = ++newest.current;
    const next = await runTests(server, prompt, updates).then(
      (results): Outcome => ({ status: 'shown', results }),
      (error: unknown): Outcome => ({ status: 'failed', message: sentence(error) }),
    );
    if (number === newest.current) setOutcome(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers everything that the tests depend on.
  useEffect(() => {
    const timer = setTimeout(() => inBackground(run(false)), debounceMs);
    return () => {
      clearTimeout(timer);
      newest.current++;
    };
  }, [server, prompt, key]);
  if (outcome.status === 'waiting') return null;
  if (outcome.status === 'failed') return <Notice tone="danger">{outcome.message}</Notice>;
  return (
    <Stack gap={4}>
      {faults > 0 && (
        <Notice tone="danger">
          Some tests did not run, because they have errors: the problems say what to correct.
        </Notice>
      )}
      <Results key={`${server} ${prompt}`} results={outcome.results} onUpdate={() => inBackground(run(true))} />
      {server !== undefined && <AllTests key={server} server={server} />}
    </Stack>
  );
}

/** What a new test needs. */
const selectTestable = (state: WorkbenchState) => {
  const previewed = selectPreviewed(state);
  return { server: previewed?.server, form: previewed?.form, values: selectValues(state) };
};

/** Undefined for a built-in prompt, which has no file for a test. */
function useTestable() {
  const { server, form, values } = useWorkbench(selectTestable);
  if (server === undefined || form?.location === undefined) return undefined;
  const given = form.arguments.flatMap(({ name }) => (values[name] ? [[name, values[name]] as const] : []));
  return {
    server,
    prompt: form.name,
    location: form.location,
    samples: form.samples,
    values: Object.fromEntries(given),
  };
}

function Results({ results, onUpdate }: { readonly results: readonly TestResult[]; readonly onUpdate: () => void }) {
  const isServed = useWorkbench(selectServed);
  const testable = useTestable();
  const drafts = useWorkbench(selectTestDrafts);
  const { addTest, editTest } = useWorkbenchActions();
  /** The form that the person opened last, which took the focus each time; without a test, that of a new one. */
  const [opened, setOpened] = useState<{ readonly test: string | undefined; readonly times: number }>();
  const takeFocus = (test: string | undefined) => setOpened((before) => ({ test, times: (before?.times ?? 0) + 1 }));
  const [unread, setUnread] = useState<string>();
  const add = (sample: string | undefined) => {
    addTest(sample);
    takeFocus(undefined);
  };
  const edit = async (test: string) => {
    setUnread(undefined);
    try {
      await editTest(test);
      takeFocus(test);
    } catch (error) {
      setUnread(sentence(error));
    }
  };
  /** The form of a test, if it is open. */
  const formOf = (test?: string) => {
    const draft = drafts.find(({ changes }) => changes?.test === test);
    if (!testable || !draft) return undefined;
    const times = opened && opened.test === test ? opened.times : 0;
    return (
      <TestForm key={times} draft={draft} samples={testable.samples} values={testable.values} takesFocus={times > 0} />
    );
  };
  const adding = formOf();
  /** The open forms of tests that have gone from the file, or that have errors. */
  const apart = drafts.flatMap(({ changes }) =>
    changes && !results.some(({ test }) => test === changes.test) ? [changes.test] : [],
  );
  if (results.length === 0 && !isServed)
    return (
      <EmptyState title="The tests can't run">Correct the errors of this prompt: its tests run again then.</EmptyState>
    );
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const hasOther = results.some(({ failures }) => failures.some(({ expectation }) => expectation === 'snapshot'));
  const addButton = testable && (
    <Button data-adds-test="" onPress={() => add(results.find(({ sample }) => sample)?.sample)}>
      <Plus size={14} />
      Add test…
    </Button>
  );
  return (
    <Stack gap={3}>
      {results.length > 0 && (
        <Row align="center" justify="between" wrap gap={3}>
          <Text tone={failed === 0 ? 'faint' : 'danger'} size="s" role="status">
            {formatCount(results.length, 'test')}: {failed === 0 ? testsOutcome(results) : `${failed} failed`}
          </Text>
          <Row gap={2} wrap>
            {hasOther && <Button onPress={onUpdate}>Keep the text as a snapshot</Button>}
            {!adding && addButton}
          </Row>
        </Row>
      )}
      {adding}
      {unread !== undefined && <Notice tone="danger">{unread}</Notice>}
      {results.length === 0 && !adding && (
        <EmptyState title="No tests" actions={addButton}>
          A test says what must hold of the answer, and runs after every change. Each sample is a test by itself: the
          prompt has to answer.
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
        {apart.map((test) => (
          <li key={test}>
            <span className={styles.name}>{test}</span>
            {formOf(test)}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Changes with everything in the workspace that a test may depend on. */
const selectRevision = ({ filesRevision, snapshotsRevision }: WorkbenchState) =>
  `${filesRevision} ${snapshotsRevision}`;

/** The tests of the whole server, run by a press; the list marks its prompts then. A change clears the outcome. */
function AllTests({ server }: { readonly server: string }) {
  const { loadChecks } = useWorkbenchActions();
  const [isRunning, setRunning] = useState(false);
  const revision = useWorkbench(selectRevision);
  const [outcome, setOutcome] = useState<Outcome>({ status: 'waiting' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an outcome is that of its revision.
  useEffect(() => setOutcome({ status: 'waiting' }), [revision]);
  const run = async () => {
    setRunning(true);
    const next = await loadChecks()
      .then((loaded) => loaded.runAll(server))
      .then(
        (results): Outcome => ({ status: 'shown', results }),
        (error: unknown): Outcome => ({ status: 'failed', message: sentence(error) }),
      );
    setOutcome(next);
    setRunning(false);
  };
  const failed = outcome.status === 'shown' ? outcome.results.filter(({ failures }) => failures.length > 0) : [];
  return (
    <section aria-label={`All tests of ${server}`} className={styles.all}>
      <Row align="center" justify="between" wrap gap={3}>
        <Text tone={failed.length === 0 ? 'faint' : 'danger'} size="s" role="status">
          {outcome.status === 'shown' &&
            `${formatCount(outcome.results.length, 'test')} of ${server}: ${failed.length === 0 ? testsOutcome(outcome.results) : `${failed.length} failed`}`}
        </Text>
        <Button isPending={isRunning} onPress={() => inBackground(run())}>
          {`Run all tests of ${server}`}
        </Button>
      </Row>
      {outcome.status === 'failed' && <Notice tone="danger">{outcome.message}</Notice>}
      <ul className={styles.tests}>
        {failed.map((result) => (
          <li key={`${result.kind} ${result.name} ${result.test}`}>
            <TestRow result={{ ...result, test: `${result.name} › ${result.test}` }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TestRowProps {
  readonly result: TestResult;
  /** Adds what is expected of the sample that is this test. */
  readonly onExpect?: (() => void) | undefined;
  readonly menu?: ReactNode;
}

interface TestPlace {
  readonly server: string;
  /** Its MCP name. */
  readonly prompt: string;
}

interface TestMenuProps extends TestPlace {
  readonly location: Location;
  readonly test: string;
  /** It fails at what its form shows. */
  readonly isChangeable: boolean;
  /** Opens its form. */
  readonly onChange: () => void;
}

const hasTextFailure = ({ failures }: TestResult) =>
  failures.some(({ expectation }) => textWords.some((word) => word === expectation));

/** What a person can do with a test. One that fails shows the way to its expectations. */
function TestMenu({ server, prompt, location, test, isChangeable, onChange }: TestMenuProps) {
  const store = useWorkbenchStore();
  const open = () => jumpToYaml(store, location, (text) => findTestPlace(text, prompt, test));
  const remove = async () => {
    await (await store.actions.loadChecks()).deleteTest(server, prompt, test);
    keepFocusOnTests();
  };
  const actions = () => [
    [
      // The closed menu gives the focus back before the form takes it.
      { label: 'Change…', icon: <PencilLine size={14} />, onAction: () => afterClosing(onChange) },
      { label: 'Open in the YAML', icon: <Code size={14} />, onAction: () => inBackground(open()) },
    ],
    [{ label: 'Delete', icon: <Trash2 size={14} />, isDangerous: true, onAction: () => inBackground(remove()) }],
  ];
  return (
    <>
      {isChangeable && (
        <Button variant="quiet" aria-label={`Change what you expect of ${test}`} onPress={onChange}>
          Change what you expect…
        </Button>
      )}
      <ActionMenu label={`Actions for the test ${test}`} icon={<Ellipsis size={15} />} actions={actions} />
    </>
  );
}

function TestRow({ result, onExpect, menu }: TestRowProps) {
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
