import { useEffect, useRef, useState } from 'react';
import type { ProblemView } from '../../../../src/contract/contract.ts';
import { Stack } from '../../../components/layout/primitives.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { inBackground } from '../../../in-background.ts';
import { selectTested } from '../../../store/preview/tests.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { findPrompt } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { AllTests } from './AllTests.tsx';
import { PromptTests } from './PromptTests.tsx';
import { awaitRun, type TestRun } from './test-run.ts';

/** How many faults of its tests keep some of them from running. */
const selectFaults = (state: WorkbenchState) => {
  const prompt = findPrompt(state, state.selection)?.prompt;
  const depth = prompt?.location?.at.length ?? 0;
  const isInTests = ({ severity, at }: ProblemView) => severity === 'error' && at[depth] === 'Tests';
  return prompt?.problems.filter((problem) => problem.tag === 'InvalidTest' || isInTests(problem)).length ?? 0;
};

/** The pause after the last keystroke before the tests run. */
const debounceMs = 150;

/** The tests of the previewed prompt: they run again after every change. */
export default function TestsView() {
  const { server, prompt, key } = useWorkbench(selectTested);
  const { runTests } = useWorkbenchActions();
  const faults = useWorkbench(selectFaults);
  const [outcome, setOutcome] = useState<TestRun>({ status: 'waiting' });
  const newestRun = useRef(0);
  const run = async (updates: boolean) => {
    if (server === undefined || prompt === undefined) return;
    const number = ++newestRun.current;
    const next = await awaitRun(runTests(server, prompt, updates));
    if (number === newestRun.current) setOutcome(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers everything that the tests depend on.
  useEffect(() => {
    const timer = setTimeout(() => inBackground(run(false)), debounceMs);
    return () => {
      clearTimeout(timer);
      newestRun.current++;
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
      <PromptTests key={`${server} ${prompt}`} results={outcome.results} onUpdate={() => inBackground(run(true))} />
      {server !== undefined && <AllTests key={server} server={server} />}
    </Stack>
  );
}
