/** How tests ended, in the words of the window and of the command line. */

interface Ended {
  /** The number of things that were checked: the answer itself, and each expectation. */
  readonly checked: number;
  readonly failures: readonly unknown[];
}

/** Whether a test passed that expects nothing: its prompt or tool answered without an error, which is all that is known. */
export function onlyAnswered({ checked, failures }: Ended): boolean {
  return failures.length === 0 && checked <= 1;
}

/** `4 passed, 2 only answered, 1 failed`. A sample that no test names expects no more than an answer. */
export function testCounts(results: readonly Ended[]): string {
  return countsOf(results)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

/** `all passed` if they ended alike, otherwise as `testCounts`. */
export function testsOutcome(results: readonly Ended[]): string {
  const [first, second] = countsOf(results);
  if (first === undefined || second !== undefined || first[1] === 'failed') return testCounts(results);
  return results.length === 1 ? first[1] : `all ${first[1]}`;
}

function countsOf(results: readonly Ended[]) {
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const answered = results.filter(onlyAnswered).length;
  const counts = [
    [results.length - failed - answered, 'passed'],
    [answered, 'only answered'],
    [failed, 'failed'],
  ] as const;
  return counts.filter(([count]) => count > 0);
}
