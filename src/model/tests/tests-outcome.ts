/** How tests ended, in the words of the window and of the command line. */

interface TestEnd {
  /** The sample that is this test, because no test names it. */
  readonly sample?: string | undefined;
  /** The number of things that were checked: the answer itself, and each expectation. */
  readonly checked: number;
  readonly failures: readonly unknown[];
}

/** Whether a test passed that expects nothing: its prompt or tool answered without an error, which is all that is known. */
export function onlyAnswered({ checked, failures }: TestEnd): boolean {
  return failures.length === 0 && checked <= 1;
}

/** `4 passed, 2 samples answered, 1 failed`. A sample that no test names expects no more than an answer. */
function testCounts(results: readonly TestEnd[]): string {
  return countsOf(results).join(', ');
}

/** `all passed` if they all passed, otherwise as `testCounts`. */
export function testsOutcome(results: readonly TestEnd[]): string {
  if (results.length === 0 || !results.every(isPassed)) return testCounts(results);
  return results.length === 1 ? 'passed' : 'all passed';
}

function isPassed(result: TestEnd): boolean {
  return result.failures.length === 0 && !onlyAnswered(result);
}

function countsOf(results: readonly TestEnd[]): readonly string[] {
  const passedCount = results.filter(isPassed).length;
  const failedCount = results.filter(({ failures }) => failures.length > 0).length;
  const answeredOnly = results.filter(onlyAnswered);
  const samples = answeredOnly.filter(({ sample }) => sample !== undefined).length;
  const otherCount = answeredOnly.length - samples;
  return [
    ...(passedCount > 0 ? [`${passedCount} passed`] : []),
    ...(samples > 0 ? [`${samples} ${samples === 1 ? 'sample' : 'samples'} answered`] : []),
    ...(otherCount > 0 ? [`${otherCount} ${otherCount === 1 ? 'test' : 'tests'} without expectations answered`] : []),
    ...(failedCount > 0 ? [`${failedCount} failed`] : []),
  ];
}
